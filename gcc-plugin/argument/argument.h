/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * argument.h - what the front end calls to describe an argument
 *
 * An argument is a declaration and an expression.  The files here make a description and a
 * value of the two:
 *
 *   translation.cc  splits "native : translated"
 *   describe.cc     which type the argument has, and its description
 *   type.cc         the kind, size and sign of a type; which types no probe can have
 *   type_name.cc    the name of a type, and what it is without typedefs
 *   enums.cc        the names of an enum's values
 *   format.cc       how the argument is shown: by a bound, in hexadecimal, as flags
 *   field_name.cc   what the argument is called
 *   convert.cc      the value, and a warning if it is not what was declared
 */
#ifndef SDT_ARGUMENT_H
#define SDT_ARGUMENT_H

#include "declaration/declaration.h"

/* translation.cc */
const char *sdt_read_slot (location_t loc, const char *text,
			   const struct sdt_scope *scope, struct sdt_probe *probe,
			   unsigned index);
bool sdt_add_xlated (location_t loc, const char *text,
		     const struct sdt_scope *scope, struct sdt_probe *probe,
		     unsigned index);
bool sdt_finish_xlated (location_t loc, struct sdt_probe *probe);

/* describe.cc */
bool sdt_is_zero (tree expr);
bool sdt_describe_type (location_t loc, const struct sdt_declaration *declaration,
			unsigned index, struct sdt_arg *arg);
bool sdt_describe_arg (location_t loc, tree expr,
		       const struct sdt_declaration *declaration,
		       struct sdt_probe *probe, unsigned index, tree *value);

/* format.cc */
bool sdt_points_to_bytes (tree type);
void sdt_find_bound (location_t loc, struct sdt_probe *probe, unsigned index,
		     const struct sdt_scope *scope);
void sdt_set_bound (struct sdt_arg *arg, unsigned bound);

/* field_name.cc */
bool sdt_name_declared (location_t loc, struct sdt_probe *probe, unsigned index,
			const struct sdt_declaration *declaration);
void sdt_name_arg (location_t loc, const struct sdt_list *item, struct sdt_probe *probe,
		   unsigned index);

#endif /* SDT_ARGUMENT_H */
