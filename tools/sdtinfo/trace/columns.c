// SPDX-License-Identifier: GPL-2.0-only
/*
 * columns.c - a hit as text in columns, or as a line of JSON
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <time.h>

#include "hit.h"
#include "lib/json.h"
#include "lib/util.h"
#include "text/histogram.h"

/* Names of probes that are wider overrun their column. */
#define MAX_PROBE_WIDTH	48

#define WALL_TIME_SIZE	64

/* The names of the probe of a hit, which are the same for many hits */
static const char *hit_names(struct columns *columns, const struct hit *hit)
{
	const struct probe *probe = hit->probe ? hit->probe : hit->event;
	const size_t slot = (uintptr_t)probe / sizeof(*probe) % NR_CACHED_NAMES;
	struct cached_names *cached = &columns->cache[slot];

	if (cached->probe == probe && cached->is_event == !hit->probe)
		return cached->text;
	free(cached->text);
	cached->probe = probe;
	cached->is_event = !hit->probe;
	cached->text = probe_names(probe, hit->module, hit->probe ? probe->function : "");
	return cached->text;
}

/* A pattern for the line of a site, if it is known; caller frees */
static char *site_names(const char *names, const struct probe_site *site)
{
	if (!site)
		return xasprintf("%s", names);
	return xasprintf("%s@%s:%u", names, site->file, site->line);
}

/* The probe and its arguments come after these. */
static const struct hit_column {
	const char *head;
	int width;		/* as printf()'s: of a number; negative: of a text */
	const char *key;	/* in JSON */
	size_t offset;		/* in a hit */
	bool is_time;		/* nanoseconds, as text with a decimal point */
} table[] = {
	{ "TIME", 15, "time", offsetof(struct hit, time), true },
	{ "CPU", 3, "cpu", offsetof(struct hit, cpu), false },
	{ "COMMAND", -15, "command", offsetof(struct hit, comm), false },
	{ "PID", 7, "pid", offsetof(struct hit, pid), false },
};

#define NR_COLUMNS	(sizeof(table) / sizeof(table[0]))

static uint64_t number_in(const struct hit *hit, const struct hit_column *column)
{
	return *(const uint64_t *)((const char *)hit + column->offset);
}

static const char *text_in(const struct hit *hit, const struct hit_column *column)
{
	return *(const char *const *)((const char *)hit + column->offset);
}

/*
 * The time of the day
 */

/* Both clocks cannot be read at once: less than this is no difference, in nanoseconds. */
#define MIN_DIFFERENCE	100000
#define MAX_READINGS	5

void columns_set_clock(struct columns *columns)
{
	int64_t before, now, after, shortest = INT64_MAX, ahead = 0;
	int i;

	for (i = 0; i < MAX_READINGS && shortest > MIN_DIFFERENCE / 2; i++) {
		before = clock_ns(CLOCK_MONOTONIC);
		now = clock_ns(CLOCK_REALTIME);
		after = clock_ns(CLOCK_MONOTONIC);
		if (after - before < shortest) {
			shortest = after - before;
			ahead = now - (before + shortest / 2);
		}
	}
	if (llabs(ahead - columns->wall_clock) > MIN_DIFFERENCE)
		columns->wall_clock = ahead;
}

/* "13:22:55.123456"; in JSON, an RFC 3339 timestamp in UTC, with nanoseconds */
static void wall_time(const struct columns *columns, const struct hit *hit,
		      char text[WALL_TIME_SIZE])
{
	const uint64_t ns = hit->time + columns->wall_clock;
	const time_t seconds = ns / NSEC_PER_SEC;
	struct tm tm;
	size_t length;

	if (columns->is_json) {
		gmtime_r(&seconds, &tm);
		length = strftime(text, WALL_TIME_SIZE, "%FT%T", &tm);
		snprintf(text + length, WALL_TIME_SIZE - length, ".%09dZ",
			 (int)(ns % NSEC_PER_SEC));
	} else {
		localtime_r(&seconds, &tm);
		length = strftime(text, WALL_TIME_SIZE, "%T", &tm);
		snprintf(text + length, WALL_TIME_SIZE - length, ".%06d",
			 (int)(ns % NSEC_PER_SEC / 1000));
	}
}

/*
 * As text
 */

static void print_text_cell(const char *text, int width)
{
	const struct out_column column = { .width = -width };

	out_cell(stdout, &column, text);
}

static void print_hit_cell(const struct columns *columns, const struct hit *hit,
			   const struct hit_column *column)
{
	char time[WALL_TIME_SIZE];
	uint64_t number;
	int width = column->width;

	if (width < 0) {
		print_text_cell(text_in(hit, column), width);
		return;
	}
	if (column->is_time && columns->with_wall_clock) {
		wall_time(columns, hit, time);
		print_text_cell(time, -width);
		return;
	}
	number = number_in(hit, column);
	if (column->is_time) {
		out_decimal(stdout, number / 1000000000, width - 7, ' ');
		fputc('.', stdout);
		number = number % 1000000000 / 1000;
	}
	out_decimal(stdout, number, column->is_time ? 6 : width, column->is_time ? '0' : ' ');
	fputs("  ", stdout);
}

static void print_values(const struct hit *hit)
{
	size_t i;

	for (i = 0; i < hit->nr_values; i++) {
		if (i)
			fputc(' ', stdout);
		fputs(hit->values[i].arg->name, stdout);
		fputc('=', stdout);
		value_print(stdout, &hit->values[i]);
	}
}

/* The time since the hit that began it: TOOK */
static const struct out_column took_column = { .width = 9, .is_right = true };

static void print_took(const struct hit *hit)
{
	char *text = hit->began ? histogram_time(hit->took) : NULL;

	out_cell(stdout, &took_column, text ? text : "");
	free(text);
}

static void print_hit(struct columns *columns, const struct hit *hit)
{
	char *names = site_names(hit_names(columns, hit), hit->site);
	size_t i;

	if (hit->began)
		print_hit(columns, hit->began);
	for (i = 0; i < NR_COLUMNS; i++)
		print_hit_cell(columns, hit, &table[i]);
	if (columns->with_took)
		print_took(hit);
	out_style(STYLE_NAME);
	out_cell(stdout, &columns->probe, names);
	out_style(STYLE_NONE);
	free(names);
	if (hit->message)
		out_text(stdout, hit->message);
	else
		print_values(hit);
	putchar('\n');
	for (i = 0; i < hit->nr_frames; i++) {
		fputc('\t', stdout);
		out_text(stdout, hit->frames[i]);
		putchar('\n');
	}
}

static void print_hit_head(const struct columns *columns)
{
	size_t i;

	out_style(STYLE_HEAD);
	for (i = 0; i < NR_COLUMNS; i++)
		if (table[i].width < 0)
			print_text_cell(table[i].head, table[i].width);
		else
			printf("%*s  ", table[i].width, table[i].head);
	if (columns->with_took)
		out_cell(stdout, &took_column, "TOOK");
	out_cell(stdout, &columns->probe, "PROBE");
	fputs("ARGUMENTS", stdout);
	out_style(STYLE_NONE);
	putchar('\n');
	fflush(stdout);
}

static void fit_sites(struct columns *columns, const struct catalog_probe *chosen,
		      const char *names)
{
	const struct probe_site *sites;
	size_t i, nr;
	char *text;

	sites = module_sites(chosen->module, chosen->probe, &nr);
	for (i = 0; i < nr; i++) {
		text = site_names(names, &sites[i]);
		out_column_fit(&columns->probe, text);
		free(text);
	}
}

void columns_fit(struct columns *columns, const struct catalog *catalog)
{
	const struct catalog_probe *chosen = catalog->probes;
	char *text;

	columns->probe.limit = MAX_PROBE_WIDTH;
	for (; chosen < catalog->probes + catalog->nr_probes; chosen++) {
		text = probe_names(chosen->probe, chosen->module->table.module,
				   chosen->probe->function);
		out_column_fit(&columns->probe, text);
		if (columns->with_lines)
			fit_sites(columns, chosen, text);
		free(text);
	}
}

void columns_begin(struct columns *columns)
{
	__fsetlocking(stdout, FSETLOCKING_BYCALLER);	/* there is one thread */
	if (!columns->is_json)
		print_hit_head(columns);
}

/*
 * As JSON
 */

void hit_add_details(struct json_object *object, const struct hit *hit,
		     void (*add)(struct json_object *object, const struct arg_value *value))
{
	struct json_object *args, *stack;
	size_t i;

	if (hit->site) {
		json_add_string(object, "file", hit->site->file);
		json_add_number(object, "line", hit->site->line);
	}
	if (hit->message)
		json_add_string(object, "message", hit->message);
	args = json_add_object(object, "args");
	for (i = 0; i < hit->nr_values; i++)
		add(args, &hit->values[i]);
	if (hit->has_stack) {
		stack = json_add_list(object, "stack");
		for (i = 0; i < hit->nr_frames; i++)
			json_item_string(stack, hit->frames[i]);
	}
}

static void add_hit(struct json_object *line, const struct columns *columns,
		    const struct hit *hit)
{
	char time[WALL_TIME_SIZE];
	size_t i;

	for (i = 0; i < NR_COLUMNS; i++)
		if (table[i].width < 0)
			json_add_string(line, table[i].key, text_in(hit, &table[i]));
		else
			json_add_number(line, table[i].key, number_in(hit, &table[i]));
	if (columns->with_wall_clock) {
		wall_time(columns, hit, time);
		json_add_string(line, "wall_time", time);
	}
	json_add_string(line, "provider", hit->event->provider);
	json_add_string(line, "module", hit->module);
	if (hit->probe)
		json_add_string(line, "function", hit->probe->function);
	else
		json_add_null(line, "function");
	json_add_string(line, "name", hit->event->name);
	hit_add_details(line, hit, value_add);
}

static void print_hit_json(const struct columns *columns, const struct hit *hit)
{
	struct json_object *line = json_line();

	if (hit->began) {
		json_add_number(line, "took", hit->took);
		add_hit(json_add_object(line, "from"), columns, hit->began);
		add_hit(json_add_object(line, "to"), columns, hit);
	} else {
		add_hit(line, columns, hit);
	}
	json_end_line(line);
}

void columns_print(struct columns *columns, const struct hit *hit)
{
	if (columns->is_json)
		print_hit_json(columns, hit);
	else
		print_hit(columns, hit);
}

static void add_lost(int cpu, uint64_t number)
{
	struct json_object *line = json_line();

	json_add_number(line, "cpu", cpu);
	if (number)
		json_add_number(line, "lost", number);
	else
		json_add_null(line, "lost");
	json_end_line(line);
}

void columns_lost(const struct columns *columns, int cpu, uint64_t number)
{
	if (columns->is_json) {
		add_lost(cpu, number);
		return;
	}
	out_style(STYLE_BAD);
	if (number)
		printf("lost %" PRIu64 " hit%s on CPU %d", number, number == 1 ? "" : "s", cpu);
	else
		printf("lost hits on CPU %d", cpu);
	out_style(STYLE_NONE);
	putchar('\n');
}

void columns_left_out(const struct columns *columns, uint64_t number)
{
	struct json_object *line;

	if (columns->is_json) {
		line = json_line();
		json_add_number(line, "left_out", number);
		json_end_line(line);
		return;
	}
	out_style(STYLE_BAD);
	printf("left out %" PRIu64 " hit%s", number, number == 1 ? "" : "s");
	out_style(STYLE_NONE);
	putchar('\n');
}

void columns_free(struct columns *columns)
{
	size_t i;

	for (i = 0; i < NR_CACHED_NAMES; i++)
		free(columns->cache[i].text);
	memset(columns->cache, 0, sizeof(columns->cache));
}
