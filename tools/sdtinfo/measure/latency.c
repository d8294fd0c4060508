// SPDX-License-Identifier: GPL-2.0-only
/*
 * latency.c - measure the time from one probe to another
 *
 * A hit of the first probe of a pair begins a call, which is open until a hit of the second
 * probe has the same key.  Open calls are in a hash table, by pair and key.  If there are too many
 * for memory, the oldest ones are forgotten.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "groups.h"
#include "measure.h"
#include "pairs.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/stop.h"
#include "trace/sink.h"

/* Some 500 bytes each, with three arguments */
#define MAX_OPEN	1000000

/* How many of them are printed as text */
#define MAX_SHOWN	100

/* What is open */
struct call {
	TAILQ_ENTRY(call) by_age;
	struct call *next;	/* in its bucket */
	const struct pair *pair;
	struct hit_key key;	/* of @hit */
	uint64_t nr_losses;	/* until then */
	struct hit *hit;
};

/* What the hits of an event mean: they end calls of a pair, or begin them */
struct role {
	struct pair *pair;
	struct latency *latency;
	bool is_from;
};

struct roles {
	struct role *list;
	size_t nr;
};

struct measurement {
	struct hit_sink sink;
	const struct latency_request *request;
	struct latencies *result;
	struct traced_events *events;
	struct pairs pairs;
	struct roles *roles;	/* of each event */
	size_t nr_roles;
	struct call **buckets;	/* of open calls, */
	size_t nr_buckets;	/* a power of two */
	TAILQ_HEAD(calls, call) by_age;	/* which are also here, the oldest first */
	size_t nr_calls;
	struct call *spare;	/* room for the next one; or NULL */
	struct call *untold;	/* the oldest one that was not printed as open; NULL: all were */
	uint64_t nr_forgotten;
	uint64_t nr_losses;	/* times that hits were lost */
	struct groups values;	/* whose owners are pairs */
	struct hit_sink *slow;	/* takes the slow calls */
	struct task_names names;
	uint64_t now;		/* of latencies_take() */
};

static struct measurement *measurement_of(struct hit_sink *sink)
{
	return (struct measurement *)sink;	/* its first member */
}

/*
 * Fields that can be a key
 */

/* The arguments of an event, and their copies; only those that @other has as well */
static struct name_list find_fields(const struct traced_event *event,
				    const struct traced_event *other)
{
	struct name_list fields = { 0 };
	const struct probe_arg *arg, *same;
	unsigned int i;
	char *copy;

	for (i = 0; i < event->fields->nr_args; i++) {
		arg = &event->fields->args[i];
		same = event_arg(other, arg->name);
		if (!same || probe_compare_args(same, arg) != ARG_SAME)
			continue;
		names_add(&fields, arg->name);
		copy = event->has_copies ? event_copy_field(event->fields, i) : NULL;
		if (copy)
			names_add(&fields, copy);
		free(copy);
	}
	return fields;
}

static int find_key(const struct latency_request *request, const struct latency *latency,
		    struct pair_end *end, bool is_from)
{
	const char *name = is_from ? request->from_key : request->to_key;
	const bool is_one = !strcmp(request->from_key, request->to_key);
	const struct name_list *own = is_from ? &latency->from_fields : &latency->to_fields;
	const struct name_list *possible = is_one ? &latency->shared_fields : own;
	char *text, *hint;

	if (hit_field_find(&end->key, end->event, name) && end->key.kind != HIT_STACK)
		return 0;
	text = names_text(possible, "");
	hint = suggest_among(possible, name);
	if (!hint)
		hint = xasprintf("; %s common_cpu, common_pid%s%s",
				 is_one ? "both events have" : "its fields are",
				 *text ? ", " : "", text);
	error_file(end->event->name, "it has no field '%s'%s", name, hint);
	free(hint);
	free(text);
	return -1;
}

/* The second hit sees the task and the stack. */
static int find_by(struct pair *pair, const struct latency *latency, const char *name)
{
	char *from, *to, *hint;

	if (!name)
		return 0;
	pair->is_by_from = hit_field_find_by(&pair->by, pair->from.event, name) && pair->by.type;
	pair->has_by = pair->is_by_from || hit_field_find_by(&pair->by, pair->to.event, name);
	if (pair->has_by)
		return 0;
	from = names_text(&latency->from_fields, "");
	to = names_text(&latency->to_fields, "");
	hint = suggest_among(&latency->from_fields, name) ?:
	       suggest_among(&latency->to_fields, name);
	if (!hint)
		hint = xasprintf("; there are comm, pid, cpu, stack; of FROM %s; of TO %s",
				 *from ? from : "none", *to ? to : "none");
	error_file(pair->from.event->name, "--by: there is no '%s'%s", name, hint);
	free(hint);
	free(to);
	free(from);
	return -1;
}

static bool is_text(const struct hit_field *key)
{
	return key->kind == HIT_COPY || key->kind == HIT_COMM;
}

static int check_keys(const struct latency_request *request, struct pair *pair)
{
	const bool is_from = is_text(&pair->from.key);

	if (is_from == is_text(&pair->to.key)) {
		hit_fields_match(&pair->from.key, &pair->to.key);
		return 0;
	}
	return error_file("--key", "'%s' is text and '%s' a number: no hits can match",
			  is_from ? request->from_key : request->to_key,
			  is_from ? request->to_key : request->from_key);
}

/* One of the ends has the fields of a filter, if there is one. */
static int check_filter(const struct traced_events *events, const struct pair *pair,
			const struct latency *latency)
{
	size_t i;

	for (i = 0; i < events->nr && !pair->from.event->filter && !pair->to.event->filter; i++)
		if (events->list[i].filter)
			return error_file(latency->from, "left out: neither it nor %s has the fields of --filter",
					  latency->to);
	return 0;
}

static int find_pair(const struct latency_request *request, struct pair *pair,
		     struct latency *latency)
{
	latency->from = pair_end_names(&pair->from);
	latency->to = pair_end_names(&pair->to);
	latency->is_period = pair->is_period;
	latency->times.is_time = true;
	latency->from_fields = find_fields(pair->from.event, pair->from.event);
	latency->to_fields = find_fields(pair->to.event, pair->to.event);
	latency->shared_fields = find_fields(pair->from.event, pair->to.event);
	if (pair->is_period && request->over)
		return error_file(latency->from, "--over needs a probe that begins a call and another one that ends it");
	return find_key(request, latency, &pair->from, true) ||
	       find_key(request, latency, &pair->to, false) || check_keys(request, pair) ||
	       find_by(pair, latency, request->by) ? -1 : 0;
}

static void free_latency(struct latency *latency)
{
	free(latency->values);
	histogram_free(&latency->times);
	names_free(&latency->from_fields);
	names_free(&latency->to_fields);
	names_free(&latency->shared_fields);
	free(latency->from);
	free(latency->to);
}

/* Pairs that lack something are left out, as is reported.  Fails if the first ones all do. */
static int find_pairs(struct measurement *measurement)
{
	struct latencies *result = measurement->result;
	struct pairs *pairs = &measurement->pairs;
	size_t i, nr_refused = 0;

	if (pairs_choose(pairs, measurement->events, measurement->request->catalog))
		return -1;
	result->list = xcalloc(pairs->nr, sizeof(*result->list));
	for (i = 0; i < pairs->nr; i++) {
		if (!find_pair(measurement->request, &pairs->list[i], &result->list[result->nr]) &&
		    !check_filter(measurement->events, &pairs->list[i], &result->list[result->nr])) {
			pairs->list[result->nr++] = pairs->list[i];
			continue;
		}
		free_latency(&result->list[result->nr]);
		result->list[result->nr] = (struct latency){ 0 };
		if (++nr_refused == MAX_REFUSED && !result->nr)
			break;
	}
	pairs->nr = result->nr;
	for (i = 0; i < measurement->events->nr; i++)
		measurement->events->list[i].is_gone = true;
	for (i = 0; i < pairs->nr; i++) {
		pairs->list[i].from.event->is_gone = false;
		pairs->list[i].to.event->is_gone = false;
	}
	return result->nr ? 0 : -1;
}

static void add_role(struct measurement *measurement, size_t pair, bool is_from)
{
	const struct pair *with = &measurement->pairs.list[pair];
	const struct traced_event *event = is_from ? with->from.event : with->to.event;
	struct roles *roles = &measurement->roles[event - measurement->events->list];

	roles->list = xroom_for_one(roles->list, roles->nr, sizeof(*roles->list));
	roles->list[roles->nr++] = (struct role){
		.pair = &measurement->pairs.list[pair],
		.latency = &measurement->result->list[pair],
		.is_from = is_from,
	};
}

/* A hit ends what was open before it begins something. */
static void find_roles(struct measurement *measurement)
{
	size_t i;

	measurement->nr_roles = measurement->events->nr;
	measurement->roles = xcalloc(measurement->nr_roles, sizeof(*measurement->roles));
	for (i = 0; i < measurement->pairs.nr; i++)
		add_role(measurement, i, false);
	for (i = 0; i < measurement->pairs.nr; i++)
		add_role(measurement, i, true);
}

/*
 * Calls
 */

#define MIN_BUCKETS	1024
#define HASH_FACTOR	UINT64_C(0x9e3779b97f4a7c15)	/* 2^64 by the golden ratio */

static size_t bucket_of(const struct measurement *measurement, const struct pair *pair,
			const struct hit_key *key)
{
	uint64_t hash = (key->number + (uintptr_t)pair) * HASH_FACTOR;
	size_t i;

	for (i = 0; key->bytes && i < key->length; i++)
		hash = (hash ^ (unsigned char)key->bytes[i]) * HASH_FACTOR;
	return (hash >> 32) % measurement->nr_buckets;
}

/* Where the call with this key is linked, or would be */
static struct call **find_call(const struct measurement *measurement, const struct pair *pair,
			       const struct hit_key *key)
{
	struct call **at = &measurement->buckets[bucket_of(measurement, pair, key)];

	while (*at && ((*at)->pair != pair || hit_key_compare(&(*at)->key, key)))
		at = &(*at)->next;
	return at;
}

static void link_call(struct measurement *measurement, struct call *call)
{
	struct call **at = &measurement->buckets[bucket_of(measurement, call->pair, &call->key)];

	call->next = *at;
	*at = call;
}

/* On average a bucket has at most one call. */
static void grow_buckets(struct measurement *measurement)
{
	struct call *call;

	if (measurement->nr_calls < measurement->nr_buckets)
		return;
	free(measurement->buckets);
	measurement->nr_buckets = measurement->nr_buckets ? 2 * measurement->nr_buckets :
							    MIN_BUCKETS;
	measurement->buckets = xcalloc(measurement->nr_buckets, sizeof(*measurement->buckets));
	for (call = TAILQ_FIRST(&measurement->by_age); call; call = TAILQ_NEXT(call, by_age))
		link_call(measurement, call);
}

static void forget_call(struct measurement *measurement, struct call *call)
{
	*find_call(measurement, call->pair, &call->key) = call->next;
	if (measurement->untold == call)
		measurement->untold = TAILQ_NEXT(call, by_age);
	TAILQ_REMOVE(&measurement->by_age, call, by_age);
	measurement->nr_calls--;
	free(call->hit);
	free(measurement->spare);
	measurement->spare = call;
}

/* If a call with the key is open, its hit was the last but one: this one counts. */
static void begin_call(struct measurement *measurement, const struct role *role,
		       const struct hit *hit)
{
	struct call *call = measurement->spare ?: xcalloc(1, sizeof(*call)), *known;

	measurement->spare = NULL;
	role->latency->from_hits++;
	call->pair = role->pair;
	call->hit = hit_copy(hit);
	call->key = hit_field_key(&role->pair->from.key, call->hit);
	call->nr_losses = measurement->nr_losses;
	known = *find_call(measurement, call->pair, &call->key);
	if (known)
		forget_call(measurement, known);
	if (measurement->nr_calls == MAX_OPEN) {
		forget_call(measurement, TAILQ_FIRST(&measurement->by_age));
		measurement->nr_forgotten++;
	}
	grow_buckets(measurement);
	link_call(measurement, call);
	TAILQ_INSERT_TAIL(&measurement->by_age, call, by_age);
	measurement->nr_calls++;
	measurement->untold = measurement->untold ?: call;
}

/* Count a time for the value that it is told apart by */
static void add_time(struct measurement *measurement, const struct role *role,
		     const struct hit *from, const struct hit *to, uint64_t time)
{
	const struct pair *pair = role->pair;
	struct latency *latency = role->latency;
	struct latency_value *value;

	histogram_add(&latency->times, time);
	if (!pair->has_by)
		return;
	value = (struct latency_value *)groups_find(&measurement->values, pair, &pair->by,
						    pair->is_by_from ? from : to);
	if (!value->times.count) {
		value->times.is_time = true;
		latency->values = xroom_for_one(latency->values, latency->nr_values, sizeof(value));
		latency->values[latency->nr_values++] = value;
	}
	histogram_add(&value->times, time);
}

/* Returns whether to go on. */
static bool pass_slow(struct measurement *measurement, const struct hit *from, const struct hit *to)
{
	struct hit slow = *to;

	slow.began = from;
	slow.took = to->time - from->time;
	return slow.took < measurement->request->over ||
	       measurement->slow->ops->hit(measurement->slow, &slow);
}

static bool end_call(struct measurement *measurement, const struct role *role,
		     const struct hit *hit)
{
	const struct hit_key key = hit_field_key(&role->pair->to.key, hit);
	struct call *call = *find_call(measurement, role->pair, &key);
	bool goes_on = true;

	role->latency->to_hits++;
	if (!call || call->hit->time > hit->time)
		return true;
	/* The hit that ended it may be lost, and the one that began another. */
	if (call->nr_losses == measurement->nr_losses) {
		if (measurement->request->over)
			goes_on = pass_slow(measurement, call->hit, hit);
		else
			add_time(measurement, role, call->hit, hit, hit->time - call->hit->time);
	}
	forget_call(measurement, call);
	return goes_on;
}

static bool latency_hit(struct hit_sink *sink, const struct hit *hit)
{
	struct measurement *measurement = measurement_of(sink);
	const struct roles *roles = &measurement->roles[hit->traced - measurement->events->list];
	const struct role *role;
	bool goes_on = true;
	size_t i;

	for (i = 0; i < roles->nr; i++) {
		role = &roles->list[i];
		if (!pair_takes(role->is_from ? &role->pair->from : &role->pair->to, hit))
			continue;
		if (role->is_from)
			begin_call(measurement, role, hit);
		else
			goes_on &= end_call(measurement, role, hit);
	}
	return goes_on;
}

static void latency_lost(struct hit_sink *sink, int cpu, uint64_t number)
{
	struct measurement *measurement = measurement_of(sink);

	measurement->nr_losses++;
	measurement->result->nr_lost += number ?: 1;
	measurement->result->are_some_lost |= !number;
	if (measurement->slow)
		sink_lost(measurement->slow, cpu, number);
}

/*
 * What is open
 */

/* "req=0xffff888004c1d400", as the argument is shown; caller frees */
static char *key_text(const struct measurement *measurement, const struct call *call)
{
	const struct hit_field *key = &call->pair->from.key;
	struct by_value text;
	struct arg_value pointer;
	char *both;

	if (key->kind == HIT_PID)
		return NULL;
	if (key->kind == HIT_VALUE) {	/* Of a string, the pointer is the key. */
		pointer = call->hit->values[key->arg];
		pointer.copy = NULL;
		text.text = value_text(&pointer);
	} else {
		text = hit_field_text(key, call->hit);
	}
	both = xasprintf("%s=%s", measurement->request->from_key, text.text);
	free(text.text);
	return both;
}

/* Live, the present one; or else that of the hit */
static const char *command_of(struct measurement *measurement, const struct hit *hit)
{
	const char *name;

	if (measurement->request->are_recorded)
		return hit->comm;
	name = task_name(&measurement->names, hit->pid, measurement->now);
	return *name == '<' ? hit->comm : name;
}

/* Where its task sleeps, if that is wanted */
static void read_stack(const struct measurement *measurement, struct hit *hit)
{
	hit->has_stack = measurement->request->with_stacks;
	if (hit->has_stack)
		hit->nr_frames = task_stack(hit->pid, &hit->frames);
}

static void free_stack(struct hit *hit)
{
	while (hit->nr_frames)
		free(hit->frames[--hit->nr_frames]);
	free(hit->frames);
	hit->frames = NULL;
	hit->has_stack = false;
}

/* If a filter leaves out hits that end calls, what is open is not known. */
static bool is_known_open(const struct call *call, uint64_t now)
{
	const struct pair *pair = call->pair;

	return !pair->is_period && call->hit->time <= now &&
	       (pair->from.event->filter || !pair->to.event->filter);
}

/* The next open call of a pair, at the time of latencies_take(); @call: NULL: the oldest */
static const struct call *next_open(const struct measurement *measurement,
				    const struct latency *latency, const struct call *call)
{
	const struct pair *pair = &measurement->pairs.list[latency - measurement->result->list];

	if (!latency->nr_open)
		return NULL;
	call = call ? TAILQ_NEXT(call, by_age) : TAILQ_FIRST(&measurement->by_age);
	while (call && (call->pair != pair || !is_known_open(call, measurement->now)))
		call = TAILQ_NEXT(call, by_age);
	return call;
}

static int longest_first(const void *x, const void *y)
{
	const struct latency_value *a = *(void *const *)x, *b = *(void *const *)y;

	return a->times.sum > b->times.sum ? -1 : a->times.sum < b->times.sum;
}

void latencies_take(struct hit_sink *sink, uint64_t now)
{
	struct measurement *measurement = measurement_of(sink);
	struct latency *latency;
	const struct call *call;
	size_t i;

	measurement->now = now;
	for (i = 0; i < measurement->result->nr; i++)
		measurement->result->list[i].nr_open = 0;
	for (call = TAILQ_FIRST(&measurement->by_age); call; call = TAILQ_NEXT(call, by_age))
		measurement->result->list[call->pair - measurement->pairs.list].nr_open +=
			is_known_open(call, now);
	for (i = 0; i < measurement->result->nr; i++) {
		latency = &measurement->result->list[i];
		if (latency->nr_values)
			qsort(latency->values, latency->nr_values, sizeof(*latency->values),
			      longest_first);
	}
}

/* The cells before the arguments */
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

static void print_open_call(struct measurement *measurement, const struct open_columns *columns,
			    const struct call *call)
{
	struct hit *hit = call->hit;
	char *age = histogram_time(measurement->now - hit->time), *key = key_text(measurement, call);
	char *pid = xasprintf("%" PRIu64, hit->pid);
	size_t i;

	print_open_cells(columns, age, command_of(measurement, hit), pid, key);
	hit_print_values(stdout, hit);
	putchar('\n');
	read_stack(measurement, hit);
	for (i = 0; i < hit->nr_frames; i++) {
		putchar('\t');
		out_text(stdout, hit->frames[i]);
		putchar('\n');
	}
	free_stack(hit);
	free(pid);
	free(key);
	free(age);
}

void latency_print_open(struct hit_sink *sink, const struct latency *latency)
{
	struct measurement *measurement = measurement_of(sink);
	struct open_columns columns = {
		.age = { .width = 9, .is_right = true },
		.command = { .width = 15 },
		.pid = { .width = 7, .is_right = true },
		.key = { .limit = 40, .width = strlen("KEY") },
	};
	const struct call *first = next_open(measurement, latency, NULL), *call;
	bool has_key = false;
	size_t i;
	char *key;

	for (call = first, i = 0; call && i < MAX_SHOWN;
	     call = next_open(measurement, latency, call), i++) {
		key = key_text(measurement, call);
		has_key = key;
		if (key)
			out_column_fit(&columns.key, key);
		free(key);
	}
	if (!first)
		return;
	printf("not ended: %zu\n", latency->nr_open);
	out_style(STYLE_HEAD);
	print_open_cells(&columns, "AGE", "COMMAND", "PID", has_key ? "KEY" : NULL);
	fputs("ARGUMENTS", stdout);
	out_style(STYLE_NONE);
	putchar('\n');
	for (call = first; call && i; call = next_open(measurement, latency, call), i--)
		print_open_call(measurement, &columns, call);
	if (latency->nr_open > MAX_SHOWN)
		printf("%zu more not ended\n", latency->nr_open - MAX_SHOWN);
}

void latency_add_open(struct json_object *list, struct hit_sink *sink,
		      const struct latency *latency)
{
	struct measurement *measurement = measurement_of(sink);
	const struct call *call = next_open(measurement, latency, NULL);
	struct json_object *object;
	struct hit *hit;
	char *key;

	for (; call; call = next_open(measurement, latency, call)) {
		hit = call->hit;
		object = json_item(list);
		json_add_number(object, "age", measurement->now - hit->time);
		json_add_number(object, "cpu", hit->cpu);
		json_add_string(object, "command", command_of(measurement, hit));
		json_add_number(object, "pid", hit->pid);
		key = key_text(measurement, call);
		if (key)
			json_add_string(object, "key", key);
		free(key);
		read_stack(measurement, hit);
		hit_add_details(object, hit, value_add);
		free_stack(hit);
	}
}

/*
 * The sink
 */

static void latency_probes(struct hit_sink *sink, const struct catalog *catalog)
{
	struct measurement *measurement = measurement_of(sink);

	if (measurement->slow)
		sink_probes(measurement->slow, catalog);
}

/* Print a call that has been open for longer than the limit, with where its task sleeps. */
static void pass_open(struct measurement *measurement, struct hit *from, uint64_t now)
{
	from->is_open = true;
	from->took = now - from->time;
	read_stack(measurement, from);
	measurement->slow->ops->hit(measurement->slow, from);
	free_stack(from);
	from->is_open = false;
}

/* The others began later. */
static void latency_passed(struct hit_sink *sink, uint64_t now)
{
	struct measurement *measurement = measurement_of(sink);
	const struct call *call;

	while (measurement->request->over && (call = measurement->untold) &&
	       call->hit->time + measurement->request->over <= now) {
		if (is_known_open(call, now))
			pass_open(measurement, call->hit, now);
		measurement->untold = TAILQ_NEXT(call, by_age);
	}
}

static void latency_begin(struct hit_sink *sink)
{
	struct measurement *measurement = measurement_of(sink);

	if (measurement->slow)
		sink_begin(measurement->slow);
}

static int latency_flush(struct hit_sink *sink)
{
	struct measurement *measurement = measurement_of(sink);

	return measurement->slow ? sink_flush(measurement->slow) : 0;
}

static void latency_close(struct hit_sink *sink)
{
	struct measurement *measurement = measurement_of(sink);
	struct latencies *result = measurement->result;
	size_t i;

	groups_report(&measurement->values, "latency");
	for (i = 0; i < measurement->values.nr; i++)
		histogram_free(&((struct latency_value *)measurement->values.list[i])->times);
	groups_free(&measurement->values);
	while (result->nr)
		free_latency(&result->list[--result->nr]);
	free(result->list);
	while (!TAILQ_EMPTY(&measurement->by_age))
		forget_call(measurement, TAILQ_FIRST(&measurement->by_age));
	if (measurement->nr_forgotten)
		error_file("latency", "%" PRIu64 " open calls were forgotten: more than %d were open",
			   measurement->nr_forgotten, MAX_OPEN);
	while (measurement->nr_roles)
		free(measurement->roles[--measurement->nr_roles].list);
	sink_close(measurement->slow);
	free(measurement->buckets);
	free(measurement->spare);
	free(measurement->roles);
	free(measurement->pairs.list);
	free(measurement);
}

static const struct hit_sink_ops latency_ops = {
	.probes = latency_probes,
	.begin = latency_begin,
	.hit = latency_hit,
	.lost = latency_lost,
	.passed = latency_passed,
	.flush = latency_flush,
	.close = latency_close,
};

struct hit_sink *latency_open(const struct latency_request *request, struct traced_events *events,
			      struct latencies *result)
{
	struct measurement *measurement = xcalloc(1, sizeof(*measurement));

	measurement->sink.ops = &latency_ops;
	TAILQ_INIT(&measurement->by_age);
	measurement->request = request;
	measurement->events = events;
	measurement->result = result;
	measurement->values.size = sizeof(struct latency_value);
	measurement->values.nr_by = 1;
	if (!find_pairs(measurement) &&
	    (request->over || !request->with_stacks || !task_stack_check()) &&
	    !request->begin(request->data)) {
		find_roles(measurement);
		grow_buckets(measurement);
		if (request->by)
			groups_warn(&measurement->pairs.list[0].by);
		if (request->over)
			measurement->slow = request->is_json ? json_lines_open() :
							       columns_open(false, true);
		return &measurement->sink;
	}
	latency_close(&measurement->sink);
	return NULL;
}
