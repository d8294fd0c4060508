/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_types.h - the types of an event whose sites and definition are written apart
 *
 * For probe_merge.c.  FreeBSD's SDT_PROBEn() sites pass what the compiler makes of the
 * expressions; the SDT_PROBE_DEFINEn() that has the types may be in another file.
 */
#ifndef SDTINFO_PROBE_TYPES_H
#define SDTINFO_PROBE_TYPES_H

#include "table/probe.h"

/*
 * probe_types_find() - find types that hold at all sites
 * @args: what to fill, one for each argument of the sites, but for the names
 * @definition: with as many arguments; NULL if there is none that has types
 * @sites: at least one, all with as many arguments
 *
 * An argument has its defined type if the 64 bits that each site passes mean the same
 * in it, else "long" or "unsigned long".  A string or bytes are a mere "void *" unless
 * each site passes a pointer to such, a void pointer or 0: sdt.ko reads them.  Without a
 * defined type it has that of the sites if these agree; else a wider one.  How many bytes
 * a pointer leads to is a part of the type, and how the value is shown is that of the site
 * that says it.
 */
void probe_types_find(struct probe_arg *args, const struct probe *definition,
		      struct probe *const *sites, size_t count);

#endif /* SDTINFO_PROBE_TYPES_H */
