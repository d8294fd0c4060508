/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * triggers.h - histograms that the kernel keeps by triggers of events
 *
 * Unless said otherwise, functions return 0, or -1 when they have reported why not; what is
 * opened is zeroed before, and closed in any case.
 */
#ifndef SDTINFO_TRIGGERS_H
#define SDTINFO_TRIGGERS_H

#include <stdbool.h>
#include <stdint.h>
#include <tracefs.h>

#include "text/histogram.h"

/*
 * triggers.c
 */

struct trigger {
	const char *system;
	const char *event;
	char *text;
};

/* Triggers of events in an instance, in the order in which the kernel runs those of an event */
struct triggers {
	struct tracefs_instance *instance;
	struct trigger *list;
	size_t nr;
};

/* triggers_add() - set a trigger; @text is freed with it, or if the kernel refuses it */
int triggers_add(struct triggers *triggers, const char *system, const char *event, char *text);

/* triggers_remove_last() - remove as many of those that were added last */
void triggers_remove_last(struct triggers *triggers, size_t nr);
void triggers_free(struct triggers *triggers);

/* How many variables a histogram can have */
#define MAX_HIST_VARIABLES	16

/*
 * hist_size() - how many keys a histogram is to keep if there are as many histograms
 *
 * The kernel allocates the memory of all of them at once, some hundred bytes for each.
 */
unsigned int hist_size(size_t nr);

struct hist {
	const char *trigger;	/* its text, as the kernel shows it */
	uint64_t hits;
	uint64_t dropped;	/* hits for which there was no room */
};

/* An entry of a histogram, as the kernel shows it */
struct hist_entry {
	const struct hist *hist;	/* without its sums, which come last */
	const char *keys;	/* "common_pid:        110" */
	uint64_t hits;
	char *sums;		/* "  time:      69263" */
	bool has_max;		/* of a variable for which there is onmax() */
	uint64_t max;
	char *saved;		/* "  common_cpu: 1": what was saved with that */
};

typedef void (*hist_entry_fn)(const struct hist_entry *entry, void *data);
typedef void (*hist_fn)(const struct hist *hist, void *data);

/*
 * hist_read() - read all histograms of an event
 * @see: called for each entry
 * @end: called after the entries of a histogram, with its sums; or NULL
 */
int hist_read(struct tracefs_instance *instance, const char *system, const char *event,
	      hist_entry_fn see, hist_fn end, void *data);

/* hist_has_variable() - does its trigger define this variable? */
bool hist_has_variable(const struct hist *hist, const char *name);

/*
 * scales.c
 */

/*
 * struct scales - how to count the values of a field
 * @key: count them for each value of these further fields; or NULL
 * @filter: count only those for which this is true, as the kernel takes it; or NULL
 * @first_width: of the buckets of the smallest values, a power of two
 * @is_signed: there are negative values
 * @bits: how many a value has
 * @nr_scales: how many to have at most; the last one has no end
 * @size: how many buckets of all values of the further fields together a scale has
 */
struct scales {
	const char *field;
	const char *key;
	const char *filter;
	unsigned int first_width;
	bool is_signed;
	unsigned int bits;
	unsigned int nr_scales;
	unsigned int size;
};

int scales_add(struct triggers *triggers, const char *system, const char *event,
	       const struct scales *scales);

/*
 * scales_take() - a bucket of the values that were counted, and the sum of these
 *
 * Returns the text of the other key, "" without one; NULL if the entry is no bucket.
 */
const char *scales_take(const struct hist_entry *entry, const char *field,
			struct histogram_bucket *bucket, uint64_t *sum);

#endif /* SDTINFO_TRIGGERS_H */
