/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * unit.cc - what the plugin has found in the unit that is compiled
 *
 * Spots and sites are collected while the unit is compiled.
 */

#include "unit.h"
#include "tree.h"
#include "diagnostic.h"

/* The number of the plugin's errors, and of all errors when it last began.  */
static int own_errors;
static int errors_before;

sdt_own_errors::sdt_own_errors ()
{
  errors_before = errorcount;
}

sdt_own_errors::~sdt_own_errors ()
{
  own_errors += errorcount - errors_before;
}

/*
 * Had GCC reported an error when the plugin began? It may be the reason why a
 * definition is missing.
 */
bool
sdt_gcc_found_errors (void)
{
  return errors_before > own_errors;
}

static auto_vec<sdt_spot> spots;
/* The spot of each site record: copies of a spot that reached machine code.  */
static auto_vec<unsigned> sites;

/* Remembers a spot; returns its number.  */
unsigned
sdt_add_spot (const struct sdt_spot *spot)
{
  spots.safe_push (*spot);
  return spots.length () - 1;
}

/* Do the passes have anything to do?  */
bool
sdt_has_spots (void)
{
  return !spots.is_empty ();
}

const struct sdt_spot *
sdt_get_spot (unsigned spot)
{
  return &spots[spot];
}

unsigned
sdt_nr_spots (void)
{
  return spots.length ();
}

/* Remembers a site of a spot; returns its number.  */
unsigned
sdt_add_site (unsigned spot)
{
  spots[spot].nr_sites++;
  sites.safe_push (spot);
  return sites.length () - 1;
}

const struct sdt_spot *
sdt_get_site_spot (unsigned site)
{
  return &spots[sites[site]];
}

unsigned
sdt_nr_sites (void)
{
  return sites.length ();
}

/*
 * Must FNDECL not be instrumented? The kernel's noinstr puts it in a section of that
 * name.
 */
bool
sdt_is_noinstr (tree fndecl)
{
  const char *section = DECL_SECTION_NAME (fndecl);

  return section && startswith (section, ".noinstr.text");
}
