// SPDX-License-Identifier: GPL-2.0-only
/*
 * scales.c - the distribution of a field's values, counted in the kernel
 *
 * A histogram of the kernel has either buckets of one width, or powers of two, which are too
 * coarse for percentiles.  So there is one trigger for each of several widths, with a filter
 * for the values that these are for.
 *
 * The kernel divides values as unsigned ones.  Widths are powers of two, so negative values
 * come into the right buckets: those are shown as huge numbers, which are negative again as
 * signed ones.  A filter cuts its numbers to the size of the field, so a scale that would reach
 * beyond that has no end.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "triggers.h"
#include "lib/util.h"

/* Buckets of a scale */
#define NR_BUCKETS	1024

/* How many times wider buckets are in each next scale */
#define SCALE		16

static int add_scale(struct triggers *triggers, const char *system, const char *event,
		     const struct scales *scales, uint64_t width, char *range)
{
	char *text = xasprintf("hist:keys=%s.buckets=%" PRIu64, scales->field, width);

	if (scales->key)
		text = xappend(text, ",%s", scales->key);
	text = xappend(text, ":vals=hitcount,%s:size=%u if %s", scales->field,
		       scales->key ? scales->size : 2 * NR_BUCKETS, range);
	if (scales->filter)
		text = xappend(text, " && (%s)", scales->filter);
	free(range);
	return triggers_add(triggers, system, event, text);
}

static char *range_text(const char *field, uint64_t from, uint64_t to, bool is_last)
{
	if (is_last)
		return xasprintf("%s >= %" PRIu64, field, from);
	return xasprintf("%s >= %" PRIu64 " && %s < %" PRIu64, field, from, field, to);
}

/* Below zero, from -@to to before -@from */
static char *negative_range_text(const char *field, uint64_t from, uint64_t to, bool is_last)
{
	if (is_last && !from)
		return xasprintf("%s < 0", field);
	if (is_last)
		return xasprintf("%s < -%" PRIu64, field, from);
	if (!from)
		return xasprintf("%s >= -%" PRIu64 " && %s < 0", field, to, field);
	return xasprintf("%s >= -%" PRIu64 " && %s < -%" PRIu64, field, to, field, from);
}

int scales_add(struct triggers *triggers, const char *system, const char *event,
	       const struct scales *scales)
{
	uint64_t width = scales->first_width, from = 0, to;
	bool is_last;
	unsigned int i;

	for (i = 0; i < scales->nr_scales; i++) {
		to = width * NR_BUCKETS;
		is_last = i == scales->nr_scales - 1 || width > UINT64_MAX / NR_BUCKETS ||
			  to >> (scales->bits - 1);
		if (add_scale(triggers, system, event, scales, width,
			      range_text(scales->field, from, to, is_last)) ||
		    (scales->is_signed &&
		     add_scale(triggers, system, event, scales, width,
			       negative_range_text(scales->field, from, to, is_last))))
			return -1;
		if (is_last)
			break;
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
