// SPDX-License-Identifier: GPL-2.0-only
/*
 * setup.c - enable the watched events in a trace instance
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/util.h"
#include "setup.h"

/*
 * The kernel answers to a wrong filter with two lines in the file: the filter and below it
 * a '^' where it is wrong.  Then comes the reason.
 */
static void report_filter(const struct setup *setup,
			  const struct watched_event *event, int error)
{
	char *answer = tracefs_event_file_read(setup->instance, event->system,
					       event->name, "filter", NULL);
	const char *filter = setup->filter, *why;
	char *caret = answer ? strrchr(answer, '^') : NULL;
	size_t position = 0, length = strlen(filter);

	why = caret ? strchr(caret, '\n') : NULL;
	if (why) {
		while (caret > answer && caret[-1] != '\n') {
			caret--;
			position++;
		}
		why++;
		why += strncmp(why, "parse_error: ", 13) ? 0 : 13;
		error_file(event->name, "--filter '%s': %.*s, at '%s'", filter,
			   (int)strcspn(why, "\n"), why,
			   position < length ? filter + position : "");
	} else {
		error_file(event->name, "--filter '%s': %s", filter, strerror(error));
	}
	free(answer);
}

static int set_up_event(const struct setup *setup, struct watched_event *event)
{
	struct tracefs_instance *instance = setup->instance;
	const char *filter = setup->filter;

	if (filter && tracefs_event_file_write(instance, event->system, event->name,
					       "filter", filter) < 0) {
		report_filter(setup, event, errno);
		return -1;
	}
	event->folder = watched_folder(event, instance);
	if (tracefs_event_file_write(instance, event->system, event->name, "enable", "1") < 0) {
		error_file(event->name, "the event cannot be enabled: %s", strerror(errno));
		return -1;
	}
	return 0;
}

static int set_up_stacks(const struct setup *setup)
{
	if (!setup->with_stacks ||
	    !tracefs_option_enable(setup->instance, TRACEFS_OPTION_STACKTRACE))
		return 0;
	error_file("trace_options", "stacktrace: %s", strerror(errno));
	return -1;
}

int setup_events(const struct setup *setup)
{
	size_t i;

	if (process_watch(setup->command, setup->instance) || set_up_stacks(setup))
		return -1;
	for (i = 0; i < setup->watched->nr_events; i++)
		if (set_up_event(setup, &setup->watched->events[i]))
			return -1;
	return 0;
}
