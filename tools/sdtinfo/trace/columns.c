// SPDX-License-Identifier: GPL-2.0-only
/*
 * columns.c - hits as text in columns
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <time.h>

#include "lib/util.h"
#include "sink.h"
#include "text/histogram.h"

/* Names of probes that are wider overrun their column. */
#define MAX_PROBE_WIDTH	48

/* How many probes' names are kept, at the most */
#define NR_CACHED_NAMES	64

struct cached_names {
	const struct probe *probe;
	bool is_event;		/* its function is not known */
	char *text;
};

struct columns {
	struct hit_sink sink;
	bool with_lines;
	bool with_took;
	struct out_column probe;
	struct cached_names cache[NR_CACHED_NAMES];
};

static struct columns *columns_of(struct hit_sink *sink)
{
	return (struct columns *)sink;	/* its first member */
}

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
	size_t offset;		/* in a hit */
	bool is_time;		/* nanoseconds, as text with a decimal point */
} table[] = {
	{ "TIME", 15, offsetof(struct hit, time), true },
	{ "CPU", 3, offsetof(struct hit, cpu), false },
	{ "COMMAND", -15, offsetof(struct hit, comm), false },
	{ "PID", 7, offsetof(struct hit, pid), false },
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
 * As text
 */

/* "13:22:55.123456" */
static char *wall_time_text(uint64_t ns)
{
	const time_t seconds = ns / NSEC_PER_SEC;
	char day[64];
	struct tm tm;

	localtime_r(&seconds, &tm);
	strftime(day, sizeof(day), "%T", &tm);
	return xasprintf("%s.%06d", day, (int)(ns % NSEC_PER_SEC / 1000));
}

static void print_text_cell(const char *text, int width)
{
	const struct out_column column = { .width = -width };

	out_cell(stdout, &column, text);
}

static void print_hit_cell(const struct hit *hit, const struct hit_column *column)
{
	uint64_t number;
	char *time;
	int width = column->width;

	if (width < 0) {
		print_text_cell(text_in(hit, column), width);
		return;
	}
	if (column->is_time && hit->wall_time) {
		time = wall_time_text(hit->wall_time);
		print_text_cell(time, -width);
		free(time);
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
		print_hit_cell(hit, &table[i]);
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

static void forget_names(struct columns *columns)
{
	size_t i;

	for (i = 0; i < NR_CACHED_NAMES; i++)
		free(columns->cache[i].text);
	memset(columns->cache, 0, sizeof(columns->cache));
}

static void columns_probes(struct hit_sink *sink, const struct catalog *catalog)
{
	struct columns *columns = columns_of(sink);
	const struct catalog_probe *chosen = catalog->probes;
	char *text;

	forget_names(columns);
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

static void columns_begin(struct hit_sink *sink)
{
	__fsetlocking(stdout, FSETLOCKING_BYCALLER);	/* there is one thread */
	print_hit_head(columns_of(sink));
}

static bool columns_hit(struct hit_sink *sink, const struct hit *hit)
{
	print_hit(columns_of(sink), hit);
	return stdout_takes_more();
}

static void columns_lost(struct hit_sink *sink, int cpu, uint64_t number)
{
	(void)sink;
	out_style(STYLE_BAD);
	if (number)
		printf("lost %" PRIu64 " hit%s on CPU %d", number, number == 1 ? "" : "s", cpu);
	else
		printf("lost hits on CPU %d", cpu);
	out_style(STYLE_NONE);
	putchar('\n');
}

static void columns_left_out(struct hit_sink *sink, uint64_t number)
{
	(void)sink;
	out_style(STYLE_BAD);
	printf("left out %" PRIu64 " hit%s", number, number == 1 ? "" : "s");
	out_style(STYLE_NONE);
	putchar('\n');
}

static void columns_close(struct hit_sink *sink)
{
	struct columns *columns = columns_of(sink);

	forget_names(columns);
	free(columns);
}

static const struct hit_sink_ops columns_ops = {
	.probes = columns_probes,
	.begin = columns_begin,
	.hit = columns_hit,
	.lost = columns_lost,
	.left_out = columns_left_out,
	.close = columns_close,
};

struct hit_sink *columns_open(bool with_lines, bool with_took)
{
	struct columns *columns = xcalloc(1, sizeof(*columns));

	columns->sink.ops = &columns_ops;
	columns->with_lines = with_lines;
	columns->with_took = with_took;
	return &columns->sink;
}
