// SPDX-License-Identifier: GPL-2.0-only
/*
 * instance_state.c - what a trace instance records, what it has lost, and what stopped it
 *
 * The kernel knows all about a recorder: the triggers of its events say which hits stop it.  Such a
 * trigger is "traceoff:1 if FILTER", and its count is 0 when it has.  sdt.ko says the same of its
 * own recorders.
 */
#include <ctype.h>
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

static const char *name_of(const char *folder)
{
	const char *slash = strrchr(folder, '/');

	return slash ? slash + 1 : folder;
}

bool instance_is_recorder(const char *name)
{
	return !strncmp(name, RECORDER_PREFIX, strlen(RECORDER_PREFIX));
}

bool instance_is_run(const char *name)
{
	return !strncmp(name, RUN_PREFIX, strlen(RUN_PREFIX));
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
	    !strncmp(trigger, STOP_TRIGGER ":count=0", strlen(STOP_TRIGGER ":count=0"))) {
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
	const char *name = strchr(event, ':') + 1;
	char *text = file_text(NULL, "%s/events/%.*s/%s/trigger", folder,
			       (int)(name - event - 1), event, name);
	char *rest = text, *line;

	while ((line = text_line(&rest)))
		if (!strncmp(line, STOP_TRIGGER, strlen(STOP_TRIGGER)))
			add_until(state, event, line);
	free(text);
}

void instance_events(struct name_list *events, const char *folder)
{
	char *text = file_text(NULL, "%s/set_event", folder), *rest = text, *line;

	while ((line = text_line(&rest)))
		if (strchr(line, ':'))
			names_add(events, line);
	free(text);
}

static void read_events(struct instance_state *state, const char *folder)
{
	const bool has_triggers = instance_is_recorder(name_of(folder)) && !state->is_of_sdt;
	size_t i;

	instance_events(&state->events, folder);
	for (i = 0; has_triggers && i < state->events.nr; i++)
		read_triggers(state, folder, state->events.list[i]);
}

/*
 * Recorders of sdt.ko
 */

static uint64_t size_kb(const char *text)
{
	char *end;
	uint64_t size = strtoull(text, &end, 10);

	switch (toupper((unsigned char)*end)) {
	case 'G':
		return size << 20;
	case 'M':
		return size << 10;
	case 'K':
		return size;
	default:
		return size >> 10;
	}
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
	char *text, *rest, *line, *tab;
	size_t length;

	if (!instance_is_recorder(name))
		return;
	name += strlen(RECORDER_PREFIX);
	length = strlen(name);
	text = rest = file_text(NULL, RECORD_PARAMETER);
	while (text && (tab = strchr(text, '\t')))
		*tab = ' ';
	while ((line = text_line(&rest)))
		if (!strncmp(line, name, length) && line[length] == ' ')
			see_sentence(state, line + length + 1);
	free(text);
}

/* "TIME VALUES", if the hit that has stopped it is known */
static void read_stopped(struct instance_state *state, const char *folder)
{
	char *line = file_line(PAGES_FOLDER "/%s/" STOPPED_FILE, name_of(folder)), *values;

	if (line) {
		state->stopped_at = strtoull(line, &values, 10) / 1e9;
		if (*values && values[1])
			state->values = xasprintf("%s", values + 1);
	}
	free(line);
}

bool instance_is_on(const char *folder)
{
	return read_number(folder, "tracing_on");
}

int instances_lock(const char *tracefs)
{
	char *folder = xasprintf("%s/instances", tracefs);
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		flock(fd, LOCK_EX);
	free(folder);
	return fd;
}

void instances_unlock(int lock)
{
	if (lock >= 0)
		close(lock);
}

/* Is the lock free that an owner or a reader holds (instance.c)? */
static bool instance_is_free(const char *folder)
{
	char *path = xasprintf("%s/tracing_on", folder);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	const bool is = fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB);

	if (fd >= 0)
		close(fd);
	free(path);
	return is;
}

int instance_state_read(struct instance_state *state, const char *folder)
{
	const int error = read_buffers(state, folder);

	if (error)	/* the kernel has ENODEV for one that is being removed */
		return error == ENODEV ? ENOENT : error;
	state->folder = xasprintf("%s", folder);
	state->kb = read_number(folder, "buffer_total_size_kb");
	state->is_on = instance_is_on(folder);
	state->with_stacks = read_number(folder, "options/stacktrace");
	state->is_persistent = file_exists("%s/" PERSISTENT_FILE, folder);
	state->is_left = instance_is_run(name_of(folder)) && instance_is_free(folder);
	read_sentence(state, folder);
	read_events(state, folder);
	if (state->stopped_by)
		read_stopped(state, folder);
	return 0;
}

void instance_state_free(struct instance_state *state)
{
	free(state->folder);
	names_free(&state->events);
	free(state->until);
	free(state->stopped_by);
	free(state->stop_filter);
	free(state->values);
	memset(state, 0, sizeof(*state));
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

char *instance_state_what(const struct instance_state *state)
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
		if (nr == count_events(state->folder, events->list[i], length - 1)) {
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

char *instance_state_held(const struct instance_state *state)
{
	const char *what = state->with_stacks ? "records of hits and stacks" :
			   state->records == 1 ? "hit" : "hits";

	return xasprintf("%" PRIu64 " %s", state->records, what);
}

char *instance_state_text(const struct instance_state *state)
{
	if (state->is_left)
		return xasprintf("left by a killed run");
	if (state->stopped_by && state->stopped_at)
		return xasprintf("stopped by %s at %.6f", state->stopped_by, state->stopped_at);
	if (state->stopped_by)
		return xasprintf("stopped by %s", state->stopped_by);
	if (state->is_of_sdt && state->is_on && !state->events.nr)
		return xasprintf("waiting for its modules");
	if (!state->is_on || !state->events.nr)
		return xasprintf("off");
	return state->until ? xasprintf("recording until %s", state->until) :
			      xasprintf("recording");
}
