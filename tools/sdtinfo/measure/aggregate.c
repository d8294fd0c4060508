// SPDX-License-Identifier: GPL-2.0-only
/*
 * aggregate.c - count hits by the values of fields, by task, CPU or stack, in the kernel
 *
 * Histogram triggers in a trace instance of the run's own do it, one for each event, or one for
 * each scale (scales.c) for the distribution of a field.  As in latency.c, a trigger
 * disable_event keeps the modules.
 *
 * The kernel shows the values of several keys in a row.  A string can look like the next key,
 * so strings are the last keys.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pairs.h"
#include "triggers.h"
#include "lib/util.h"

/* A histogram of the kernel can have three keys, of which a distribution takes one. */
#define MAX_KEYS	3

/* An event that is counted */
struct counted_event {
	struct traced_event *event;
	char *names;
	struct group_by by[MAX_BY];
	struct group_by sum;			/* key == NULL: no sum */
	struct group_by quantized;		/* likewise */
	/* The keys of its histograms in their order; two values can be of one key */
	char *keys[MAX_KEYS];
	unsigned int nr_keys;
	unsigned int key_of[MAX_BY];
};

/* Rows, and a hash table of their numbers, from 1; 0: a free slot */
struct row_set {
	struct aggregate_row *rows;
	size_t nr;
	size_t *slots;
	size_t nr_slots;	/* a power of two */
};

struct aggregation {
	const struct aggregate_request *request;
	struct traced_events events;
	struct counted_event *counted;
	size_t nr_counted;
	struct instance instance;
	struct task_selection tasks;
	struct triggers triggers;
	struct row_set now, before;	/* as they were read last, and the time before */
	uint64_t dropped;
	size_t nr_left_out;
	const struct counted_event *reading;
};

/*
 * Rows
 */

static bool is_same_row(const struct aggregate_row *a, const struct aggregate_row *b)
{
	unsigned int i;

	if (a->names != b->names)
		return false;
	for (i = 0; i < a->nr_by; i++)
		if (strcmp(a->by[i].text, b->by[i].text))
			return false;
	return true;
}

/* FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
static size_t hash_of(const struct aggregate_row *row)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ (uintptr_t)row->names;
	const char *c;
	unsigned int i;

	for (i = 0; i < row->nr_by; i++)
		for (c = row->by[i].text; *c; c++)
			hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

/* The slot of a row like this one, or the free one for it */
static size_t *find_slot(const struct row_set *set, const struct aggregate_row *row)
{
	size_t i = hash_of(row);

	for (;; i++) {
		size_t *slot = &set->slots[i & (set->nr_slots - 1)];

		if (!*slot || is_same_row(&set->rows[*slot - 1], row))
			return slot;
	}
}

static struct aggregate_row *find_row(const struct row_set *set, const struct aggregate_row *row)
{
	const size_t slot = set->nr ? *find_slot(set, row) : 0;

	return slot ? &set->rows[slot - 1] : NULL;
}

static struct aggregate_row *add_row(struct row_set *set, const struct aggregate_row *row)
{
	size_t i;

	set->rows = xroom_for_one(set->rows, set->nr, sizeof(*row));
	set->rows[set->nr] = *row;
	if (2 * set->nr >= set->nr_slots) {
		free(set->slots);
		set->nr_slots = set->nr_slots ? 2 * set->nr_slots : 64;
		set->slots = xcalloc(set->nr_slots, sizeof(*set->slots));
		for (i = 0; i < set->nr; i++)
			*find_slot(set, &set->rows[i]) = i + 1;
	}
	*find_slot(set, row) = set->nr + 1;
	return &set->rows[set->nr++];
}

static void free_by(struct aggregate_row *row)
{
	while (row->nr_by)
		free(row->by[--row->nr_by].text);
}

static void free_rows(struct row_set *set)
{
	while (set->nr) {
		free_by(&set->rows[--set->nr]);
		histogram_free(&set->rows[set->nr].values);
	}
	free(set->rows);
	free(set->slots);
	*set = (struct row_set){ 0 };
}

/*
 * What to count
 */

static bool is_number_field(const struct group_by *by)
{
	return by->field && by->form != VALUE_STRING;
}

static bool is_signed(const struct group_by *by)
{
	return by->arg->flags & SDT_ARG_SIGNED;
}

/*
 * The place of a key.  A stack comes first: newer kernels show its key under another name.  A
 * name of a task fills its column, so its end is known; that of a string is not.
 */
static int rank_of(const struct group_by *by)
{
	if (by->kind == BY_STACK)
		return 0;
	if (by->field)
		return by->form == VALUE_STRING ? 3 : 1;
	return by->kind == BY_CPU ? 1 : 2;
}

/* They reach to 2^64. */
#define MAX_SCALES	15

/* HIST_KEY_SIZE_MAX, and what a string, a stack and a number take of it */
#define KEY_ROOM	384
#define KEY_STRING	256
#define KEY_STACK	128
#define KEY_NUMBER	8

static int check_room(const struct aggregate_request *request, const struct counted_event *counted)
{
	size_t size = request->quantize ? KEY_NUMBER : 0;
	unsigned int i;

	for (i = 0; i < request->nr_by; i++)
		size += counted->by[i].kind == BY_STACK ? KEY_STACK :
			rank_of(&counted->by[i]) == 3 ? KEY_STRING : KEY_NUMBER;
	if (size <= KEY_ROOM)
		return 0;
	return error_file(counted->names, "--by: the kernel has room for one string, and for a stack if nothing else goes with both");
}

static int report_missing(const struct traced_event *event, const char *option, const char *name)
{
	struct name_list fields = { 0 };
	unsigned int i;
	char *text, *hint;

	if (!strcmp(option, "--by"))
		group_by_names(&fields);
	for (i = 0; i < event->fields->nr_args; i++)
		if (!strcmp(option, "--by") || event->fields->args[i].kind != SDT_ARG_STRING)
			names_add(&fields, event->fields->args[i].name);
	text = names_text(&fields, "");
	hint = suggest_among(&fields, name);
	if (!hint)
		hint = xasprintf("; there are %s", *text ? text : "no arguments");
	error_file(event->first->event, "%s: there is no%s '%s'%s", option,
		   strcmp(option, "--by") ? " number" : "", name, hint);
	free(hint);
	free(text);
	names_free(&fields);
	return -1;
}

/* A number that is added up or whose distribution is shown */
static bool find_number(struct group_by *by, const struct traced_event *event, const char *name)
{
	return !name || (group_by_find(by, event, name) && is_number_field(by));
}

/* The option that an event has no field for, and that field's name in @name; NULL: none */
static const char *find_fields(const struct aggregate_request *request,
			       struct counted_event *counted, const char **name)
{
	unsigned int i;

	for (i = 0; i < request->nr_by; i++) {
		*name = request->by[i];
		if (!group_by_find(&counted->by[i], counted->event, request->by[i]))
			return "--by";
	}
	*name = request->sum;
	if (!find_number(&counted->sum, counted->event, request->sum))
		return "--sum";
	*name = request->quantize;
	if (!find_number(&counted->quantized, counted->event, request->quantize))
		return "--quantize";
	return NULL;
}

static void add_key(struct counted_event *counted, unsigned int by)
{
	const char *key = counted->by[by].key;
	unsigned int i;

	for (i = 0; i < counted->nr_keys && strcmp(counted->keys[i], key); i++)
		;
	counted->key_of[by] = i;
	if (i == counted->nr_keys && i < MAX_KEYS)
		counted->keys[counted->nr_keys++] = xasprintf("%s", key);
}

static void order_keys(const struct aggregate_request *request, struct counted_event *counted)
{
	unsigned int i;
	int rank;

	for (rank = 0; rank < 4; rank++)
		for (i = 0; i < request->nr_by; i++)
			if (rank_of(&counted->by[i]) == rank)
				add_key(counted, i);
}

static void free_counted(struct counted_event *counted)
{
	unsigned int i;

	for (i = 0; i < MAX_BY; i++)
		group_by_free(&counted->by[i]);
	group_by_free(&counted->sum);
	group_by_free(&counted->quantized);
	while (counted->nr_keys)
		free(counted->keys[--counted->nr_keys]);
	free(counted->names);
}

/* An event that lacks a field is left out, if another one has it. */
static int choose_event(struct aggregation *aggregation, struct traced_event *event,
			const struct traced_event **lacks)
{
	const struct aggregate_request *request = aggregation->request;
	struct counted_event counted = { .event = event, .names = event_names(event) };
	const char *name;

	if (!event->is_whole) {
		error_file(counted.names, "the kernel counts the hits of all sites of an event together: choose them all");
		free_counted(&counted);
		return -1;
	}
	if (find_fields(request, &counted, &name)) {
		*lacks = *lacks ? *lacks : event;
		free_counted(&counted);
		return 0;
	}
	if (check_room(request, &counted)) {
		free_counted(&counted);
		return -1;
	}
	order_keys(request, &counted);
	aggregation->counted = xroom_for_one(aggregation->counted, aggregation->nr_counted,
					     sizeof(counted));
	aggregation->counted[aggregation->nr_counted++] = counted;
	return 0;
}

static int choose_events(struct aggregation *aggregation)
{
	struct traced_events *events = &aggregation->events;
	const struct traced_event *lacks = NULL;
	struct counted_event counted = { 0 };
	const char *filter = aggregation->request->filter, *option, *name;
	size_t i, nr = 0, nr_refused = 0;

	events_choose(events, aggregation->request->catalog);
	if (events_find(events) || (filter && filters_translate(events, filter)))
		return -1;
	for (i = 0; i < events->nr; i++) {
		if (filter && !events->list[i].filter)
			continue;
		nr++;
		if (choose_event(aggregation, &events->list[i], &lacks) &&
		    ++nr_refused == MAX_REFUSED && !aggregation->nr_counted)
			return -1;
	}
	if (aggregation->nr_counted) {
		aggregation->nr_left_out = events->nr - aggregation->nr_counted;
		nr -= nr_refused;
		if (nr > aggregation->nr_counted)
			error_file("top", "left out: %zu of %zu events, which lack a field",
				   nr - aggregation->nr_counted, nr);
		return 0;
	}
	if (!lacks)
		return -1;
	counted.event = (struct traced_event *)lacks;
	option = find_fields(aggregation->request, &counted, &name);
	report_missing(lacks, option, name);
	free_counted(&counted);
	return -1;
}

/*
 * Triggers
 */

/* "n,common_pid.execname"; NULL without keys; caller frees */
static char *keys_text(const struct counted_event *counted)
{
	char *text = NULL;
	unsigned int i;

	for (i = 0; i < counted->nr_keys; i++)
		text = text ? xappend(text, ",%s", counted->keys[i]) :
			      xasprintf("%s", counted->keys[i]);
	return text;
}

static int add_counting(struct aggregation *aggregation, const struct counted_event *counted,
			const char *filter)
{
	const struct traced_event *event = counted->event;
	struct triggers *triggers = &aggregation->triggers;
	char *keys = keys_text(counted), *text;
	int failed;

	if (counted->quantized.key) {
		failed = scales_add(triggers, event->system, event->name, &(struct scales){
			.field = counted->quantized.field,
			.key = keys,
			.first_width = 1,
			.is_signed = is_signed(&counted->quantized),
			.bits = 8 * counted->quantized.arg->size,
			.nr_scales = MAX_SCALES,
			.size = hist_size(2 * MAX_SCALES * aggregation->nr_counted),
			.filter = filter,
		});
	} else {
		text = xasprintf("hist:keys=%s:vals=hitcount", keys ? keys : "common_type");
		if (counted->sum.key)
			text = xappend(text, ",%s", counted->sum.field);
		text = xappend(text, ":size=%u", hist_size(aggregation->nr_counted));
		if (filter)
			text = xappend(text, " if %s", filter);
		failed = triggers_add(triggers, event->system, event->name, text);
	}
	free(keys);
	return failed;
}

static int add_event(struct aggregation *aggregation, const struct counted_event *counted)
{
	const struct traced_event *event = counted->event;

	return triggers_add(&aggregation->triggers, "ftrace", "print",
			    xasprintf("disable_event:%s:%s", event->system, event->name)) ||
	       add_counting(aggregation, counted, event->filter) ? -1 : 0;
}

/* Those that the kernel refuses are dropped; fails if it refuses all. */
static int add_events(struct aggregation *aggregation)
{
	size_t i, before, nr = 0;

	for (i = 0; i < aggregation->nr_counted; i++) {
		before = aggregation->triggers.nr;
		if (!add_event(aggregation, &aggregation->counted[i])) {
			aggregation->counted[nr++] = aggregation->counted[i];
			continue;
		}
		triggers_remove_last(&aggregation->triggers, aggregation->triggers.nr - before);
		free_counted(&aggregation->counted[i]);
		if (!nr && i + 1 == MAX_REFUSED)
			break;
	}
	while (++i < aggregation->nr_counted)
		free_counted(&aggregation->counted[i]);
	aggregation->nr_left_out += aggregation->nr_counted - nr;
	aggregation->nr_counted = nr;
	return nr ? 0 : -1;
}

struct aggregation *aggregate_open(const struct aggregate_request *request)
{
	struct aggregation *aggregation = xcalloc(1, sizeof(*aggregation));
	int failed;

	aggregation->request = request;
	failed = tasks_open(&aggregation->tasks, &request->tasks) || choose_events(aggregation) ||
		 instance_open(&aggregation->instance) ||
		 tasks_apply(&aggregation->tasks, aggregation->instance.tracefs);
	aggregation->triggers.instance = aggregation->instance.tracefs;
	if (!failed && !add_events(aggregation))
		return aggregation;
	aggregate_close(aggregation);
	return NULL;
}

/*
 * What was counted
 */

/* What of the text of a key can have any characters, but is not longer */
static size_t fixed_length(const char *key, const char *text)
{
	if (!strstr(key, ".execname"))
		return 0;
	return strnlen(text, strlen("common_pid: ") + TASK_NAME_SIZE);
}

/* The values of the keys in "n:          5, common_pid: bash  [   105]"; cuts @text */
static bool split_keys(const struct counted_event *counted, char *text, char *parts[MAX_KEYS])
{
	char *next, *separator;
	unsigned int i;

	for (i = 0; i < counted->nr_keys; i++) {
		parts[i] = text;
		if (i + 1 == counted->nr_keys)
			break;
		separator = xasprintf(", %.*s:", (int)strcspn(counted->keys[i + 1], "."),
				      counted->keys[i + 1]);
		next = strstr(text + fixed_length(counted->keys[i], text), separator);
		free(separator);
		if (!next)
			return false;
		*next = '\0';
		text = next + 2;
	}
	return true;
}

/* The row of an entry with these keys; NULL if they cannot be told apart */
static struct aggregate_row *row_of(struct aggregation *aggregation, const char *keys)
{
	const struct counted_event *counted = aggregation->reading;
	const unsigned int nr_by = aggregation->request->nr_by;
	struct aggregate_row row = { .names = counted->names }, *found;
	char *copy = xasprintf("%s", keys), *parts[MAX_KEYS];
	bool is_split = split_keys(counted, copy, parts);
	unsigned int i;

	for (i = 0; i < nr_by && is_split; i++) {
		row.by[i].text = group_by_text(&counted->by[i], parts[counted->key_of[i]]);
		row.by[i].form = counted->by[i].form;
		row.nr_by++;
	}
	free(copy);
	if (!is_split)
		return NULL;
	found = find_row(&aggregation->now, &row);
	if (found) {
		free_by(&row);
		return found;
	}
	if (counted->quantized.key)
		row.values.is_signed = is_signed(&counted->quantized);
	if (counted->sum.key)
		row.is_sum_signed = is_signed(&counted->sum);
	return add_row(&aggregation->now, &row);
}

static void see_bucket(struct aggregation *aggregation, const struct hist_entry *entry)
{
	struct histogram_bucket bucket;
	struct aggregate_row *row;
	const char *keys;
	uint64_t sum;

	keys = scales_take(entry, aggregation->reading->quantized.field, &bucket, &sum);
	row = keys ? row_of(aggregation, keys) : NULL;
	if (!row)
		return;
	histogram_add(&row->values, &bucket, sum);
	row->total += bucket.count;
	row->sum += sum;
}

static void see_entry(const struct hist_entry *entry, void *data)
{
	struct aggregation *aggregation = data;
	const struct counted_event *counted = aggregation->reading;
	struct aggregate_row *row;
	uint64_t sum;

	if (counted->quantized.key) {
		see_bucket(aggregation, entry);
		return;
	}
	row = row_of(aggregation, entry->keys);
	if (!row)
		return;
	row->total += entry->hits;
	if (counted->sum.key && sscanf(entry->sums, " %*[^:]: %" SCNu64, &sum) == 1)
		row->sum += sum;
}

static void see_end(const struct hist *hist, void *data)
{
	struct aggregation *aggregation = data;

	aggregation->dropped += hist->dropped;
}

int aggregate_read(struct aggregation *aggregation)
{
	const struct traced_event *event;
	struct aggregate_row *row, *before;
	size_t i;

	free_rows(&aggregation->before);
	aggregation->before = aggregation->now;
	aggregation->now = (struct row_set){ 0 };
	aggregation->dropped = 0;
	for (i = 0; i < aggregation->nr_counted; i++) {
		aggregation->reading = &aggregation->counted[i];
		event = aggregation->reading->event;
		if (hist_read(aggregation->instance.tracefs, event->system, event->name,
			      see_entry, see_end, aggregation))
			return -1;
	}
	for (i = 0; i < aggregation->now.nr; i++) {
		row = &aggregation->now.rows[i];
		before = find_row(&aggregation->before, row);
		row->hits = row->total - (before ? before->total : 0);
		histogram_finish(&row->values);
	}
	return 0;
}

const struct aggregate_row *aggregate_rows(const struct aggregation *aggregation, size_t *nr)
{
	*nr = aggregation->now.nr;
	return aggregation->now.rows;
}

size_t aggregate_left_out(const struct aggregation *aggregation)
{
	return aggregation->nr_left_out;
}

uint64_t aggregate_dropped(const struct aggregation *aggregation)
{
	return aggregation->dropped;
}

bool aggregate_has_ended(struct aggregation *aggregation)
{
	tasks_refresh(&aggregation->tasks);
	return tasks_have_ended(&aggregation->tasks);
}

void aggregate_close(struct aggregation *aggregation)
{
	free_rows(&aggregation->now);
	free_rows(&aggregation->before);
	triggers_free(&aggregation->triggers);
	instance_close(&aggregation->instance);
	tasks_close(&aggregation->tasks);
	while (aggregation->nr_counted)
		free_counted(&aggregation->counted[--aggregation->nr_counted]);
	free(aggregation->counted);
	events_free(&aggregation->events);
	free(aggregation);
}
