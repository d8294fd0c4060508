/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * location.h - where the author wrote a probe, through all macros
 *
 *   line_maps.cc   the place of a marker, of its text and of each argument
 *   macro_name.cc  which parameter of an author's macro, with a probe in it, names the probe
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
char *sdt_expanded_name (location_t marker_loc, const char **macro, location_t *place);

#endif /* SDT_LOCATION_H */
