// SPDX-License-Identifier: GPL-2.0-only
/*
 * by_value.c - a value by which hits are counted, for people and for programs
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "by_value.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"

void by_value_print(FILE *out, const char *name, const struct by_value *value)
{
	if (value->form == VALUE_STACK)
		return;
	out_text(out, name);
	if (value->form == VALUE_STRING) {
		fputs("=\"", out);
		out_escaped(out, value->text);
		fputc('"', out);
	} else {
		fputc('=', out);
		out_text(out, value->text);
	}
}

void by_value_print_stack(const struct by_value *value)
{
	char *copy = xasprintf("%s", value->text), *rest = copy, *line;

	while (value->form == VALUE_STACK && (line = strsep(&rest, "\n"))) {
		putchar('\t');
		out_text(stdout, line);
		putchar('\n');
	}
	free(copy);
}

size_t by_value_stack_lines(const struct by_value *value)
{
	const char *c;
	size_t nr = 1;

	if (value->form != VALUE_STACK)
		return 0;
	for (c = value->text; *c; c++)
		nr += *c == '\n';
	return nr;
}

static void add_frames(struct json_object *list, const char *text)
{
	char *copy = xasprintf("%s", text), *rest = copy, *line;

	while ((line = strsep(&rest, "\n")))
		json_item_string(list, line);
	free(copy);
}

void by_value_add(struct json_object *object, const char *key, const struct by_value *value)
{
	switch (value->form) {
	case VALUE_PLAIN:
	case VALUE_STRING:
		json_add_string(object, key, value->text);
		break;
	case VALUE_NUMBER:
		if (*value->text == '-')
			json_add_signed(object, key, strtoll(value->text, NULL, 10));
		else
			json_add_number(object, key, strtoull(value->text, NULL, 10));
		break;
	case VALUE_STACK:
		add_frames(json_add_list(object, key), value->text);
		break;
	}
}
