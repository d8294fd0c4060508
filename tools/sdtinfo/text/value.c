// SPDX-License-Identifier: GPL-2.0-only
/*
 * value.c - values, for people and for programs
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"

/* What sdt.ko writes into the copy of a string that it cannot read, or that is NULL */
#define FAULT_TEXT	"(fault)"
#define NULL_TEXT	"(null)"

static uint64_t truncated(const struct probe_arg *arg, uint64_t value)
{
	return value & probe_arg_mask(arg);
}

static bool is_string(const struct arg_value *value)
{
	return value->copy && value->arg->kind == SDT_ARG_STRING;
}

static bool is_unreadable(const struct arg_value *value)
{
	return (value->length == strlen(FAULT_TEXT) &&
		!memcmp(value->copy, FAULT_TEXT, value->length)) ||
	       (value->length == strlen(NULL_TEXT) &&
		!memcmp(value->copy, NULL_TEXT, value->length));
}

/* As the kernel's __print_flags(), no negative value names bits. */
static bool is_mask(const struct probe_arg *arg, const struct probe_enumerator *e)
{
	return (int64_t)truncated(arg, e->value) > 0;
}

static bool has_masks(const struct probe_arg *arg)
{
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		if (is_mask(arg, &arg->enumerators[i]))
			return true;
	return false;
}

static const char *name_of(const struct probe_arg *arg, uint64_t value)
{
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		if (arg->enumerators[i].value == value)
			return arg->enumerators[i].name;
	return NULL;
}

static void print_hex(FILE *out, uint64_t value)
{
	fprintf(out, "0x%" PRIx64, value);
}

static void print_flags(FILE *out, const struct arg_value *value)
{
	const struct probe_arg *arg = value->arg;
	uint64_t mask, rest = truncated(arg, value->value);
	const char *joint = "";
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++) {
		mask = truncated(arg, arg->enumerators[i].value);
		if (!is_mask(arg, &arg->enumerators[i]) || (rest & mask) != mask)
			continue;
		fputs(joint, out);
		out_text(out, arg->enumerators[i].name);
		joint = "|";
		rest &= ~mask;
	}
	if (!rest)
		return;
	fputs(joint, out);
	print_hex(out, rest);
}

static void print_address(FILE *out, const struct arg_value *value)
{
	const bool is_hidden = value->hides_addresses && (int64_t)value->value < 0;

	if (value->function && !is_hidden)
		out_text(out, value->function);
	else
		print_hex(out, is_hidden ? 0 : value->value);
}

static void print_copy(FILE *out, const struct arg_value *value)
{
	size_t i;

	if (value->arg->kind == SDT_ARG_BYTES) {
		fputc('[', out);
		for (i = 0; i < value->length; i++)
			fprintf(out, "%s%02x", i ? " " : "", (uint8_t)value->copy[i]);
		fputc(']', out);
		return;
	}
	if (is_unreadable(value)) {
		fprintf(out, "%.*s", (int)value->length, (const char *)value->copy);
		return;
	}
	out_quoted(out, value->copy, value->length);
}

static void print_signed(FILE *out, int64_t number)
{
	if (number < 0)
		fputc('-', out);
	out_decimal(out, number < 0 ? -(uint64_t)number : (uint64_t)number, 0, ' ');
}

bool value_is_number(const struct probe_arg *arg)
{
	return !probe_arg_is_pointer(arg) && !probe_arg_is_hex(arg) &&
	       !probe_arg_is_device(arg) && !arg->nr_enumerators;
}

void value_print(FILE *out, const struct arg_value *value)
{
	const struct probe_arg *arg = value->arg;
	const char *name = name_of(arg, value->value);

	if (value->copy)
		print_copy(out, value);
	else if (probe_arg_is_pointer(arg))
		print_address(out, value);
	else if (arg->kind == SDT_ARG_BITMASK && has_masks(arg) && value->value)
		print_flags(out, value);
	else if (name)
		out_text(out, name);
	else if (probe_arg_is_device(arg))
		fprintf(out, "%" PRIu64 ":%" PRIu64, value->value >> SDT_MINOR_BITS,
			value->value & SDT_MINOR_MASK);
	else if (!value_is_number(arg))
		print_hex(out, truncated(arg, value->value));
	else if (arg->flags & SDT_ARG_SIGNED)
		print_signed(out, value->value);
	else
		out_decimal(out, value->value, 0, ' ');
}

char *value_text(const struct arg_value *value)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		out_of_memory();
	value_print(out, value);
	if (fclose(out))
		out_of_memory();
	return text;
}

void value_add(struct json_object *object, const struct arg_value *value)
{
	const struct probe_arg *arg = value->arg;
	char *text;

	if (is_string(value) && is_unreadable(value)) {
		json_add_null(object, arg->name);
	} else if (is_string(value)) {
		text = xasprintf("%.*s", (int)value->length, value->copy);
		json_add_string(object, arg->name, text);
		free(text);
	} else if (value_is_number(arg) && (arg->flags & SDT_ARG_SIGNED)) {
		json_add_signed(object, arg->name, value->value);
	} else if (value_is_number(arg)) {
		json_add_number(object, arg->name, value->value);
	} else {
		text = value_text(value);
		json_add_string(object, arg->name, text);
		free(text);
	}
}

/* All integers up to this one, and no longer all beyond it, are doubles. */
#define MAX_EXACT	(UINT64_C(1) << 53)

void value_add_exact(struct json_object *object, const struct arg_value *value)
{
	const bool is_negative = (value->arg->flags & SDT_ARG_SIGNED) && (int64_t)value->value < 0;
	const uint64_t size = is_negative ? -value->value : value->value;
	char *text;

	if (value->copy || !value_is_number(value->arg) || size <= MAX_EXACT) {
		value_add(object, value);
		return;
	}
	text = value_text(value);
	json_add_string(object, value->arg->name, text);
	free(text);
}

/*
 * Values by which hits are counted
 */

void by_value_print(FILE *out, const char *name, const struct by_value *value)
{
	if (value->form == VALUE_STACK)
		return;
	out_text(out, name);
	if (value->form == VALUE_STRING) {
		fputc('=', out);
		out_quoted(out, value->text, strlen(value->text));
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
