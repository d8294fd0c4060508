/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * location.h - where the author wrote a probe, through all macros
 *
 *   line_maps.cc   the place of a marker, of its text and of each argument
 *   macro_name.cc  what a macro of the author's own, with a probe in it, calls an argument,
 *                  and how it names the probe
 */
#ifndef SDT_LOCATION_H
#define SDT_LOCATION_H

#include "compat.h"

/* line_maps.cc */
location_t sdt_author_location (location_t loc);
const char *sdt_source_file (location_t loc);
location_t sdt_arg_location (location_t marker_loc, unsigned index);
location_t sdt_text_location (location_t marker_loc);

/* macro_name.cc */
char *sdt_macro_arg_name (location_t marker_loc, unsigned index, unsigned nr_names,
			  char **parameter);
char *sdt_expanded_name (location_t marker_loc, const char **macro, location_t *place);
char *sdt_builtin_name (location_t marker_loc, unsigned index);

#endif /* SDT_LOCATION_H */
