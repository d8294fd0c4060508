// SPDX-License-Identifier: GPL-2.0-only
/*
 * lines.c - hits as lines on standard output: text in columns, or JSON
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sink.h"
#include "lib/json.h"
#include "lib/util.h"
#include "text/histogram.h"

/* Wider names of probes overrun their column. */
#define MAX_PROBE_WIDTH	48

struct columns {
	struct hit_sink sink;
	bool with_lines;
	bool with_took;
	struct out_column probe;
	char *prefix;		/* of all probes, which is not shown on a terminal, or NULL */
	char *head;		/* of their column, which names the module then */
};

static struct columns *columns_of(struct hit_sink *sink)
{
	return (struct columns *)sink;	/* its first member */
}

static void columns_close(struct hit_sink *sink)
{
	struct columns *columns = columns_of(sink);

	free(columns->prefix);
	free(columns->head);
	free(columns);
}

static void lines_close(struct hit_sink *sink)
{
	free(sink);
}

/* "sdt:revdev:revdev_read:read-entry@rev_dev.c:56", with the line if it is known; caller frees */
static char *site_names(const struct probe *probe, const char *module, const char *function,
			const struct probe_site *site)
{
	char *names = probe_names(probe, module, function);

	return site ? xappend(names, "@%s:%u", site->file, site->line) : names;
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

/* TIME, CPU, COMMAND and PID */
#define HEAD		"%15s  %3s  %-15s  %7s  "

static const struct out_column text_column = { .width = 15 };

static void print_time(const struct hit *hit)
{
	char *text;

	if (hit->wall_time) {
		text = wall_time_text(hit->wall_time);
		out_cell(stdout, &text_column, text);
		free(text);
	} else {
		out_decimal(stdout, hit->time / NSEC_PER_SEC, 8, ' ');
		fputc('.', stdout);
		out_decimal(stdout, hit->time % NSEC_PER_SEC / 1000, 6, '0');
		fputs("  ", stdout);
	}
}

static void print_task(const struct hit *hit)
{
	out_decimal(stdout, hit->cpu, 3, ' ');
	fputs("  ", stdout);
	out_cell(stdout, &text_column, hit->comm);
	out_decimal(stdout, hit->pid, 7, ' ');
	fputs("  ", stdout);
}

void hit_print_values(FILE *out, const struct hit *hit)
{
	size_t i;

	for (i = 0; i < hit->nr_values; i++) {
		if (i)
			fputc(' ', out);
		fputs(hit->values[i].arg->name, out);
		fputc('=', out);
		value_print(out, &hit->values[i]);
	}
}

/* The time since the hit that began it: TOOK */
static const struct out_column took_column = { .width = 9, .is_right = true };

static void print_took(const struct hit *hit)
{
	char *text = hit->began ? histogram_time(hit->took) : NULL;

	out_cell(stdout, &took_column, text ? text : hit->is_open ? "open" : "");
	free(text);
}

static const char *without_prefix(const struct columns *columns, const char *names)
{
	const size_t length = columns->prefix ? strlen(columns->prefix) : 0;

	return length && !strncmp(names, columns->prefix, length) ? names + length : names;
}

static void print_hit(struct columns *columns, const struct hit *hit)
{
	const struct probe *probe = hit->probe ? hit->probe : hit->event;
	char *names = site_names(probe, hit->module, hit->probe ? probe->function : "", hit->site);
	size_t i;

	if (hit->began)
		print_hit(columns, hit->began);
	print_time(hit);
	print_task(hit);
	if (columns->with_took)
		print_took(hit);
	out_style(STYLE_NAME);
	out_cell(stdout, &columns->probe, without_prefix(columns, names));
	out_style(STYLE_NONE);
	free(names);
	if (hit->message)
		out_text(stdout, hit->message);
	else
		hit_print_values(stdout, hit);
	putchar('\n');
	for (i = 0; i < hit->nr_frames; i++) {
		fputc('\t', stdout);
		out_text(stdout, hit->frames[i]);
		putchar('\n');
	}
}

static void print_hit_head(const struct columns *columns)
{
	out_style(STYLE_HEAD);
	printf(HEAD, "TIME", "CPU", "COMMAND", "PID");
	if (columns->with_took)
		out_cell(stdout, &took_column, "TOOK");
	out_cell(stdout, &columns->probe, columns->head);
	fputs("ARGUMENTS", stdout);
	out_style(STYLE_NONE);
	putchar('\n');
	out_finish();
}

static void fit_site(struct columns *columns, const struct catalog_probe *chosen,
		     const struct probe_site *site)
{
	char *text = site_names(chosen->probe, chosen->module->table.module,
				chosen->probe->function, site);

	out_column_fit(&columns->probe, without_prefix(columns, text));
	free(text);
}

/* A terminal has no room for "sdt:revdev:" in each line. */
static void choose_prefix(struct columns *columns, const struct catalog *catalog)
{
	const struct catalog_probe *first = catalog->probes;
	size_t i;

	for (i = 1; i < catalog->nr_probes; i++)
		if (first[i].module != first->module ||
		    strcmp(first[i].probe->provider, first->probe->provider))
			return;
	if (!catalog->nr_probes || !out_is_terminal(STDOUT_FILENO))
		return;
	columns->prefix = xasprintf("%s:%s:", first->probe->provider, first->module->table.module);
	free(columns->head);
	columns->head = xasprintf("PROBE of %s", first->module->table.module);
}

static void columns_probes(struct hit_sink *sink, const struct catalog *catalog)
{
	struct columns *columns = columns_of(sink);
	const struct catalog_probe *chosen = catalog->probes;
	const struct probe_site *sites;
	size_t i, nr;

	if (!columns->probe.limit)	/* else the head is printed */
		choose_prefix(columns, catalog);
	columns->probe.limit = MAX_PROBE_WIDTH;
	out_column_fit(&columns->probe, columns->head);
	for (; chosen < catalog->probes + catalog->nr_probes; chosen++) {
		fit_site(columns, chosen, NULL);
		sites = module_sites(chosen->module, chosen->probe, &nr);
		for (i = 0; columns->with_lines && i < nr; i++)
			fit_site(columns, chosen, &sites[i]);
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

static const struct hit_sink_ops columns_ops = {
	.probes = columns_probes,
	.begin = columns_begin,
	.hit = columns_hit,
	.lost = columns_lost,
	.close = columns_close,
};

struct hit_sink *columns_open(bool with_lines, bool with_took)
{
	struct columns *columns = xcalloc(1, sizeof(*columns));

	columns->sink.ops = &columns_ops;
	columns->with_lines = with_lines;
	columns->with_took = with_took;
	columns->head = xasprintf("PROBE");
	return &columns->sink;
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

/* An RFC 3339 timestamp in UTC, with nanoseconds */
static void add_wall_time(struct json_object *line, uint64_t ns)
{
	const time_t seconds = ns / NSEC_PER_SEC;
	char day[64], *text;
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strftime(day, sizeof(day), "%FT%T", &tm);
	text = xasprintf("%s.%09dZ", day, (int)(ns % NSEC_PER_SEC));
	json_add_string(line, "wall_time", text);
	free(text);
}

static void add_hit(struct json_object *line, const struct hit *hit)
{
	json_add_number(line, "time", hit->time);
	json_add_number(line, "cpu", hit->cpu);
	json_add_string(line, "command", hit->comm);
	json_add_number(line, "pid", hit->pid);
	if (hit->wall_time)
		add_wall_time(line, hit->wall_time);
	json_add_string(line, "provider", hit->event->provider);
	json_add_string(line, "module", hit->module);
	if (hit->probe)
		json_add_string(line, "function", hit->probe->function);
	else
		json_add_null(line, "function");
	json_add_string(line, "name", hit->event->name);
	hit_add_details(line, hit, value_add);
}

static void json_lines_begin(struct hit_sink *sink)
{
	(void)sink;
	__fsetlocking(stdout, FSETLOCKING_BYCALLER);	/* there is one thread */
}

static bool json_lines_hit(struct hit_sink *sink, const struct hit *hit)
{
	struct json_object *line = json_line();

	(void)sink;
	if (hit->began) {
		json_add_number(line, "took", hit->took);
		add_hit(json_add_object(line, "from"), hit->began);
		add_hit(json_add_object(line, "to"), hit);
	} else if (hit->is_open) {
		json_add_number(line, "open", hit->took);
		add_hit(json_add_object(line, "from"), hit);
	} else {
		add_hit(line, hit);
	}
	json_end_line(line);
	return stdout_takes_more();
}

static void json_lines_lost(struct hit_sink *sink, int cpu, uint64_t number)
{
	struct json_object *line = json_line();

	(void)sink;
	json_add_number(line, "cpu", cpu);
	json_add_known(line, "lost", number, number);
	json_end_line(line);
}

static const struct hit_sink_ops json_lines_ops = {
	.begin = json_lines_begin,
	.hit = json_lines_hit,
	.lost = json_lines_lost,
	.close = lines_close,
};

struct hit_sink *json_lines_open(void)
{
	struct hit_sink *sink = xcalloc(1, sizeof(*sink));

	sink->ops = &json_lines_ops;
	return sink;
}
