/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * debugfs.h - sdt.ko's files in debugfs, a line at a time
 *
 * For loaded_modules.c and hit_counts.c.  docs/debugfs.md describes the files.
 */
#ifndef SDTINFO_DEBUGFS_H
#define SDTINFO_DEBUGFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct debugfs {
	char *folder;		/* sdt.ko's in debugfs */
	char **modules;		/* names, sorted */
	size_t nr_modules;
	char **refused;		/* names of those whose probes sdt.ko refused */
	size_t nr_refused;
};

/* DTrace's four names of a probe */
struct debugfs_names {
	const char *provider, *module, *function, *name;
};

/* A line of "probes" */
struct debugfs_probe {
	struct debugfs_names names;
	uint64_t users;
};

/* A line of "sites" */
struct debugfs_site {
	struct debugfs_names names;
	const char *file;
	uint32_t line;
	bool is_enabled;	/* a DTRACE_PROBE_ENABLED */
	bool is_on;
	const char *symbol;	/* "revdev_read+0x12/0xc0 [revdev]", or "?" */
};

/* A line of "counters" */
struct debugfs_count {
	const char *site;	/* "sdt:revdev:revdev_read:read-entry@rev_dev.c:57" */
	uint64_t hits;
};

/* debugfs_open() - 0, or -1 when it has reported why there is nothing to read */
int debugfs_open(struct debugfs *debugfs);
void debugfs_close(struct debugfs *debugfs);

/*
 * debugfs_table() - the bytes of a module's table; caller frees
 *
 * Returns NULL with @failed 0 if the module was unloaded meanwhile, and with @failed -1
 * when it has reported an error.
 */
void *debugfs_table(const struct debugfs *debugfs, const char *module,
		    size_t *size, int *failed);

/*
 * debugfs_probes(), debugfs_sites() - go through all probes, or all sites
 * @see: called for each; its argument is valid until it returns
 *
 * Return 0, or -1 when they have reported why not.
 */
int debugfs_probes(const struct debugfs *debugfs,
		   void (*see)(const struct debugfs_probe *probe, void *data),
		   void *data);
int debugfs_sites(const struct debugfs *debugfs,
		  void (*see)(const struct debugfs_site *site, void *data),
		  void *data);

/*
 * debugfs_counters() - count the hits of a pattern's sites, from 0, until the file is closed
 *
 * Returns the open file "counters", or NULL when it has reported why not.
 */
FILE *debugfs_counters(const struct debugfs *debugfs, const char *pattern);

/* debugfs_counts() - go through the sites and hits of an open file "counters"; likewise */
int debugfs_counts(FILE *counters, void (*see)(const struct debugfs_count *count, void *data),
		   void *data);

#endif /* SDTINFO_DEBUGFS_H */
