/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * declaration.h - a parser of C declarations
 *
 * An author writes an argument's type, and perhaps its name and how it is shown, as text:
 *
 *   tokens.cc       reads the text word by word
 *   scope.cc        what a word means at the probe
 *   annotations.cc  __user and the like, in a text or a type
 *   parser.cc       parses a function's parameter
 *   constant.cc     the value of an array's bound
 */
#ifndef SDT_DECLARATION_H
#define SDT_DECLARATION_H

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

/* parser.cc */
void sdt_parse_declaration (const char *text, const struct sdt_scope *scope,
			    struct sdt_declaration *declaration);

/* annotations.cc */
unsigned sdt_pointer_flags (tree type);

/* constant.cc */
bool sdt_constant (const char *text, const struct sdt_scope *scope,
		   HOST_WIDE_INT *value);

/* tokens.cc */
char *sdt_copy_trimmed (const char *from, const char *to);

#endif /* SDT_DECLARATION_H */
