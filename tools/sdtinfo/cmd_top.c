// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_top.c - sdtinfo top: show which probes are hit most, again and again
 *
 * For anyone who wants to know what a driver does most.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/screen.h"
#include "lib/stop.h"
#include "lib/util.h"
#include "loaded/loaded.h"
#include "measure/measure.h"
#include "report/report.h"
#include "select/selection.h"

/* Of the columns before the probe; and what of it is shown on the narrowest terminal */
#define NUMBERS_WIDTH	26
#define SUM_WIDTH	16

/* Wider values overrun their column. */
#define MAX_BY_WIDTH	48
#define MIN_WIDTH	12

/* Seconds after which the processes and the cgroup are asked again, if there are any */
#define MAX_WAIT	1.0

/* A probe, a site, or hits of a probe with the same values */
struct row {
	char *name;
	uint64_t hits;		/* in this round */
	uint64_t total;
	const struct aggregate_row *values;	/* NULL: they are not told apart */
};

struct top {
	struct selection selection;
	double interval;	/* seconds */
	uint64_t rounds;	/* 0: no limit */
	bool by_site;
	bool is_json;
	int ready_fd;
	bool by_events;		/* the kernel counts, not sdt.ko */
	bool has_metrics;	/* instead of rounds */
	const char *output;	/* a file for metrics; NULL: standard output */
	struct hit_counts counts;
	struct aggregate_request request;
	struct aggregation *aggregation;	/* NULL: sdt.ko counts */
	struct screen screen;
	size_t by_width;	/* of the values that the probes are counted by; 0: none */
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

static int read_counts(struct top *top)
{
	int failed = hit_counts_read(&top->counts);

	hit_counts_each(&top->counts, add_count, top);
	return failed;
}

static int read_aggregation(struct top *top)
{
	const struct aggregate_row *rows;
	size_t nr;

	if (aggregate_read(top->aggregation))
		return -1;
	rows = aggregate_rows(top->aggregation, &nr);
	top->rows = xreallocarray(top->rows, nr + 1, sizeof(*top->rows));
	for (top->nr_rows = 0; top->nr_rows < nr; top->nr_rows++)
		top->rows[top->nr_rows] = (struct row){
			.name = xasprintf("%s", rows[top->nr_rows].names),
			.hits = rows[top->nr_rows].hits,
			.total = rows[top->nr_rows].total,
			.values = &rows[top->nr_rows],
		};
	return 0;
}

static int read_rows(struct top *top)
{
	int failed;

	free_rows(top);
	failed = top->aggregation ? read_aggregation(top) : read_counts(top);
	top->before = top->now;
	top->now = clock_seconds();
	if (top->nr_rows)
		qsort(top->rows, top->nr_rows, sizeof(*top->rows), by_hits);
	return failed;
}

/* ", revdev was removed": sdt.ko has no counters of such a module; caller frees */
static char *removed_text(const struct top *top)
{
	const struct catalog *catalog = &top->selection.catalog;
	char *text = xasprintf("%s", "");
	const char *name = "";
	size_t i;

	for (i = 0; i < catalog->nr_probes && sysfs_is_mounted(); i++) {
		if (!strcmp(name, catalog->probes[i].module->name))
			continue;
		name = catalog->probes[i].module->name;
		if (!loaded_is(name))
			text = xappend(text, ", %s was removed", name);
	}
	return text;
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

/* Bars that are more than a screen are left out. */
static bool has_room_for_bars(const struct top *top, const struct aggregate_row *row)
{
	return !top->screen.is_there || histogram_lines(&row->values) + 5 <= top->screen.lines;
}

/* The lines of a row below its first one */
static size_t lines_below(const struct top *top, const struct aggregate_row *row)
{
	size_t nr = has_room_for_bars(top, row) ? histogram_lines(&row->values) : 1;
	unsigned int i;

	for (i = 0; i < row->nr_by; i++)
		nr += by_value_stack_lines(&row->by[i]);
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
	for (i = 0; i < row->values->nr_by; i++) {
		if (ftell(out) > 0 && row->values->by[i].form != VALUE_STACK)
			fputc(' ', out);
		by_value_print(out, top->request.by[i], &row->values->by[i]);
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

/* What a line has room for behind the numbers */
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

static void print_below(const struct top *top, const struct aggregate_row *row)
{
	unsigned int i;

	if (top->screen.is_there && lines_below(top, row))
		fputs("\033[J", stdout);
	for (i = 0; i < row->nr_by; i++)
		by_value_print_stack(&row->by[i]);
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

/* How many rows the screen has room for */
static size_t rows_shown(const struct top *top)
{
	/* The first two lines, one for what is not shown, and one for the cursor. */
	const size_t room = top->screen.lines > 5 ? top->screen.lines - 4 : 1;
	size_t i, lines = 0;

	for (i = 0; i < top->nr_rows; i++) {
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
	if (top->screen.is_there && top->aggregation && aggregate_left_out(top->aggregation))
		printf(", %zu events left out", aggregate_left_out(top->aggregation));
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
		       const struct aggregate_row *row)
{
	struct json_object *by = row->nr_by ? json_add_object(object, "by") : NULL;
	unsigned int i;

	for (i = 0; i < row->nr_by; i++)
		by_value_add(by, top->request.by[i], &row->by[i]);
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
	if (row->values)
		add_values(object, top, row->values);
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
		add_row(list, top, &top->rows[i]);
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

static bool of_some_tasks(const struct aggregate_request *request)
{
	return request->tasks.nr_pids || request->tasks.cgroup;
}

/* Wait for the end of a round, or for the end.  Returns -1 when it has reported an error. */
static int wait_for_round(struct top *top, double end)
{
	double left;

	while (!top->is_over && (left = end - clock_seconds()) > 0) {
		if (of_some_tasks(&top->request)) {
			top->is_over = aggregate_has_ended(top->aggregation);
			if (top->is_over)
				break;
			if (left > MAX_WAIT)
				left = MAX_WAIT;
		}
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

static int open_counts(struct top *top)
{
	static const char *const all[] = { "*" };
	const struct catalog *catalog = &top->selection.catalog;
	const char **texts = xcalloc(catalog->nr_patterns + 1, sizeof(*texts));
	size_t i;
	int failed;

	for (i = 0; i < catalog->nr_patterns; i++)
		texts[i] = catalog->patterns[i].text;
	failed = hit_counts_open(&top->counts, i ? texts : all, i ? i : 1);
	free(texts);
	return failed;
}

static bool tells_apart(const struct aggregate_request *request)
{
	return request->nr_by || request->sum || request->quantize || request->filter ||
	       of_some_tasks(request);
}

static int open_aggregation(struct top *top)
{
	top->request.catalog = &top->selection.catalog;
	top->aggregation = aggregate_open(&top->request);
	return top->aggregation ? 0 : -1;
}

static void report_dropped(const struct top *top)
{
	const uint64_t dropped = aggregate_dropped(top->aggregation);

	if (dropped)
		error_file("top", "%" PRIu64 " hits had no room: there are too many values", dropped);
}

static enum exit_code show_rounds(struct top *top)
{
	int failed = stop_on_signals() ||
		     (top->by_events ? open_aggregation(top) : open_counts(top));

	if (!failed) {
		out_ready(top->ready_fd);
		if (!top->is_json)
			screen_open(&top->screen);
		failed = run_rounds(top);
	}
	free_rows(top);
	free(top->rows);
	if (top->aggregation) {
		report_dropped(top);
		aggregate_close(top->aggregation);
	} else if (!top->by_events) {
		hit_counts_close(&top->counts);
	}
	return failed ? EXIT_FAILED : EXIT_DONE;
}

/*
 * The command line
 */

/* "FIELD[,FIELD]..." */
static void take_by(const struct verb_option *option, void *to, char *value)
{
	struct aggregate_request *request = to;
	unsigned int i;
	char *name;

	request->nr_by = 0;
	while ((name = strsep(&value, ","))) {
		if (!event_is_word(name))
			error_usage("--%s: '%s' is not a field", option->name, name);
		for (i = 0; i < request->nr_by; i++)
			if (!strcmp(request->by[i], name))
				error_usage("--%s: '%s' is there twice", option->name, name);
		if (request->nr_by == MAX_BY)
			error_usage("--%s: more than %d fields", option->name, MAX_BY);
		request->by[request->nr_by++] = name;
	}
}

/* Who counts?  A locked-down kernel does not let sdt.ko, but has events. */
static enum exit_code choose_counting(struct top *top)
{
	char *closed = NULL;
	bool is_possible = true;

	top->by_events = tells_apart(&top->request);
	if (!top->by_events)
		closed = hit_counts_closed();
	if (closed && top->by_site) {
		error_file("top", "--sites: %s", closed);
		is_possible = false;
	} else if (closed || top->by_events) {
		top->by_events = true;
		is_possible = tracing_is_possible();
		if (is_possible && closed)
			error_file("top", "%s; events are counted instead", closed);
	}
	free(closed);
	return is_possible ? EXIT_DONE : EXIT_FAILED;
}

/*
 * Metrics
 */

/* The probes that were chosen, and which of them are counted */
struct counted {
	const struct catalog *catalog;
	struct name_list names;	/* "sdt:revdev:revdev_read:read-entry" of each */
	bool *is_counted;
	size_t nr;
};

static void open_counted(struct counted *counted, const struct catalog *catalog)
{
	const struct catalog_probe *chosen = catalog->probes;
	char *names;

	counted->catalog = catalog;
	counted->is_counted = xcalloc(catalog->nr_probes + 1, sizeof(*counted->is_counted));
	for (; chosen < catalog->probes + catalog->nr_probes; chosen++) {
		names = probe_names(chosen->probe, chosen->module->table.module,
				    chosen->probe->function);
		names_add(&counted->names, names);
		free(names);
	}
}

/* A site that is counted, "sdt:revdev:revdev_read:read-entry@rev_dev.c:57": was it chosen? */
static bool see_counted(const char *site, void *data)
{
	struct counted *counted = data;
	char *names = xasprintf("%s", site), *file = strchr(names, '@');
	char *line = file ? strrchr(file, ':') : NULL;
	const struct catalog_probe *chosen = counted->catalog->probes;
	struct probe_site place = { 0 };
	bool is_chosen = false;
	size_t i;

	if (line) {
		*file++ = '\0';
		*line++ = '\0';
		place.file = file;
		place.line = strtoul(line, NULL, 10);
	}
	for (i = 0; line && i < counted->names.nr && !is_chosen; i++)
		is_chosen = !strcmp(counted->names.list[i], names) &&
			    catalog_has_site(counted->catalog, chosen[i].module, chosen[i].probe,
					     &place);
	if (is_chosen) {
		counted->nr += !counted->is_counted[i - 1];
		counted->is_counted[i - 1] = true;
	}
	free(names);
	return is_chosen;
}

/* Chosen probes that are not counted have no hits to print. */
static enum exit_code close_counted(struct counted *counted, enum exit_code code)
{
	const size_t nr = counted->names.nr;

	if (code == EXIT_DONE && counted->nr < nr) {
		error_file("top", "%zu of %zu probes are not counted: add them to sdt.ko's parameter count",
			   nr - counted->nr, nr);
		code = counted->nr ? EXIT_DONE : EXIT_NO_PROBES;
	}
	names_free(&counted->names);
	free(counted->is_counted);
	return code;
}

static enum exit_code print_chosen(FILE *out, struct selection *selection)
{
	struct counted counted = { 0 };
	const struct totals_choice choice = { see_counted, &counted };
	enum exit_code chosen, code;

	if (!selection->catalog.nr_patterns)
		return totals_print(out, NULL);
	chosen = selection_read(selection);
	if (chosen == EXIT_FAILED)
		return chosen;
	open_counted(&counted, &selection->catalog);
	code = close_counted(&counted, totals_print(out, &choice));
	return code == EXIT_DONE ? chosen : code;
}

/* The file is replaced as a whole, if all of it could be read. */
static enum exit_code print_metrics(struct top *top)
{
	struct out_file file;
	enum exit_code code;

	if (out_file_open(&file, top->output ?: "-"))
		return EXIT_FAILED;
	code = print_chosen(file.stream, &top->selection);
	if (code == EXIT_FAILED)
		out_file_drop(&file);
	else if (out_file_commit(&file))
		code = EXIT_FAILED;
	return code;
}

static enum exit_code watch_counts(struct top *top)
{
	enum exit_code code = choose_counting(top);

	top->selection.catalog.with_sites = top->by_events;
	if (code == EXIT_DONE)
		code = selection_read(&top->selection);
	if (code == EXIT_DONE && top->by_events)
		selection_publish(&top->selection);
	return code == EXIT_DONE ? show_rounds(top) : code;
}

static enum exit_code top_run(int argc, char **argv)
{
	struct top top = { .selection.options = cmd_top.options };
	enum exit_code code;

	argc = command_parse(&cmd_top, argc, argv, &top, NULL);
	if (top.request.quantize && top.request.nr_by == MAX_BY)
		error_usage("--quantize goes with %d fields of --by at most", MAX_BY - 1);
	if (!top.interval)
		top.interval = 1;
	selection_loaded(&top.selection, argv + 1, argc);
	code = top.has_metrics ? print_metrics(&top) : watch_counts(&top);
	selection_free(&top.selection);
	free(top.request.tasks.pids);
	return code;
}

static const struct verb_option top_options[] = {
	{ "sites", 's', NULL, "print a line for each source line instead of each probe",
	  SETS_FLAG(struct top, by_site), .excludes = "by sum quantize filter pid cgroup" },
	{ "interval", 'i', "TIME", "time between rounds; the default is one second",
	  SETS_SECONDS(struct top, interval) },
	{ "rounds", 'n', "N", "end after N rounds", SETS_COUNT(struct top, rounds) },
	{ "by", 'b', "FIELDS",
	  "count hits for each value of FIELDS, separated by commas: arguments, comm, pid, cpu, stack",
	  SETS(take_by, struct aggregate_request, struct top, request),
	  .more = "There can be three. Events that lack one of them are left out." },
	{ "quantize", 'q', "FIELD", "show the distribution of FIELD's values",
	  SETS_TEXT(struct top, request.quantize), .excludes = "sum",
	  .more = "It has a bar for each power of two." },
	{ "sum", 'S', "FIELD", "also add up FIELD's values",
	  SETS_TEXT(struct top, request.sum) },
	FILTER_OPTION(struct top, request.filter,
		      "count only hits for which this event filter is true, as for trace", NULL),
	TASK_OPTIONS(struct top, request.tasks, "count only hits"),
	START_OPTIONS(struct top, selection.waits, ready_fd),
	{ "json", 'j', NULL, "print one JSON object per round instead",
	  SETS_FLAG(struct top, is_json) },
	{ "prometheus", 0, NULL,
	  "print metrics in Prometheus's text format, for node-exporter's textfile collector",
	  SETS_FLAG(struct top, has_metrics),
	  .more = "They are the totals of the probes that sdt.ko counts all the time, and others. "
		  "The parameter count of sdt.ko is a list of patterns that names these probes. With "
		  "PATTERN, print only the hits of those that match it. If none is counted, the exit "
		  "status is 3." },
	{ "output", 'o', "FILE", "write the metrics to FILE, which is replaced as a whole",
	  SETS_TEXT(struct top, output), .needs = "prometheus" },
	{ 0 }
};

const struct command cmd_top = {
	.name = "top",
	.summary = "show how often the probes of loaded modules are hit",
	.options = top_options,
	.forms = {
		{ NULL, NULL, "[PATTERN...]" },
		{ "prometheus", "output", "[PATTERN...]" },
	},
	.help =
"Show the probes that match a PATTERN (see 'sdtinfo help list'), or all probes,\n"
"sorted by their hits in the last round, until interrupted.  HITS/S covers the\n"
"last round; HITS is the total.  On a terminal, each round replaces the last one.\n"
"\n"
"sdt.ko counts the hits, or the kernel with --by, --quantize, --sum, --filter,\n"
"--pid or --cgroup: none is recorded, and none is lost.  If sdt.ko cannot be told\n"
"to, as without debugfs or under Secure Boot, the kernel counts.  Requires root,\n"
"or CAP_DAC_OVERRIDE.\n"
"\n"
"With --prometheus, print once the totals of the probes that\n"
"sdt.ko counts all the time, which its parameter count names; with PATTERN, those\n"
"of them that match.\n",
	.run = top_run,
};
