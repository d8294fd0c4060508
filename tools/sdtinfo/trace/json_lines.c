// SPDX-License-Identifier: GPL-2.0-only
/*
 * json_lines.c - hits as lines of JSON
 */
#include <stdio_ext.h>
#include <stdlib.h>
#include <time.h>

#include "lib/json.h"
#include "lib/util.h"
#include "sink.h"

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
	if (number)
		json_add_number(line, "lost", number);
	else
		json_add_null(line, "lost");
	json_end_line(line);
}

static void json_lines_left_out(struct hit_sink *sink, uint64_t number)
{
	struct json_object *line = json_line();

	(void)sink;
	json_add_number(line, "left_out", number);
	json_end_line(line);
}

static void json_lines_close(struct hit_sink *sink)
{
	free(sink);
}

static const struct hit_sink_ops json_lines_ops = {
	.begin = json_lines_begin,
	.hit = json_lines_hit,
	.lost = json_lines_lost,
	.left_out = json_lines_left_out,
	.close = json_lines_close,
};

struct hit_sink *json_lines_open(void)
{
	struct hit_sink *sink = xcalloc(1, sizeof(*sink));

	sink->ops = &json_lines_ops;
	return sink;
}
