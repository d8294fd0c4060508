// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_latency.c - sdtinfo latency: show how long it takes from one probe to another
 *
 * For anyone who wants to know how long a driver's work takes.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"
#include "select/selection.h"
#include "text/histogram.h"
#include "watch/watch.h"

/* The same task */
#define DEFAULT_KEY	"common_pid"

enum form {
	FORM_TEXT,
	FORM_JSON,
	FORM_CSV,
};

struct measuring {
	struct selection from, to;
	struct latency_request request;
	char *keys;			/* that they are parts of */
	enum form form;
};

/*
 * Output
 */

/* "sdt:revdev::write-entry": it can be several functions'; caller frees */
static char *names_of(const struct selection *selection)
{
	const struct catalog_probe *chosen = &selection->catalog.probes[0];
	const char *function = selection->catalog.nr_probes == 1 ? chosen->probe->function : "";

	return probe_names(chosen->probe, chosen->module->table.module, function);
}

/* Printed first, because measuring can take long. */
static void print_head(void *data)
{
	const struct measuring *measuring = data;
	char *from = names_of(&measuring->from), *to = names_of(&measuring->to);

	if (measuring->form == FORM_TEXT) {
		out_style(STYLE_HEAD);
		printf("%s to %s", from, to);
		out_style(STYLE_NONE);
		putchar('\n');
		fflush(stdout);
	}
	free(to);
	free(from);
}

static uint64_t not_matched(uint64_t hits, const struct latency *latency)
{
	return hits > latency->times.count ? hits - latency->times.count : 0;
}

static void print_result_text(const struct latency *latency)
{
	histogram_print(&latency->times, out_terminal_size().ws_col);
	printf("%.1f s, not matched: %" PRIu64 " of %" PRIu64 " hits of FROM, %" PRIu64
	       " of %" PRIu64 " hits of TO\n", latency->seconds,
	       not_matched(latency->from_hits, latency), latency->from_hits,
	       not_matched(latency->to_hits, latency), latency->to_hits);
}

static void print_result_json(const struct measuring *measuring, const struct latency *latency)
{
	struct json_object *line = json_line(), *fields;
	char *from = names_of(&measuring->from), *to = names_of(&measuring->to);
	size_t i;

	json_add_string(line, "from", from);
	json_add_string(line, "to", to);
	json_add_number(line, "time", latency->seconds * 1e9);
	json_add_number(line, "from_hits", latency->from_hits);
	json_add_number(line, "to_hits", latency->to_hits);
	json_add_number(line, "from_not_matched", not_matched(latency->from_hits, latency));
	json_add_number(line, "to_not_matched", not_matched(latency->to_hits, latency));
	fields = json_add_list(line, "shared_fields");
	for (i = 0; i < latency->shared_fields.nr; i++)
		json_item_string(fields, latency->shared_fields.list[i]);
	histogram_add_json(line, &latency->times);
	json_end_line(line);
	free(to);
	free(from);
}

/* Both were hit, but no hit of TO belonged to one of FROM: suggest other keys. */
static void report_unmatched(const struct measuring *measuring, const struct latency *latency)
{
	char *shared = names_text(&latency->shared_fields, "-k ");
	char *from = names_text(&latency->from_fields, "");
	char *to = names_text(&latency->to_fields, "");
	const char *key = measuring->request.from_key;
	char *what = strcmp(key, DEFAULT_KEY) ?
		     xasprintf("no hit of TO has the %s of a hit of FROM before it", key) :
		     xasprintf("no task hits FROM and then TO");

	if (*shared)
		error_file("latency", "%s; both probes have fields for %s", what, shared);
	else
		error_file("latency", "%s; the probes share no field of one type for -k: FROM has %s; TO has %s",
			   what, *from ? from : "none", *to ? to : "none");
	free(what);
	free(to);
	free(from);
	free(shared);
}

static void print_result(const struct measuring *measuring, const struct latency *latency)
{
	switch (measuring->form) {
	case FORM_TEXT:
		print_result_text(latency);
		break;
	case FORM_JSON:
		print_result_json(measuring, latency);
		break;
	case FORM_CSV:
		histogram_print_csv(&latency->times);
		break;
	}
	if (!latency->times.count && latency->from_hits && latency->to_hits)
		report_unmatched(measuring, latency);
	if (latency->no_room)
		error_file("latency", "%" PRIu64 " hits had no room: there are too many keys",
			   latency->no_room);
}

/*
 * The command line
 */

/* "FIELD", or "FROM_FIELD=TO_FIELD" if the names differ */
static void parse_keys(struct measuring *measuring, const char *text)
{
	char *equal;

	free(measuring->keys);
	measuring->keys = xasprintf("%s", text);
	equal = strchr(measuring->keys, '=');
	if (equal)
		*equal++ = '\0';
	measuring->request.from_key = measuring->keys;
	measuring->request.to_key = equal ? equal : measuring->keys;
	if (!event_is_word(measuring->request.from_key) ||
	    !event_is_word(measuring->request.to_key))
		error_usage("--key: '%s' is neither FIELD nor FROM_FIELD=TO_FIELD", text);
}

static void take_form(struct measuring *measuring, enum form form)
{
	if (measuring->form != FORM_TEXT && measuring->form != form)
		error_usage("either --json or --csv, not both");
	measuring->form = form;
}

static error_t latency_parse(int key, char *value, struct argp_state *state)
{
	struct measuring *measuring = state->input;

	switch (key) {
	case 'k':
		parse_keys(measuring, value);
		return 0;
	case 't':
		measuring->request.seconds = command_seconds("--time", value);
		return 0;
	case 'j':
		take_form(measuring, FORM_JSON);
		return 0;
	case 'c':
		take_form(measuring, FORM_CSV);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static enum exit_code measure(struct measuring *measuring)
{
	struct latency latency = { 0 };
	enum exit_code code;
	int from, to;

	measuring->from.catalog.with_sites = true;
	measuring->to.catalog.with_sites = true;
	code = watch_is_possible() ? selection_read(&measuring->from) : EXIT_FAILED;
	if (code == EXIT_DONE)
		code = selection_read(&measuring->to);
	if (code != EXIT_DONE)
		return code;
	measuring->request.from = &measuring->from.catalog;
	measuring->request.to = &measuring->to.catalog;
	measuring->request.begin = print_head;
	measuring->request.data = measuring;
	from = selection_publish(&measuring->from);
	to = selection_publish(&measuring->to);
	code = latency_measure(&measuring->request, &latency);
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	if (code == EXIT_DONE)
		print_result(measuring, &latency);
	histogram_free(&latency.times);
	names_free(&latency.from_fields);
	names_free(&latency.to_fields);
	names_free(&latency.shared_fields);
	return code;
}

static enum exit_code latency_run(int argc, char **argv)
{
	struct measuring measuring = {
		.request.from_key = DEFAULT_KEY,
		.request.to_key = DEFAULT_KEY,
	};
	enum exit_code code;

	argc = command_parse(&cmd_latency, argc, argv, &measuring, &measuring.request.command);
	if (argc != 2)
		error_usage("needs two patterns: FROM TO");
	selection_loaded(&measuring.from, argv + 1, 1);
	selection_loaded(&measuring.to, argv + 2, 1);
	code = measure(&measuring);
	selection_free(&measuring.from);
	selection_free(&measuring.to);
	free(measuring.keys);
	return code;
}

static const struct argp_option latency_options[] = {
	{ "key", 'k', "FIELD", 0,
	  "match hits by the value of this event field instead of by task; write FROM_FIELD=TO_FIELD if the names differ",
	  0 },
	{ "time", 't', "SECONDS", 0, "end after SECONDS", 0 },
	{ "json", 'j', NULL, 0, "print one JSON object instead", 0 },
	{ "csv", 'c', NULL, 0, "print the finest buckets as CSV instead", 0 },
	{ 0 }
};

const struct command cmd_latency = {
	.name = "latency",
	.synopsis = "[-k FIELD] [-t SECONDS] [-j | -c] FROM TO\n"
		    "                [-- COMMAND [ARG...]]",
	.summary = "show how long it takes from one probe to another",
	.options = latency_options,
	.help =
"Measure the time from a hit of FROM to the next one of TO by the same task,\n"
"until interrupted, and show its distribution.  FROM and TO are patterns (see\n"
"'sdtinfo help list') that match the probes of one event each.\n"
"With COMMAND, run it until it ends, and measure only the hits in its own tasks\n"
"and their children.\n"
"\n"
"The kernel does the measuring; no hit is recorded.  Requires root.\n",
	.parse = latency_parse,
	.run = latency_run,
};
