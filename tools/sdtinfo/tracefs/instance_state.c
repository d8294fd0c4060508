// SPDX-License-Identifier: GPL-2.0-only
/*
 * instance_state.c - what a trace instance records, what it has lost, and what stopped it
 *
 * The kernel knows all about a recorder: the triggers of its events say which hits stop it.  Such a
 * trigger is "traceoff:1 if FILTER", and its count is 0 when it has.  sdt.ko says the same of its
 * own recorders.
 *
 * The kernel does not tell when a trigger ran.  So the hit is searched for in the text that it makes
 * of the buffers, which does not remove it from there.  When hits are moved to files, the result is
 * kept beside them.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "instance_state.h"
#include "lib/output.h"

#define STOP_FILE		"stop"
#define TRIGGER			"traceoff"

static const char *name_of(const char *folder)
{
	const char *slash = strrchr(folder, '/');

	return slash ? slash + 1 : folder;
}

/*
 * Buffers
 */

/* What a CPU's file stats says, and the files of saved pages */
struct cpu_state {
	uint64_t entries;
	uint64_t overrun;
	double oldest;
};

static bool has_key(const char *line, const char *key, const char **value)
{
	const size_t length = strlen(key);

	*value = line + length;
	return !strncmp(line, key, length);
}

static void see_stat(struct instance_state *state, struct cpu_state *cpu, const char *line)
{
	const char *value;

	if (has_key(line, "entries: ", &value))
		cpu->entries = strtoull(value, NULL, 10);
	else if (has_key(line, "overrun: ", &value))
		cpu->overrun = strtoull(value, NULL, 10);
	else if (has_key(line, "commit overrun: ", &value) ||
		 has_key(line, "dropped events: ", &value))
		state->dropped += strtoull(value, NULL, 10);
	else if (has_key(line, "oldest event ts: ", &value))
		cpu->oldest = strtod(value, NULL);
	else if (has_key(line, "now ts: ", &value))
		state->now = strtod(value, NULL);
}

/* The head of a page begins with the time of its first record, in nanoseconds. */
static double saved_since(const char *folder, const char *cpu)
{
	char *path = xasprintf(PAGES_FOLDER "/%s/%s", name_of(folder), cpu);
	FILE *file = fopen(path, "re");
	uint64_t time = 0;

	if (file && fread(&time, sizeof(time), 1, file) != 1)
		time = 0;
	if (file)
		fclose(file);
	free(path);
	return time / 1e9;
}

/* Before @since, hits of a CPU are missing. */
static int read_cpu(struct instance_state *state, const char *folder, const char *name,
		    double *since)
{
	char *text = file_text(NULL, "%s/per_cpu/%s/stats", folder, name), *rest = text, *line;
	struct cpu_state cpu = { 0 };
	double saved;

	if (!text)
		return errno;
	while ((line = text_line(&rest)))
		see_stat(state, &cpu, line);
	free(text);
	saved = saved_since(folder, name);
	if (saved)
		cpu.oldest = saved;
	state->records += cpu.entries;
	state->overrun += cpu.overrun;
	if ((cpu.overrun || file_exists(PAGES_FOLDER "/%s/" DROPPED_FILE, name_of(folder))) &&
	    cpu.oldest > *since)
		*since = cpu.oldest;
	else if ((cpu.entries || saved) && (!state->oldest || cpu.oldest < state->oldest))
		state->oldest = cpu.oldest;
	return 0;
}

static int read_buffers(struct instance_state *state, const char *folder)
{
	struct name_list cpus = { 0 };
	int error = folder_names(&cpus, "%s/per_cpu", folder) ? errno : 0;
	double since = 0;
	size_t i;

	for (i = 0; i < cpus.nr && !error; i++)
		error = read_cpu(state, folder, cpus.list[i], &since);
	names_free(&cpus);
	if (since)
		state->oldest = since;
	return error;
}

static uint64_t read_number(const char *folder, const char *file)
{
	char *line = file_line("%s/%s", folder, file);
	const uint64_t number = line ? strtoull(line, NULL, 10) : 0;

	free(line);
	return number;
}

/*
 * Events and their triggers
 */

static void add_until(struct instance_state *state, const char *event, const char *trigger)
{
	const char *filter = strstr(trigger, " if ");
	char *hit = xasprintf("%s%s", event, filter ?: "");

	if (!state->is_on && !state->stopped_by &&
	    !strncmp(trigger, TRIGGER ":count=0", strlen(TRIGGER ":count=0"))) {
		state->stopped_by = xasprintf("%s", event);
		if (filter)
			state->stop_filter = xasprintf("%s", filter + strlen(" if "));
	}
	state->until = state->until ? xappend(state->until, ", %s", hit) : xasprintf("%s", hit);
	free(hit);
}

/* "revdev:write_entry" */
static void read_triggers(struct instance_state *state, const char *folder, const char *event)
{
	const int system = strcspn(event, ":");
	char *text = file_text(NULL, "%s/events/%.*s/%s/trigger", folder, system, event,
			       event[system] ? event + system + 1 : "");
	char *rest = text, *line;

	while ((line = text_line(&rest)))
		if (!strncmp(line, TRIGGER, strlen(TRIGGER)))
			add_until(state, event, line);
	free(text);
}

static void read_events(struct instance_state *state, const char *folder)
{
	char *text = file_text(NULL, "%s/set_event", folder), *rest = text, *line;

	while ((line = text_line(&rest))) {
		if (!strchr(line, ':'))
			continue;
		names_add(&state->events, line);
		read_triggers(state, folder, line);
	}
	free(text);
}

/*
 * Recorders of sdt.ko
 */

static uint64_t size_kb(const char *text)
{
	char *end;
	uint64_t size = strtoull(text, &end, 10);

	return *end == 'M' ? size << 10 : *end == 'G' ? size << 20 : *end == 'K' ? size : size >> 10;
}

/* "mydrv 64K mydrv:: until mydrv::failed after 10 # stopped", the name is behind */
static void see_sentence(struct instance_state *state, char *sentence)
{
	char *is_now = strstr(sentence, " # "), *until = strstr(sentence, " until ");

	state->is_of_sdt = true;
	state->kb = size_kb(sentence);
	if (is_now)
		*is_now = '\0';
	if (!until)
		return;
	state->until = xasprintf("%s", until + strlen(" until "));
	if (is_now && !strcmp(is_now + strlen(" # "), "stopped"))
		state->stopped_by = xasprintf("%s", state->until);
}

static void read_sentence(struct instance_state *state, const char *folder)
{
	const char *name = name_of(folder);
	char *text, *rest, *line;
	size_t length;

	if (strncmp(name, RECORDER_PREFIX, strlen(RECORDER_PREFIX)))
		return;
	name += strlen(RECORDER_PREFIX);
	length = strlen(name);
	text = rest = file_text(NULL, RECORD_PARAMETER);
	while ((line = text_line(&rest)))
		if (!strncmp(line, name, length) && line[length] == ' ')
			see_sentence(state, line + length + 1);
	free(text);
}

/* Its owner holds a lock on this file: instance.c */
static bool is_left(const char *folder)
{
	char *path = xasprintf("%s/tracing_on", folder);
	int fd = -1;
	bool is = false;

	if (!strncmp(name_of(folder), RUN_PREFIX, strlen(RUN_PREFIX)))
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		is = !flock(fd, LOCK_EX | LOCK_NB);
		close(fd);
	}
	free(path);
	return is;
}

int instance_state_read(struct instance_state *state, const char *folder)
{
	const int error = read_buffers(state, folder);

	if (error)
		return error;
	state->kb = read_number(folder, "buffer_total_size_kb");
	state->is_on = read_number(folder, "tracing_on");
	state->is_left = is_left(folder);
	read_events(state, folder);
	read_sentence(state, folder);
	return 0;
}

void instance_state_free(struct instance_state *state)
{
	names_free(&state->events);
	free(state->until);
	free(state->stopped_by);
	free(state->stop_filter);
	free(state->values);
	memset(state, 0, sizeof(*state));
}

/*
 * The hit that has stopped it
 */

/* "  sh-105  [001] .....  5.919785: write_entry: (revdev_write+0x13) n=5": what is behind the time */
static const char *behind_time(const char *line, double *time)
{
	const char *at = line, *start;
	char *end;

	for (; (at = strstr(at, ": ")); at += 2) {
		for (start = at; start > line && start[-1] != ' '; start--)
			;
		*time = strtod(start, &end);
		if (end == at && memchr(start, '.', at - start))
			return at + 2;
	}
	return NULL;
}

static bool compare(int64_t value, const char *operator, int64_t number)
{
	switch (*operator) {
	case '<':
		return operator[1] ? value <= number : value < number;
	case '>':
		return operator[1] ? value >= number : value > number;
	case '=':
		return value == number;
	case '!':
		return value != number;
	default:
		return value & number;
	}
}

/* Is "n > 4" false of "fp=0x1234 n=3"?  Not if anything is not a decimal number. */
static bool is_false(const char *comparison, const char *values)
{
	char name[64], operator[3];
	const char *value;
	int length = 0;
	int64_t number, has;
	char *key, *end;

	if (sscanf(comparison, " %63[A-Za-z0-9_] %2[<>=!&] %" SCNi64 " %n", name, operator, &number,
		   &length) != 3 || comparison[length])
		return false;
	key = xasprintf(" %s=", name);
	value = strstr(values, key);
	free(key);
	if (!value)
		return false;
	value = strchr(value, '=') + 1;
	has = strtoll(value, &end, 10);
	return end != value && (!*end || *end == ' ') && !compare(has, operator, number);
}

/*
 * Hits can follow before the buffers are off, so the last one of an event is not always the one that
 * has stopped it.  Those that a filter of numbers rejects are not.
 */
static bool can_stop(const struct instance_state *state, const char *values)
{
	char *filter, *rest, *next;
	bool can = true;

	if (!state->stop_filter || strpbrk(state->stop_filter, "(|"))
		return true;
	filter = rest = xasprintf("%s", state->stop_filter);
	while (can && rest) {
		next = strstr(rest, "&&");
		if (next)
			*next = '\0';
		can = !is_false(rest, values);
		rest = next ? next + 2 : NULL;
	}
	free(filter);
	return can;
}

/* Takes the line if it is the text of a hit that can have stopped it. */
static void see_hit(struct instance_state *state, const char *line, const char *event)
{
	double time;
	const char *text = behind_time(line, &time), *values;

	if (!text || (event && !(has_key(text, event, &values) && *values == ':')))
		return;
	values = event ? strstr(values, ") ") : NULL;
	if (values && !can_stop(state, values + 1))
		return;
	state->stopped_at = time;
	free(state->values);
	state->values = values ? xasprintf("%s", values + 2) : NULL;
}

static void search_hit(struct instance_state *state, const char *folder)
{
	const char *event = state->is_of_sdt ? NULL : strchr(state->stopped_by, ':') + 1;
	char *path = xasprintf("%s/trace", folder), *line = NULL;
	FILE *file = fopen(path, "re");
	size_t size = 0;

	while (file && getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		see_hit(state, line, event);
	}
	free(line);
	if (file)
		fclose(file);
	free(path);
}

/* "123.456789 ret=-5" */
void instance_state_find_stop(struct instance_state *state, const char *folder)
{
	char *kept, *end;

	if (!state->stopped_by)
		return;
	kept = file_line(PAGES_FOLDER "/%s/" STOP_FILE, name_of(folder));
	if (kept) {
		state->stopped_at = strtod(kept, &end);
		state->values = *end == ' ' ? xasprintf("%s", end + 1) : NULL;
	} else {
		search_hit(state, folder);
	}
	free(kept);
}

int stop_file_write(const char *folder)
{
	struct instance_state state = { 0 };
	char *path = xasprintf(PAGES_FOLDER "/%s/" STOP_FILE, name_of(folder));
	struct out_file file;
	int failed = 0;

	if (!file_exists("%s", path) && !read_number(folder, "tracing_on") &&
	    !instance_state_read(&state, folder))
		instance_state_find_stop(&state, folder);
	if (state.stopped_at)
		failed = out_file_open(&file, path);
	if (state.stopped_at && !failed) {
		fprintf(file.stream, "%.6f%s%s\n", state.stopped_at, state.values ? " " : "",
			state.values ?: "");
		failed = out_file_commit(&file);
	}
	instance_state_free(&state);
	free(path);
	return failed;
}

void stop_file_remove(const char *folder)
{
	char *path = xasprintf(PAGES_FOLDER "/%s/" STOP_FILE, name_of(folder));

	unlink(path);
	free(path);
}

/*
 * Text
 */

/* The number of events of a group; its files enable and filter are beside them. */
static size_t count_events(const char *folder, const char *event, int length)
{
	struct name_list names = { 0 };
	size_t i, nr = 0;

	folder_names(&names, "%s/events/%.*s", folder, length, event);
	for (i = 0; i < names.nr; i++)
		nr += strcmp(names.list[i], "enable") && strcmp(names.list[i], "filter");
	names_free(&names);
	return nr;
}

char *instance_state_what(const struct instance_state *state, const char *folder)
{
	const struct name_list *events = &state->events;
	struct name_list names = { 0 };
	size_t i, nr;
	char *text;
	int length;

	for (i = 0; i < events->nr; i += nr) {	/* those of a group are adjacent */
		length = strcspn(events->list[i], ":") + 1;
		for (nr = 1; i + nr < events->nr; nr++)
			if (strncmp(events->list[i + nr], events->list[i], length))
				break;
		if (nr == count_events(folder, events->list[i], length - 1)) {
			text = xasprintf("%.*s", length, events->list[i]);
			names_add(&names, text);
			free(text);
			continue;
		}
		nr = 1;
		names_add(&names, events->list[i]);
	}
	text = names_some(&names);
	names_free(&names);
	return text;
}

char *instance_state_text(const struct instance_state *state)
{
	if (state->is_left)
		return xasprintf("left by a killed run");
	if (state->stopped_by && state->stopped_at)
		return xasprintf("stopped by %s at %.6f", state->stopped_by, state->stopped_at);
	if (state->stopped_by)
		return xasprintf("stopped by %s", state->stopped_by);
	if (!state->is_on || !state->events.nr)
		return xasprintf("off");
	return state->until ? xasprintf("recording until %s", state->until) :
			      xasprintf("recording");
}
