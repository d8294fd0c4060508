/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * running.h - what sdt.ko tells of the running kernel's probes
 *
 * For catalog.c.  docs/debugfs.md describes the files that are read.
 */
#ifndef SDTINFO_RUNNING_H
#define SDTINFO_RUNNING_H

#include <stddef.h>
#include <stdint.h>

struct running {
	char *folder;		/* sdt.ko's in debugfs */
	char **modules;		/* names, sorted */
	size_t nr_modules;
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
 * running_sites() - go through the places in the code that fire probes
 * @see: told of each the names of its probe, "sdt:revdev:revdev_read:read-entry",
 *	 and where in the source it is
 *
 * Returns 0, or -1 when it has reported why not.
 */
int running_sites(const struct running *running,
		  void (*see)(const char *names, const char *file,
			      uint32_t line, void *data),
		  void *data);

#endif /* SDTINFO_RUNNING_H */
