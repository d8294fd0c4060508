/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pattern.h - patterns, and what was meant by one that matches nothing
 */
#ifndef SDTINFO_PATTERN_H
#define SDTINFO_PATTERN_H

#include <stdbool.h>

#include "table/probe.h"

/*
 * pattern_parse() - read a pattern
 *
 * Returns NULL, or what is wrong with it.  To be freed in either case.
 */
const char *pattern_parse(struct sdt_pattern *pattern, const char *text);
void pattern_free(struct sdt_pattern *pattern);

/* pattern_match() - does it name the probe? */
bool pattern_match(const struct sdt_pattern *pattern, const char *module,
		   const struct probe *probe);

/*
 * pattern_suggest() - the pattern as it was probably meant
 * @pattern: a pattern that matches no probe
 * @module: the module of @probe
 * @probe: a probe that may have been meant
 *
 * Returns a pattern that matches the probe if one field of @pattern is a typing mistake
 * away from that, or if its words do in other fields; else NULL.  Caller frees.
 */
char *pattern_suggest(const struct sdt_pattern *pattern, const char *module,
		      const struct probe *probe);

#endif /* SDTINFO_PATTERN_H */
