/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arg_text.h - words for what is known of an argument
 *
 * For the verbs.
 */
#ifndef SDTINFO_ARG_TEXT_H
#define SDTINFO_ARG_TEXT_H

#include <stdbool.h>

#include "probe_table.h"

/* arg_has_remark() - was it declared as what is no other word for its type? */
bool arg_has_remark(const struct probe_arg *arg);

/* arg_type_text() - "port_t {aka short unsigned int}"; caller frees */
char *arg_type_text(const struct probe_arg *arg);

/* arg_xlated_text() - "bufinfo_t *, from struct buf *" of a field; caller frees */
char *arg_xlated_text(const struct probe_arg *field);

/* arg_print_kind() - "8-byte unsigned integer", "8-byte user string pointer" */
void arg_print_kind(const struct probe_arg *arg);

/*
 * arg_claim() - what @arg is where @other is something else; caller frees
 *
 * "'int'", "4 bytes long", "an enum": to stand behind "is".
 */
char *arg_claim(enum arg_difference how, const struct probe_arg *arg,
		const struct probe_arg *other);

#endif /* SDTINFO_ARG_TEXT_H */
