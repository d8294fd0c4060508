// SPDX-License-Identifier: GPL-2.0-only
/*
 * scales.c - the distribution of a field's values, counted in the kernel
 *
 * A histogram of the kernel has either buckets of one width, or powers of two, which are too
 * coarse for percentiles.  So there is one trigger for each of several widths, with a filter
 * for the values that these are for.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "lib/util.h"

/* Buckets of a scale */
#define NR_BUCKETS	1024

/* ... and of all values of a further key together */
#define NR_KEYED	8192

/* The width of a bucket is this in the first scale, and as many times more in each next. */
#define SCALE		16
#define NR_SCALES	8	/* 73 minutes in nanoseconds; larger values are in the last one */

int scales_add(struct triggers *triggers, const char *system, const char *event,
	       const char *field, const char *key)
{
	uint64_t width = SCALE, from = 0, to;
	char *range, *text;
	unsigned int i;

	for (i = 0; i < NR_SCALES; i++) {
		to = width * NR_BUCKETS;
		range = i < NR_SCALES - 1 ?
			xasprintf("%s >= %" PRIu64 " && %s < %" PRIu64, field, from, field, to) :
			xasprintf("%s >= %" PRIu64, field, from);
		text = xasprintf("hist:keys=%s.buckets=%" PRIu64 "%s%s:vals=hitcount,%s:size=%d if %s",
				 field, width, key ? "," : "", key ? key : "", field,
				 key ? NR_KEYED : 2 * NR_BUCKETS, range);
		free(range);
		if (triggers_add(triggers, system, event, text))
			return -1;
		from = to;
		width *= SCALE;
	}
	return 0;
}

const char *scales_take(const struct hist_entry *entry, const char *field,
			struct histogram_bucket *bucket, uint64_t *sum)
{
	const size_t length = strlen(field);
	char *end;

	/* "time: ~ 34560-34815", and then perhaps ", KEY: VALUE" */
	if (strncmp(entry->keys, field, length) || strncmp(entry->keys + length, ": ~ ", 4))
		return NULL;
	bucket->from = strtoull(entry->keys + length + 4, &end, 10);
	if (*end != '-')
		return NULL;
	bucket->to = strtoull(end + 1, &end, 10) + 1;
	bucket->count = entry->hits;
	/* "  time:      69263" */
	if (sscanf(entry->sums, " %*[^:]: %" SCNu64, sum) != 1)
		return NULL;
	return *end == ',' ? end + 2 : end;
}
