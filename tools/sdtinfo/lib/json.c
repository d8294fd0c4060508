// SPDX-License-Identifier: GPL-2.0-only
/*
 * json.c - the one JSON document of a run of sdtinfo, or a line for each thing it sees
 *
 * The only file that calls json-c to build something.
 */
#if defined(__has_include)
#if !__has_include(<json-c/json.h>)
#error "no json-c headers here: apt-get install libjson-c-dev"
#endif
#endif

#include <inttypes.h>
#include <json-c/json.h>
#include <linux/sdt_version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "json.h"
#include "output.h"
#include "rules/rules.h"

/* The version of what docs/sdtinfo-json.md describes */
#define JSON_SCHEMA	2

/* json-c's functions only fail for lack of memory. */
static struct json_object *json_checked(struct json_object *object)
{
	if (!object)
		out_of_memory();
	return object;
}

static struct json_object *add(struct json_object *object, const char *key,
			       struct json_object *value)
{
	if (json_object_object_add_ex(object, key, value,
				      JSON_C_OBJECT_ADD_KEY_IS_NEW |
				      JSON_C_OBJECT_KEY_IS_CONSTANT))
		out_of_memory();
	return value;
}

struct json_object *json_add_list(struct json_object *object, const char *key)
{
	return object ? add(object, key, json_checked(json_object_new_array())) : NULL;
}

struct json_object *json_add_object(struct json_object *object, const char *key)
{
	return object ? add(object, key, json_checked(json_object_new_object())) : NULL;
}

/*
 * Text
 *
 * json-c escapes quotes, backslashes and the control characters of ASCII.  It takes any bytes, and
 * prints all others as they are.
 */

/* In UTF-8, the replacement character, U+FFFD */
#define INVALID		"\xef\xbf\xbd"

/* The bytes that characters begin with that sdt_printable() refuses, except those json-c escapes */
#define HIDING		"\x7f\xc2\xe2"

static bool is_between(char byte, unsigned char first, unsigned char last)
{
	return (unsigned char)byte >= first && (unsigned char)byte <= last;
}

/* The bytes of a character that sdt_printable() refuses though it is valid; else 0 */
static size_t hidden_character(const char *s)
{
	if (is_between(*s, 0, 0x7f))
		return 1;
	if (!strncmp(s, "\xc2", 1) && is_between(s[1], 0x80, 0x9f))
		return 2;
	return (!strncmp(s, "\xe2\x80", 2) && is_between(s[2], 0xaa, 0xae)) ||
	       (!strncmp(s, "\xe2\x81", 2) && is_between(s[2], 0xa6, 0xa9)) ? 3 : 0;
}

static struct json_object *json_safe_string(const char *text)
{
	struct json_object *object;
	char *safe = xcalloc(strlen(text) + 1, strlen(INVALID)), *to = safe;
	size_t n;

	for (; *text; text += n ?: 1) {
		n = sdt_printable(text) ?: hidden_character(text);
		to = n ? mempcpy(to, text, n) : mempcpy(to, INVALID, strlen(INVALID));
	}
	object = json_checked(json_object_new_string(safe));
	free(safe);
	return object;
}

static unsigned int code_of(const char *s, size_t n)
{
	if (n == 1)
		return *s;
	return n == 2 ? (s[0] & 0x1f) << 6 | (s[1] & 0x3f) :
			(s[0] & 0xf) << 12 | (s[1] & 0x3f) << 6 | (s[2] & 0x3f);
}

/* As json-c prints it, with the characters escaped that can change what a terminal shows */
static void print_visible(FILE *out, const char *text)
{
	size_t n;

	while (*text) {
		n = strcspn(text, HIDING);
		n += sdt_printable(text + n);	/* a character that only begins like those */
		fwrite(text, 1, n, out);
		text += n;
		if (n || !*text)
			continue;
		n = hidden_character(text) ?: 1;
		fprintf(out, "\\u%04x", code_of(text, n));
		text += n;
	}
}

/* As json-c prints it; freed with @object */
static const char *json_text(struct json_object *object, int flags)
{
	const char *text = json_object_to_json_string_ext(object,
							  flags | JSON_C_TO_STRING_NOSLASHESCAPE);

	if (!text)
		out_of_memory();
	return text;
}

void json_item_string(struct json_object *list, const char *text)
{
	if (list && json_object_array_add(list, json_safe_string(text)))
		out_of_memory();
}

struct json_object *json_item(struct json_object *list)
{
	struct json_object *item = list ? json_line() : NULL;

	if (list && json_object_array_add(list, item))
		out_of_memory();
	return item;
}

void json_add_string(struct json_object *object, const char *key, const char *text)
{
	if (object)
		add(object, key, json_safe_string(text));
}

void json_add_number(struct json_object *object, const char *key, uint64_t number)
{
	if (object)
		add(object, key, json_checked(json_object_new_uint64(number)));
}

void json_add_signed(struct json_object *object, const char *key, int64_t number)
{
	if (object)
		add(object, key, json_checked(json_object_new_int64(number)));
}

void json_add_thousandths(struct json_object *object, const char *key, uint64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64 ".%03u", number / 1000,
		 (unsigned int)(number % 1000));
	if (object)
		add(object, key, json_checked(json_object_new_double_s(number / 1e3, text)));
}

void json_add_bool(struct json_object *object, const char *key, bool value)
{
	if (object)
		add(object, key, json_checked(json_object_new_boolean(value)));
}

void json_add_known(struct json_object *object, const char *key, uint64_t number, bool is_known)
{
	if (is_known)
		json_add_number(object, key, number);
	else
		json_add_null(object, key);
}

void json_add_null(struct json_object *object, const char *key)
{
	if (object)
		add(object, key, NULL);
}

/*
 * Lines
 */

struct json_object *json_line(void)
{
	return json_checked(json_object_new_object());
}

char *json_end_text(struct json_object *line)
{
	char *visible;
	size_t size;
	FILE *out = open_memstream(&visible, &size);

	if (!out)
		out_of_memory();
	print_visible(out, json_text(line, 0));
	if (fclose(out))
		out_of_memory();
	json_object_put(line);
	return visible;
}

/* Prints an object, and frees it */
static void end_object(struct json_object *object, int flags)
{
	print_visible(stdout, json_text(object, flags));
	putchar('\n');
	json_object_put(object);
}

void json_end_line(struct json_object *line)
{
	end_object(line, 0);
}

/*
 * The document
 */

static void keep_error(const char *path, const char *message, void *data)
{
	struct json_object *error = json_item(data);

	json_add_string(error, "where", path);
	json_add_string(error, "what", message);
}

void json_begin(struct json_document *document, enum json_form form,
		const char *verb, const char *items)
{
	*document = (struct json_document){ .form = form };
	if (form == JSON_NONE)
		return;
	document->root = json_checked(json_object_new_object());
	json_add_number(document->root, "schema", JSON_SCHEMA);
	json_add_string(document->root, "sdtinfo", SDT_VERSION);
	json_add_string(document->root, "verb", verb);
	document->items = json_add_list(document->root, items);
	error_keep(keep_error, json_add_list(document->root, "errors"));
}

static void print_members(struct json_object *object, int indent, const char *mark);

static void print_value(int indent, const char *mark, struct json_object *value)
{
	const char *text = json_object_get_string(value);

	printf("%*s%s ", indent, "", mark);
	out_text(stdout, text ? text : "null");
	putchar('\n');
}

/* A list of {"name": "count", "value": "*"} is shown as "count: *" */
static bool print_named(struct json_object *item, int indent)
{
	struct json_object *name, *value;
	const char *text;

	if (json_object_object_length(item) != 2 ||
	    !json_object_object_get_ex(item, "name", &name) ||
	    !json_object_object_get_ex(item, "value", &value))
		return false;
	text = json_object_get_string(value);
	printf("%*s%s:%s", indent, "", json_object_get_string(name), *text ? " " : "");
	out_text(stdout, text);
	putchar('\n');
	return true;
}

static void print_list(struct json_object *list, int indent)
{
	size_t i;

	for (i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		if (!json_object_is_type(item, json_type_object))
			print_value(indent, "-", item);
		else if (!print_named(item, indent))
			print_members(item, indent, "- ");
	}
}

/* @mark: before the first member */
static void print_members(struct json_object *object, int indent, const char *mark)
{
	const int more = strlen(mark);
	bool is_first = true;

	json_object_object_foreach(object, key, value) {
		printf("%*s%s%s:", indent, "", is_first ? mark : "", key);
		indent += is_first ? more : 0;
		is_first = false;
		if (json_object_is_type(value, json_type_object)) {
			putchar('\n');
			print_members(value, indent + 2, "");
		} else if (!json_object_is_type(value, json_type_array)) {
			print_value(0, "", value);
		} else {
			puts(json_object_array_length(value) ? "" : " none");
			print_list(value, indent + 2);
		}
	}
}

void json_end(struct json_document *document)
{
	if (document->form == JSON_NONE)
		return;
	error_keep(NULL, NULL);
	if (document->form == JSON_TEXT) {
		print_members(document->root, 0, "");
		json_object_put(document->root);
		return;
	}
	end_object(document->root, document->form == JSON_PRETTY ?
		   JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED : 0);
}

void json_findings(struct json_object *list, const struct findings *findings)
{
	struct json_object *item;
	size_t i;

	for (i = 0; i < findings->count; i++) {
		item = json_item(list);
		json_add_string(item, "where", findings->list[i].where);
		json_add_string(item, "what", findings->list[i].what);
	}
}
