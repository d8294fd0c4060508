// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_top.c - sdtinfo top: show which probes are hit most, again and again
 *
 * For anyone who wants to know what a driver does most.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "loaded/loaded.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"
#include "select/selection.h"
#include "watch/watch.h"

/* Of the columns before the probe; and what of it is shown on the narrowest terminal */
#define NUMBERS_WIDTH	26
#define MIN_WIDTH	12

/* A probe, or a site */
struct row {
	char *name;
	uint64_t hits;		/* in this round */
	uint64_t total;
};

/* Standard output, which is drawn again and again */
struct screen {
	bool is_there;		/* else output is a file, a pipe, or a plain terminal */
	size_t lines;		/* SIZE_MAX without a screen */
	size_t columns;		/* likewise */
};

struct top {
	struct selection selection;
	double interval;	/* seconds */
	uint64_t rounds;	/* 0: no limit */
	bool by_site;
	bool is_json;
	struct hit_counts counts;
	struct screen screen;
	double begun, before, now;	/* seconds */
	bool is_over;
	struct row *rows;		/* those with hits */
	size_t nr_rows;
};

/*
 * Rows
 */

static void free_rows(struct top *top)
{
	while (top->nr_rows)
		free(top->rows[--top->nr_rows].name);
}

/* Sites of a probe come in a row. */
static void add_count(struct hit_count *count, void *data)
{
	struct top *top = data;
	size_t length = top->by_site ? strlen(count->site) : strcspn(count->site, "@");
	struct row *last = top->nr_rows ? &top->rows[top->nr_rows - 1] : NULL;

	if (!count->total)
		return;
	if (!last || strncmp(last->name, count->site, length) || last->name[length]) {
		top->rows = xroom_for_one(top->rows, top->nr_rows, sizeof(*top->rows));
		last = &top->rows[top->nr_rows++];
		*last = (struct row){
			.name = xasprintf("%.*s", (int)length, count->site),
		};
	}
	last->hits += count->hits;
	last->total += count->total;
}

static int by_hits(const void *x, const void *y)
{
	const struct row *a = x, *b = y;

	if (a->hits != b->hits)
		return a->hits < b->hits ? 1 : -1;
	if (a->total != b->total)
		return a->total < b->total ? 1 : -1;
	return strcmp(a->name, b->name);
}

static int read_rows(struct top *top)
{
	int failed = hit_counts_read(&top->counts);

	top->before = top->now;
	top->now = clock_seconds();
	free_rows(top);
	hit_counts_each(&top->counts, add_count, top);
	if (top->nr_rows)
		qsort(top->rows, top->nr_rows, sizeof(*top->rows), by_hits);
	return failed;
}

/*
 * A screen: lines are drawn over those that are there, not after clearing the screen,
 * which would flicker
 */

/* It only interrupts stop_wait(). */
static void on_resize(int signal)
{
	(void)signal;
}

static void screen_open(struct screen *screen)
{
	struct sigaction action = { .sa_handler = on_resize, .sa_flags = SA_RESTART };

	*screen = (struct screen){
		.is_there = out_is_terminal(STDOUT_FILENO),
		.lines = SIZE_MAX,
		.columns = SIZE_MAX,
	};
	if (!screen->is_there)
		return;
	sigemptyset(&action.sa_mask);
	sigaction(SIGWINCH, &action, NULL);
	fputs("\033[2J", stdout);
}

static void screen_begin(struct screen *screen)
{
	struct winsize size;

	if (!screen->is_there)
		return;
	size = out_terminal_size();
	screen->lines = size.ws_row;
	screen->columns = size.ws_col;
	fputs("\033[H", stdout);
}

static void screen_end_line(const struct screen *screen)
{
	fputs(screen->is_there ? "\033[K\n" : "\n", stdout);
}

static void screen_end(const struct screen *screen)
{
	if (screen->is_there)
		fputs("\033[J", stdout);
}

/*
 * As text
 */

/* Hits per second.  A fraction is shown of what is rare. */
static char *rate_text(const struct top *top, uint64_t hits)
{
	double rate = hits / (top->now - top->before);

	return xasprintf("%.*f", rate && rate < 100 ? 1 : 0, rate);
}

/* The end of a long text says more than its beginning. */
static void print_end(const char *text, size_t room)
{
	char *safe = out_safe(text), *end = safe;

	if (out_width(safe) > room)
		while (out_width(end) > room - 2)
			while ((*++end & 0xc0) == 0x80)	/* to the next character */
				;
	printf("%s%s", end > safe ? ".." : "", end);
	free(safe);
}

static void print_row(const struct top *top, const struct row *row)
{
	const size_t columns = top->screen.columns;
	char *rate = rate_text(top, row->hits);
	size_t room = SIZE_MAX;

	if (columns != SIZE_MAX)
		room = columns > NUMBERS_WIDTH + MIN_WIDTH ? columns - NUMBERS_WIDTH : MIN_WIDTH;
	printf("%10s  %12" PRIu64 "  ", rate, row->total);
	out_style(STYLE_NAME);
	print_end(row->name, room);
	out_style(STYLE_NONE);
	screen_end_line(&top->screen);
	free(rate);
}

static void print_rows(struct top *top)
{
	size_t i, shown = top->nr_rows, room;
	uint64_t hits = 0;
	char *rate;

	screen_begin(&top->screen);
	/* The first two lines, one for what is not shown, and one for the cursor. */
	room = top->screen.lines > 5 ? top->screen.lines - 4 : 1;
	if (shown > room)
		shown = room;
	for (i = 0; i < top->nr_rows; i++)
		hits += top->rows[i].hits;
	rate = rate_text(top, hits);
	printf("%.1f s: %s hits/s", top->now - top->begun, rate);
	free(rate);
	screen_end_line(&top->screen);
	out_style(STYLE_HEAD);
	printf("%10s  %12s  %s", "HITS/S", "HITS", top->by_site ? "SITE" : "PROBE");
	out_style(STYLE_NONE);
	screen_end_line(&top->screen);
	for (i = 0; i < shown; i++)
		print_row(top, &top->rows[i]);
	if (shown < top->nr_rows) {
		printf("%10s  %zu more", "", top->nr_rows - shown);
		screen_end_line(&top->screen);
	}
	if (!top->screen.is_there)
		putchar('\n');
	screen_end(&top->screen);
}

/*
 * As JSON
 */

static void add_row(struct json_object *list, const struct row *row)
{
	struct json_object *object = json_item(list);
	char *names = xasprintf("%s", row->name), *rest = names, *place;

	place = strchr(names, '@');
	if (place)
		*place++ = '\0';
	json_add_string(object, "provider", strsep(&rest, ":"));
	json_add_string(object, "module", strsep(&rest, ":"));
	json_add_string(object, "function", strsep(&rest, ":"));
	json_add_string(object, "name", rest);
	if (place) {
		rest = strrchr(place, ':');
		*rest++ = '\0';
		json_add_string(object, "file", place);
		json_add_number(object, "line", strtoull(rest, NULL, 10));
	}
	json_add_number(object, "hits", row->hits);
	json_add_number(object, "total", row->total);
	free(names);
}

static void print_round_json(const struct top *top)
{
	struct json_object *line = json_line(), *list;
	size_t i;

	json_add_number(line, "time", (top->now - top->begun) * 1e9);
	json_add_number(line, "interval", (top->now - top->before) * 1e9);
	list = json_add_list(line, top->by_site ? "sites" : "probes");
	for (i = 0; i < top->nr_rows; i++)
		add_row(list, &top->rows[i]);
	json_end_line(line);
}

/*
 * Rounds
 */

static void print_round(struct top *top)
{
	if (top->is_json)
		print_round_json(top);
	else
		print_rows(top);
}

/* What was printed is written, unless a second signal has interrupted that. */
static void finish_round(struct top *top)
{
	if (stop_is_urgent())
		out_drop();
	top->is_over |= out_finish() || stop_requested();
}

/* Wait for the end of a round, or for the end.  Returns -1 when it has reported an error. */
static int wait_for_round(struct top *top, double end)
{
	double left;

	while (!top->is_over && (left = end - clock_seconds()) > 0) {
		if (stop_wait(-1, left * 1000 + 1) < 0)
			return -1;
		/* What interrupted that may be another size of the terminal. */
		if (top->screen.is_there && top->now > top->begun && clock_seconds() < end)
			print_round(top);
		finish_round(top);
	}
	return 0;
}

/* A round that is late, because the program was stopped, is not made up for. */
static int run_rounds(struct top *top)
{
	uint64_t round = 0;
	double end;

	top->begun = clock_seconds();
	top->now = top->begun;
	end = top->begun;
	do {
		end += top->interval;
		if (end < top->now)
			end = top->now + top->interval;
		if (wait_for_round(top, end) || read_rows(top))
			return -1;
		print_round(top);
		finish_round(top);
	} while (!top->is_over && ++round != top->rounds);
	return 0;
}

static enum exit_code show_rounds(struct top *top)
{
	static const char *const all[] = { "*" };
	const struct catalog *catalog = &top->selection.catalog;
	const char **texts = xcalloc(catalog->nr_patterns + 1, sizeof(*texts));
	size_t i;
	int failed;

	for (i = 0; i < catalog->nr_patterns; i++)
		texts[i] = catalog->patterns[i].text;
	failed = stop_on_signals() ||
		 hit_counts_open(&top->counts, i ? texts : all, i ? i : 1);
	if (!failed) {
		if (!top->is_json)
			screen_open(&top->screen);
		failed = run_rounds(top);
	}
	hit_counts_close(&top->counts);
	free_rows(top);
	free(top->rows);
	free(texts);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

/*
 * The command line
 */

static error_t top_parse(int key, char *value, struct argp_state *state)
{
	struct top *top = state->input;

	switch (key) {
	case 'i':
		top->interval = command_seconds("--interval", value);
		return 0;
	case 'n':
		top->rounds = command_count("--rounds", value);
		return 0;
	case 's':
		top->by_site = true;
		return 0;
	case 'j':
		top->is_json = true;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static enum exit_code top_run(int argc, char **argv)
{
	struct top top = { .interval = 1 };
	enum exit_code code;

	argc = command_parse(&cmd_top, argc, argv, &top, NULL);
	selection_loaded(&top.selection, argv + 1, argc);
	code = selection_read(&top.selection);
	if (code == EXIT_DONE)
		code = show_rounds(&top);
	selection_free(&top.selection);
	return code;
}

static const struct argp_option top_options[] = {
	{ "interval", 'i', "TIME", 0, "time between rounds; the default is one second", 0 },
	{ "rounds", 'n', "N", 0, "end after N rounds", 0 },
	{ "sites", 's', NULL, 0, "print a line for each source line instead of each probe", 0 },
	{ "json", 'j', NULL, 0, "print one JSON object per round instead", 0 },
	{ 0 }
};

const struct command cmd_top = {
	.name = "top",
	.synopsis = "[-i TIME] [-n N] [-s] [-j] [PATTERN...]",
	.summary = "show how often the probes of loaded modules are hit",
	.options = top_options,
	.help =
"Show the probes that match a PATTERN (see 'sdtinfo help list'), or all probes,\n"
"sorted by their hits in the last round, until interrupted.  HITS/S covers the\n"
"last round; HITS is the total.  On a terminal, each round replaces the last one.\n"
"\n"
"sdt.ko counts the hits: none is recorded, and none is lost.  Requires root.\n",
	.parse = top_parse,
	.run = top_run,
};
