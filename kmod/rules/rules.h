/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rules.h - rules that sdt.ko and sdtinfo share
 *
 *	pattern.c	match probes and sites with a pattern
 *	table.c		check a probe table
 *	names.c		names of probes and of their events
 *	stability.c	words for stability attributes
 *	shim.h		what they need of the kernel, or of the C library
 *
 *	table.c -> names.c
 *
 * These files are compiled into sdt.ko and into sdtinfo, and names.c also into the GCC
 * plugin, which reports a wrong name at its line in the source.  They allocate nothing, print
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
bool sdt_has_all_parts(const char *name);
bool sdt_is_identifier(const char *name, bool dash);
bool sdt_text_ok(const char *text);
size_t sdt_printable(const char *text);

#define SDT_COPY_NAME_SIZE	(SDT_MAX_NAME + sizeof("_bytes") + 2 * SDT_MAX_ARGS)

void sdt_copy_name(char *to, const char *name, bool is_bytes, const char *const *taken,
		   unsigned int nr);

/* pattern.c */

/* If all zero, it matches everything; so does a field that is NULL or "". */
struct sdt_pattern {
	char *text;		/* holds the fields; its owner's */
	unsigned int nr_fields;	/* that were given, 1 to 4 */
	const char *provider;
	const char *module;
	const char *owner;	/* the first of two fields: a function or a module */
	const char *function;
	const char *name;
	const char *file;	/* NULL: any */
	u32 line;		/* 0: any */
};

const char *sdt_pattern_split(struct sdt_pattern *pattern, char *text);
bool sdt_glob_match(const char *pattern, const char *text);
bool sdt_pattern_match_module(const struct sdt_pattern *pattern, const char *module);
bool sdt_pattern_match(const struct sdt_pattern *pattern, const struct sdt_names *names);
bool sdt_pattern_match_site(const struct sdt_pattern *pattern, const char *file, u32 line);

/* stability.c */
const char *sdt_stability_name(unsigned int level);
const char *sdt_dependency_name(unsigned int dependency);

/* table.c */

/* Where the parts of a table are */
struct sdt_table_view {
	const struct sdt_table *head;
	const struct sdt_table_probe *probes;
	const struct sdt_table_provider *providers;
	const struct sdt_table_place *places;	/* in an object's table */
	const struct sdt_table_arg *args;
	const struct sdt_table_xlated *xlated;
	const struct sdt_table_enumerator *enumerators;
	const char *strings;
};

u64 sdt_table_size(const struct sdt_table *head);
bool sdt_table_check(struct sdt_table_view *view, const struct sdt_table *head,
		     size_t size, enum sdt_table_kind kind, char *why);

#endif /* _SDT_RULES_H */
