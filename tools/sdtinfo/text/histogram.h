/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * histogram.h - how many values there are of each size, for people and for programs
 *
 * For latency, whose values are times in nanoseconds, and for top, whose are any numbers.
 */
#ifndef SDTINFO_HISTOGRAM_H
#define SDTINFO_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_object;		/* json-c's */

struct histogram_bucket {
	uint64_t from;
	uint64_t to;		/* the first value that is not in it */
	uint64_t count;
};

/*
 * Buckets in their order, those with values.  Each is within a power of two, or, of times, below
 * 16, and at most 1/64 of its values wide, or one value, or 16 nanoseconds.  Signed values, their
 * bounds, sum and maximum are int64_t in two's complement.
 */
struct histogram {
	bool is_time;
	bool is_signed;
	struct histogram_bucket *buckets;
	size_t nr_buckets;
	uint64_t count;		/* of values */
	uint64_t sum;
	uint64_t max;
};

/* histogram_add() - count a value */
void histogram_add(struct histogram *histogram, uint64_t value);
void histogram_free(struct histogram *histogram);

/* histogram_time() - a time with three digits, "34.6 us"; caller frees */
char *histogram_time(uint64_t nanoseconds);

/*
 * histogram_print() - print a bar for each power of two, @columns wide in all
 *
 * The bar of a negative power, "-8 .. -4", is that of -8, -7, -6 and -5.
 */
void histogram_print(const struct histogram *histogram, size_t columns);

/* histogram_print_sum() - print "count 5, mean 230 us, ...", what there is beside bars */
void histogram_print_sum(const struct histogram *histogram);

/* histogram_lines() - how many lines that takes */
size_t histogram_lines(const struct histogram *histogram);

/* histogram_add_json() - the same as keys of a JSON object */
void histogram_add_json(struct json_object *object, const struct histogram *histogram);

#endif /* SDTINFO_HISTOGRAM_H */
