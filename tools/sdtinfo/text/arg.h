/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arg.h - an argument, as text
 */
#ifndef SDTINFO_ARG_H
#define SDTINFO_ARG_H

#include <stdbool.h>

#include "table/probe.h"

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
 * @is_complete: with all enumerators, not only the first ones
 */
char *arg_kind_text(const struct probe *probe, const struct probe_arg *arg, bool is_complete);

/*
 * arg_claim() - what @arg is that @other is not; caller frees
 *
 * "'int'", "4 bytes long", "an enum": to follow "is".
 */
char *arg_claim(enum arg_difference how, const struct probe_arg *arg,
		const struct probe_arg *other);

/* arg_kind_key() - "integer", as in JSON */
const char *arg_kind_key(const struct probe_arg *arg);

/* What a pointer leads to, if not to the kernel's memory */
struct arg_target {
	unsigned int flag;	/* SDT_ARG_USER and so on */
	const char *word;
	const char *phrase;
};

#define NR_ARG_TARGETS	4

extern const struct arg_target arg_targets[NR_ARG_TARGETS];

#endif /* SDTINFO_ARG_H */
