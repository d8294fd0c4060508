// SPDX-License-Identifier: GPL-2.0-only
/*
 * asker.c - a handler that asks for all translated arguments
 *
 *	insmod asker.ko pattern=:translated::
 *	cat /sys/module/asker/parameters/said	of the last hit: its probe, and of each
 *						translated argument name, type, native
 *						value or "*" for a pointer, and what came
 *						of it; one more than there are
 *	.../hits	all of them
 *	.../made	translated arguments that were made
 *	.../wrong	of these, sums that are not 42
 */
#include <linux/string.h>

#include "one_handler.h"

static atomic_t hits, made, wrong;

/* Nobody reads it while it is written. */
static struct {
	const char *probe;
	unsigned int nr;
	struct {
		const char *name;
		const char *type;
		u64 native;
		bool is_pointer;
		int err;
		s64 value;
	} xlated[SDT_MAX_ARGS];
	int err_beyond;
} said;

static void ask(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_probe *probe = hit->site->probe;
	unsigned int n;
	s64 value;

	atomic_inc(&hits);
	said.probe = probe->name;
	said.nr = probe->nr_xlated;
	for (n = 0; n < probe->nr_xlated; n++) {
		value = -1;
		said.xlated[n].name = probe->xlated[n].name;
		said.xlated[n].type = probe->xlated[n].type;
		said.xlated[n].is_pointer =
			probe->args[probe->xlated[n].arg].kind >= SDT_ARG_POINTER;
		said.xlated[n].native = sdt_xlated_native(hit, n);
		said.xlated[n].err = sdt_translate(hit, n, &value, sizeof(value));
		said.xlated[n].value = value;
		if (said.xlated[n].err)
			continue;
		atomic_inc(&made);
		if (!strcmp(probe->xlated[n].type, "struct sum *") && value != 42)
			atomic_inc(&wrong);
	}
	said.err_beyond = sdt_translate(hit, n, &value, sizeof(value));
}

static int get_said(char *buf, const struct kernel_param *kp)
{
	unsigned int n;
	int len = 0;

	len += sysfs_emit_at(buf, len, "%s", said.probe);
	for (n = 0; n < said.nr; n++) {
		len += sysfs_emit_at(buf, len, "; %s %s ", said.xlated[n].type,
				     said.xlated[n].name);
		if (said.xlated[n].is_pointer)
			len += sysfs_emit_at(buf, len, "*");
		else
			len += sysfs_emit_at(buf, len, "%lld",
					     said.xlated[n].native);
		if (said.xlated[n].err)
			len += sysfs_emit_at(buf, len, " error %d",
					     said.xlated[n].err);
		else
			len += sysfs_emit_at(buf, len, " is %lld",
					     said.xlated[n].value);
	}
	return len + sysfs_emit_at(buf, len, "; %d\n", said.err_beyond);
}

static const struct kernel_param_ops said_ops = { .get = get_said };

module_param_cb(said, &said_ops, NULL, 0400);
module_param_named(hits, hits.counter, int, 0400);
module_param_named(made, made.counter, int, 0400);
module_param_named(wrong, wrong.counter, int, 0400);

ONE_HANDLER(ask, NULL, "A handler that asks for translated arguments");
