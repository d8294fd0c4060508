// SPDX-License-Identifier: GPL-2.0-only
/*
 * instance.c - the private trace instance of a run
 *
 * The instance's name is sdtinfo-PID-N.  While it is in use, its owner holds a lock on one of its
 * files.  The lock ends with the owner, however that ends.  Then the next run removes the
 * instance, unless it holds hits that trace did not show.  An instance cannot be removed while
 * one of its files is open, nor before its triggers.
 *
 * Only one process at a time creates or removes instances: Linux 6.1 uses freed memory if a file
 * of an event is read while its instance is removed.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "events.h"
#include "instance.h"
#include "lib/access.h"
#include "lib/util.h"

#define LOCKED_FILE	"tracing_on"

/* Another PID namespace may have the same PID. */
#define MAX_TRIES	10

/*
 * A killed run of latency leaves triggers, which keep the instance, and synthetic events.
 * tracefs_instance_reset() of libtracefs 1.7 does not remove triggers with a filter, nor
 * disable_event.
 */

char *synthetic_name(const struct instance *instance, unsigned int nr)
{
	char *name = xasprintf("%s_%u", tracefs_instance_get_name(instance->tracefs), nr), *c;

	for (c = name; *c; c++)
		if (*c == '-')
			*c = '_';
	return name;
}

/* The instance that owns the event "sdtinfo_12_1_0"; NULL: it is not sdtinfo's; caller frees */
static char *owner_of(const char *synthetic)
{
	unsigned int pid, instance;

	if (sscanf(synthetic, "sdtinfo_%u_%u_", &pid, &instance) != 2)
		return NULL;
	return xasprintf("sdtinfo-%u-%u", pid, instance);
}

int synthetic_add(const char *name, const char *fields)
{
	char *definition = xasprintf("%s %s", name, fields);
	int failed = tracefs_instance_file_append(NULL, SYNTHETIC_EVENTS, definition) < 0;

	free(definition);
	if (!failed)
		return 0;
	if (errno == ENOENT)
		return error_file(SYNTHETIC_EVENTS, "not found: the kernel needs CONFIG_SYNTH_EVENTS and CONFIG_HIST_TRIGGERS");
	return error_file(SYNTHETIC_EVENTS, "%s", strerror(errno));
}

void synthetic_disable(struct tracefs_instance *instance)
{
	tracefs_instance_file_write(instance, "events/synthetic/enable", "0");
}

int synthetic_remove(const char *name)
{
	char *removal = xasprintf("!%s", name);
	int failed = tracefs_instance_file_append(NULL, SYNTHETIC_EVENTS, removal) < 0;

	free(removal);
	return failed ? -1 : 0;
}

int trigger_remove(struct tracefs_instance *instance, const char *system, const char *event,
		   const char *text)
{
	char *removal = xasprintf("!%s", text);
	int failed = tracefs_event_file_append(instance, system, event, "trigger", removal) < 0;

	free(removal);
	return failed ? -1 : 0;
}

/* Linux 7.3 shows such a field of a histogram twice: "cpu0=common_cpucommon_cpu". */
static void undouble(char *trigger, const char *field)
{
	const size_t len = strlen(field);
	char *at = trigger;

	while ((at = strstr(at, field)))
		if (!strncmp(at + len, field, len))
			memmove(at, at + len, strlen(at + len) + 1);
		else
			at += len;
}

/* Remove the triggers that are in the text of an event's file.  How many? */
static size_t remove_listed(struct tracefs_instance *instance, const char *system,
			    const char *event, char *text)
{
	size_t nr = 0;
	char *line, *end;

	while ((line = strsep(&text, "\n"))) {
		if (!*line || *line == '#')
			continue;
		end = line + strlen(line);
		if (end - line > 9 && (!strcmp(end - 9, " [active]") || !strcmp(end - 9, " [paused]")))
			end[-9] = '\0';
		end = strstr(line, ":unlimited");	/* the count of a disable_event */
		if (end && !strncmp(line, "disable_", strlen("disable_")))
			*end = '\0';
		undouble(line, "common_cpu");
		nr += !trigger_remove(instance, system, event, line);
	}
	return nr;
}

static size_t remove_triggers_of(struct tracefs_instance *instance, const char *system)
{
	char **events = tracefs_system_events(NULL, system), *text;
	size_t i, nr = 0;

	for (i = 0; events && events[i]; i++) {
		text = tracefs_event_file_read(instance, system, events[i], "trigger", NULL);
		if (text)
			nr += remove_listed(instance, system, events[i], text);
		free(text);
	}
	tracefs_list_free(events);
	return nr;
}

/* A trigger can be removed only after those that use its variables. */
static void remove_triggers(struct tracefs_instance *instance)
{
	char **systems = tracefs_event_systems(NULL);
	size_t i, nr;

	do {
		nr = 0;
		for (i = 0; systems && systems[i]; i++)
			nr += remove_triggers_of(instance, systems[i]);
		nr += remove_triggers_of(instance, "ftrace");	/* not listed among them */
	} while (nr);
	tracefs_list_free(systems);
}

/* Remove the synthetic events of @instance; NULL: of all instances that do not exist any more */
static void remove_synthetic(const char *instance)
{
	char **events = tracefs_system_events(NULL, "synthetic"), *owner;
	size_t i;

	for (i = 0; events && events[i]; i++) {
		owner = owner_of(events[i]);
		if (owner && (instance ? !strcmp(owner, instance) : !tracefs_instance_exists(owner)))
			synthetic_remove(events[i]);
		free(owner);
	}
	tracefs_list_free(events);
}

bool instance_take_over(struct instance *stale, const char *name)
{
	stale->tracefs = tracefs_instance_alloc(NULL, name);
	stale->lock = -1;
	if (stale->tracefs)
		stale->lock = tracefs_instance_file_open(stale->tracefs, LOCKED_FILE,
							 O_RDONLY | O_CLOEXEC);
	if (stale->lock >= 0 && !flock(stale->lock, LOCK_EX | LOCK_NB))
		return true;
	instance_leave(stale);
	return false;
}

void instance_leave(struct instance *stale)
{
	if (stale->lock >= 0)
		close(stale->lock);
	tracefs_instance_free(stale->tracefs);
	stale->tracefs = NULL;
}

/* The lock is held until the triggers are removed: nobody else takes the instance over. */
void instance_remove_stale(struct instance *stale)
{
	const char *name = tracefs_instance_get_name(stale->tracefs);

	synthetic_disable(stale->tracefs);
	remove_triggers(stale->tracefs);
	remove_synthetic(name);
	pages_remove(name);
	close(stale->lock);
	stale->lock = -1;
	tracefs_instance_destroy(stale->tracefs);
	instance_leave(stale);
}

static bool has_synthetic(const char *instance)
{
	char **events = tracefs_system_events(NULL, "synthetic"), *owner;
	bool is_owner = false;
	size_t i;

	for (i = 0; events && events[i] && !is_owner; i++) {
		owner = owner_of(events[i]);
		is_owner = owner && !strcmp(owner, instance);
		free(owner);
	}
	tracefs_list_free(events);
	return is_owner;
}

/* The records of latency are synthetic events, not hits. */
bool instance_has_hits(const struct instance *stale)
{
	const char *name = tracefs_instance_get_name(stale->tracefs);
	uint64_t records, overrun;

	buffers_sum(stale->tracefs, &records, &overrun);
	return (records || pages_records(name)) && !has_synthetic(name);
}

/* With a stack, a hit has two records. */
char *instances_held(struct tracefs_instance *instance)
{
	const bool with_stacks = tracefs_option_is_enabled(instance, TRACEFS_OPTION_STACKTRACE);
	uint64_t records, overrun;
	const char *what;

	buffers_sum(instance, &records, &overrun);
	records += pages_records(tracefs_instance_get_name(instance));
	what = with_stacks ? "records of hits and stacks" : records == 1 ? "hit" : "hits";
	return xasprintf("%" PRIu64 " %s", records, what);
}

/* Stop tracing, so that new hits do not overwrite the old ones. */
static void offer_stale(struct instance *stale)
{
	const char *name = tracefs_instance_get_name(stale->tracefs);
	char *held;

	tracefs_trace_off(stale->tracefs);
	held = instances_held(stale->tracefs);
	error_file(name, "trace was killed and left %s: 'sdtinfo trace --recover' prints and removes them, --discard only removes them",
		   held);
	free(held);
	instance_leave(stale);
}

static void remove_stale(void)
{
	char **names = tracefs_instances(STALE_INSTANCES);
	struct instance stale;
	size_t i;

	for (i = 0; names && names[i]; i++) {
		if (!instance_take_over(&stale, names[i]))
			continue;
		if (instance_has_hits(&stale))
			offer_stale(&stale);
		else
			instance_remove_stale(&stale);
	}
	tracefs_list_free(names);
	remove_synthetic(NULL);
}

/*
 * An instance
 */

/* If this process may create an instance but not use it, none is left behind. */
static int try_instance(struct instance *instance, const char *name)
{
	int error = EAGAIN;

	instance->tracefs = tracefs_instance_create(name);
	if (!instance->tracefs)
		return -1;
	instance->lock = -1;
	if (tracefs_instance_is_new(instance->tracefs)) {
		instance->lock = tracefs_instance_file_open(instance->tracefs, LOCKED_FILE,
							    O_RDWR | O_CLOEXEC);
		if (instance->lock < 0 && (errno == EACCES || errno == EPERM)) {
			error = errno;
			tracefs_instance_destroy(instance->tracefs);
		}
	}
	if (instance->lock >= 0 && !flock(instance->lock, LOCK_EX | LOCK_NB) &&
	    tracefs_instance_exists(name))
		return 0;
	if (instance->lock >= 0)
		close(instance->lock);
	tracefs_instance_free(instance->tracefs);
	instance->tracefs = NULL;
	errno = error;
	return -1;
}

int instances_lock(void)
{
	char *folder = tracefs_get_tracing_file("instances");
	int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (fd >= 0)
		flock(fd, LOCK_EX);
	tracefs_put_tracing_file(folder);
	return fd;
}

void instances_unlock(int lock)
{
	if (lock >= 0)
		close(lock);
}

static int make_instance(struct instance *instance)
{
	int tries = 0, failed;
	char *name;

	do {
		name = xasprintf("sdtinfo-%d-%d", (int)getpid(), ++tries);
		failed = try_instance(instance, name);
		if (failed && (errno != EAGAIN || tries == MAX_TRIES)) {
			error_file(tracefs_tracing_dir(), "cannot create the trace instance %s: %s", name,
				   access_reason(errno));
			tries = MAX_TRIES;
		}
		free(name);
	} while (failed && tries < MAX_TRIES);
	return failed;
}

int instance_open(struct instance *instance)
{
	int lock, failed;

	lock = instances_lock();
	remove_stale();
	failed = make_instance(instance);
	instances_unlock(lock);
	return failed;
}

void instance_close(struct instance *instance)
{
	if (!instance->tracefs)
		return;
	close(instance->lock);
	if (tracefs_instance_destroy(instance->tracefs))
		error_file(tracefs_instance_get_name(instance->tracefs),
			   "the trace instance is left behind, the next run removes it: %s",
			   strerror(errno));
	tracefs_instance_free(instance->tracefs);
	instance->tracefs = NULL;
}
