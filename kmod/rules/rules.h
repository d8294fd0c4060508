/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rules.h - rules that sdt.ko and sdtinfo share
 *
 *	names.c		names of probes and of their events
 *	shim.h		what they need of the kernel, or of the C library
 *
 * These files are compiled into sdt.ko and into sdtinfo.  They allocate nothing, print
 * nothing, take no lock and do not know errno: a function that finds something wrong
 * returns a sentence, which both print.
 */
#ifndef _SDT_RULES_H
#define _SDT_RULES_H

#include <linux/sdt_abi.h>

#include "rules/shim.h"

/* The size of a buffer for a sentence that says what is wrong */
#define SDT_WHY_SIZE	256

/* names.c */

/* The names of a probe, as DTrace has them, and of its event */
struct sdt_names {
	const char *provider;
	const char *module;
	const char *function;
	const char *name;
	const char *event;
	const char *dtrace_event;	/* with layout=dtrace */
	bool is_qualified;		/* the function is part of the event's name */
};

size_t sdt_event_name(char *to, size_t size, const struct sdt_names *names, char dash);
bool sdt_event_ok(const struct sdt_names *names, char *why, size_t size);
bool sdt_event_group_ok(const char *module, char *why, size_t size);

#endif /* _SDT_RULES_H */
