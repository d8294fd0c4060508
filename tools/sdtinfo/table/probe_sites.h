/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_sites.h - the sites of a module's probes, whether from a file or loaded
 *
 * For the verbs that show sites.  Knows neither ELF nor debugfs.
 */
#ifndef SDTINFO_PROBE_SITES_H
#define SDTINFO_PROBE_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The probe of a site that leads to none */
#define NO_PROBE	UINT32_MAX

struct probe_site {
	uint32_t probe;		/* its number in the table, or NO_PROBE */
	uint32_t line;
	char *file;		/* the source */
	char *place;		/* "revdev_read+0x1c"; NULL: not known */
	bool is_enabled;	/* a DTRACE_PROBE_ENABLED */
	bool is_on;		/* false in a file */
	size_t order;		/* in which it was added */
};

/* All zero, it is empty. */
struct probe_sites {
	struct probe_site *list;
	size_t count;
};

/*
 * The sites of a module, as sdt.ko counts them: one for each site record, at however
 * many places the compiler has put its code
 */
struct site_count {
	size_t fire;		/* the number of sites */
	size_t is_enabled;	/* those of DTRACE_PROBE_ENABLED, which are counted apart */
};

/* Who listens to a probe */
struct probe_use {
	uint64_t users;
};

/* probe_sites_add() - a new site of a probe, with nothing else in it */
struct probe_site *probe_sites_add(struct probe_sites *sites, uint32_t probe);

/* probe_sites_sort() - by probe, sites that fire first, then as they were added */
void probe_sites_sort(struct probe_sites *sites);

/* probe_sites_of() - the sites of a probe, once they are sorted */
const struct probe_site *probe_sites_of(const struct probe_sites *sites,
					uint32_t probe, size_t *count);

/* probe_sites_count() - count the sites of a loaded module: sdt.ko shows records */
struct site_count probe_sites_count(const struct probe_sites *sites);
void probe_sites_free(struct probe_sites *sites);

#endif /* SDTINFO_PROBE_SITES_H */
