/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * argument_internal.h - functions that the files of argument/ share
 */
#ifndef SDT_ARGUMENT_INTERNAL_H
#define SDT_ARGUMENT_INTERNAL_H

#include "argument/argument.h"

/* type.cc */
bool sdt_is_string (tree type);
bool sdt_check_kind (location_t loc, tree type, unsigned number);
bool sdt_check_type (location_t loc, tree type, unsigned number);
void sdt_describe_value (tree type, struct sdt_arg *arg);

/* type_name.cc */
char *sdt_type_name (tree type);
char *sdt_type_aka (tree type, const char *name);

/* enums.cc */
struct sdt_enum *sdt_enumerators (tree type);

/* format.cc */
void sdt_show_arg (location_t loc, tree type,
		   const struct sdt_declaration *declaration, unsigned number,
		   struct sdt_arg *arg);

/* field_name.cc */
const char *const *sdt_arg_names (const struct sdt_probe *probe,
				  const char *names[SDT_MAX_ARGS]);
bool sdt_take_name (location_t loc, struct sdt_probe *probe, unsigned index,
		    const char *written, const char *const *taken, unsigned nr,
		    char *name);

/* convert.cc */
tree sdt_convert (location_t loc, tree expr, tree from, tree to,
		  const struct sdt_declaration *declaration,
		  const struct sdt_probe *probe, unsigned number);

#endif /* SDT_ARGUMENT_INTERNAL_H */
