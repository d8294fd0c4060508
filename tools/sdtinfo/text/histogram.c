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

/* The end of the first bucket of times, in nanoseconds */
#define FIRST_TIME	16

/* The minimum width of a bound, and the limits of that of a bar */
#define MIN_BOUND	9
#define MIN_BAR		6
#define MAX_BAR		44

static const struct {
	const char *name;
	double percent;
} percentiles[] = {
	{ "p50", 50 },
	{ "p90", 90 },
	{ "p99", 99 },
};

#define NR_PERCENTILES	(sizeof(percentiles) / sizeof(percentiles[0]))

/* Is @a less than @b? */
static bool is_less(const struct histogram *histogram, uint64_t a, uint64_t b)
{
	return histogram->is_signed ? (int64_t)a < (int64_t)b : a < b;
}

/* How many buckets of a width there are, and how many times wider the next ones are */
#define NR_OF_WIDTH	1024
#define WIDER		16

/* The width of the bucket of a value that is so far from 0, a power of two */
static uint64_t width_at(const struct histogram *histogram, uint64_t distance)
{
	uint64_t width = histogram->is_time ? FIRST_TIME : 1;

	while (distance / width >= NR_OF_WIDTH)
		width *= WIDER;
	return width;
}

static struct histogram_bucket bucket_of(const struct histogram *histogram, uint64_t value)
{
	const bool is_negative = histogram->is_signed && (int64_t)value < 0;
	const uint64_t width = width_at(histogram, is_negative ? -value - 1 : value);
	const uint64_t from = value & -width;

	return (struct histogram_bucket){ .from = from, .to = from + width };
}

void histogram_add(struct histogram *histogram, uint64_t value)
{
	const struct histogram_bucket bucket = bucket_of(histogram, value);
	struct histogram_bucket *at;
	size_t first = 0, end = histogram->nr_buckets, middle;

	if (!histogram->count || is_less(histogram, histogram->max, value))
		histogram->max = value;
	histogram->count++;
	histogram->sum += value;
	while (first < end) {
		middle = (first + end) / 2;
		if (is_less(histogram, histogram->buckets[middle].from, bucket.from))
			first = middle + 1;
		else
			end = middle;
	}
	if (first == histogram->nr_buckets || histogram->buckets[first].from != bucket.from) {
		histogram->buckets = xroom_for_one(histogram->buckets, histogram->nr_buckets,
						   sizeof(*histogram->buckets));
		at = &histogram->buckets[first];
		memmove(at + 1, at, (histogram->nr_buckets++ - first) * sizeof(*at));
		*at = bucket;
	}
	histogram->buckets[first].count++;
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
static uint64_t percentile_of(const struct histogram *histogram, double percent)
{
	uint64_t rank = ceil(histogram->count * percent / 100), before = 0, value, width, offset;
	const struct histogram_bucket *bucket;
	size_t i;

	if (!histogram->count)
		return 0;
	for (i = 0; i < histogram->nr_buckets; i++) {
		bucket = &histogram->buckets[i];
		if (before + bucket->count >= rank) {
			width = bucket->to - 1 - bucket->from;
			offset = (double)width * (rank - before) / bucket->count;
			value = bucket->from + (offset < width ? offset : width);
			return is_less(histogram, value, histogram->max) ? value : histogram->max;
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

/* Caller frees */
static char *value_text(const struct histogram *histogram, uint64_t value)
{
	if (histogram->is_time)
		return histogram_time(value);
	if (histogram->is_signed)
		return xasprintf("%" PRId64, (int64_t)value);
	return xasprintf("%" PRIu64, value);
}

static void print_value(const struct histogram *histogram, const char *before, uint64_t value,
			int width)
{
	char *text = value_text(histogram, value);

	printf("%s%*s", before, width, text);
	free(text);
}

/*
 * Bars have numbers: 0 is that of the value 0, or of all times below FIRST_TIME; from there on
 * bar n has 2^(n-1) to before 2^n; -1 has -1; below, bar -n has -2^(n-1) to before -2^(n-2).
 */
#define MAX_BARS	65	/* to each side of 0 */
#define NR_BARS		(MAX_BARS + 1 + MAX_BARS)

/* A bar: a power of two, or what is nearer to 0 */
struct bar {
	uint64_t from;
	uint64_t to;		/* the first value that is not in it, or the largest there is */
	uint64_t count;
};

/* The largest power of two that is not above @value, which is not 0 */
static int power_below(uint64_t value)
{
	return 63 - __builtin_clzll(value);
}

static int bar_of(const struct histogram *histogram, uint64_t from)
{
	const uint64_t below = UINT64_C(0) - from;

	if (histogram->is_signed && (int64_t)from < 0)
		return -1 - (below == 1 ? 0 : power_below(below - 1) + 1);
	if (!from || (histogram->is_time && from < FIRST_TIME))
		return 0;
	return 1 + power_below(from);
}

static uint64_t bar_begin(int bar)
{
	if (!bar)
		return 0;
	return bar > 0 ? UINT64_C(1) << (bar - 1) : -(UINT64_C(1) << (-bar - 1));
}

static uint64_t bar_end(const struct histogram *histogram, int bar)
{
	if (!bar)
		return histogram->is_time ? FIRST_TIME : 1;
	if (bar < 0)
		return bar_begin(bar + 1);
	if (histogram->is_signed && bar >= 63)
		return INT64_MAX;
	return bar < 64 ? UINT64_C(1) << bar : UINT64_MAX;
}

static int next_bar(const struct histogram *histogram, int bar)
{
	return !bar && histogram->is_time ? bar_of(histogram, FIRST_TIME) : bar + 1;
}

/* The bars in order, from the first to the last that have values; returns how many */
static size_t make_bars(const struct histogram *histogram, struct bar *bars)
{
	uint64_t counts[NR_BARS] = { 0 };
	int bar, last;
	size_t i, nr = 0;

	if (!histogram->count)
		return 0;
	for (i = 0; i < histogram->nr_buckets; i++)
		counts[bar_of(histogram, histogram->buckets[i].from) + MAX_BARS] +=
			histogram->buckets[i].count;
	last = bar_of(histogram, histogram->buckets[histogram->nr_buckets - 1].from);
	for (bar = bar_of(histogram, histogram->buckets[0].from); bar <= last;
	     bar = next_bar(histogram, bar))
		bars[nr++] = (struct bar){
			bar_begin(bar), bar_end(histogram, bar), counts[bar + MAX_BARS],
		};
	return nr;
}

static void print_bar(const struct histogram *histogram, const struct bar *bar,
		      int width, size_t length)
{
	print_value(histogram, "", bar->from, width);
	print_value(histogram, " .. ", bar->to, width);
	printf("  %8" PRIu64 "  ", bar->count);
	out_style(STYLE_NAME);
	while (length--)
		putchar('@');
	out_style(STYLE_NONE);
	putchar('\n');
}

static double mean_of(const struct histogram *histogram)
{
	if (histogram->is_signed)
		return (double)(int64_t)histogram->sum / histogram->count;
	return (double)histogram->sum / histogram->count;
}

static char *append_value(char *text, const struct histogram *histogram, const char *before,
			  uint64_t value)
{
	char *shown = value_text(histogram, value);

	text = xappend(text, "%s%s", before, shown);
	free(shown);
	return text;
}

void histogram_print_sum(const struct histogram *histogram)
{
	char *text = xasprintf("count %" PRIu64, histogram->count);
	size_t i;

	if (histogram->is_time) {
		text = append_value(text, histogram, ", mean ", mean_of(histogram));
	} else {
		text = append_value(text, histogram, ", sum ", histogram->sum);
		text = xappend(text, ", mean %.*f", fabs(mean_of(histogram)) < 1000 ? 1 : 0,
			       mean_of(histogram));
	}
	for (i = 0; i < NR_PERCENTILES; i++) {
		text = xappend(text, ", %s", percentiles[i].name);
		text = append_value(text, histogram, " ",
				    percentile_of(histogram, percentiles[i].percent));
	}
	text = append_value(text, histogram, ", max ", histogram->max);
	puts(text);
	free(text);
}

/* The width of the bounds */
static int width_of_bounds(const struct histogram *histogram, const struct bar *first,
			   const struct bar *last)
{
	char *begin = value_text(histogram, first->from);
	char *end = value_text(histogram, last->to);
	int width = strlen(begin) > strlen(end) ? strlen(begin) : strlen(end);

	free(end);
	free(begin);
	return width > MIN_BOUND ? width : MIN_BOUND;
}

void histogram_print(const struct histogram *histogram, size_t columns)
{
	struct bar bars[NR_BARS];
	size_t i, room, before, length, nr = make_bars(histogram, bars);
	uint64_t most = 0;
	int width;

	if (!nr)
		return;
	for (i = 0; i < nr; i++)
		if (bars[i].count > most)
			most = bars[i].count;
	width = width_of_bounds(histogram, &bars[0], &bars[nr - 1]);
	before = 2 * width + strlen(" ..   12345678  ");
	room = columns > before + MIN_BAR ? columns - before : MIN_BAR;
	if (room > MAX_BAR)
		room = MAX_BAR;
	for (i = 0; i < nr; i++) {
		length = (double)bars[i].count / most * room + 0.5;
		print_bar(histogram, &bars[i], width, bars[i].count && !length ? 1 : length);
	}
	histogram_print_sum(histogram);
}

size_t histogram_lines(const struct histogram *histogram)
{
	struct bar bars[NR_BARS];
	size_t nr = make_bars(histogram, bars);

	return nr ? nr + 1 : 0;
}

/*
 * As JSON
 */

/* The last bucket's is the largest number, which then is part of it. */
static uint64_t bucket_end(const struct histogram *histogram,
			   const struct histogram_bucket *bucket)
{
	if (is_less(histogram, bucket->from, bucket->to))
		return bucket->to;
	return histogram->is_signed ? INT64_MAX : UINT64_MAX;
}

static void add_value(struct json_object *object, const char *key,
		      const struct histogram *histogram, uint64_t value)
{
	if (histogram->is_signed)
		json_add_signed(object, key, value);
	else
		json_add_number(object, key, value);
}

void histogram_add_json(struct json_object *object, const struct histogram *histogram)
{
	struct json_object *list, *item;
	size_t i;

	json_add_number(object, "count", histogram->count);
	add_value(object, "sum", histogram, histogram->sum);
	for (i = 0; i < NR_PERCENTILES; i++)
		add_value(object, percentiles[i].name, histogram,
			  percentile_of(histogram, percentiles[i].percent));
	add_value(object, "max", histogram, histogram->max);
	list = json_add_list(object, "buckets");
	for (i = 0; i < histogram->nr_buckets; i++) {
		item = json_item(list);
		add_value(item, "from", histogram, histogram->buckets[i].from);
		add_value(item, "to", histogram, bucket_end(histogram, &histogram->buckets[i]));
		json_add_number(item, "count", histogram->buckets[i].count);
	}
}
