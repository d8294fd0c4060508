// SPDX-License-Identifier: GPL-2.0-only
/*
 * persistent.c - recorders whose buffers outlive the kernel
 *
 * From Linux 6.12 on, the kernel's command line can reserve memory for a trace instance
 * (reserve_mem=, trace_instance=NAME@LABEL).  If the next boot does not overwrite it, the instance
 * has its records again.  They have the event numbers of the boot before, so that only the kept
 * formats of the events (event_formats.c) identify them.
 *
 * Such an instance cannot be removed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "instance.h"
#include "lib/util.h"

bool persistent_is_used(struct tracefs_instance *instance)
{
	char *events = tracefs_instance_file_read(instance, "set_event", NULL);
	const bool is_used = events && strchr(events, ':');

	free(events);
	return is_used;
}

static void disable_events(struct tracefs_instance *instance)
{
	char *events = tracefs_instance_file_read(instance, "set_event", NULL);
	char *rest = events, *line, *name;

	while ((line = text_line(&rest))) {
		name = strchr(line, ':');
		if (!name)
			continue;
		*name++ = '\0';
		tracefs_event_file_write(instance, line, name, "enable", "0");
		tracefs_event_file_write(instance, line, name, "filter", "0");
		tracefs_event_file_write(instance, line, name, "trigger", "!" STOP_TRIGGER);
	}
	free(events);
}

int persistent_clear(struct tracefs_instance *instance)
{
	const char *name = tracefs_instance_get_name(instance);

	tracefs_trace_off(instance);
	disable_events(instance);
	tracefs_option_disable(instance, TRACEFS_OPTION_STACKTRACE);
	tracefs_instance_file_clear(instance, "set_event_pid");
	if (tracefs_instance_file_clear(instance, "trace"))
		return error_file(name, "cannot be emptied; recording has stopped: %s",
				  strerror(errno));
	formats_remove(instance);
	return 0;
}

int persistent_check(struct tracefs_instance *instance)
{
	const char *name = tracefs_instance_get_name(instance);
	struct event_formats formats = { 0 };
	uint64_t records, overrun;
	bool is_here = false, is_known;
	size_t i;

	formats_read(&formats, instance);
	for (i = 0; i < formats.nr; i++)
		is_here |= formats.list[i].is_here;
	is_known = formats.nr;
	formats_free(&formats);
	buffers_sum(instance, &records, &overrun);
	records += pages_records(name);
	if (is_here)
		return 0;
	if (persistent_is_used(instance))
		return error_file(name, "its events were not enabled by 'sdtinfo record': read the file 'trace' of the trace instance");
	if (records && !is_known)
		return error_file(name, "the events of its hits are not described in /var/lib/sdtinfo: 'sdtinfo record --stop' removes them");
	if (!records && is_known)
		error_file(name, "no hits: either there were none, or the machine did not keep the memory");
	return 0;
}
