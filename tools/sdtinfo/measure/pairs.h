/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pairs.h - pairs of probes, what their times are counted by, and their open and slow calls
 *
 * Unless said otherwise, functions return 0, or -1 when they have reported why not; what is
 * opened is zeroed before, and closed in any case.
 */
#ifndef SDTINFO_PAIRS_H
#define SDTINFO_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "measure.h"
#include "trace/hit.h"
#include "tracefs/events.h"

/*
 * group_by.c
 */

enum by_kind {
	BY_FIELD,
	BY_COMM,
	BY_PID,
	BY_CPU,
	BY_STACK,
};

/* What to count hits by; zeroed memory is nothing */
struct group_by {
	enum by_kind kind;
	const struct traced_event *event;
	char *key;		/* as the key of a histogram of the event; NULL: nothing */
	char *field;		/* the event's; NULL: it is not one */
	const struct probe_arg *arg;	/* whose value that is */
	bool hides_addresses;
	enum value_form form;
};

/* group_by_find() - find a field, or comm, pid, cpu, stack; false if there is none of this name */
bool group_by_find(struct group_by *by, const struct traced_event *event, const char *name);
void group_by_free(struct group_by *by);

/* group_by_names() - add "comm", "pid" and so on */
void group_by_names(struct name_list *names);

/* group_by_text() - a value, of "common_pid: bash       [   105]" in a histogram; caller frees */
char *group_by_text(const struct group_by *by, const char *keys);

/*
 * pairs.c
 */

/* Two events: a hit of the first begins what a hit of the second ends */
struct pair {
	struct traced_event *from;
	struct traced_event *to;
	bool is_period;		/* both are one event */
	unsigned int nr;	/* in the names of its variables */
	struct group_by by;		/* what its times are counted by */
	char *event;		/* the synthetic event that the kernel fires at the end */
	char *tick;		/* of a period: the one that it fires after that */
};

struct pairs {
	struct pair *list;
	size_t nr;
	struct traced_event **distinct;	/* each of their events once */
	size_t nr_distinct;
	struct traced_events *events;	/* of each pattern */
	size_t nr_patterns;
};

/*
 * pairs_choose() - pair the events of several patterns
 * @catalogs: of one pattern each
 */
int pairs_choose(struct pairs *pairs, struct catalog *const *catalogs, size_t nr);

/* pairs_drop() - leave out a pair */
void pairs_drop(struct pairs *pairs, size_t i);
void pairs_free(struct pairs *pairs);

/* A field of an event that a trigger can keep */
struct call_field {
	char *name;
	unsigned int arg;	/* whose value it is */
	bool is_string;		/* to which that points */
};

struct call_fields {
	struct call_field list[SDT_MAX_ARGS];
	unsigned int nr;
};

/* call_fields() - a field for each of the first @max arguments: a string, or its value */
void call_fields(const struct traced_event *event, unsigned int max, struct call_fields *fields);
void call_fields_free(struct call_fields *fields);

/*
 * open_calls.c
 */

/*
 * open_calls_begin() - the text of a trigger of @pair's first event, with $begunN; caller frees
 * @size: how many keys it is to keep
 */
char *open_calls_begin(const struct pair *pair, const char *key, unsigned int size);

/* open_calls_end() - that of a trigger of its second event; caller frees */
char *open_calls_end(const struct pair *pair, const char *key, unsigned int size);

/*
 * struct open_calls_request - how to read open calls
 * @key: the field that tells them from each other; NULL: their tasks do
 * @now: the time at which they are open
 */
struct open_calls_request {
	struct tracefs_instance *instance;
	const char *key;
	uint64_t now;
	struct task_names *names;
	bool with_stacks;
	bool hides_addresses;
};

/* open_calls_read() - what is open of @pair, and how often its events were hit */
int open_calls_read(const struct pair *pair, const struct open_calls_request *request,
		    struct latency *latency);

/*
 * slow_calls.c
 */

struct slow_format;

struct slow_calls {
	struct decoder *decoder;
	struct slow_format *formats;
	size_t nr;
};

/* slow_calls_fields() - of the synthetic event of a pair, as synthetic_add() takes them */
char *slow_calls_fields(const struct pair *pair);

/* slow_calls_begin(), slow_calls_end() - the triggers of both events of a pair; caller frees */
char *slow_calls_begin(const struct pair *pair, const char *key, unsigned int size);
char *slow_calls_end(const struct pair *pair, const char *key, unsigned int size);

/* slow_calls_open() - find the formats of the pairs' synthetic events, which must exist */
int slow_calls_open(struct slow_calls *calls, struct decoder *decoder,
		    const struct pairs *pairs);

/* slow_calls_take() - show the call of a record; returns whether to go on */
bool slow_calls_take(struct slow_calls *calls, struct tep_record *record,
		     const struct tep_record *stack);
void slow_calls_close(struct slow_calls *calls);

#endif /* SDTINFO_PAIRS_H */
