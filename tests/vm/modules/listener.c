// SPDX-License-Identifier: GPL-2.0-only
/*
 * listener.c - prints what a handler is told of each hit, in one line
 *
 *	insmod listener.ko pattern=:families::
 *
 *	listener: fam:families:fire:two int i=-1; long l=2
 *	listener: fam:families:fire:xlate-one int i=-1 => id_t i[0]
 *
 * Behind the arrow are the translated arguments, each with the number of the native one
 * that it is made from.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/spinlock.h>

#include "one_handler.h"

static DEFINE_RAW_SPINLOCK(line_lock);
static char line[900];
static size_t length;

static __printf(1, 2) void add(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	length += vscnprintf(line + length, sizeof(line) - length, fmt, args);
	va_end(args);
}

static void add_value(const struct sdt_arg *arg, u64 value)
{
	const char *name = sdt_enumerator_name(arg, value);

	if (name)
		add("%s", name);
	else if (arg->kind == SDT_ARG_STRING && value)
		add("\"%s\"", (const char *)(unsigned long)value);
	else if (arg->kind >= SDT_ARG_POINTER)
		add("%#llx", value);
	else if (arg->is_signed)
		add("%lld", value);
	else
		add("%llu", value);
}

/* Only modules whose probes fire in tasks are listened to. */
static void print_hit(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_probe *p = hit->site->probe;
	unsigned int i;

	raw_spin_lock(&line_lock);
	length = 0;
	add("%s:%s:%s:%s", p->provider, p->module, p->function, p->name);
	for (i = 0; i < p->nr_args; i++) {
		add("%s %s %s=", i ? ";" : "", p->args[i].type, p->args[i].name);
		add_value(&p->args[i], hit->args[i]);
	}
	if (p->is_translated)
		add(" =>");
	for (i = 0; i < p->nr_xlated; i++)
		add("%s %s %s[%u]", i ? ";" : "", p->xlated[i].type,
		    p->xlated[i].name, p->xlated[i].arg);
	pr_info("%s\n", line);
	raw_spin_unlock(&line_lock);
}

ONE_HANDLER(print_hit, NULL, "Prints what a handler is told of each hit");
