/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * declaration.h - the C declarations that authors write
 *
 * An author writes an argument's type, and perhaps its name and how it is shown, as text:
 *
 *   resolver.cc     what its words mean at the probe, for the parser in kmod/rules/parameter.c
 *   annotations.cc  what the attributes of a type say about where a pointer points
 */
#ifndef SDT_DECLARATION_H
#define SDT_DECLARATION_H

#include "probe.h"
#include "vec.h"

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

/* resolver.cc */
void sdt_parse_declaration (const char *text, const struct sdt_scope *scope,
			    struct sdt_declaration *declaration);
bool sdt_constant (const char *text, const struct sdt_scope *scope,
		   HOST_WIDE_INT *value);
char *sdt_copy_trimmed (const char *from, const char *to);

/* annotations.cc */
unsigned sdt_pointer_flags (tree type);

#endif /* SDT_DECLARATION_H */
