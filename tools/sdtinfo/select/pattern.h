/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pattern.h - DTrace's four names with wildcards, as sdt.ko accepts them
 *
 * docs/patterns.md describes patterns, and kmod/core/pattern.c is sdt.ko's
 * implementation; tests/clients/sdtinfo.t compares the two.
 */
#ifndef SDTINFO_PATTERN_H
#define SDTINFO_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "table/probe.h"

/* All zero, it matches everything. */
struct pattern {
	char *text;		/* holds the fields */
	unsigned int nr_fields;	/* that were given, 1 to 4 */
	const char *provider;
	const char *module;
	const char *owner;	/* the first of two fields: a function or a module */
	const char *function;
	const char *name;
	const char *file;	/* NULL: any */
	uint32_t line;		/* 0: any */
};

/*
 * pattern_parse() - read a pattern
 *
 * Returns NULL, or what is wrong with it.  To be freed in either case.
 */
const char *pattern_parse(struct pattern *pattern, const char *text);
void pattern_free(struct pattern *pattern);

/* pattern_match_module() - can it name probes of a module? */
bool pattern_match_module(const struct pattern *pattern, const char *module);
/* pattern_match() - does it name the probe, of a module that it matches? */
bool pattern_match(const struct pattern *pattern, const char *module,
		   const struct probe *probe);
/* pattern_match_site() - does it pick the site, of a probe that it matches? */
bool pattern_match_site(const struct pattern *pattern, const char *file,
			uint32_t line);

/*
 * pattern_suggest() - the pattern as it was probably meant
 * @pattern: a pattern that matches no probe
 * @module: the module of @probe
 * @probe: a probe that may have been meant
 *
 * Returns a pattern that matches the probe if one field of @pattern is a typing mistake
 * away from that, or if its words do in other fields; else NULL.  Caller frees.
 */
char *pattern_suggest(const struct pattern *pattern, const char *module,
		      const struct probe *probe);

#endif /* SDTINFO_PATTERN_H */
