/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * histogram.h - how many values there are of each size, for people and for programs
 *
 * For latency.  The values are times in nanoseconds.
 */
#ifndef SDTINFO_HISTOGRAM_H
#define SDTINFO_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

struct json_object;		/* json-c's */

struct histogram_bucket {
	uint64_t from;
	uint64_t to;		/* the first value that is not in it */
	uint64_t count;
};

/* Buckets in their order; each is within a power of two, or below 16. */
struct histogram {
	struct histogram_bucket *buckets;
	size_t nr_buckets;
	uint64_t count;		/* of values */
	uint64_t sum;
	uint64_t max;
};

/* histogram_add() - add a bucket, in any order; @sum is that of its values */
void histogram_add(struct histogram *histogram, const struct histogram_bucket *bucket,
		   uint64_t sum);

/*
 * histogram_finish() - all buckets have been added, some perhaps in parts
 *
 * A maximum of more values than those in the buckets becomes that of the last bucket.
 */
void histogram_finish(struct histogram *histogram);
void histogram_free(struct histogram *histogram);

/* histogram_time() - a time with three digits, "34.6 us"; caller frees */
char *histogram_time(uint64_t nanoseconds);

/* histogram_print() - print a bar for each power of two, @columns wide in all */
void histogram_print(const struct histogram *histogram, size_t columns);

/* histogram_print_csv() - print the buckets, with a head */
void histogram_print_csv(const struct histogram *histogram);

/* histogram_add_json() - the same as keys of a JSON object */
void histogram_add_json(struct json_object *object, const struct histogram *histogram);

#endif /* SDTINFO_HISTOGRAM_H */
