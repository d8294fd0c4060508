/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * value.h - values, for people and for programs
 */
#ifndef SDTINFO_VALUE_H
#define SDTINFO_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "table/probe.h"

struct json_object;		/* json-c's */

/*
 * Values look as in the text of the probe's event (kmod/events/text.c), except that
 * strings and bytes stand in the place of the pointers to them.
 */
struct arg_value {
	const struct probe_arg *arg;
	uint64_t value;		/* extended to 64 bits as its type says */
	const char *copy;	/* the string or the bytes that it points to, or NULL */
	size_t length;		/* of @copy, without the NUL of a string */
	const char *function;	/* the name of the function that it points to, or NULL */
	bool hides_addresses;	/* of the kernel: they are shown as 0 */
};

/* value_is_number() - are the values of an argument printed as decimal numbers? */
bool value_is_number(const struct probe_arg *arg);

/* value_print() - print a value: 17, FRAME_SENT, "eth7", [02 00 17], 0xffff888003b2c000 */
void value_print(FILE *out, const struct arg_value *value);

/* value_text() - what value_print() prints; caller frees */
char *value_text(const struct arg_value *value);

/*
 * value_add() - the same as a member of a JSON object
 *
 * Integers are numbers, unless they are shown in hexadecimal; all else is a string.  A
 * string that could not be read is null.
 */
void value_add(struct json_object *object, const struct arg_value *value);

/* value_add_exact() - as value_add(); integers that a double does not hold are strings, too */
void value_add_exact(struct json_object *object, const struct arg_value *value);

/*
 * A value by which hits are counted: for top and latency
 */

/* What the text of a value is */
enum value_form {
	VALUE_PLAIN,		/* as it is shown */
	VALUE_NUMBER,		/* a decimal number */
	VALUE_STRING,		/* any characters */
	VALUE_STACK,		/* a function per line */
};

struct by_value {
	char *text;
	enum value_form form;
};

/* by_value_print() - print name=5 or name="eth0"; of a stack nothing */
void by_value_print(FILE *out, const char *name, const struct by_value *value);

/* by_value_print_stack() - print the functions of a stack on lines of their own; else nothing */
void by_value_print_stack(const struct by_value *value);

/* by_value_stack_lines() - how many lines that takes */
size_t by_value_stack_lines(const struct by_value *value);

/* by_value_add() - a number, a string, or the list of a stack's functions */
void by_value_add(struct json_object *object, const char *key, const struct by_value *value);

#endif /* SDTINFO_VALUE_H */
