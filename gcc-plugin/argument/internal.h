/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - what the files of argument/ call of each other
 */
#ifndef SDT_ARGUMENT_INTERNAL_H
#define SDT_ARGUMENT_INTERNAL_H

#include "argument/argument.h"

/* location.cc */
char *sdt_macro_arg_name (location_t marker_loc, unsigned index, bool is_pair);

/* A place in what an author wrote: see tokens.h.  */
struct reader;

/* scope.cc */
tree scope_tag (const struct reader *r);
tree scope_typedef (const struct reader *r);
bool scope_enumerator (const struct reader *r, HOST_WIDE_INT *value);
bool scope_keyword (const struct reader *r);

/* declaration.cc */
bool declaration_begins (const struct reader *r);
tree declaration_type (struct reader *r);

/* constant.cc */
bool sdt_constant (const char *text, const struct sdt_scope *scope,
		   HOST_WIDE_INT *value);

/* type.cc */
bool sdt_is_string (tree type);
unsigned sdt_pointer_flags (tree type);
bool sdt_check_kind (location_t loc, tree type, unsigned number);
bool sdt_check_type (location_t loc, tree type, unsigned number);
char *sdt_type_text (tree type);
void sdt_describe_value (tree type, struct sdt_arg *arg);

/* enums.cc */
struct sdt_enum *sdt_enumerators (tree type);

/* format.cc */
void sdt_show_arg (location_t loc, tree type,
		   const struct sdt_declaration *declaration, unsigned number,
		   struct sdt_arg *arg);

/* name.cc */
bool sdt_check_arg_name (location_t loc, const struct sdt_probe *probe,
			 unsigned index, const char *name);

/* convert.cc */
tree sdt_convert (location_t loc, tree expr, tree from, tree to,
		  const struct sdt_declaration *declaration, unsigned number);

#endif /* SDT_ARGUMENT_INTERNAL_H */
