/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hit_counts.h - how often the sites of loaded modules are hit, round by round
 *
 * For top.  sdt.ko counts; nothing is streamed.
 */
#ifndef SDTINFO_HIT_COUNTS_H
#define SDTINFO_HIT_COUNTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The sites of a probe in a line of the source.  The numbers are those of all of them. */
struct hit_count {
	char *site;		/* "sdt:revdev:revdev_read:read-entry@rev_dev.c:57" */
	size_t pattern;		/* the first that it was seen for */
	uint64_t value;		/* of sdt.ko's counters, in this round */
	uint64_t before;	/* ... and in the round before */
	uint64_t hits;		/* between the two */
	uint64_t total;		/* since hit_counts_open() */
};

struct hit_counts {
	FILE **patterns;	/* counters of each */
	size_t nr_patterns;
	void *sites;		/* a tree, see tsearch(3), of struct hit_count */
	size_t nr_sites;
};

/*
 * hit_counts_open() - start counting
 * @counts: zeroed
 * @texts: patterns
 *
 * Returns 0, or -1 when it has reported why not.  To be closed in any case.
 */
int hit_counts_open(struct hit_counts *counts, const char *const *texts, size_t nr);
void hit_counts_close(struct hit_counts *counts);

/* hit_counts_read() - another round: update all numbers; as hit_counts_open() */
int hit_counts_read(struct hit_counts *counts);

/* hit_counts_each() - go through all sites seen so far; those of a probe are in a row */
void hit_counts_each(const struct hit_counts *counts,
		     void (*see)(const struct hit_count *count, void *data), void *data);

#endif /* SDTINFO_HIT_COUNTS_H */
