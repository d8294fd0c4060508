/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * argument.h - what the front end calls to describe an argument
 *
 * An argument is a text, the type that its author wrote, and an expression.  The files
 * here make a description and a value of the two:
 *
 *   location.cc     where the author wrote it, through all macros
 *   translation.cc  splits "native : translated"
 *   declaration.cc  parses the text as a parameter's declaration, with tokens.cc, which
 *                   reads it word by word, and scope.cc, what a word means there
 *   constant.cc     the value of an array's bound in it
 *   type.cc         what is known of a type
 *   enums.cc        the names of an enum's values
 *   describe.cc     which type the argument has, and its description
 *   format.cc       how it is shown: by a bound, in hexadecimal, as flags
 *   name.cc         what it is called
 *   convert.cc      the value, and a warning if it is not what was declared
 *   effects.cc      warns of an argument that may have a side effect
 */
#ifndef SDT_ARGUMENT_H
#define SDT_ARGUMENT_H

#include "probe.h"
#include "vec.h"

/* Words in a type that say how the value is shown.  */
#define SDT_WORD_HEX	1	/* DTRACE_HEX */
#define SDT_WORD_FLAGS	2	/* DTRACE_FLAGS */

/* What an author wrote before an argument.  */
struct sdt_declaration
{
  const char *text;		/* without the name */
  tree type;			/* null if the text names no known type */
  bool is_guess;		/* the type, ignoring words like "struct" */
  bool is_unknown;		/* it has an unknown name, or is not a type */
  char *unknown;		/* that name, if there is one */
  unsigned flags;		/* of a pointer's target: SDT_ARG_USER, ... */
  char *name;			/* of the argument; null if there is none */
  bool is_definition;		/* it is part of the probe's definition */
  unsigned words;		/* SDT_WORD_*: all in the text */
  char *bound;			/* of an array, "6" or "len", or null */
};

/*
 * Where a marker is: its function and the blocks around it, the innermost last. Empty
 * at file scope.
 */
struct sdt_scope
{
  tree fndecl;
  auto_vec<tree> binds;		/* BIND_EXPRs */
};

/* location.cc */
location_t sdt_author_location (location_t loc);
const char *sdt_source_file (location_t loc);
location_t sdt_arg_location (location_t marker_loc, unsigned index);

/* translation.cc */
bool sdt_has_colon (const char *text);
const char *sdt_read_slot (location_t loc, const char *text,
			   const struct sdt_scope *scope, struct sdt_probe *probe,
			   unsigned index);
bool sdt_add_xlated (location_t loc, const char *text,
		     const struct sdt_scope *scope, struct sdt_probe *probe,
		     unsigned index);
bool sdt_finish_xlated (location_t loc, struct sdt_probe *probe);

/* declaration.cc */
void sdt_parse_declaration (const char *text, const struct sdt_scope *scope,
			    struct sdt_declaration *declaration);

/* describe.cc */
bool sdt_is_zero (tree expr);
bool sdt_describe_type (location_t loc, const struct sdt_declaration *declaration,
			unsigned index, struct sdt_arg *arg);
bool sdt_describe_arg (location_t loc, tree expr,
		       const struct sdt_declaration *declaration,
		       unsigned index, struct sdt_arg *arg, tree *value);

/* format.cc */
void sdt_find_bound (location_t loc, struct sdt_probe *probe, unsigned index,
		     const struct sdt_scope *scope);
void sdt_set_bound (struct sdt_arg *arg, unsigned bound);

/* name.cc */
bool sdt_name_declared (location_t loc, struct sdt_probe *probe, unsigned index,
			const struct sdt_declaration *declaration);
void sdt_name_arg (tree expr, location_t marker_loc, struct sdt_probe *probe,
		   unsigned index, bool is_pair);

/* effects.cc */
void sdt_warn_effect (location_t loc, tree expr, unsigned number);

/* tokens.cc */
const char *sdt_skip_item (const char *s, char separator);
char *sdt_copy_trimmed (const char *from, const char *to);

#endif /* SDT_ARGUMENT_H */
