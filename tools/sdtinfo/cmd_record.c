// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_record.c - sdtinfo record: keep the last hits of probes, to look at them later
 *
 * For anyone who waits for something that happens once a week.
 */
#include <unistd.h>

#include "cmd.h"
#include "lib/error.h"
#include "loaded/loaded.h"
#include "recorder/recorder.h"
#include "select/selection.h"
#include "tracefs/tracing.h"

#define DEFAULT_NAME	"record"

struct record {
	struct selection selection;
	struct record_request request;
	bool is_start;		/* an option says how to record */
	bool is_shown;
	bool is_stopped;
};

#define OPTION_NAME	OPTION_LONG(0)
#define OPTION_SIZE	OPTION_LONG(1)
#define OPTION_SHOW	OPTION_LONG(2)
#define OPTION_STOP	OPTION_LONG(3)
#define OPTION_GLOBAL	OPTION_LONG(4)

static const char *checked_name(const char *name)
{
	const char *wrong = record_check_name(name);

	if (wrong)
		error_usage("--name: '%s': %s", name, wrong);
	return name;
}

static error_t record_parse(int key, char *value, struct argp_state *state)
{
	struct record *record = state->input;
	struct record_request *request = &record->request;

	switch (key) {
	case OPTION_NAME:
		request->name = checked_name(value);
		return 0;
	case OPTION_SIZE:
		request->size = command_size("--size", value);
		record->is_start = true;
		return 0;
	case OPTION_SHOW:
		record->is_shown = true;
		return 0;
	case OPTION_STOP:
		record->is_stopped = true;
		return 0;
	case OPTION_GLOBAL:
		request->is_global = true;
		return 0;
	case 'f':
		request->filter = command_filter(value);
		record->is_start = true;
		return 0;
	case 's':
		request->with_stacks = true;
		record->is_start = true;
		return 0;
	case 'l':
		request->with_lines = true;
		return 0;
	case 'j':
		request->is_json = true;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static void check_words(const struct record *record, int nr)
{
	const struct record_request *request = &record->request;
	const bool is_list = !nr && !record->is_start && !record->is_shown && !record->is_stopped;
	const bool is_start = !record->is_shown && !record->is_stopped && !is_list;

	if (record->is_start && !is_start)
		error_usage("--size, --filter and --stack are for starting, not for --show and --stop");
	if (is_start && !nr)
		error_usage("needs a pattern; '*' matches all probes");
	if (request->is_global && (request->name || request->with_stacks))
		error_usage("--global takes neither --name nor --stack");
	if (request->is_global && record->is_shown)
		error_usage("others can use the kernel's own buffer: read /sys/kernel/tracing/trace");
	if (request->is_global && is_list)
		error_usage("--global needs a pattern, or --stop");
	if (record->is_stopped && !request->is_global && nr)
		error_usage("--stop removes all hits: it takes no pattern");
	if (request->with_lines && !record->is_shown)
		error_usage("--line is for --show");
	if (request->is_json && (is_start || (record->is_stopped && !record->is_shown)))
		error_usage("--json is for --show, and for the list");
	if (request->name && is_list)
		error_usage("--name needs a pattern, --show or --stop");
}

/* Events that only a recorder used are withdrawn with the next change of what is wanted. */
static void withdraw_events(void)
{
	int changed = loaded_publish(NULL, 0);

	if (changed >= 0)
		close(changed);
}

static enum exit_code start(struct record *record)
{
	enum exit_code code = selection_read(&record->selection);

	if (code != EXIT_DONE)
		return code;
	selection_publish(&record->selection);
	return record_start(&record->request);
}

static enum exit_code show(struct record *record)
{
	enum exit_code code;

	if (record_has_lost_all(&record->request))	/* The recorder can be stopped. */
		return record->is_stopped ? EXIT_DONE : EXIT_NO_PROBES;
	code = selection_read(&record->selection);
	return code == EXIT_DONE ? record_show(&record->request) : code;
}

static enum exit_code stop(struct record *record)
{
	enum exit_code code = EXIT_DONE;

	if (record->request.is_global)
		code = selection_read(&record->selection);
	if (code == EXIT_DONE)
		code = record_stop(&record->request);
	if (!record->request.is_global)
		withdraw_events();
	return code;
}

static enum exit_code show_and_stop(struct record *record)
{
	enum exit_code code = record->is_shown ? show(record) : EXIT_DONE;

	return code == EXIT_DONE && record->is_stopped ? stop(record) : code;
}

static enum exit_code record_run(int argc, char **argv)
{
	struct record record = {
		.selection.options = cmd_record.options,
		.selection.catalog.with_sites = true,
	};
	struct record_request *request = &record.request;
	enum exit_code code = EXIT_FAILED;

	argc = command_parse(&cmd_record, argc, argv, &record, NULL);
	check_words(&record, argc);
	selection_loaded(&record.selection, argv + 1, argc);
	request->catalog = &record.selection.catalog;
	if (!request->name)
		request->name = DEFAULT_NAME;
	if (tracing_is_possible()) {
		if (record.is_shown || record.is_stopped)
			code = show_and_stop(&record);
		else
			code = argc ? start(&record) : record_list(request->is_json);
	}
	selection_free(&record.selection);
	return code;
}

static const struct argp_option record_options[] = {
	{ "name", OPTION_NAME, "NAME", 0, "of the recorder; by default 'record'", 0 },
	{ "size", OPTION_SIZE, "SIZE", 0,
	  "of the buffers of all CPUs together, as 512K or 64M; by default 4M", 0 },
	{ "filter", 'f', "FILTER", 0,
	  "record only hits for which this event filter is true, as for trace", 0 },
	{ "stack", 's', NULL, 0, "also record a stack trace of each hit", 0 },
	{ "show", OPTION_SHOW, NULL, 0, "print the hits that a recorder has", 0 },
	{ "line", 'l', NULL, 0, "with --show: also print the source line of each hit", 0 },
	{ "json", 'j', NULL, 0, "print one JSON object per line instead", 0 },
	{ "stop", OPTION_STOP, NULL, 0,
	  "end a recorder, and remove it with its hits; with --show, after printing them", 0 },
	{ "global", OPTION_GLOBAL, NULL, 0,
	  "record in the kernel's own buffer, which ftrace_dump_on_oops dumps at a crash", 0 },
	{ 0 }
};

const struct command cmd_record = {
	.name = "record",
	.synopsis = "[--name NAME] [--size SIZE] [-f FILTER] [-s]\n"
		    "                PATTERN...\n"
		    "  sdtinfo record --show [--name NAME] [-j] [-l] [--stop] [PATTERN...]\n"
		    "  sdtinfo record --stop [--name NAME]\n"
		    "  sdtinfo record --global [--size SIZE] [-f FILTER] PATTERN...\n"
		    "  sdtinfo record --global --stop [PATTERN...]\n"
		    "  sdtinfo record [-j]",
	.summary = "keep the last hits of loaded modules' probes, for later",
	.options = record_options,
	.help =
"Record the hits of the probes that match a PATTERN (see 'sdtinfo help list') in\n"
"a trace instance, sdt-NAME.  Recording goes on when sdtinfo has ended, until\n"
"--stop.  If the buffer of a CPU is full, new hits overwrite the oldest ones.\n"
"\n"
"--show prints the hits as trace does, and keeps them.  Without arguments, all\n"
"recorders are listed.  Requires root.\n",
	.parse = record_parse,
	.run = record_run,
};
