/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * location_internal.h - what macro_name.cc calls in line_maps.cc
 */
#ifndef SDT_LOCATION_INTERNAL_H
#define SDT_LOCATION_INTERNAL_H

#include "location/location.h"

/* A token of a macro's expansion.  */
struct expanded
{
  const line_map_macro *map;	/* null: LOC is in no macro */
  location_t outer;		/* where the token comes from */
  location_t body;		/* the macro's own token, or its parameter */
};

struct expanded expansion_find_mark (location_t loc);
const line_map_macro *expansion_enclosing_macro (location_t loc, const char *header,
						 location_t *call, location_t *place);

#endif /* SDT_LOCATION_INTERNAL_H */
