// SPDX-License-Identifier: GPL-2.0-only
/*
 * metrics.c - numbers for a monitoring system
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "histogram.h"
#include "lib/util.h"
#include "metrics.h"

/* Buckets of a histogram are below 2^FIRST_POWER ns, 2^(FIRST_POWER+1) ns, ... */
#define FIRST_POWER	9
#define LAST_POWER	35

void metrics_family(FILE *out, const char *name, enum metrics_type type, const char *help)
{
	static const char *const types[] = {
		[METRICS_COUNTER] = "counter",
		[METRICS_GAUGE] = "gauge",
		[METRICS_HISTOGRAM] = "histogram",
	};

	fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, types[type]);
}

static void print_label(FILE *out, const char *before, const char *name, const char *value)
{
	char *safe = out_safe(value), *c;

	fprintf(out, "%s%s=\"", before, name);
	for (c = safe; *c; c++) {
		if (*c == '\\' || *c == '"')
			fputc('\\', out);
		fputc(*c, out);
	}
	fputc('"', out);
	free(safe);
}

/* "sdt_latency_seconds_bucket{from="X",le="Y"} "; @le can be NULL */
static void print_series(FILE *out, const char *name, const char *suffix,
			 const struct metrics_label *labels, const char *le)
{
	const char *before = "{";

	fprintf(out, "%s%s", name, suffix);
	for (; labels && labels->name; labels++, before = ",")
		print_label(out, before, labels->name, labels->value);
	if (le) {
		print_label(out, before, "le", le);
		before = ",";
	}
	fputs(*before == ',' ? "} " : " ", out);
}

void metrics_sample(FILE *out, const char *name, const struct metrics_label *labels,
		    uint64_t value)
{
	print_series(out, name, "", labels, NULL);
	fprintf(out, "%" PRIu64 "\n", value);
}

static void print_bucket(FILE *out, const char *name, const struct metrics_label *labels,
			 const char *le, uint64_t count)
{
	print_series(out, name, "_bucket", labels, le);
	fprintf(out, "%" PRIu64 "\n", count);
}

/* A bound belongs to its bucket, so it is the last nanosecond before the power of two. */
void metrics_histogram(FILE *out, const char *name, const struct metrics_label *labels,
		       const struct histogram *times)
{
	uint64_t count = 0, end;
	unsigned int power;
	size_t i = 0;
	char *le;

	for (power = FIRST_POWER; power <= LAST_POWER; power++) {
		end = UINT64_C(1) << power;
		for (; i < times->nr_buckets && times->buckets[i].to <= end; i++)
			count += times->buckets[i].count;
		le = xasprintf("%.12g", (double)(end - 1) / 1e9);
		print_bucket(out, name, labels, le, count);
		free(le);
	}
	print_bucket(out, name, labels, "+Inf", times->count);
	print_series(out, name, "_sum", labels, NULL);
	fprintf(out, "%" PRIu64 ".%09" PRIu64 "\n", times->sum / 1000000000,
		times->sum % 1000000000);
	print_series(out, name, "_count", labels, NULL);
	fprintf(out, "%" PRIu64 "\n", times->count);
}
