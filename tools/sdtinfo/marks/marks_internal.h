/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * marks_internal.h - what the files of marks/ share
 */
#ifndef SDTINFO_MARKS_INTERNAL_H
#define SDTINFO_MARKS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/sdt_sites.h>

#include "marks.h"
#include "module/debug_info.h"
#include "module/module.h"

/*
 * read.c
 */

/* A mark; all texts are the object's, and live as long as it is open. */
struct mark {
	const char *file;
	uint32_t line;
	const char *function;		/* "" at file scope */
	const char *id;			/* UNIT$N: N grows with the lines of the unit */
	const char *kind;		/* "#sdt-probe", and on the next lines the names */
	const char *text;		/* the format of a message */
	const char *list;		/* the arguments, or pairs */
	const char *types;		/* of the pairs, with macros expanded, one per line */
	const char *end;		/* of all strings */
	unsigned int nr_kinds;
	const unsigned char *kinds;	/* enum __sdt_kind */
	bool has_site;			/* it is in a function */
	bool is_dead;			/* it has names only, or no jump label leads to its record */
	bool is_text;			/* @kinds are the expressions', not those of @types */
	bool is_silent;			/* about conversions of messages */
	struct elf_place place;
};

struct marks {
	struct mark *list;
	size_t nr;
};

/* mark_compare_units() - compare the compiler's units that have the marks */
int mark_compare_units(const struct mark *a, const struct mark *b);

/*
 * marks_find() - find the marks of an object, by unit and in the order of its source
 *
 * Returns 0, or -1 when it has reported what is wrong.
 */
int marks_find(struct marks *marks, const struct module *object);

/*
 * declaration.c
 */

/* A copy of a part of a text, without blanks at its ends; caller frees */
char *copy_trimmed(const char *from, const char *to);

/* What an author wrote before an argument */
struct declaration {
	char *declared;		/* the text without the name */
	char *name;		/* or NULL */
	char *type;		/* C's name of the type; NULL: it is not known */
	char *aka;		/* without typedefs, as far as these are known; or "" */
	char *bound;		/* what is in the brackets of an array; or NULL */
	char *value;		/* the same with macros expanded; or NULL */
	enum __sdt_kind kind;	/* by the text alone; __SDT_NO_KIND: not known */
	bool is_enum, is_function;
	bool is_no_value;	/* a floating-point or wide number */
	bool is_structure;
	bool is_opaque;		/* "__auto_type", "typeof(x)": the expression's type */
	bool is_struct;		/* a pointer to a structure or union, or to an unknown type */
	unsigned int words;	/* SDT_WORD_* */
	uint8_t flags;		/* SDT_ARG_USER, ...: where a pointer leads */
};

/*
 * declaration_parse() - read what an author wrote
 * @expanded: the same with macros expanded, which is read if @text is no declaration; or NULL
 */
void declaration_parse(struct declaration *d, const char *text, const char *expanded);
void declaration_free(struct declaration *d);

/* constant_value() - the value of an integer constant; false if it is none */
bool constant_value(const char *text, int64_t *value);

/*
 * arg.c
 */

/* keep_copy() - a copy of a text that lives as long as the table */
char *keep_copy(struct probe_table *table, const char *text);

/* A probe in the making */
struct draft {
	struct probe_table *table;
	struct debug_info *info;	/* of the object; or NULL */
	const struct mark *mark;
	struct probe *probe;
	struct probe_arg args[SDT_MAX_ARGS];
	enum __sdt_kind kinds[SDT_MAX_ARGS];
	char *bounds[SDT_MAX_ARGS];	/* as in the source, or NULL */
	char *values[SDT_MAX_ARGS];	/* the same with macros expanded */
	bool has_format[SDT_MAX_ARGS];	/* its author chose how it is shown */
	struct probe_xlated xlated[2 * SDT_MAX_ARGS];
	unsigned int nr_args, nr_xlated;
	bool is_translated[SDT_MAX_ARGS];
	bool has_other_names;		/* than those written; it has been said */
};

/*
 * arg_declare() - describe an argument by the text before it
 * @expanded: this text with macros expanded, or NULL
 * @kind: what the compiler says of it; __SDT_NO_KIND if there is no value
 *
 * Returns 0, or -1 when it has reported what is wrong.
 */
int arg_declare(struct draft *draft, unsigned int i, const char *text, const char *expanded,
		enum __sdt_kind kind);

/*
 * arg_take_name() - the field's name of argument @i, or of what it is shown as
 * @taken: @nr other names
 * @name: filled; SDT_FIELD_NAME_SIZE bytes
 *
 * Returns 0, or -1 when it has reported that the author's name for it cannot be one.
 */
int arg_take_name(struct draft *draft, unsigned int i, const char *written,
		  const char *const *taken, unsigned int nr, char *name);

/* arg_complain() - report an error, that argument @i "has no ..." in @text, or warn; returns -1 */
int arg_complain(const struct draft *draft, unsigned int i, const char *what, const char *text);
void arg_warn(const struct draft *draft, unsigned int i, const char *what, const char *text);

/* arg_describe() - describe an argument without a type */
void arg_describe(struct draft *draft, unsigned int i, enum __sdt_kind kind);

/* arg_name() - name an argument that has no name after its expression */
void arg_name(struct draft *draft, unsigned int i, const struct sdt_list *expression);

/* arg_find_bounds() - evaluate the bounds, when all arguments have been described */
void arg_find_bounds(struct draft *draft);

/*
 * message_show() - give the arguments the kinds and bounds of the message's conversions
 *
 * By the rules that the plugin has as well (kmod/rules/conversion.c).
 */
int message_show(struct draft *draft, const char *message);

/*
 * xlated.c
 */

/*
 * xlated_split() - read the text of a type, which may be followed by ':' and a translation
 * @native: set to the type itself; caller frees
 */
int xlated_split(struct draft *draft, unsigned int i, const char *text, char **native);

/* xlated_add() - argument @i is shown as @text, a type or a list */
int xlated_add(struct draft *draft, unsigned int i, const char *text);

/* xlated_finish() - add the arguments without a translation */
int xlated_finish(struct draft *draft);

#endif /* SDTINFO_MARKS_INTERNAL_H */
