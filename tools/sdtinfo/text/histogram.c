// SPDX-License-Identifier: GPL-2.0-only
/*
 * histogram.c - how many values there are of each size, for people and for programs
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "histogram.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"

/* The columns before a bar, and what one has at least and at most */
#define BEFORE_BAR	34
#define MIN_BAR		6
#define MAX_BAR		44
#define TIME_WIDTH	9

/* Values below 2^FIRST_POWER share a bar. */
#define FIRST_POWER	4

static const struct {
	const char *name;
	double percent;
} percentiles[] = {
	{ "p50", 50 },
	{ "p90", 90 },
	{ "p99", 99 },
};

#define NR_PERCENTILES	(sizeof(percentiles) / sizeof(percentiles[0]))

void histogram_add(struct histogram *histogram, const struct histogram_bucket *bucket,
		   uint64_t sum)
{
	histogram->buckets = xroom_for_one(histogram->buckets, histogram->nr_buckets,
					   sizeof(*histogram->buckets));
	histogram->buckets[histogram->nr_buckets++] = *bucket;
	histogram->count += bucket->count;
	histogram->sum += sum;
}

static int by_value(const void *x, const void *y)
{
	const struct histogram_bucket *a = x, *b = y;

	return a->from < b->from ? -1 : a->from > b->from;
}

void histogram_finish(struct histogram *histogram)
{
	struct histogram_bucket *buckets = histogram->buckets;
	size_t i, nr = 0;

	if (!histogram->nr_buckets)
		return;
	qsort(buckets, histogram->nr_buckets, sizeof(*buckets), by_value);
	for (i = 1; i < histogram->nr_buckets; i++)
		if (buckets[i].from == buckets[nr].from)
			buckets[nr].count += buckets[i].count;
		else
			buckets[++nr] = buckets[i];
	histogram->nr_buckets = nr + 1;
	if (histogram->max >= buckets[nr].to)
		histogram->max = buckets[nr].to - 1;
}

void histogram_free(struct histogram *histogram)
{
	free(histogram->buckets);
	*histogram = (struct histogram){ 0 };
}

/*
 * The value that @percent of the values do not exceed, as if those in a bucket were evenly
 * distributed; 0 without values
 */
static uint64_t histogram_percentile(const struct histogram *histogram, double percent)
{
	uint64_t rank = ceil(histogram->count * percent / 100), before = 0, value;
	const struct histogram_bucket *bucket;
	size_t i;

	if (!histogram->count)
		return 0;
	for (i = 0; i < histogram->nr_buckets; i++) {
		bucket = &histogram->buckets[i];
		if (before + bucket->count >= rank) {
			value = bucket->from + (double)(bucket->to - bucket->from) *
				(rank - before) / bucket->count;
			return value < histogram->max ? value : histogram->max;
		}
		before += bucket->count;
	}
	return histogram->max;
}

char *histogram_time(uint64_t nanoseconds)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	double value = nanoseconds;
	size_t unit = 0;

	while (value >= 999.5 && unit < 3) {
		value /= 1000;
		unit++;
	}
	return xasprintf("%.*f %s", !unit || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2, value,
			 units[unit]);
}

/*
 * As text
 */

static unsigned int power_of(uint64_t value)
{
	unsigned int power = FIRST_POWER;

	while (value >> power >> 1)
		power++;
	return power;
}

static void print_time(const char *before, uint64_t value, int width)
{
	char *text = histogram_time(value);

	printf("%s%*s", before, width, text);
	free(text);
}

static void print_bar(unsigned int power, uint64_t count, uint64_t most, size_t room)
{
	size_t length = most ? (double)count / most * room + 0.5 : 0;

	if (count && !length)
		length = 1;
	print_time("", power > FIRST_POWER ? 1ULL << power : 0, TIME_WIDTH);
	print_time(" .. ", power < 63 ? 2ULL << power : UINT64_MAX, TIME_WIDTH);
	printf("  %8" PRIu64 "  ", count);
	out_style(STYLE_NAME);
	while (length--)
		putchar('@');
	out_style(STYLE_NONE);
	putchar('\n');
}

static void print_sum(const struct histogram *histogram)
{
	size_t i;

	printf("count %" PRIu64, histogram->count);
	print_time(", mean ", histogram->sum / histogram->count, 0);
	for (i = 0; i < NR_PERCENTILES; i++) {
		printf(", %s", percentiles[i].name);
		print_time(" ", histogram_percentile(histogram, percentiles[i].percent), 0);
	}
	print_time(", max ", histogram->max, 0);
	putchar('\n');
}

void histogram_print(const struct histogram *histogram, size_t columns)
{
	uint64_t counts[64] = { 0 }, most = 0;
	unsigned int power, first, last;
	size_t i, room;

	if (!histogram->count)
		return;
	for (i = 0; i < histogram->nr_buckets; i++) {
		power = power_of(histogram->buckets[i].from);
		counts[power] += histogram->buckets[i].count;
		if (counts[power] > most)
			most = counts[power];
	}
	room = columns > BEFORE_BAR + MIN_BAR ? columns - BEFORE_BAR : MIN_BAR;
	if (room > MAX_BAR)
		room = MAX_BAR;
	first = power_of(histogram->buckets[0].from);
	last = power_of(histogram->buckets[histogram->nr_buckets - 1].from);
	for (power = first; power <= last; power++)
		print_bar(power, counts[power], most, room);
	print_sum(histogram);
}

void histogram_print_csv(const struct histogram *histogram)
{
	const struct histogram_bucket *bucket;
	size_t i;

	puts("from_ns,to_ns,count");
	for (i = 0; i < histogram->nr_buckets; i++) {
		bucket = &histogram->buckets[i];
		printf("%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", bucket->from, bucket->to,
		       bucket->count);
	}
}

/*
 * As JSON
 */

void histogram_add_json(struct json_object *object, const struct histogram *histogram)
{
	struct json_object *list, *item;
	size_t i;

	json_add_number(object, "count", histogram->count);
	json_add_number(object, "sum", histogram->sum);
	for (i = 0; i < NR_PERCENTILES; i++)
		json_add_number(object, percentiles[i].name,
				histogram_percentile(histogram, percentiles[i].percent));
	json_add_number(object, "max", histogram->max);
	list = json_add_list(object, "buckets");
	for (i = 0; i < histogram->nr_buckets; i++) {
		item = json_item(list);
		json_add_number(item, "from", histogram->buckets[i].from);
		json_add_number(item, "to", histogram->buckets[i].to);
		json_add_number(item, "count", histogram->buckets[i].count);
	}
}
