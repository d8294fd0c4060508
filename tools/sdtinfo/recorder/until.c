// SPDX-License-Identifier: GPL-2.0-only
/*
 * until.c - stop a recorder at a hit
 *
 * The kernel does it, by the trigger "traceoff:1 if FILTER" of the event in the recorder's instance.
 * It runs when the hit is in the buffer, with its stack if there is one.
 *
 * If more hits are to follow, the recorder is sdt.ko's, which counts them.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recorder.h"
#include "tracefs/events.h"
#include "tracefs/instance.h"

#define EVERY_HIT	"common_pid >= 0"	/* an event filter that each hit passes */
#define KB		1024

/*
 * Choose the events
 */

/* The catalog with the probes that match its last pattern, and with this alone; free its probes. */
static struct catalog last_of(const struct catalog *catalog)
{
	struct catalog last = *catalog;
	const struct catalog_probe *chosen = catalog->probes;

	last.patterns += catalog->nr_patterns - 1;
	last.nr_patterns = 1;
	last.probes = NULL;
	last.nr_probes = 0;
	for (; chosen < catalog->probes + catalog->nr_probes; chosen++) {
		if (!pattern_match_probe(&last.patterns->pattern, chosen->module,
					 chosen->probe - chosen->module->table.probes))
			continue;
		last.probes = xroom_for_one(last.probes, last.nr_probes, sizeof(*last.probes));
		last.probes[last.nr_probes++] = *chosen;
	}
	return last;
}

/* The kernel's filters know events, not the places where they fire. */
static int check_whole(const struct traced_events *stops, const char *pattern)
{
	size_t i;

	for (i = 0; i < stops->nr; i++)
		if (!stops->list[i].is_whole)
			return error_file(stops->list[i].name,
					  "--until: the event also fires outside '%s': name the probe without its function and line",
					  pattern);
	return 0;
}

static bool has_filter(struct traced_event *event, void *data)
{
	(void)data;
	return event->filter;
}

static int find_stops(struct traced_events *stops, const struct record_request *request)
{
	struct catalog last = last_of(request->catalog);
	int failed;

	events_choose(stops, &last);
	failed = events_find(stops) || check_whole(stops, last.patterns->text) ||
		 (request->until_filter &&
		  filters_translate(stops, request->until_filter, false, false));
	if (!failed && request->until_filter)	/* Those that lack a field cannot stop it. */
		events_keep(stops, has_filter, NULL);
	free(last.probes);
	return failed;
}

static struct traced_event *find_event(struct traced_events *events,
				       const struct traced_event *same)
{
	size_t i;

	for (i = 0; i < events->nr; i++)
		if (events->list[i].module == same->module &&
		    !strcmp(events->list[i].name, same->name))
			return &events->list[i];
	return NULL;
}

/* Does one of the patterns of what to record match as well? */
static bool is_recorded(const struct traced_event *event, const struct catalog *catalog)
{
	const struct event_site *site = event->sites;
	size_t i;

	for (; site < event->sites + event->nr_sites; site++)
		for (i = 0; i + 1 < catalog->nr_patterns; i++)
			if (pattern_match(&catalog->patterns[i].pattern, event_module(event), site->probe))
				return true;
	return false;
}

/*
 * The hits that stop it are recorded whatever else is.  The other hits of an event that is only
 * recorded for them are not.
 */
static void widen_filter(struct traced_event *event, const char *stop,
			 const struct record_request *request)
{
	char *filter = event->filter;

	if (filter && stop)
		event->filter = xasprintf("(%s) || (%s)", filter, stop);
	else if (request->filter || (stop && !is_recorded(event, request->catalog)))
		event->filter = xasprintf("%s", stop ?: EVERY_HIT);
	else
		return;
	free(filter);
}

int until_choose(struct traced_events *stops, struct traced_events *events,
		 const struct record_request *request)
{
	struct traced_event *event;
	size_t i;

	if (find_stops(stops, request))
		return -1;
	for (i = 0; i < stops->nr; i++) {
		event = find_event(events, &stops->list[i]);
		if (event)
			widen_filter(event, stops->list[i].filter, request);
	}
	return 0;
}

/*
 * Triggers
 */

static int set_trigger(struct tracefs_instance *instance, const char *system, const char *name,
		       const char *filter)
{
	char *trigger = xasprintf(STOP_TRIGGER ":1%s%s", filter ? " if " : "", filter ?: "");
	const int failed = tracefs_event_file_write(instance, system, name, "trigger", trigger) < 0;

	free(trigger);
	return failed ? error_file(name, "--until: the kernel refuses the trigger: %s",
				   strerror(errno)) : 0;
}

int until_arm(const struct traced_events *stops, struct tracefs_instance *instance)
{
	const struct traced_event *event;
	int failed = 0;

	for (event = stops->list; event < stops->list + stops->nr && !failed; event++)
		failed = event_exists(event) &&
			 set_trigger(instance, event->system, event->name, event->filter);
	return failed ? -1 : 0;
}

/* @event: "revdev:write_entry" */
static int arm_again(struct tracefs_instance *instance, char *event)
{
	const char *system = strsep(&event, ":");
	char *text = tracefs_event_file_read(instance, system, event, "trigger", NULL);
	char *line, *filter;
	int failed = 0;

	line = text ? strstr(text, STOP_TRIGGER ":count=0") : NULL;
	if (line) {
		line[strcspn(line, "\n")] = '\0';
		filter = strstr(line, " if ");
		tracefs_event_file_write(instance, system, event, "trigger", "!" STOP_TRIGGER);
		failed = set_trigger(instance, system, event,
				     filter ? filter + strlen(" if ") : NULL);
	}
	free(text);
	return failed;
}

int until_arm_again(const struct instance_state *state, struct tracefs_instance *instance)
{
	int failed = 0;
	size_t i;

	for (i = 0; i < state->events.nr && !failed; i++)
		failed = arm_again(instance, state->events.list[i]);
	return failed;
}

/*
 * Recorders of sdt.ko
 */

static int write_sentence(const char *name, const char *sentence)
{
	const bool is_long = strlen(sentence) >= (size_t)sysconf(_SC_PAGESIZE);
	int fd = is_long ? -1 : open(RECORD_PARAMETER, O_WRONLY | O_CLOEXEC);
	const bool is_old = fd < 0 && errno == ENOENT;
	int failed = fd < 0 || write(fd, sentence, strlen(sentence)) < 0;

	if (is_long)
		error_file(name, "the patterns are too long for sdt.ko, %zu bytes: use wildcards",
			   strlen(sentence));
	else if (is_old)
		error_file(RECORD_PARAMETER, "not found: this sdt.ko is older than sdtinfo");
	else if (failed)
		error_file(name, "sdt.ko refuses '%s': %s; the kernel log says why", sentence,
			   strerror(errno));
	if (fd >= 0)
		close(fd);
	return failed ? -1 : 0;
}

int sdt_recorder_start(const struct record_request *request, uint64_t size)
{
	const struct catalog *catalog = request->catalog;
	char *sentence = xasprintf("%s %" PRIu64 "K", request->name, size / KB);
	struct traced_events stops = { 0 };
	size_t i;
	int failed;

	for (i = 0; i + 1 < catalog->nr_patterns; i++)
		sentence = xappend(sentence, " %s", catalog->patterns[i].text);
	sentence = xappend(sentence, " until %s after %" PRIu64, catalog->patterns[i].text,
			   request->after);
	failed = find_stops(&stops, request) || write_sentence(request->name, sentence);
	events_free(&stops);
	free(sentence);
	return failed;
}

int sdt_recorder_remove(const char *name)
{
	char *sentence = xasprintf("-%s", name);
	const int failed = write_sentence(name, sentence);

	free(sentence);
	return failed;
}
