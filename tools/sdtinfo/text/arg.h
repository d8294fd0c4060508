/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arg.h - an argument and its value, for people and for programs
 *
 * For the verbs.
 */
#ifndef SDTINFO_ARG_H
#define SDTINFO_ARG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "table/probe.h"

struct json_object;		/* json-c's */

/* arg_has_comment() - is the declared type a comment, not the argument's type? */
bool arg_has_comment(const struct probe_arg *arg);

/* arg_type_text() - "port_t {aka short unsigned int}"; caller frees */
char *arg_type_text(const struct probe_arg *arg);

/* arg_xlated_text() - "bufinfo_t *, from struct buf *" of a field; caller frees */
char *arg_xlated_text(const struct probe_arg *field);

/*
 * arg_bound_text() - "6 bytes", "len bytes": how many bytes @arg points to; caller frees
 * @probe: whose native arguments have the names
 *
 * NULL if it has no bound.
 */
char *arg_bound_text(const struct probe *probe, const struct probe_arg *arg);

/*
 * arg_format_text() - "to 6 bytes", "at most len bytes", "hex": how it is shown; caller frees
 * @probe: as above
 *
 * NULL of an argument that is shown as its type says.
 */
char *arg_format_text(const struct probe *probe, const struct probe_arg *arg);

/*
 * arg_kind_text() - "8-byte unsigned integer", "8-byte pointer to 6 bytes"; caller frees
 * @probe: as above
 */
char *arg_kind_text(const struct probe *probe, const struct probe_arg *arg);

/* arg_add() - all of this as keys of a JSON object */
void arg_add(struct json_object *object, const struct probe_arg *arg);

/*
 * arg_claim() - what @arg is that @other is not; caller frees
 *
 * "'int'", "4 bytes long", "an enum": to follow "is".
 */
char *arg_claim(enum arg_difference how, const struct probe_arg *arg,
		const struct probe_arg *other);

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

#endif /* SDTINFO_ARG_H */
