// SPDX-License-Identifier: GPL-2.0-only
/*
 * triggers.c - the triggers that a run sets, and the histograms that they keep
 *
 * The kernel's Documentation/trace/events.rst and histogram.rst describe both.
 *
 * Triggers are text here.  Of the kinds that a measurement sets, libtracefs 1.6 to 1.8 can
 * make only those that count: tracefs_hist_*() has no variables and no size, tracefs_synth_*()
 * no pause, and nothing sets enable_hist, disable_hist or disable_event.
 *
 * A histogram's text has the strings of the traced program as they are, with any characters.
 * Where the kernel's own text can be told from them, it is.  Still, a program that puts whole
 * entries into its strings can have these shown: docs/security.md says so.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "triggers.h"
#include "lib/error.h"
#include "lib/util.h"
#include "tracefs/instance.h"

#define TRIGGER_INFO	"# trigger info: "

/*
 * Triggers
 */

/* "[   12.3] hist:revdev:read_entry: error: Couldn't find field\n  Command: ..." */
static void report_refused(const struct triggers *triggers, const struct trigger *trigger,
			   int error)
{
	char *last = tracefs_error_last(triggers->instance);
	const char *why = last ? strstr(last, "error: ") : NULL;

	why = why ? why + strlen("error: ") : strerror(error);
	error_file(trigger->event, "the kernel refuses the trigger '%s': %.*s", trigger->text,
		   (int)strcspn(why, "\n"), why);
	free(last);
}

int triggers_add(struct triggers *triggers, const char *system, const char *event, char *text)
{
	const struct trigger trigger = { system, event, text };

	if (tracefs_event_file_append(triggers->instance, system, event, "trigger", text) >= 0) {
		triggers->list = xroom_for_one(triggers->list, triggers->nr, sizeof(trigger));
		triggers->list[triggers->nr++] = trigger;
		return 0;
	}
	report_refused(triggers, &trigger, errno);
	free(text);
	return -1;
}

void triggers_remove_last(struct triggers *triggers, size_t nr)
{
	struct trigger *last;

	for (; nr; nr--) {
		last = &triggers->list[--triggers->nr];
		trigger_remove(triggers->instance, last->system, last->event, last->text);
		free(last->text);
	}
}

/* Keys of a histogram, and of all of a run */
#define MAX_SIZE	16384
#define MIN_SIZE	512
#define ALL_SIZES	(8 * MAX_SIZE)

unsigned int hist_size(size_t nr)
{
	unsigned int size = MAX_SIZE;

	while (size > MIN_SIZE && nr * size > ALL_SIZES)
		size /= 2;
	return size;
}

void triggers_free(struct triggers *triggers)
{
	triggers_remove_last(triggers, triggers->nr);
	free(triggers->list);
	*triggers = (struct triggers){ 0 };
}

/*
 * Histograms
 */

/* Cut @text behind @line, which begins there; returns what follows */
static char *next_line(char *line)
{
	char *end = strchr(line, '\n');

	if (!end)
		return line + strlen(line);
	*end = '\0';
	return end + 1;
}

static bool begins_with(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/*
 * "{ KEYS } hitcount:          2  time:      69263\n\tmax: 7  common_cpu: 1\n".  Keys and saved
 * values may have newlines: an entry ends where the next one, or the sum, begins.
 */
static void take_entry(char *text, const struct hist *hist, hist_entry_fn see, void *data)
{
	char *hits = strstr(text, "} hitcount: "), *end = strstr(text, "\n\tmax: "), *saved, *at;
	struct hist_entry entry = { .hist = hist, .keys = text + strlen("{ ") };

	if (!hits)
		return;
	/* The last one: a string can have others before it. */
	for (at = hits; (at = strstr(at + 1, "} hitcount: ")) && (!end || at < end);)
		hits = at;
	entry.hits = strtoull(hits + strlen("} hitcount: "), &entry.sums, 10);
	if (hits[-1] == ' ' || hits[-1] == '\n')	/* neither, if one of several keys is a stack */
		hits--;
	*hits = '\0';
	saved = strstr(entry.sums, "\n\tmax: ");
	if (saved) {
		*saved = '\0';
		entry.has_max = true;
		entry.max = strtoull(saved + strlen("\n\tmax: "), &entry.saved, 10);
	}
	see(&entry, data);
}

static void take_totals(char *text, struct hist *hist)
{
	sscanf(text, " Hits: %" SCNu64 " Entries: %*u Dropped: %" SCNu64, &hist->hits,
	       &hist->dropped);
}

/* One histogram, from its trigger on; returns where the next one begins, or NULL */
static char *take_histogram(char *text, hist_entry_fn see, hist_fn end, void *data)
{
	struct hist hist = { .trigger = text };
	char *next = strstr(text, "\n# event histogram\n#\n" TRIGGER_INFO), *entry, *totals;

	if (next) {
		*next = '\0';
		next += strlen("\n# event histogram\n#\n" TRIGGER_INFO);
	}
	text = next_line(text);
	totals = text;
	while ((entry = strstr(totals, "\nTotals:\n")))		/* the last of them */
		totals = entry + 1;
	if (begins_with(totals, "Totals:\n")) {
		totals[-1] = '\0';
		take_totals(totals + strlen("Totals:\n"), &hist);
	}
	entry = strstr(text, "{ ");
	while (entry) {
		char *following = strstr(entry, "\n{ ");

		if (following)
			*following++ = '\0';
		else if (entry[strlen(entry) - 1] == '\n')
			entry[strlen(entry) - 1] = '\0';
		take_entry(entry, &hist, see, data);
		entry = following;
	}
	if (end)
		end(&hist, data);
	return next;
}

int hist_read(struct tracefs_instance *instance, const char *system, const char *event,
	      hist_entry_fn see, hist_fn end, void *data)
{
	char *text = tracefs_event_file_read(instance, system, event, "hist", NULL), *at;

	if (!text)
		return error_file(event, "its histogram cannot be read: %s", strerror(errno));
	at = strstr(text, TRIGGER_INFO);
	if (at)
		at += strlen(TRIGGER_INFO);
	while (at)
		at = take_histogram(at, see, end, data);
	free(text);
	return 0;
}

bool hist_has_variable(const struct hist *hist, const char *name)
{
	char *text = xasprintf("%s=", name);
	const char *at = hist->trigger;
	bool has = false;

	while (!has && (at = strstr(at, text))) {
		has = at[-1] == ':' || at[-1] == ',';
		at++;
	}
	free(text);
	return has;
}
