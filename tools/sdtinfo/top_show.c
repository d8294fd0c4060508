// SPDX-License-Identifier: GPL-2.0-only
/*
 * top_show.c - the rows of a round of top as text and as JSON
 */
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "top.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"

/*
 * The screen: lines are drawn over those that are there, as clearing it would flicker
 */

static volatile sig_atomic_t was_resized;

/* It interrupts stop_wait(). */
static void on_resize(int signal)
{
	(void)signal;
	was_resized = true;
}

bool screen_was_resized(void)
{
	const bool was = was_resized;

	was_resized = false;
	return was;
}

void screen_open(struct screen *screen)
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

/* Of the columns before the probe; and what of it is shown on the narrowest terminal */
#define NUMBERS_WIDTH	26
#define SUM_WIDTH	16

/* Wider values overrun their column. */
#define MAX_BY_WIDTH	48
#define MIN_WIDTH	12

/*
 * As text
 */

/* ", revdev was removed": no more of its hits are counted; caller frees */
static char *removed_text(const struct top *top)
{
	const struct catalog *catalog = &top->selection.catalog;
	char *text = xasprintf("%s", "");
	const char *name = "";
	size_t i;

	for (i = 0; i < catalog->nr_probes && !top->from && sysfs_is_mounted(); i++) {
		if (!strcmp(name, catalog->probes[i].module->name))
			continue;
		name = catalog->probes[i].module->name;
		if (!loaded_is(name))
			text = xappend(text, ", %s was removed", name);
	}
	return text;
}

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

/* Bars are omitted if they do not fit on the screen. */
static bool has_room_for_bars(const struct top *top, const struct count_row *row)
{
	return !top->screen.is_there || histogram_lines(&row->values) + 5 <= top->screen.lines;
}

/* The lines of a row below its first one */
static size_t lines_below(const struct top *top, const struct count_row *row)
{
	size_t nr = has_room_for_bars(top, row) ? histogram_lines(&row->values) : 1;
	unsigned int i;

	for (i = 0; i < row->group.nr_by; i++)
		nr += by_value_stack_lines(&row->group.by[i]);
	return nr;
}

/* "n=5 comm=\"cat\""; caller frees */
static char *by_values_text(const struct top *top, const struct row *row)
{
	char *text = NULL;
	size_t size;
	unsigned int i;
	FILE *out;

	out = open_memstream(&text, &size);
	if (!out)
		out_of_memory();
	for (i = 0; i < row->values->group.nr_by; i++) {
		if (ftell(out) > 0 && row->values->group.by[i].form != VALUE_STACK)
			fputc(' ', out);
		by_value_print(out, top->request.by[i], &row->values->group.by[i]);
	}
	fclose(out);
	return text;
}

/* The beginning of a line that can be too long for the screen */
static void print_beginning(const char *text, size_t room)
{
	char *cut = xasprintf("%s", text);
	size_t length = strlen(cut);

	while (out_width(cut) > room) {
		while ((cut[--length] & 0xc0) == 0x80)	/* to the character before */
			;
		cut[length] = '\0';
	}
	fputs(cut, stdout);
	free(cut);
}

static void print_numbers(const struct top *top, const struct row *row)
{
	char *rate = rate_text(top, row->hits);

	printf("%10s  %12" PRIu64 "  ", rate, row->total);
	if (top->request.sum && row->values->is_sum_signed)
		printf("%14" PRId64 "  ", row->values->sum);
	else if (top->request.sum)
		printf("%14" PRIu64 "  ", (uint64_t)row->values->sum);
	free(rate);
}

/* The columns that are left behind the numbers */
static size_t room_for_names(const struct top *top)
{
	const size_t numbers = NUMBERS_WIDTH + (top->request.sum ? SUM_WIDTH : 0);
	const size_t columns = top->screen.columns;

	if (columns == SIZE_MAX)
		return SIZE_MAX;
	return columns > numbers + MIN_WIDTH ? columns - numbers : MIN_WIDTH;
}

/* Before the probe, which is cut if need be; returns how much room is left for that */
static size_t print_by_values(const struct top *top, const struct row *row, size_t room)
{
	char *text = by_values_text(top, row);
	size_t width = out_width(text);

	if (!top->by_width && !width) {
		free(text);
		return room;
	}
	if (width < top->by_width || room != SIZE_MAX)
		width = top->by_width;
	print_beginning(text, width);
	printf("%*s", out_width(text) < width ? (int)(width - out_width(text)) + 2 : 2, "");
	free(text);
	return room == SIZE_MAX ? room : room - width - 2;
}

static void print_below(const struct top *top, const struct count_row *row)
{
	unsigned int i;

	if (top->screen.is_there && lines_below(top, row))
		fputs("\033[J", stdout);
	for (i = 0; i < row->group.nr_by; i++)
		by_value_print_stack(&row->group.by[i]);
	if (has_room_for_bars(top, row))
		histogram_print(&row->values, out_terminal_size().ws_col);
	else
		histogram_print_sum(&row->values);
}

static void print_row(const struct top *top, const struct row *row)
{
	size_t room = room_for_names(top);

	print_numbers(top, row);
	if (row->values)
		room = print_by_values(top, row, room);
	out_style(STYLE_NAME);
	print_end(row->name, room);
	out_style(STYLE_NONE);
	screen_end_line(&top->screen);
	if (row->values)
		print_below(top, row->values);
}

static void fit_by_values(struct top *top, size_t shown)
{
	const size_t room = room_for_names(top);
	size_t i, width, limit = MAX_BY_WIDTH;
	char *text;

	if (room != SIZE_MAX && limit + 2 + MIN_WIDTH > room)
		limit = room / 2 - 1;

	top->by_width = 0;
	for (i = 0; i < shown && top->rows[i].values; i++) {
		text = by_values_text(top, &top->rows[i]);
		width = out_width(text);
		free(text);
		if (width > limit && room != SIZE_MAX)
			width = limit;
		if (width > top->by_width && width <= limit)
			top->by_width = width;
	}
}

static void print_heads(const struct top *top)
{
	out_style(STYLE_HEAD);
	printf("%10s  %12s  ", "HITS/S", "HITS");
	if (top->request.sum)
		printf("%14s  ", "SUM");
	if (top->by_width)
		printf("%-*s", (int)top->by_width + 2, "BY");
	fputs(top->by_site ? "SITE" : "PROBE", stdout);
	out_style(STYLE_NONE);
	screen_end_line(&top->screen);
}

/* Of values, in what is not a screen; JSON has all of them. */
#define MAX_ROWS	100

/* How many rows the screen has room for */
static size_t rows_shown(const struct top *top)
{
	/* The first two lines, one for what is not shown, and one for the cursor. */
	const size_t room = top->screen.lines > 5 ? top->screen.lines - 4 : 1;
	size_t i, lines = 0;

	for (i = 0; i < top->nr_rows && (!top->rows[i].values || i < MAX_ROWS); i++) {
		lines += 1 + (top->rows[i].values ? lines_below(top, top->rows[i].values) : 0);
		if (lines > room)
			break;
	}
	return i || !top->nr_rows ? i : 1;
}

static void print_rows(struct top *top)
{
	uint64_t hits = 0;
	size_t i, shown;
	char *rate, *removed;

	screen_begin(&top->screen);
	shown = rows_shown(top);
	for (i = 0; i < top->nr_rows; i++)
		hits += top->rows[i].hits;
	fit_by_values(top, shown);
	rate = rate_text(top, hits);
	printf("%.1f s: %s hits/s", top->now - top->begun, rate);
	if (top->nr_lost || top->are_some_lost)
		printf(", lost: %" PRIu64 "%s", top->nr_lost, top->are_some_lost ? "+" : "");
	if (top->screen.is_there && top->left_out)
		printf(", %zu events left out", top->left_out);
	free(rate);
	removed = removed_text(top);
	fputs(removed, stdout);
	free(removed);
	screen_end_line(&top->screen);
	print_heads(top);
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

static void add_values(struct json_object *object, const struct top *top,
		       const struct count_row *row)
{
	struct json_object *by = row->group.nr_by ? json_add_object(object, "by") : NULL;
	unsigned int i;

	for (i = 0; i < row->group.nr_by; i++)
		by_value_add(by, top->request.by[i], &row->group.by[i]);
	if (top->request.sum && row->is_sum_signed)
		json_add_signed(object, "sum", row->sum);
	else if (top->request.sum)
		json_add_number(object, "sum", row->sum);
	if (top->request.quantize)
		histogram_add_json(json_add_object(object, "values"), &row->values);
}

static void add_row(struct json_object *list, const struct top *top, const struct row *row)
{
	struct json_object *object = json_item(list);
	char *text = xasprintf("%s", row->name);
	struct site_names names;

	site_names_split(&names, text);
	json_add_string(object, "provider", names.probe.provider);
	json_add_string(object, "module", names.module);
	json_add_string(object, "function", names.probe.function);
	json_add_string(object, "name", names.probe.name);
	if (names.site.file) {
		json_add_string(object, "file", names.site.file);
		json_add_number(object, "line", names.site.line);
	}
	json_add_number(object, "hits", row->hits);
	json_add_number(object, "total", row->total);
	if (row->values)
		add_values(object, top, row->values);
	free(text);
}

static void print_round_json(const struct top *top)
{
	struct json_object *line = json_line(), *list;
	size_t i;

	json_add_number(line, "time", (top->now - top->begun) * 1e9);
	json_add_number(line, "interval", (top->now - top->before) * 1e9);
	if (top->by_events)
		json_add_known(line, "lost", top->nr_lost, !top->are_some_lost);
	list = json_add_list(line, top->by_site ? "sites" : "probes");
	for (i = 0; i < top->nr_rows; i++)
		add_row(list, top, &top->rows[i]);
	json_end_line(line);
}

void top_print(struct top *top)
{
	if (top->is_json)
		print_round_json(top);
	else
		print_rows(top);
}
