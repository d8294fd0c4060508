// SPDX-License-Identifier: GPL-2.0-only
/*
 * recording.c - the records of a trace instance as a source: of a recorder, or of a killed run
 *
 * Recording goes on meanwhile.  The buffers' pages are moved to files (tracefs/saved_pages.c) and
 * read from there, so that they can be read again.  The formats that are kept beside them
 * describe them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hit.h"
#include "source.h"
#include "stream.h"
#include "lib/util.h"
#include "tracefs/instance.h"

struct recording {
	struct hit_source source;
	struct instance instance;
	struct buffers buffers;
	struct pages pages;
	struct event_formats formats;
};

static struct recording *recording_of(struct hit_source *source)
{
	return (struct recording *)source;	/* its first member */
}

static int recording_read(struct hit_source *source,
			  bool (*record)(struct tep_record *record, void *data),
			  void (*lost)(int cpu, unsigned long long number, void *data), void *data)
{
	struct buffers *buffers = &recording_of(source)->buffers;

	buffers->record = record;
	buffers->lost = lost;
	buffers->data = data;
	buffers_read(buffers);
	return 0;
}

static void recording_close(struct hit_source *source)
{
	struct recording *recording = recording_of(source);

	pages_close(&recording->pages);
	buffers_close(&recording->buffers);
	formats_free(&recording->formats);
	free(source->events);
	if (source->tep)
		tep_free(source->tep);
	if (recording->instance.tracefs)
		instance_leave(&recording->instance);
	free(recording);
}

static const struct hit_source_ops recording_ops = {
	.read = recording_read,
	.close = recording_close,
};

/* Records of stacks are there if the instance has the option; ftrace's numbers are fixed. */
static int parse_stacks(struct recording *recording)
{
	char *text = tracefs_event_file_read(NULL, "ftrace", "kernel_stack", "format", NULL);

	if (text)
		recording->source.stack = event_format_parse(recording->source.tep, "ftrace", text);
	free(text);
	return recording->source.stack ? 0 :
	       error_file("kernel_stack", "libtraceevent does not understand the event's format");
}

/* Formats are parsed when they are needed: to parse all of a large driver takes a second. */
static int add_events(struct recording *recording)
{
	struct hit_source *source = &recording->source;
	const struct event_format *kept = recording->formats.list;
	size_t i;

	source->tep = tep_alloc();
	if (!source->tep)
		out_of_memory();
	tep_set_long_size(source->tep, sizeof(long));
	for (i = 0; i < recording->formats.nr; i++, kept++) {
		source->is_here &= kept->is_here;
		source_add_event(source, &(struct source_event){
			.system = kept->system,
			.name = kept->name,
			.text = kept->text,
			.is_current = kept->is_current,
		});
	}
	return tracefs_option_is_enabled(recording->instance.tracefs, TRACEFS_OPTION_STACKTRACE) ?
	       parse_stacks(recording) : 0;
}

/* CLOCK_MONOTONIC begins anew with each boot. */
static void find_clock(struct recording *recording)
{
	char *clock = tracefs_get_clock(recording->instance.tracefs);
	struct hit_source *source = &recording->source;

	source->has_clock = source->is_here && clock && !strcmp(clock, "mono");
	if (source->has_clock)
		source->wall_clock = wall_clock_ahead();
	else if (source->is_here)
		source->no_clock = "not recorded: 'sdtinfo record --wall-clock' does so";
	else
		source->no_clock = "the hits are of an earlier boot";
	free(clock);
}

/*
 * Can the records of an instance whose buffers outlive the kernel be decoded?  This looks at the
 * formats that are kept before pages_take() keeps more.
 */
static int check_persistent(struct tracefs_instance *instance)
{
	const char *name = tracefs_instance_get_name(instance);
	struct event_formats formats = { 0 };
	struct instance_state state = { 0 };
	bool is_here = false;
	int failed = 0;
	size_t i;

	instance_state_of(&state, name);
	formats_read(&formats, instance);
	for (i = 0; i < formats.nr; i++)
		is_here |= formats.list[i].is_here;
	if (!is_here && state.events.nr)
		failed = error_file(name, "its events were not enabled by 'sdtinfo record': read the file 'trace' of the trace instance");
	else if (!is_here && state.records && !formats.nr)
		failed = error_file(name, "the events of its hits are not described in /var/lib/sdtinfo: 'sdtinfo record --stop' removes them");
	else if (!is_here && !state.records && formats.nr)
		error_file(name, "no hits: either there were none, or the machine did not keep the memory");
	formats_free(&formats);
	instance_state_free(&state);
	return failed;
}

static int read_instance(struct recording *recording)
{
	struct tracefs_instance *instance = recording->instance.tracefs;
	struct hit_source *source = &recording->source;

	if (buffers_open(&recording->buffers, instance) ||
	    (tracefs_file_exists(instance, PERSISTENT_FILE) && check_persistent(instance)) ||
	    pages_take(&recording->pages, instance, &recording->buffers))
		return -1;
	buffers_replay(&recording->buffers, recording->pages.cpus);
	source->nr_cpus = recording->buffers.nr_cpus;
	source->buffers = &recording->buffers;
	source->is_here = true;
	formats_read(&recording->formats, instance);
	if (add_events(recording))
		return -1;
	find_clock(recording);
	return 0;
}

static struct hit_source *recording_open(const char *from)
{
	struct recording *recording = xcalloc(1, sizeof(*recording));
	struct hit_source *source = &recording->source;

	source->ops = &recording_ops;
	source->name = from;
	if (!instance_open_recorder(&recording->instance, from) && !read_instance(recording))
		return source;
	recording_close(source);
	return NULL;
}

bool source_is_file(const char *from)
{
	return strchr(from, '/') || text_ends_with(from, strlen(from), ".dat");
}

struct hit_source *source_open(const char *from)
{
	return source_is_file(from) ? trace_file_open(from) : recording_open(from);
}

void source_close(struct hit_source *source)
{
	if (source)
		source->ops->close(source);
}
