// SPDX-License-Identifier: GPL-2.0-only
/*
 * client.c - does all that a handler module can do, as it is told
 *
 *	insmod client.ko at_init=PATTERN	attaches in its init function
 *	insmod client.ko at_news=PATTERN	attaches when a probe comes, and
 *						tries to take it
 *	insmod client.ko ... leave=1		leaves all attached and registered
 *	echo 1 > .../slow			waits when a probe comes, until 0 is written
 *	echo N PATTERN > .../attach		attaches handler N, of 0 to 3
 *	echo N > .../detach			detaches it
 *	cat .../hits				hits of handlers 0 to 3
 *	echo PATTERN > .../list; cat .../list	sites that match, a line each
 *	echo PATTERN > .../args; cat .../args	arguments of probes that match
 *	echo PATTERN > .../get			takes the one probe that matches
 *	echo > .../put				gives it back
 *	cat .../news				probes that came and went so far
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>
#include <linux/slab.h>
#include <linux/string.h>

#define NR_HANDLERS 4

static char *at_init;
module_param(at_init, charp, 0400);
static char *at_news;
module_param(at_news, charp, 0400);
static bool leave;
module_param(leave, bool, 0400);
static bool slow;
module_param(slow, bool, 0600);

static struct sdt_handler *handlers[NR_HANDLERS];
static atomic_long_t hits[NR_HANDLERS];
static const struct sdt_probe *probe;
static atomic_t came, went;

static void on_hit(const struct sdt_hit *hit, void *cookie)
{
	atomic_long_inc(cookie);
}

static int attach(const char *text, const struct kernel_param *kp)
{
	char pattern[128];
	unsigned int n;

	if (sscanf(text, "%u %127s", &n, pattern) != 2 || n >= NR_HANDLERS ||
	    handlers[n])
		return -EINVAL;
	handlers[n] = sdt_attach(pattern, on_hit, &hits[n]);
	if (!IS_ERR(handlers[n]))
		return 0;
	n = -PTR_ERR(xchg(&handlers[n], NULL));
	return -n;
}

static int detach(const char *text, const struct kernel_param *kp)
{
	unsigned int n;

	if (kstrtouint(text, 0, &n) || n >= NR_HANDLERS)
		return -EINVAL;
	sdt_detach(handlers[n]);
	handlers[n] = NULL;
	return 0;
}

static int get_hits(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%ld %ld %ld %ld\n", atomic_long_read(&hits[0]),
			  atomic_long_read(&hits[1]), atomic_long_read(&hits[2]),
			  atomic_long_read(&hits[3]));
}

/* What is found is written to a text. */
struct text {
	char *buf;
	int size;
};

static int show_site(const struct sdt_site *site, void *data)
{
	const struct sdt_probe *p = site->probe;
	struct text *text = data;
	char symbol[100];

	sdt_site_symbol(site, symbol, sizeof(symbol));
	text->size += sysfs_emit_at(text->buf, text->size,
				    "%s:%s:%s:%s@%s:%u %s\n", p->provider,
				    p->module, p->function, p->name,
				    kbasename(site->file), site->line, symbol);
	return 0;
}

/* "|RED=0,GREEN=1|ffff888004b3c2a0": what they are, and where */
static void show_enumerators(struct text *text, const struct sdt_arg *arg)
{
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		text->size += sysfs_emit_at(text->buf, text->size, "%c%s=%lld",
					    i ? ',' : '|',
					    arg->enumerators[i].name,
					    arg->enumerators[i].value);
	if (i)
		text->size += sysfs_emit_at(text->buf, text->size, "|%px",
					    arg->enumerators);
}

static int show_args(const struct sdt_probe *p, void *data)
{
	struct text *text = data;
	unsigned int i;

	text->size += sysfs_emit_at(text->buf, text->size, "%s %s/%s/%s\n",
				    p->name, p->stability->name.name,
				    p->stability->name.data,
				    p->stability->name.dependency);
	for (i = 0; i < p->nr_args; i++) {
		text->size += sysfs_emit_at(text->buf, text->size,
			"%s|%s|%s|%s|%u|%d|%d", p->args[i].name,
			p->args[i].declared, p->args[i].type, p->args[i].aka,
			p->args[i].size, p->args[i].kind, p->args[i].is_signed);
		show_enumerators(text, &p->args[i]);
		text->size += sysfs_emit_at(text->buf, text->size, "\n");
	}
	return 0;
}

static char wanted[128];

static int set_wanted(const char *text, const struct kernel_param *kp)
{
	strscpy(wanted, text, sizeof(wanted));
	strim(wanted);
	return 0;
}

static int get_list(char *buf, const struct kernel_param *kp)
{
	struct text text = { .buf = buf };
	int err = sdt_for_each_site(wanted, show_site, &text);

	return err ?: text.size;
}

static int get_args(char *buf, const struct kernel_param *kp)
{
	struct text text = { .buf = buf };
	int err = sdt_for_each_probe(wanted, show_args, &text);

	return err ?: text.size;
}

static int get(const char *text, const struct kernel_param *kp)
{
	const struct sdt_probe *found;

	set_wanted(text, kp);
	found = sdt_get_probe(wanted);
	if (IS_ERR(found))
		return PTR_ERR(found);
	sdt_put_probe(probe);
	probe = found;
	return 0;
}

static int put(const char *text, const struct kernel_param *kp)
{
	sdt_put_probe(probe);
	probe = NULL;
	return 0;
}

static int on_news(struct notifier_block *nb, unsigned long news, void *data)
{
	const struct sdt_probe *p = data, *held;

	if (p->nr_sites && p->name[0])
		atomic_inc(news == SDT_PROBE_COMES ? &came : &went);
	while (READ_ONCE(slow) && news == SDT_PROBE_COMES)
		msleep(10);
	if (!at_news || news != SDT_PROBE_COMES)
		return NOTIFY_OK;
	held = sdt_get_probe(at_news);
	pr_info("client: got a probe that comes: %d\n", PTR_ERR_OR_ZERO(held));
	sdt_put_probe(held);
	if (!handlers[1])
		handlers[1] = sdt_attach(at_news, on_hit, &hits[1]);
	return notifier_from_errno(-ENOMEM);	/* which nobody looks at */
}

static struct notifier_block nb = { .notifier_call = on_news };

static int get_news(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%d %d\n", atomic_read(&came),
			  atomic_read(&went));
}

#define PARAMETER(name, mode, ...)					\
	static const struct kernel_param_ops name##_ops = { __VA_ARGS__ };	\
	module_param_cb(name, &name##_ops, NULL, mode)

PARAMETER(attach, 0200, .set = attach);
PARAMETER(detach, 0200, .set = detach);
PARAMETER(hits, 0400, .get = get_hits);
PARAMETER(list, 0600, .set = set_wanted, .get = get_list);
PARAMETER(args, 0600, .set = set_wanted, .get = get_args);
PARAMETER(get, 0200, .set = get);
PARAMETER(put, 0200, .set = put);
PARAMETER(news, 0400, .get = get_news);

static int __init client_init(void)
{
	int err = sdt_register_notifier(&nb);

	if (err)
		return err;
	if (sdt_register_notifier(&nb) != -EEXIST)
		pr_warn("client: registered a notifier twice\n");
	if (!at_init)
		return 0;
	handlers[0] = sdt_attach(at_init, on_hit, &hits[0]);
	if (!IS_ERR(handlers[0]))
		return 0;
	sdt_unregister_notifier(&nb);
	return PTR_ERR(handlers[0]);
}

static void __exit client_exit(void)
{
	int i;

	sdt_put_probe(probe);
	if (leave)
		return;
	for (i = 0; i < NR_HANDLERS; i++)
		sdt_detach(handlers[i]);
	sdt_unregister_notifier(&nb);
}

module_init(client_init);
module_exit(client_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Does what a handler module can do");
