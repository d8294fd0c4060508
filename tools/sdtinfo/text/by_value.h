/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * by_value.h - a value by which hits are counted, for people and for programs
 *
 * For top and latency.
 */
#ifndef SDTINFO_BY_VALUE_H
#define SDTINFO_BY_VALUE_H

#include <stddef.h>
#include <stdio.h>

struct json_object;		/* json-c's */

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

#endif /* SDTINFO_BY_VALUE_H */
