/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_types.h - the argument types of an event with separate sites and definition
 *
 * For probe_merge.c.  FreeBSD's SDT_PROBEn() sites pass what the compiler makes of the
 * expressions; the SDT_PROBE_DEFINEn() that has the types may be in another file.
 */
#ifndef SDTINFO_PROBE_TYPES_H
#define SDTINFO_PROBE_TYPES_H

#include "table/probe.h"

/*
 * probe_types_find() - find types that hold at all sites
 * @args: filled except for the names; one for each argument of the sites
 * @definition: with as many arguments; NULL if there is none with types
 * @sites: at least one, all with as many arguments
 *
 * An argument has its defined type if the 64 bits that each site passes mean the same in
 * that type, else "long" or "unsigned long".  A string or bytes become a mere "void *",
 * unless each site passes a pointer to such, a void pointer or 0, because sdt.ko reads
 * them.  Without a defined type, an argument has the sites' type if they agree, else a
 * wider one.  The number of bytes that a pointer leads to is part of the type.  A format
 * is taken from the site that has one.
 */
void probe_types_find(struct probe_arg *args, const struct probe *definition,
		      struct probe *const *sites, size_t count);

#endif /* SDTINFO_PROBE_TYPES_H */
