// SPDX-License-Identifier: GPL-2.0-only
/*
 * triggers.c - triggers of events in a trace instance, and synthetic events
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "triggers.h"

#define SYNTHETIC_EVENTS	"synthetic_events"

struct trigger {
	char *system;
	char *event;
	char *text;
};

static int write_trigger(struct tracefs_instance *instance, const char *system,
			 const char *event, const char *text)
{
	return tracefs_event_file_append(instance, system, event, "trigger", text) < 0 ? -1 : 0;
}

/* The kernel finds the trigger by what it does, so this is what added it, with a '!'. */
static int unwrite_trigger(struct tracefs_instance *instance, const char *system,
			   const char *event, const char *text)
{
	char *removal = xasprintf("!%s", text);
	int failed = write_trigger(instance, system, event, removal);

	free(removal);
	return failed;
}

int triggers_add(struct triggers *triggers, const char *system, const char *event,
		 const char *text)
{
	if (write_trigger(triggers->instance, system, event, text))
		return -1;
	triggers->list = xroom_for_one(triggers->list, triggers->nr, sizeof(*triggers->list));
	triggers->list[triggers->nr++] = (struct trigger){
		.system = xasprintf("%s", system),
		.event = xasprintf("%s", event),
		.text = xasprintf("%s", text),
	};
	return 0;
}

void triggers_remove_last(struct triggers *triggers, size_t nr)
{
	struct trigger *last;

	for (; nr; nr--) {
		last = &triggers->list[--triggers->nr];
		unwrite_trigger(triggers->instance, last->system, last->event, last->text);
		free(last->system);
		free(last->event);
		free(last->text);
	}
}

void triggers_free(struct triggers *triggers)
{
	triggers_remove_last(triggers, triggers->nr);
	free(triggers->list);
	triggers->list = NULL;
}

/* "[   12.3] hist:revdev:read_entry: error: Couldn't find field\n  Command: ..." */
char *triggers_why(const struct triggers *triggers)
{
	const int error = errno;
	char *last = tracefs_error_last(triggers->instance);
	const char *why = last ? strstr(last, "error: ") : NULL;
	char *text;

	if (why) {
		why += strlen("error: ");
		text = xasprintf("%.*s", (int)strcspn(why, "\n"), why);
	} else {
		text = xasprintf("%s", strerror(error));
	}
	free(last);
	return text;
}

int synthetic_add(const char *definition)
{
	return tracefs_instance_file_append(NULL, SYNTHETIC_EVENTS, definition) < 0 ? -1 : 0;
}

/* "sdtinfo_12_1" for "sdtinfo-12-1", or the other way round; caller frees */
static char *replaced(const char *name, char from, char to)
{
	char *copy = xasprintf("%s", name), *c;

	for (c = copy; *c; c++)
		if (*c == from)
			*c = to;
	return copy;
}

char *synthetic_name(const char *instance)
{
	return replaced(instance, '-', '_');
}

bool synthetic_exists(const char *instance)
{
	char *name = synthetic_name(instance);
	bool exists = tracefs_event_file_exists(NULL, "synthetic", name, "enable");

	free(name);
	return exists;
}

int synthetic_remove(const char *instance)
{
	char *name = synthetic_name(instance), *removal = xasprintf("!%s", name);
	int failed = synthetic_add(removal);

	free(removal);
	free(name);
	return failed;
}

void synthetic_remove_stale(void)
{
	char **events = tracefs_system_events(NULL, "synthetic"), *instance;
	size_t i;

	for (i = 0; events && events[i]; i++) {
		instance = replaced(events[i], '_', '-');
		if (!strncmp(instance, "sdtinfo-", strlen("sdtinfo-")) &&
		    !tracefs_instance_exists(instance))
			synthetic_remove(instance);
		free(instance);
	}
	tracefs_list_free(events);
}

/*
 * Left behind by a run that was killed
 */

/* Remove the triggers that are in the text of an event's file.  How many? */
static size_t clear_listed(struct tracefs_instance *instance, const char *system,
			   const char *event, char *text)
{
	size_t nr = 0;
	char *line, *end;

	while ((line = strsep(&text, "\n"))) {
		if (!*line || *line == '#')
			continue;
		end = strstr(line, " [");		/* "[active]" */
		if (end)
			*end = '\0';
		end = strstr(line, ":unlimited");	/* the count of a disable_event */
		if (end)
			*end = '\0';
		nr += !unwrite_trigger(instance, system, event, line);
	}
	return nr;
}

static size_t clear_system(struct tracefs_instance *instance, const char *system)
{
	char **events = tracefs_system_events(NULL, system), *text;
	size_t i, nr = 0;

	for (i = 0; events && events[i]; i++) {
		text = tracefs_event_file_read(instance, system, events[i], "trigger", NULL);
		if (text)
			nr += clear_listed(instance, system, events[i], text);
		free(text);
	}
	tracefs_list_free(events);
	return nr;
}

/* A trigger whose variable another one uses can only be removed after that. */
void triggers_clear(struct tracefs_instance *instance)
{
	char **systems = tracefs_event_systems(NULL);
	size_t i, nr;

	do {
		nr = 0;
		for (i = 0; systems && systems[i]; i++)
			nr += clear_system(instance, systems[i]);
		nr += clear_system(instance, "ftrace");	/* not listed among them */
	} while (nr);
	tracefs_list_free(systems);
}
