// SPDX-License-Identifier: GPL-2.0-only
/*
 * slow_calls.c - calls that took longer than a limit, as they end
 *
 * The synthetic event of a pair carries the arguments of both hits, and a filter lets only
 * slow calls into the buffer.  So a call that is fast enough costs no more than measuring it.
 *
 * A histogram trigger can have 16 variables and use 16.  One is the time of the first hit, and
 * three are the time between both, and the task and the CPU of the first: the arguments share
 * the others.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pairs.h"
#include "triggers.h"
#include "lib/util.h"

#define MAX_ARGS	(MAX_HIST_VARIABLES - 4)

/* How a pair's record is laid out */
struct slow_format {
	const struct pair *pair;
	struct tep_event *event;
	struct tep_format_field *time, *pid, *cpu;
	struct event_field from[SDT_MAX_ARGS], to[SDT_MAX_ARGS];
};

/* What is left by the arguments of one probe is for those of the other. */
static void share_args(const struct pair *pair, struct call_fields *from, struct call_fields *to)
{
	const unsigned int nr_to = pair->to->fields->nr_args, half = MAX_ARGS / 2;

	call_fields(pair->from, MAX_ARGS - (nr_to < half ? nr_to : half), from);
	call_fields(pair->to, MAX_ARGS - from->nr, to);
}

/*
 * The triggers
 */

/* "; s32 from0; char[] from1" */
static char *append_types(char *text, const struct traced_event *event, const char *name,
			  const struct call_fields *fields)
{
	unsigned int i;
	char *type;

	for (i = 0; i < fields->nr; i++) {
		type = event_field_type(event, fields->list[i].name);
		text = xappend(text, "; %s %s%u", type, name, i);
		free(type);
	}
	return text;
}

char *slow_calls_fields(const struct pair *pair)
{
	struct call_fields from, to;
	char *text;

	share_args(pair, &from, &to);
	text = append_types(xasprintf("u64 time; s32 pid; u32 cpu"), pair->from, "from", &from);
	text = append_types(text, pair->to, "to", &to);
	call_fields_free(&from);
	call_fields_free(&to);
	return text;
}

/* ",from0_1=n": variables for arguments; the names of those of all pairs differ */
static char *append_variables(char *text, const struct pair *pair, const char *name,
			      const struct call_fields *fields)
{
	unsigned int i;

	for (i = 0; i < fields->nr; i++)
		text = xappend(text, ",%s%u_%u=%s", name, pair->nr, i, fields->list[i].name);
	return text;
}

char *slow_calls_begin(const struct pair *pair, const char *key, unsigned int size)
{
	const unsigned int nr = pair->nr;
	struct call_fields from, to;
	char *text;

	share_args(pair, &from, &to);
	text = xasprintf("hist:keys=%s:size=%u:clock=mono:begun%u=common_timestamp,pid%u=common_pid,cpu%u=common_cpu",
			 key, size, nr, nr, nr);
	text = append_variables(text, pair, "from", &from);
	call_fields_free(&from);
	call_fields_free(&to);
	return xappend(text, ":pause");
}

char *slow_calls_end(const struct pair *pair, const char *key, unsigned int size)
{
	const unsigned int nr = pair->nr;
	struct call_fields from, to;
	unsigned int i;
	char *text;

	share_args(pair, &from, &to);
	text = xasprintf("hist:keys=%s:size=%u:clock=mono:time%u=common_timestamp-$begun%u",
			 key, size, nr, nr);
	text = append_variables(text, pair, "to", &to);
	text = xappend(text, ":pause:onmatch(%s.%s).trace(%s,$time%u,$pid%u,$cpu%u",
		       pair->from->system, pair->from->name, pair->event, nr, nr, nr);
	for (i = 0; i < from.nr; i++)
		text = xappend(text, ",$from%u_%u", nr, i);
	for (i = 0; i < to.nr; i++)
		text = xappend(text, ",$to%u_%u", nr, i);
	call_fields_free(&from);
	call_fields_free(&to);
	return xappend(text, ")");
}

/*
 * Records
 */

static int find_args(struct slow_format *format, const char *name,
		     const struct call_fields *fields, struct event_field *found)
{
	struct tep_format_field *field;
	unsigned int i;
	char *text;

	for (i = 0; i < fields->nr; i++) {
		text = xasprintf("%s%u", name, i);
		field = tep_find_field(format->event, text);
		free(text);
		if (!field)
			return -1;
		if (fields->list[i].is_string)
			found[i].copy = field;
		else
			found[i].value = field;
	}
	return 0;
}

static int find_format(struct slow_calls *calls, const struct pair *pair,
		       struct slow_format *format)
{
	struct call_fields from, to;
	int failed;

	format->pair = pair;
	format->event = decoder_format(calls->decoder, "synthetic", pair->event, pair->event);
	if (!format->event)
		return -1;
	format->time = tep_find_field(format->event, "time");
	format->pid = tep_find_field(format->event, "pid");
	format->cpu = tep_find_field(format->event, "cpu");
	share_args(pair, &from, &to);
	failed = !format->time || !format->pid || !format->cpu ||
		 find_args(format, "from", &from, format->from) ||
		 find_args(format, "to", &to, format->to);
	call_fields_free(&from);
	call_fields_free(&to);
	return failed ? error_file(pair->event, "libtraceevent does not understand the event's format") : 0;
}

int slow_calls_open(struct slow_calls *calls, struct decoder *decoder, const struct pairs *pairs)
{
	size_t i;

	calls->decoder = decoder;
	calls->formats = xcalloc(pairs->nr, sizeof(*calls->formats));
	for (i = 0; i < pairs->nr; i++)
		if (find_format(calls, &pairs->list[i], &calls->formats[calls->nr++]))
			return -1;
	return 0;
}

static uint64_t number_in(struct tep_format_field *field, const struct tep_record *record)
{
	unsigned long long number;

	return tep_read_number_field(field, record->data, &number) ? 0 : number;
}

/* A hit of an event; which of the event's probes it was is known if there is one only */
static void begin_hit(struct hit *hit, const struct traced_event *event)
{
	hit->module = event->system;
	hit->event = event->first;
	hit->probe = event->is_one_probe ? event->first : NULL;
}

static bool show_call(struct slow_calls *calls, const struct slow_format *format,
		      struct tep_record *record, const struct tep_record *stack)
{
	const struct pair *pair = format->pair;
	struct decoder *decoder = calls->decoder;
	struct hit from = { 0 }, to = { .time = record->ts, .cpu = record->cpu, .began = &from };
	char name[TASK_NAME_SIZE];

	to.took = number_in(format->time, record);
	to.pid = tep_data_pid(decoder->tep, record);
	from.time = to.time - to.took;
	from.pid = number_in(format->pid, record);
	from.cpu = number_in(format->cpu, record);
	begin_hit(&from, pair->from);
	begin_hit(&to, pair->to);
	snprintf(name, sizeof(name), "%s", task_name(&decoder->tasks, from.pid, to.time));
	from.comm = name;
	to.comm = task_name(&decoder->tasks, to.pid, to.time);
	decoder_values(decoder, pair->from, format->from, record, &from);
	decoder_values(decoder, pair->to, format->to, record, &to);
	return decoder_show(decoder, pair->to, &to, stack);
}

bool slow_calls_take(struct slow_calls *calls, struct tep_record *record,
		     const struct tep_record *stack)
{
	const int id = tep_data_type(calls->decoder->tep, record);
	size_t i;

	for (i = 0; i < calls->nr; i++)
		if (calls->formats[i].event->id == id)
			return show_call(calls, &calls->formats[i], record, stack);
	return true;
}

void slow_calls_close(struct slow_calls *calls)
{
	free(calls->formats);
}
