// SPDX-License-Identifier: GPL-2.0-only
/*
 * open_calls.c - what has begun and not ended
 *
 * The kernel keeps, for each key, the time of the last hit of the first probe, and what else
 * is to be known of that hit: onmax() of a time that only grows saves it anew at each hit.  A
 * further trigger keeps the time of the last hit of the second probe.  A call is open if that
 * was before, or not at all.
 *
 * save() takes no name of one letter.  A modifier makes it longer: it would change how a
 * value of the histogram is shown, but not what is saved.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pairs.h"
#include "triggers.h"
#include "lib/util.h"

/* A variable for the time, one of onmax(), the task and the CPU leave so many. */
#define MAX_SAVED	(MAX_HIST_VARIABLES - 4)

/* The last hit of a probe with a key */
struct last_hit {
	char *key;
	uint64_t time;
	char *saved;
};

struct last_hits {
	const char *variable;
	struct last_hit *list;
	size_t nr;
	uint64_t hits;
	uint64_t dropped;
};

/*
 * The triggers
 */

/* "onmax($begun0).save(common_pid.hex,n.hex,buf_str)": numbers first */
static char *save_text(const struct pair *pair)
{
	char *text = xasprintf("onmax($begun%u).save(common_pid,common_cpu", pair->nr);
	struct call_fields fields;
	unsigned int i, strings;

	call_fields(pair->from, MAX_SAVED, &fields);
	for (strings = 0; strings < 2; strings++)
		for (i = 0; i < fields.nr; i++)
			if (fields.list[i].is_string == strings)
				text = xappend(text, ",%s%s", fields.list[i].name,
					       strings ? "" : ".hex");
	call_fields_free(&fields);
	return xappend(text, ")");
}

char *open_calls_begin(const struct pair *pair, const char *key, unsigned int size)
{
	char *save = save_text(pair), *text;

	text = xasprintf("hist:keys=%s:size=%u:clock=mono:begun%u=common_timestamp:pause:%s",
			 key, size, pair->nr, save);
	free(save);
	return text;
}

char *open_calls_end(const struct pair *pair, const char *key, unsigned int size)
{
	return xasprintf("hist:keys=%s:size=%u:clock=mono:ended%u=common_timestamp:pause:onmax($ended%u).save(common_cpu)",
			 key, size, pair->nr, pair->nr);
}

/*
 * The last hits
 */

/* The blanks that fill up a column */
static void strip(char *text)
{
	size_t length = strlen(text);

	while (length && text[length - 1] == ' ')
		text[--length] = '\0';
}

/* What follows the field's name in "common_pid:        110" */
static char *key_value(const char *keys)
{
	const char *value = strchr(keys, ':');
	char *copy = NULL;

	if (value) {
		value += 1 + (value[1] == ' ');
		copy = xasprintf("%s", value);
		strip(copy);
	}
	return copy;
}

static void see_hit(const struct hist_entry *entry, void *data)
{
	struct last_hits *hits = data;
	char *key;

	if (!entry->has_max || !hist_has_variable(entry->hist, hits->variable))
		return;
	key = key_value(entry->keys);
	if (!key)
		return;
	hits->list = xroom_for_one(hits->list, hits->nr, sizeof(*hits->list));
	hits->list[hits->nr++] = (struct last_hit){
		.key = key,
		.time = entry->max,
		.saved = xasprintf("%s", entry->saved),
	};
}

static void see_sums(const struct hist *hist, void *data)
{
	struct last_hits *hits = data;

	if (!hist_has_variable(hist, hits->variable))
		return;
	hits->hits = hist->hits;
	hits->dropped = hist->dropped;
}

static int by_key(const void *x, const void *y)
{
	const struct last_hit *a = x, *b = y;

	return strcmp(a->key, b->key);
}

static int read_hits(struct last_hits *hits, struct tracefs_instance *instance,
		     const struct traced_event *event)
{
	if (hist_read(instance, event->system, event->name, see_hit, see_sums, hits))
		return -1;
	if (hits->nr)
		qsort(hits->list, hits->nr, sizeof(*hits->list), by_key);
	return 0;
}

static void free_hits(struct last_hits *hits)
{
	while (hits->nr) {
		hits->nr--;
		free(hits->list[hits->nr].key);
		free(hits->list[hits->nr].saved);
	}
	free(hits->list);
}

/*
 * An open call
 */

/* Move behind "  NAME: " with a name that @suffix may follow; false if there is none */
static bool skip_name(const char **at, const char *name, const char *suffix)
{
	char *text = xasprintf("  %s%s: ", name, suffix);
	const char *found = strstr(*at, text);

	if (found)
		*at = found + strlen(text);
	free(text);
	return found;
}

static uint64_t take_number(const char **at, const char *name, const char *suffix)
{
	char *end;
	uint64_t number;

	if (!skip_name(at, name, suffix))
		return 0;
	number = strtoull(*at, &end, 10);
	*at = end;
	return number;
}

/* A string, up to the next one or to the end */
static char *take_string(const char **at, const char *name, const char *next)
{
	char *copy, *end = NULL, *text;

	if (!skip_name(at, name, ""))
		return NULL;
	copy = xasprintf("%s", *at);
	if (next) {
		text = xasprintf("  %s: ", next);
		end = strstr(copy, text);
		free(text);
	}
	if (end)
		*end = '\0';
	*at += strlen(copy);
	strip(copy);
	return copy;
}

static const char *next_string(const struct call_fields *fields, unsigned int i)
{
	while (++i < fields->nr)
		if (fields->list[i].is_string)
			return fields->list[i].name;
	return NULL;
}

static void take_values(const struct pair *pair, const char *at, bool hides_addresses,
			struct open_call *call)
{
	struct call_fields fields;
	struct arg_value *value;
	unsigned int i;

	call_fields(pair->from, MAX_SAVED, &fields);
	call->nr_values = fields.nr;
	call->values = xcalloc(fields.nr + 1, sizeof(*call->values));
	for (i = 0; i < fields.nr; i++) {
		value = &call->values[i];
		value->arg = &pair->from->fields->args[fields.list[i].arg];
		value->hides_addresses = hides_addresses;
		if (!fields.list[i].is_string)
			value->value = take_number(&at, fields.list[i].name, ".hex");
	}
	for (i = 0; i < fields.nr; i++) {
		value = &call->values[i];
		if (fields.list[i].is_string)
			value->copy = take_string(&at, fields.list[i].name,
						  next_string(&fields, i));
		value->length = value->copy ? strlen(value->copy) : 0;
	}
	call_fields_free(&fields);
}

static int oldest_first(const void *x, const void *y)
{
	const struct open_call *a = x, *b = y;

	return a->age > b->age ? -1 : a->age < b->age;
}

/* "req=0xffff888004c1d400", as the probe's argument is shown; caller frees */
static char *key_text(const struct pair *pair, const char *key, const char *text,
		      bool hides_addresses)
{
	const struct probe_arg *arg = event_arg(pair->from, key);
	const struct arg_value value = {
		.arg = arg,
		.value = strtoull(text, NULL, 10),
		.hides_addresses = hides_addresses,
	};
	char *shown, *both;

	text += strspn(text, " ");
	if (!arg)
		return xasprintf("%s=%s", key, text);
	shown = value_text(&value);
	both = xasprintf("%s=%s", key, shown);
	free(shown);
	return both;
}

static void add_call(struct latency *latency, const struct pair *pair,
		     const struct last_hit *hit, const struct open_calls_request *request)
{
	const char *at = hit->saved;
	struct open_call *call;

	latency->open = xroom_for_one(latency->open, latency->nr_open, sizeof(*latency->open));
	call = &latency->open[latency->nr_open++];
	*call = (struct open_call){ .age = request->now - hit->time };
	call->pid = take_number(&at, "common_pid", "");
	call->cpu = take_number(&at, "common_cpu", "");
	call->command = xasprintf("%s", task_name(request->names, call->pid, request->now));
	if (request->key)
		call->key = key_text(pair, request->key, hit->key, request->hides_addresses);
	take_values(pair, at, request->hides_addresses, call);
	if (request->with_stacks) {
		call->has_stack = true;
		call->nr_frames = task_stack(call->pid, &call->frames);
	}
}

int open_calls_read(const struct pair *pair, const struct open_calls_request *request,
		    struct latency *latency)
{
	char *begun = xasprintf("begun%u", pair->nr), *ended = xasprintf("ended%u", pair->nr);
	struct last_hits from = { .variable = begun }, to = { .variable = ended };
	const struct last_hit *end;
	int failed;
	size_t i;

	failed = read_hits(&from, request->instance, pair->from) ||
		 read_hits(&to, request->instance, pair->to);
	for (i = 0; !failed && i < from.nr; i++) {
		end = to.nr ? bsearch(&from.list[i], to.list, to.nr, sizeof(*to.list), by_key) :
			      NULL;
		if (!end || end->time < from.list[i].time)
			add_call(latency, pair, &from.list[i], request);
	}
	if (latency->nr_open)
		qsort(latency->open, latency->nr_open, sizeof(*latency->open), oldest_first);
	latency->from_hits = from.hits + from.dropped;
	latency->to_hits = to.hits + to.dropped;
	latency->no_room += from.dropped + to.dropped;
	free_hits(&from);
	free_hits(&to);
	free(begun);
	free(ended);
	return failed ? -1 : 0;
}
