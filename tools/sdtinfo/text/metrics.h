/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * metrics.h - numbers for a monitoring system
 *
 * Prometheus's text format 0.0.4, which node-exporter's textfile collector reads.
 */
#ifndef SDTINFO_METRICS_H
#define SDTINFO_METRICS_H

#include <stdint.h>
#include <stdio.h>

struct histogram;

/* The type of a family; the name of a counter ends in "_total". */
enum metrics_type {
	METRICS_COUNTER,
	METRICS_GAUGE,
	METRICS_HISTOGRAM,	/* of times, with a name that ends in "_seconds" */
};

/* metrics_family() - begin a family: its samples follow */
void metrics_family(FILE *out, const char *name, enum metrics_type type, const char *help);

/* The last of a sample's labels is followed by one without a name. */
struct metrics_label {
	const char *name;
	const char *value;
};

/* metrics_sample() - a sample; @labels can be NULL */
void metrics_sample(FILE *out, const char *name, const struct metrics_label *labels,
		    uint64_t value);

/*
 * metrics_histogram() - the samples of a distribution of times
 *
 * Buckets are cumulative, and the same for each histogram: powers of two from 512 ns to 34 s.
 */
void metrics_histogram(FILE *out, const char *name, const struct metrics_label *labels,
		       const struct histogram *times);

#endif /* SDTINFO_METRICS_H */
