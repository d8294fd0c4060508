// SPDX-License-Identifier: GPL-2.0-only
/*
 * latency_show.c - what latency has measured as text, JSON, CSV and metrics
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "latency.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"
#include "text/histogram.h"
#include "text/metrics.h"

/*
 * As text
 */

/* Of one pair it is printed first, because measuring can take long. */
static void print_latency_head(const struct latency *latency)
{
	out_style(STYLE_HEAD);
	if (latency->is_period)
		printf("%s from hit to hit", latency->from);
	else
		printf("%s to %s", latency->from, latency->to);
	out_style(STYLE_NONE);
	putchar('\n');
}

/* Returns 0, or -1 when it has reported why not to go on. */
int latency_begin(const struct latencies *result, void *data)
{
	const struct measuring *measuring = data;

	if (measuring->form == FORM_CSV && result->nr > 1)
		return error_file("--csv", "there are %zu pairs of probes: choose one", result->nr);
	if (measuring->form == FORM_TEXT && !measuring->request.over) {
		if (result->nr == 1)
			print_latency_head(&result->list[0]);
		else
			printf("measuring %zu pairs of probes\n", result->nr);
		fflush(stdout);
	}
	out_ready(measuring->ready_fd);
	return 0;
}

static uint64_t not_matched(uint64_t hits, const struct latency *latency)
{
	return hits > latency->times.count ? hits - latency->times.count : 0;
}

/* The cells before the arguments of an open call */
struct open_columns {
	struct out_column age, command, pid, key;
};

static void print_open_cells(const struct open_columns *columns, const char *age,
			     const char *command, const char *pid, const char *key)
{
	out_cell(stdout, &columns->age, age);
	out_cell(stdout, &columns->command, command);
	out_cell(stdout, &columns->pid, pid);
	if (key)
		out_cell(stdout, &columns->key, key);
}

static void print_open_call(const struct open_columns *columns, const struct open_call *call)
{
	char *age = histogram_time(call->age), *pid = xasprintf("%" PRIu64, call->pid);
	size_t i;

	print_open_cells(columns, age, call->command, pid, call->key);
	for (i = 0; i < call->nr_values; i++) {
		printf("%s%s=", i ? " " : "", call->values[i].arg->name);
		value_print(stdout, &call->values[i]);
	}
	putchar('\n');
	for (i = 0; i < call->nr_frames; i++) {
		putchar('\t');
		out_text(stdout, call->frames[i]);
		putchar('\n');
	}
	free(pid);
	free(age);
}

static void print_open_calls(const struct latency *latency)
{
	struct open_columns columns = {
		.age = { .width = 9, .is_right = true },
		.command = { .width = 15 },
		.pid = { .width = 7, .is_right = true },
		.key = { .limit = 40, .width = strlen("KEY") },
	};
	size_t i;

	if (!latency->nr_open)
		return;
	for (i = 0; i < latency->nr_open; i++)
		if (latency->open[i].key)
			out_column_fit(&columns.key, latency->open[i].key);
	printf("not ended: %zu\n", latency->nr_open);
	out_style(STYLE_HEAD);
	print_open_cells(&columns, "AGE", "COMMAND", "PID",
			 latency->open[0].key ? "KEY" : NULL);
	fputs("ARGUMENTS", stdout);
	out_style(STYLE_NONE);
	putchar('\n');
	for (i = 0; i < latency->nr_open; i++)
		print_open_call(&columns, &latency->open[i]);
}

static void print_histograms(const struct latency *latency, const char *by)
{
	const size_t columns = out_terminal_size().ws_col;
	size_t i;

	if (!by)
		histogram_print(&latency->times, columns);
	for (i = 0; i < latency->nr_values; i++) {
		by_value_print(stdout, by, &latency->values[i].value);
		if (by_value_stack_lines(&latency->values[i].value))
			fputs(by, stdout);
		putchar('\n');
		by_value_print_stack(&latency->values[i].value);
		histogram_print(&latency->values[i].times, columns);
	}
}

/* How long it was measured, and what has no time */
static void print_counts(const struct latency *latency, double seconds)
{
	if (latency->is_period)
		printf("%.1f s, %" PRIu64 " hits, %" PRIu64 " without one before\n", seconds,
		       latency->to_hits, not_matched(latency->to_hits, latency));
	else
		printf("%.1f s, not matched: %" PRIu64 " of %" PRIu64 " hits of FROM, %" PRIu64
		       " of %" PRIu64 " hits of TO\n", seconds,
		       not_matched(latency->from_hits, latency), latency->from_hits,
		       not_matched(latency->to_hits, latency), latency->to_hits);
}

static void print_latency_text(const struct latency *latency, double seconds, const char *by)
{
	print_histograms(latency, by);
	print_counts(latency, seconds);
	if (!latency->is_period)
		print_open_calls(latency);
}

/*
 * As JSON
 */

static void add_open_call(struct json_object *list, const struct open_call *call)
{
	struct json_object *object = json_item(list), *args, *stack;
	size_t i;

	json_add_number(object, "age", call->age);
	json_add_number(object, "cpu", call->cpu);
	json_add_string(object, "command", call->command);
	json_add_number(object, "pid", call->pid);
	if (call->key)
		json_add_string(object, "key", call->key);
	args = json_add_object(object, "args");
	for (i = 0; i < call->nr_values; i++)
		value_add(args, &call->values[i]);
	if (call->has_stack) {
		stack = json_add_list(object, "stack");
		for (i = 0; i < call->nr_frames; i++)
			json_item_string(stack, call->frames[i]);
	}
}

static void print_latency_json(const struct latency *latency, double seconds)
{
	struct json_object *line = json_line(), *list;
	size_t i;

	json_add_string(line, "from", latency->from);
	json_add_string(line, "to", latency->to);
	json_add_number(line, "time", seconds * 1e9);
	json_add_number(line, "from_hits", latency->from_hits);
	json_add_number(line, "to_hits", latency->to_hits);
	json_add_number(line, "from_not_matched", not_matched(latency->from_hits, latency));
	json_add_number(line, "to_not_matched", not_matched(latency->to_hits, latency));
	list = json_add_list(line, "open");
	for (i = 0; i < latency->nr_open; i++)
		add_open_call(list, &latency->open[i]);
	list = latency->nr_values ? json_add_list(line, "values") : NULL;
	for (i = 0; i < latency->nr_values; i++) {
		struct json_object *value = json_item(list);

		by_value_add(value, "value", &latency->values[i].value);
		histogram_add_json(value, &latency->values[i].times);
	}
	list = json_add_list(line, "shared_fields");
	for (i = 0; i < latency->shared_fields.nr; i++)
		json_item_string(list, latency->shared_fields.list[i]);
	histogram_add_json(line, &latency->times);
	json_end_line(line);
}

/*
 * As metrics
 */

static uint64_t value_of_open(const struct latency *latency)
{
	return latency->nr_open;
}

static uint64_t value_of_no_room(const struct latency *latency)
{
	return latency->no_room;
}

/* A family with a sample for each pair: what @value returns, or the distribution if it is NULL */
static void print_family(FILE *out, const struct latencies *result,
			 const char *name, uint64_t (*value)(const struct latency *latency))
{
	size_t i;

	for (i = 0; i < result->nr; i++) {
		const struct latency *latency = &result->list[i];
		const struct metrics_label labels[] = {
			{ "from", latency->from }, { "to", latency->to }, { 0 },
		};

		if (value)
			metrics_sample(out, name, labels, value(latency));
		else
			metrics_histogram(out, name, labels, &latency->times);
	}
}

static void print_metrics(FILE *out, const struct latencies *result)
{
	metrics_family(out, "sdt_latency_seconds", METRICS_HISTOGRAM,
		       "Time from a hit of one probe to the next one of another.");
	print_family(out, result, "sdt_latency_seconds", NULL);
	metrics_family(out, "sdt_latency_open_calls", METRICS_GAUGE,
		       "Hits of the first probe that none of the second has followed yet.");
	print_family(out, result, "sdt_latency_open_calls", value_of_open);
	metrics_family(out, "sdt_latency_no_room_total", METRICS_COUNTER,
		       "Hits for whose key the kernel had no room.");
	print_family(out, result, "sdt_latency_no_room_total", value_of_no_room);
}

/* The file is replaced as a whole.  Returns 0, or -1 when it has reported why not. */
int latency_write_metrics(const struct latencies *result, void *data)
{
	const struct measuring *measuring = data;
	struct out_file file;

	if (out_file_open(&file, measuring->output ?: "-"))
		return -1;
	print_metrics(file.stream, result);
	return out_file_commit(&file);
}

/*
 * A result
 */

/* Both were hit, but no hit of TO belonged to one of FROM: suggest other keys. */
static void report_unmatched(const struct measuring *measuring, const struct latency *latency)
{
	char *shared = names_text(&latency->shared_fields, "-k ");
	char *from = names_text(&latency->from_fields, "");
	char *to = names_text(&latency->to_fields, "");
	const char *key = measuring->request.from_key;
	char *what = strcmp(key, TASK_KEY) ?
		     xasprintf("no hit of TO has the %s of a hit of FROM before it", key) :
		     xasprintf("no task hits FROM and then TO");

	if (*shared)
		error_file("latency", "%s; both probes have fields for %s", what, shared);
	else
		error_file("latency", "%s; the probes share no field of one type for -k: FROM has %s; TO has %s",
			   what, *from ? from : "none", *to ? to : "none");
	free(what);
	free(to);
	free(from);
	free(shared);
}

void latency_print(const struct measuring *measuring, const struct latencies *result,
		   const struct latency *latency)
{
	switch (measuring->form) {
	case FORM_TEXT:
		if (result->nr > 1) {
			putchar('\n');
			print_latency_head(latency);
		}
		print_latency_text(latency, result->seconds, measuring->request.by);
		break;
	case FORM_JSON:
		print_latency_json(latency, result->seconds);
		break;
	case FORM_CSV:
		histogram_print_csv(&latency->times);
		break;
	case FORM_METRICS:
		break;	/* printed for all pairs at once */
	}
	if (!latency->times.count && latency->from_hits && latency->to_hits)
		report_unmatched(measuring, latency);
	if (latency->no_room)
		error_file("latency", "%" PRIu64 " hits had no room: there are too many keys",
			   latency->no_room);
}
