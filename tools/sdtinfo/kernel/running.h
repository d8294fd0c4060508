/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * running.h - sdt.ko's files in debugfs, a line at a time
 *
 * For loaded.c.  docs/debugfs.md describes the files.
 */
#ifndef SDTINFO_RUNNING_H
#define SDTINFO_RUNNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct running {
	char *folder;		/* sdt.ko's in debugfs */
	char **modules;		/* names, sorted */
	size_t nr_modules;
};

/* DTrace's four names of a probe */
struct running_names {
	const char *provider, *module, *function, *name;
};

/* A line of "probes" */
struct running_probe {
	struct running_names names;
	uint64_t users;
	bool is_counted;	/* @hits is there */
	uint64_t hits;
};

/* A line of "sites" */
struct running_site {
	struct running_names names;
	const char *file;
	uint32_t line;
	bool is_enabled;	/* a DTRACE_PROBE_ENABLED */
	bool is_on;
	const char *symbol;	/* "revdev_read+0x12/0xc0 [revdev]", or "?" */
	bool is_counted;
	uint64_t hits;
};

/* running_open() - 0, or -1 when it has reported why there is nothing to read */
int running_open(struct running *running);
void running_close(struct running *running);

/* The file with a module's table, for messages; caller frees. */
char *running_table_path(const struct running *running, const char *module);

/*
 * running_table() - the bytes of a module's table; caller frees
 *
 * NULL with @failed 0 if the module has gone meanwhile, else it was reported.
 */
void *running_table(const struct running *running, const char *module,
		    size_t *size, int *failed);

/*
 * running_probes(), running_sites() - go through all probes, or all sites
 * @see: told of each; what it is given is valid until it returns
 *
 * Return 0, or -1 when they have reported why not.
 */
int running_probes(const struct running *running,
		   void (*see)(const struct running_probe *probe, void *data),
		   void *data);
int running_sites(const struct running *running,
		  void (*see)(const struct running_site *site, void *data),
		  void *data);

#endif /* SDTINFO_RUNNING_H */
