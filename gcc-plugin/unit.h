/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * unit.h - what the plugin has found in the unit that is compiled
 */
#ifndef SDT_UNIT_H
#define SDT_UNIT_H

#include "probe.h"

/* Exists while the plugin examines the author's code: separates its errors from GCC's.  */
struct sdt_own_errors
{
  sdt_own_errors ();
  ~sdt_own_errors ();
};

bool sdt_gcc_found_errors (void);
bool sdt_is_noinstr (tree fndecl);

unsigned sdt_add_spot (const struct sdt_spot *spot);
bool sdt_has_spots (void);
const struct sdt_spot *sdt_get_spot (unsigned spot);
unsigned sdt_nr_spots (void);
unsigned sdt_add_site (unsigned spot);
const struct sdt_spot *sdt_get_site_spot (unsigned site);
unsigned sdt_nr_sites (void);

#endif /* SDT_UNIT_H */
