/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * front_end_internal.h - what the front end's files call of each other
 */
#ifndef SDT_FRONT_END_INTERNAL_H
#define SDT_FRONT_END_INTERNAL_H

#include "argument/argument.h"
#include "front-end/front_end.h"
#include "location/location.h"

/* definitions.cc */
const struct sdt_definition *sdt_find_similar (const struct sdt_probe *probe);

/* marker.cc */
/* A marker, parsed.  */
struct sdt_marker
{
  enum sdt_marker_kind kind;
  const char *provider;		/* null: it is in the name */
  const char *function;		/* "": the one that contains the marker */
  const char *name;
  const char *family;		/* the macro without the number of arguments in its name, */
  unsigned nr_args;		/* and that number; null: a macro for any number */
  const char *unnamed;		/* lines that no message is named after */
};

bool sdt_read_marker (tree t, struct sdt_marker *marker);
bool sdt_marker_is_erroneous (tree marker);
unsigned sdt_marker_items (tree marker, struct sdt_list *items, unsigned room,
			   bool *is_cut = NULL);
tree sdt_marker_args (tree marker);

/* message_marker.cc */
const char *sdt_read_message (location_t loc, tree marker);
bool sdt_check_message (location_t loc, const struct sdt_spot *spot, unsigned nr);
bool sdt_show_message (location_t loc, struct sdt_spot *spot, tree marker,
		       const tree *values);

/* providers.cc */
bool sdt_check_declared_provider (location_t loc, const struct sdt_probe *probe);
bool sdt_declare_provider (location_t loc, const char *provider, unsigned flags);
void sdt_define_provider (const char *provider);
const char *sdt_split_name (const char *written, const char **provider);
void sdt_name_message (char *to, const struct sdt_message *message);

/* check.cc */
bool sdt_check_unit (location_t loc);
bool sdt_check_names (location_t loc, location_t marker_loc,
		      const struct sdt_probe *probe);

/* side_effects.cc */
void sdt_warn_effect (location_t loc, tree expr, unsigned number,
		      bool is_message);

/* lower.cc */
tree sdt_lower_probe (location_t loc, unsigned spot, const tree *values,
		      unsigned nr_values);
tree sdt_lower_enabled (location_t loc, unsigned spot, tree result);

#endif /* SDT_FRONT_END_INTERNAL_H */
