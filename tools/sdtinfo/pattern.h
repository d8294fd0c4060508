/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pattern.h - DTrace's four names with wildcards, as sdt.ko takes them
 *
 * "provider:module:function:name", where each field may hold '*' and '?' and an
 * empty one stands for any; of fewer fields the last is the name.  Behind it may
 * stand "@file:line" or "@file", which picks probes with a site there.
 *
 * docs/handlers.md describes them, kmod/pattern.c is sdt.ko's; tests/vm/list.t
 * compares the two.
 */
#ifndef SDTINFO_PATTERN_H
#define SDTINFO_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "probe_table.h"

/* All zero, it matches everything. */
struct pattern {
	char *text;		/* holds the fields */
	const char *provider;
	const char *module;
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

bool pattern_match_module(const struct pattern *pattern, const char *module);
/* pattern_match() - does it name the probe, of a module that it matches? */
bool pattern_match(const struct pattern *pattern, const struct probe *probe);
/* pattern_match_site() - does it pick the site, of a probe that it matches? */
bool pattern_match_site(const struct pattern *pattern, const char *file,
			uint32_t line);

#endif /* SDTINFO_PATTERN_H */
