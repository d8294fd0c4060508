// SPDX-License-Identifier: GPL-2.0-only
/*
 * page.c - lines of a report, or its JSON document
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/output.h"
#include "lib/access.h"
#include "lib/util.h"
#include "report.h"

#define LABEL_WIDTH	16
#define WIDTH		80

static bool is_text(const struct report *report)
{
	return report->json.form == JSON_NONE;
}

static void print_title(const struct report *report, const char *title)
{
	if (!is_text(report))
		return;
	putchar('\n');
	out_style(STYLE_HEAD);
	fputs(title, stdout);
	out_style(STYLE_NONE);
	putchar('\n');
}

struct json_object *report_part(struct report *report, const char *key, const char *title)
{
	print_title(report, title);
	return key ? json_add_object(report->json.root, key) : NULL;
}

struct json_object *report_list(struct report *report, const char *key, const char *title)
{
	print_title(report, title);
	return json_add_list(report->json.root, key);
}

/* Words that are wider than a line are not cut. */
static void print_wrapped(const char *label, const char *text)
{
	const size_t room = WIDTH - LABEL_WIDTH - 4;
	const struct out_column column = { .width = LABEL_WIDTH };
	char *copy = xasprintf("%s", text), *rest = copy, *word;
	size_t used = 0;

	fputs("  ", stdout);
	out_cell(stdout, &column, label);
	while ((word = strsep(&rest, " "))) {
		if (used && used + 1 + out_width(word) > room) {
			printf("\n%*s", LABEL_WIDTH + 4, "");
			used = 0;
		}
		if (used)
			putchar(' ');
		out_text(stdout, word);
		used += !!used + out_width(word);
	}
	putchar('\n');
	free(copy);
}

void report_line(const struct report *report, const char *label, const char *format, ...)
{
	va_list ap;
	char *text;

	if (!is_text(report))
		return;
	va_start(ap, format);
	text = xvasprintf(format, ap);
	va_end(ap);
	print_wrapped(label, text);
	free(text);
}

void report_string(const struct report *report, struct json_object *object, const char *key,
		   const char *label, const char *text)
{
	report_line(report, label, "%s", text);
	json_add_string(object, key, text);
}

void report_missing(const struct report *report, const char *what, const char *format, ...)
{
	struct json_object *item = json_item(report->missing);
	va_list ap;
	char *why;

	va_start(ap, format);
	why = xvasprintf(format, ap);
	va_end(ap);
	report_line(report, what, "not known: %s", why);
	json_add_string(item, "where", what);
	json_add_string(item, "what", why);
	free(why);
}

bool report_file(const struct report *report, struct json_object *object, const char *key,
		 const char *label, const char *path)
{
	char *line = file_line(path);
	const bool is_there = line;

	if (is_there)
		report_string(report, object, key, label, line);
	else
		report_missing(report, label, "%s: %s", path, access_reason(errno));
	free(line);
	return is_there;
}

void report_sdt_missing(const struct report *report, const char *what)
{
	const struct debugfs *debugfs = &report->debugfs;

	report_missing(report, what, "%s: %.*s", debugfs->closed,
		       (int)strcspn(debugfs->why, ":"), debugfs->why);
}
