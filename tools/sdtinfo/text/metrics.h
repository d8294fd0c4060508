/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * metrics.h - numbers for a monitoring system, in one of two forms of text
 *
 * Prometheus's text format 0.0.4, which node-exporter's textfile collector reads, and
 * OpenMetrics 1.0.  They differ in a way that no text satisfies both: in OpenMetrics the name of
 * a counter's family lacks the "_total" of its samples.
 */
#ifndef SDTINFO_METRICS_H
#define SDTINFO_METRICS_H

#include <stdint.h>
#include <stdio.h>

struct histogram;

enum metrics_form {
	METRICS_NONE,
	METRICS_PROMETHEUS,
	METRICS_OPENMETRICS,
};

/* The options of every verb that prints metrics */
#define METRICS_OPTIONS(first)						\
	{ "prometheus", (first), NULL, 0,				\
	  "print metrics in Prometheus's text format, for node-exporter's textfile collector", 0 }, \
	{ "openmetrics", (first) + 1, NULL, 0, "print metrics in the OpenMetrics format", 0 }

/* metrics_option() - the form that the option number @n of METRICS_OPTIONS asks for */
enum metrics_form metrics_option(int n);

/* The type of a family; the name of a counter ends in "_total", that of an info in "_info". */
enum metrics_type {
	METRICS_COUNTER,
	METRICS_GAUGE,
	METRICS_INFO,		/* 1, with labels that say what */
	METRICS_HISTOGRAM,	/* of times, with a name that ends in "_seconds" */
};

struct metrics {
	FILE *out;
	enum metrics_form form;
};

/* metrics_family() - begin a family: its samples follow */
void metrics_family(const struct metrics *metrics, const char *name, enum metrics_type type,
		    const char *help);

/* The last of a sample's labels is followed by one without a name. */
struct metrics_label {
	const char *name;
	const char *value;
};

/* metrics_sample() - a sample; @labels can be NULL */
void metrics_sample(const struct metrics *metrics, const char *name,
		    const struct metrics_label *labels, uint64_t value);

/*
 * metrics_histogram() - the samples of a distribution of times
 *
 * Buckets are cumulative, and the same for each histogram: powers of two from 512 ns to 34 s.
 */
void metrics_histogram(const struct metrics *metrics, const char *name,
		       const struct metrics_label *labels, const struct histogram *times);

/* metrics_end() - nothing follows */
void metrics_end(const struct metrics *metrics);

#endif /* SDTINFO_METRICS_H */
