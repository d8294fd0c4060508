// SPDX-License-Identifier: GPL-2.0-only
/*
 * timeline.c - hits as a timeline, in Chrome's format
 *
 * Perfetto's UI and chrome://tracing load the format, Chrome's Trace Event Format.  The file is
 * a JSON array of events, one a line, and grows with the hits.  It is written in pieces of whole
 * events, and the format allows the end of the array to be missing, so the file of a killed run
 * can be loaded.
 *
 * A track is a thread to the viewers, and a group of tracks a process.  Each task has a track,
 * and each CPU.
 *
 * pair_stem() finds the events that begin and end something by their names.  A function call is
 * a slice of its task's track (B, E).  Slices of a track nest, so anything still open inside a
 * call ends with it, as unfinished.  Other operations can begin and end in different tasks, or
 * overlap: they are asynchronous slices (b, e), identified by a key.  If an operation begins again
 * before it has ended, the first slice ends as unfinished: its end was lost, filtered out, or has
 * no probe.
 *
 * Memory is bounded: with too many open calls, the oldest one ends as unfinished, and a message
 * tells how many did.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <unistd.h>

#include "lib/json.h"
#include "lib/stop.h"
#include "lib/util.h"
#include "sink.h"

#define MAX_OPEN	1000000
#define NR_CHAINS	65536
#define NR_TRACKS	1024
#define BUFFER_SIZE	65536

/* The groups of tracks */
#define TASKS		1
#define CPUS		2

/* There is an idle task for each CPU: their tracks follow those of PID_MAX_LIMIT. */
#define FIRST_IDLE	(1 << 22)

/* What the hits of an event mean */
struct meaning {
	const struct traced_event *event;
	char *category;		/* "sdt:revdev" */
	char *begins;		/* "ioctl", what they begin; "": the function; NULL: nothing */
	bool is_call;
	bool has_key;		/* of what is no call; else the task is the key */
	struct hit_field key;
	struct ending *endings;	/* what they end */
	size_t nr_endings;
};

struct ending {
	const struct meaning *from;
	struct hit_field key;		/* if that has one */
};

/* What has begun and not ended */
struct call {
	TAILQ_ENTRY(call) by_age;
	LIST_ENTRY(call) chain;
	const struct meaning *from;
	uint64_t track;
	const char *name;
	const char *function;	/* NULL: not known */
	char *key;		/* NULL: a call of a function by the task of the track */
	char *id;		/* likewise */
};

/* A track that was seen */
struct track {
	uint64_t number;
	bool is_known;
	uint64_t last;		/* the time of its last event */
	char name[TASK_NAME_SIZE];
};

struct cpu_track {
	bool is_known;
	uint64_t last;
	bool has_lost;		/* hits, since that */
	uint64_t nr_lost;	/* 0: not known */
};

struct timeline {
	struct hit_sink sink;
	struct out_file file;
	char buffer[BUFFER_SIZE];
	size_t used;
	bool is_broken;		/* it could not be written */
	struct meaning *meanings;
	const struct traced_events *events;
	TAILQ_HEAD(calls, call) calls;	/* the oldest first */
	LIST_HEAD(chain, call) chains[NR_CHAINS];	/* the youngest first */
	size_t nr_calls;
	uint64_t nr_cut;	/* that ended because there were too many */
	uint64_t nr_ids;
	struct track tracks[NR_TRACKS];
	struct cpu_track *cpus;
	size_t nr_cpus;
	uint64_t last;		/* the time of the last hit */
};

static struct timeline *timeline_of(struct hit_sink *sink)
{
	return (struct timeline *)sink;	/* its first member */
}

/*
 * The file
 */

static int flush(struct timeline *timeline)
{
	FILE *stream = timeline->file.stream;

	if (timeline->is_broken)
		return -1;
	if (fwrite(timeline->buffer, 1, timeline->used, stream) != timeline->used || fflush(stream)) {
		timeline->is_broken = true;
		/* A signal can interrupt it: then what is left is not wanted. */
		if (!stop_is_urgent())
			out_file_fail(&timeline->file);
		return -1;
	}
	timeline->used = 0;
	return 0;
}

static void put(struct timeline *timeline, const char *before, const char *text)
{
	const size_t first = strlen(before), second = strlen(text);

	if (timeline->used + first + second > BUFFER_SIZE && flush(timeline))
		return;
	if (first + second > BUFFER_SIZE)	/* no record is that long */
		return;
	memcpy(timeline->buffer + timeline->used, before, first);
	memcpy(timeline->buffer + timeline->used + first, text, second);
	timeline->used += first + second;
}

/* Frees the event */
static void put_event(struct timeline *timeline, struct json_object *event)
{
	char *text = json_end_text(event);

	put(timeline, ",\n", text);
	free(text);
}

static struct json_object *new_event(const char *phase, const char *name, unsigned int group,
				     uint64_t track)
{
	struct json_object *event = json_line();

	json_add_string(event, "ph", phase);
	json_add_string(event, "name", name);
	json_add_number(event, "pid", group);
	json_add_number(event, "tid", track);
	return event;
}

/* The name or the order of a group or a track */
static struct json_object *name_event(const char *what, unsigned int group, uint64_t track,
				      const char *name)
{
	struct json_object *event = new_event("M", what, group, track);

	json_add_string(json_add_object(event, "args"), "name", name);
	return event;
}

static void put_order(struct timeline *timeline, const char *what, unsigned int group,
		      uint64_t track, uint64_t index)
{
	struct json_object *event = new_event("M", what, group, track);

	json_add_number(json_add_object(event, "args"), "sort_index", index);
	put_event(timeline, event);
}

static void put_head(struct timeline *timeline)
{
	char *first = json_end_text(name_event("process_name", TASKS, 0, "Tasks"));

	put(timeline, "[\n", first);
	free(first);
	put_event(timeline, name_event("process_name", CPUS, 0, "CPUs"));
	put_order(timeline, "process_sort_index", TASKS, 0, 0);
	put_order(timeline, "process_sort_index", CPUS, 0, 1);
}

/*
 * Tracks
 */

/* Viewers drop an event whose time is before that of the previous one of its track. */
static uint64_t not_before(uint64_t time, uint64_t *last)
{
	if (*last < time)
		*last = time;
	return *last;
}

static void name_track(struct timeline *timeline, const struct track *track, uint64_t cpu)
{
	char *name = track->number < FIRST_IDLE ?
		     xasprintf("%s-%" PRIu64, track->name, track->number) :
		     xasprintf("<idle> CPU %" PRIu64, cpu);

	put_event(timeline, name_event("thread_name", TASKS, track->number, name));
	free(name);
}

/* The track of a hit's task, which gets the task's current name */
static struct track *task_track(struct timeline *timeline, const struct hit *hit)
{
	const uint64_t number = hit->pid ? hit->pid : FIRST_IDLE + hit->cpu;
	struct track *track = &timeline->tracks[number % NR_TRACKS];
	bool is_new = !track->is_known || track->number != number;

	if (is_new)
		*track = (struct track){ .number = number, .is_known = true };
	/* If the task has ended, its last known name stays. */
	if (is_new || (strcmp(track->name, hit->comm) && strcmp(hit->comm, "<...>"))) {
		snprintf(track->name, sizeof(track->name), "%s", hit->comm);
		name_track(timeline, track, hit->cpu);
	}
	return track;
}

static struct cpu_track *cpu_track(struct timeline *timeline, unsigned int cpu)
{
	struct cpu_track *track = &timeline->cpus[cpu];
	char *name;

	if (track->is_known)
		return track;
	track->is_known = true;
	name = xasprintf("CPU %u", cpu);
	put_event(timeline, name_event("thread_name", CPUS, cpu, name));
	put_order(timeline, "thread_sort_index", CPUS, cpu, cpu);
	free(name);
	return track;
}

/*
 * Hits and losses of a CPU
 */

static struct json_object *instant(const char *name, unsigned int group, uint64_t track,
				   uint64_t time)
{
	struct json_object *event = new_event("i", name, group, track);

	json_add_thousandths(event, "ts", time);
	json_add_string(event, "s", "t");
	return event;
}

/* Losses are drawn at the CPU's last hit, after which they occurred. */
static void put_lost(struct timeline *timeline, unsigned int cpu, uint64_t now)
{
	struct cpu_track *track = cpu_track(timeline, cpu);
	struct json_object *event, *args;
	char *name;

	if (!track->has_lost)
		return;
	name = track->nr_lost ? xasprintf("lost %" PRIu64, track->nr_lost) : xasprintf("lost");
	event = instant(name, CPUS, cpu, track->last ? track->last : now);
	args = json_add_object(event, "args");
	json_add_known(args, "lost", track->nr_lost, track->nr_lost);
	put_event(timeline, event);
	free(name);
	track->has_lost = false;
	track->nr_lost = 0;
}

static void timeline_lost(struct hit_sink *sink, int cpu, uint64_t number)
{
	struct cpu_track *track = &timeline_of(sink)->cpus[cpu];

	track->nr_lost = !track->has_lost || (track->nr_lost && number) ?
			 track->nr_lost + number : 0;
	track->has_lost = true;
}

static void put_cpu_hit(struct timeline *timeline, const struct hit *hit)
{
	struct cpu_track *track;
	struct json_object *event, *args;

	put_lost(timeline, hit->cpu, hit->time);
	track = cpu_track(timeline, hit->cpu);
	event = instant(hit->event->name, CPUS, hit->cpu, not_before(hit->time, &track->last));
	args = json_add_object(event, "args");
	json_add_string(args, "command", hit->comm);
	json_add_number(args, "pid", hit->pid);
	put_event(timeline, event);
}

/*
 * Hits of a task
 */

static const struct meaning *meaning_of(const struct timeline *timeline, const struct hit *hit)
{
	return &timeline->meanings[hit->traced - timeline->events->list];
}

static void add_hit(struct json_object *object, const struct hit *hit)
{
	json_add_number(object, "cpu", hit->cpu);
	if (hit->probe)
		json_add_string(object, "function", hit->probe->function);
	hit_add_details(object, hit, value_add_exact);
}

/* An event that begins or ends a call, on @track */
static struct json_object *call_event(const struct call *call, bool is_begin, uint64_t track,
				      uint64_t time)
{
	static const char *const phases[2][2] = { { "E", "B" }, { "e", "b" } };
	struct json_object *event = new_event(phases[!!call->key][is_begin], call->name, TASKS,
					      track);

	json_add_thousandths(event, "ts", time);
	json_add_string(event, "cat", call->from->category);
	if (call->key)
		json_add_string(event, "id", call->id);
	return event;
}

/* The hits that begin and end a call are arguments of one slice. */
static void put_call(struct timeline *timeline, const struct call *call, bool is_begin,
		     const struct hit *hit, uint64_t track, uint64_t time)
{
	struct json_object *event = call_event(call, is_begin, track, time);

	add_hit(json_add_object(json_add_object(event, "args"), hit->event->name), hit);
	put_event(timeline, event);
}

/* @note: what else there is to say; or NULL */
static void put_instant(struct timeline *timeline, const struct hit *hit, const char *note,
			uint64_t track, uint64_t time)
{
	struct json_object *event = instant(hit->message ? hit->message : hit->event->name, TASKS,
					    track, time);
	struct json_object *args;

	json_add_string(event, "cat", meaning_of(timeline, hit)->category);
	args = json_add_object(event, "args");
	if (note)
		json_add_bool(args, note, true);
	add_hit(args, hit);
	put_event(timeline, event);
}

/*
 * Open calls
 */

static size_t chain_of(const char *key, uint64_t track)
{
	uint32_t hash = 2166136261u;	/* FNV-1a */

	if (!key)
		return track % NR_CHAINS;
	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return hash % NR_CHAINS;
}

static void forget(struct timeline *timeline, struct call *call)
{
	TAILQ_REMOVE(&timeline->calls, call, by_age);
	LIST_REMOVE(call, chain);
	timeline->nr_calls--;
	free(call->key);
	free(call->id);
	free(call);
}

static void end_unfinished(struct timeline *timeline, struct call *call, uint64_t time)
{
	struct track *track = &timeline->tracks[call->track % NR_TRACKS];
	uint64_t last = time;
	struct json_object *event;

	time = not_before(time, track->number == call->track ? &track->last : &last);
	event = call_event(call, false, call->track, time);
	json_add_bool(json_add_object(event, "args"), "unfinished", true);
	put_event(timeline, event);
	forget(timeline, call);
}

/* End what is open inside of a call, and, unless @only_inside, the call. */
static void unwind(struct timeline *timeline, struct call *outer, bool only_inside, uint64_t time)
{
	struct call *call, *next;

	if (outer->key) {
		if (!only_inside)
			end_unfinished(timeline, outer, time);
		return;
	}
	call = LIST_FIRST(&timeline->chains[chain_of(NULL, outer->track)]);
	for (; call != outer; call = next) {
		next = LIST_NEXT(call, chain);
		if (!call->key && call->track == outer->track)
			end_unfinished(timeline, call, time);
	}
	if (!only_inside)
		end_unfinished(timeline, outer, time);
}

static bool is_same_function(const struct call *call, const char *function)
{
	return !call->function || !function || !strcmp(call->function, function);
}

/*
 * The last open call with a key, or of a task, that began at @from
 * @function: in which it did, if it is a call of one and that is known
 */
static struct call *find_call(const struct timeline *timeline, const struct meaning *from,
			      const char *key, uint64_t track, const char *function)
{
	struct call *call;

	call = LIST_FIRST(&timeline->chains[chain_of(key, track)]);
	for (; call; call = LIST_NEXT(call, chain)) {
		if (call->from != from || !call->key != !key)
			continue;
		if (key ? !strcmp(call->key, key) :
			  call->track == track && is_same_function(call, function))
			return call;
	}
	return NULL;
}

/* Of a hit, for what begins at @from; NULL if that is the task of a call.  Caller frees */
static char *key_text(const struct meaning *from, const struct hit_field *key,
		      const struct hit *hit)
{
	const struct arg_value *value = &hit->values[key->arg];

	if (from->is_call)
		return NULL;
	if (!from->has_key)
		return xasprintf("%s task %" PRIu64, from->category, hit->pid);
	if (key->kind == HIT_COPY && value->copy)
		return xasprintf("%s %.*s", from->category, (int)value->length, value->copy);
	return xasprintf("%s 0x%" PRIx64, from->category, value->value);
}

/* The key, unless that is a hidden address */
static char *id_text(struct timeline *timeline, const struct meaning *from, const char *name,
		     const char *key, const struct hit *hit)
{
	const struct arg_value *value = &hit->values[from->key.arg];

	if (from->has_key && value->hides_addresses && probe_arg_is_pointer(value->arg))
		return xasprintf("%s #%" PRIu64, name, ++timeline->nr_ids);
	return xasprintf("%s %s", name, key);
}

static void begin_call(struct timeline *timeline, const struct meaning *from,
		       const struct hit *hit, uint64_t track, uint64_t time)
{
	const char *function = hit->probe ? hit->probe->function : NULL;
	char *key = key_text(from, &from->key, hit);
	struct call *call = find_call(timeline, from, key, track, function);

	if (call)
		unwind(timeline, call, false, time);
	while (timeline->nr_calls >= MAX_OPEN) {
		unwind(timeline, TAILQ_FIRST(&timeline->calls), false, time);
		timeline->nr_cut++;
	}
	call = xcalloc(1, sizeof(*call));
	call->from = from;
	call->track = track;
	call->name = *from->begins ? from->begins : function ? function : hit->event->name;
	call->function = function;
	call->key = key;
	call->id = key ? id_text(timeline, from, call->name, key, hit) : NULL;
	TAILQ_INSERT_TAIL(&timeline->calls, call, by_age);
	LIST_INSERT_HEAD(&timeline->chains[chain_of(key, track)], call, chain);
	timeline->nr_calls++;
	put_call(timeline, call, true, hit, track, time);
}

/* The end can have a function of its own. */
static struct call *find_begun(const struct timeline *timeline, const struct meaning *to,
			       const struct hit *hit, uint64_t track)
{
	const char *function = hit->probe ? hit->probe->function : NULL;
	const struct ending *ending = to->endings;
	struct call *call = NULL;
	char *key;

	for (; !call && ending < to->endings + to->nr_endings; ending++) {
		key = key_text(ending->from, &ending->key, hit);
		call = find_call(timeline, ending->from, key, track, function);
		if (!call && *ending->from->begins)
			call = find_call(timeline, ending->from, key, track, NULL);
		free(key);
	}
	return call;
}

static void end_call(struct timeline *timeline, const struct meaning *to,
		     const struct hit *hit, uint64_t track, uint64_t time)
{
	struct call *call = find_begun(timeline, to, hit, track);

	if (!call) {
		put_instant(timeline, hit, "unmatched", track, time);
		return;
	}
	unwind(timeline, call, true, time);
	put_call(timeline, call, false, hit, track, time);
	forget(timeline, call);
}

static bool timeline_hit(struct hit_sink *sink, const struct hit *hit)
{
	struct timeline *timeline = timeline_of(sink);
	const struct meaning *meaning = meaning_of(timeline, hit);
	struct track *track = task_track(timeline, hit);
	uint64_t time = not_before(hit->time, &track->last);

	timeline->last = hit->time;
	if (meaning->begins)
		begin_call(timeline, meaning, hit, track->number, time);
	else if (meaning->nr_endings)
		end_call(timeline, meaning, hit, track->number, time);
	else
		put_instant(timeline, hit, NULL, track->number, time);
	put_cpu_hit(timeline, hit);
	return !timeline->is_broken;
}

/*
 * What hits mean
 */

/* An argument, or the string that it points to */
static bool find_key(const struct traced_event *event, const char *name, struct hit_field *key)
{
	return hit_field_find(key, event, name) && key->type;
}

static bool is_shared(const struct probe_arg *arg, const struct traced_event *other)
{
	const struct probe_arg *same = event_arg(other, arg->name);

	return same && probe_compare_args(same, arg) == ARG_SAME &&
	       (arg->kind == SDT_ARG_INTEGER || arg->kind == SDT_ARG_POINTER);
}

/* The names of the fields that are the key of a pair; false: the task is it */
static bool choose_key(const struct meaning *from, const struct traced_event *to,
		       const char **from_key, const char **to_key)
{
	const struct probe *fields = from->event->fields;
	struct hit_field key;
	unsigned int i;

	if (*from_key && (!strcmp(*from_key, TASK_KEY) ||
			  (find_key(from->event, *from_key, &key) && find_key(to, *to_key, &key))))
		return strcmp(*from_key, TASK_KEY);
	for (i = 0; i < fields->nr_args; i++)
		if (is_shared(&fields->args[i], to)) {
			*from_key = *to_key = fields->args[i].name;
			return true;
		}
	return false;
}

/* All ends of a beginning are matched by the same key. */
static bool find_keys(struct meaning *from, bool is_first, struct ending *ending,
		      const struct traced_event *to, const char *from_key, const char *to_key)
{
	struct hit_field key = { 0 };
	bool has_key = choose_key(from, to, &from_key, &to_key);

	if (has_key)
		find_key(from->event, from_key, &key);
	if (is_first) {
		from->has_key = has_key;
		from->key = key;
	}
	return from->has_key == has_key && from->key.arg == key.arg &&
	       from->key.kind == key.kind &&
	       (!has_key || find_key(to, to_key, &ending->key));
}

static void add_pair(struct meaning *from, struct meaning *to, int stem, bool is_call,
		     const char *from_key, const char *to_key)
{
	const bool is_first = !from->begins;
	struct ending ending = { .from = from };

	if (!is_call &&
	    !find_keys(from, is_first, &ending, to->event, from_key, to_key))
		return;
	if (is_first)
		from->begins = xasprintf("%.*s", stem ? stem - 1 : 0, from->event->first->name);
	from->is_call = is_call;
	to->endings = xroom_for_one(to->endings, to->nr_endings, sizeof(*to->endings));
	to->endings[to->nr_endings++] = ending;
}

static bool is_enabled(const struct traced_event *event, bool filtered)
{
	return !filtered || event->filter;
}

static void find_meanings(struct timeline *timeline, bool filtered, const char *from_key,
			  const char *to_key)
{
	const struct traced_events *events = timeline->events;
	struct meaning *from, *to;
	bool is_call;
	size_t i, j;
	int stem;

	timeline->meanings = xcalloc(events->nr, sizeof(*timeline->meanings));
	for (i = 0; i < events->nr; i++) {
		from = &timeline->meanings[i];
		from->event = &events->list[i];
		from->category = xasprintf("%s:%s", from->event->first->provider,
					   event_module(from->event));
	}
	for (i = 0; i < events->nr; i++)
		for (j = 0; j < events->nr; j++) {
			from = &timeline->meanings[i];
			to = &timeline->meanings[j];
			stem = pair_stem(from->event, to->event, &is_call);
			if (stem >= 0 && is_enabled(from->event, filtered) &&
			    is_enabled(to->event, filtered))
				add_pair(from, to, stem, is_call, from_key, to_key);
		}
}

/* Is there a pair that has it? */
static int check_key(const struct timeline *timeline, const char *from_key, const char *to_key)
{
	const struct meaning *to = timeline->meanings;
	struct hit_field key;
	size_t i;

	if (!from_key || !strcmp(from_key, TASK_KEY))
		return 0;
	for (; to < timeline->meanings + timeline->events->nr; to++)
		for (i = 0; i < to->nr_endings; i++)
			if (!to->endings[i].from->is_call &&
			    find_key(to->endings[i].from->event, from_key, &key) &&
			    find_key(to->event, to_key, &key))
				return 0;
	return error_file("--key", "no pair of probes that begin and end something has the fields '%s' and '%s'; calls of functions have no key",
			  from_key, to_key);
}

/*
 * A run
 */

static int timeline_flush(struct hit_sink *sink)
{
	return flush(timeline_of(sink));
}

static int timeline_finish(struct hit_sink *sink)
{
	struct timeline *timeline = timeline_of(sink);
	size_t i;

	/* Writing could block again. */
	if (stop_is_urgent() && !timeline->file.temporary)
		return 0;
	for (i = 0; i < timeline->nr_cpus; i++)
		if (timeline->cpus[i].has_lost)
			put_lost(timeline, i, timeline->last);
	put(timeline, "\n]", "\n");
	if (flush(timeline))
		return -1;
	timeline->is_broken = out_file_commit(&timeline->file);
	timeline->file.stream = NULL;
	return timeline->is_broken ? -1 : 0;
}

static void timeline_close(struct hit_sink *sink)
{
	struct timeline *timeline = timeline_of(sink);
	size_t i;

	while (!TAILQ_EMPTY(&timeline->calls))
		forget(timeline, TAILQ_FIRST(&timeline->calls));
	if (timeline->nr_cut)
		error_file("--perfetto", "%" PRIu64 " calls end too early: more than %d were open",
			   timeline->nr_cut, MAX_OPEN);
	out_file_drop(&timeline->file);
	for (i = 0; timeline->meanings && i < timeline->events->nr; i++) {
		free(timeline->meanings[i].category);
		free(timeline->meanings[i].begins);
		free(timeline->meanings[i].endings);
	}
	free(timeline->meanings);
	free(timeline->cpus);
	free(timeline);
}

static const struct hit_sink_ops timeline_ops = {
	.hit = timeline_hit,
	.lost = timeline_lost,
	.flush = timeline_flush,
	.finish = timeline_finish,
	.close = timeline_close,
};

struct hit_sink *timeline_open(const char *path, const struct traced_events *events, size_t nr_cpus,
			       bool filtered, const char *from_key, const char *to_key)
{
	struct timeline *timeline = xcalloc(1, sizeof(*timeline));

	timeline->sink.ops = &timeline_ops;
	timeline->events = events;
	TAILQ_INIT(&timeline->calls);
	timeline->nr_cpus = nr_cpus;
	timeline->cpus = xcalloc(timeline->nr_cpus, sizeof(*timeline->cpus));
	find_meanings(timeline, filtered, from_key, to_key);
	if (!check_key(timeline, from_key, to_key) && !out_file_open(&timeline->file, path)) {
		/* What is flushed is written at once. */
		setvbuf(timeline->file.stream, NULL, _IONBF, 0);
		put_head(timeline);
		if (!flush(timeline))
			return &timeline->sink;
	}
	timeline_close(&timeline->sink);
	return NULL;
}
