// SPDX-License-Identifier: GPL-2.0-only
/*
 * measurer.c - a handler that logs how many bytes arguments point to
 *
 * Of each argument with a bound, when a probe of shown.ko fires.
 */
#include <linux/module.h>
#include <linux/sdt_handler.h>

static void on_hit(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_probe *probe = hit->site->probe;
	unsigned int n;

	for (n = 0; n < probe->nr_args; n++)
		if (probe->args[n].bound)
			pr_info("measurer: %s %s %llu\n", probe->name,
				probe->args[n].name, sdt_bound(hit, n));
	if (sdt_bound(hit, probe->nr_args) || sdt_bound(hit, SDT_MAX_ARGS))
		pr_info("measurer: an argument that is not there has a bound\n");
}

static struct sdt_handler *handler;

static int __init measurer_init(void)
{
	handler = sdt_attach("sdt:shown::", on_hit, NULL);
	return PTR_ERR_OR_ZERO(handler);
}

static void __exit measurer_exit(void)
{
	sdt_detach(handler);
}

module_init(measurer_init);
module_exit(measurer_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A handler that logs bounds");
