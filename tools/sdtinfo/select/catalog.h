/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * catalog.h - probes of many modules, filtered by patterns
 *
 * For list, args and gen.  The modules are files, or those that sdt.ko knows in the
 * running kernel.
 */
#ifndef SDTINFO_CATALOG_H
#define SDTINFO_CATALOG_H

#include <stddef.h>

#include "lib/error.h"
#include "module/module.h"
#include "pattern.h"

/* What probes are chosen by */
struct catalog_pattern {
	struct pattern pattern;
	const char *text;	/* as it was given */
	size_t nr_probes;	/* that match it */
};

/* A probe that was chosen. */
struct catalog_probe {
	const struct module *module;
	const struct probe *probe;
	size_t id;		/* its number among all that there are, from 1 */
};

struct catalog {
	struct catalog_pattern *patterns; /* none: all probes are chosen */
	size_t nr_patterns;
	bool with_sites;	/* of the running kernel, too */
	struct module **modules;
	size_t nr_modules;
	char *refused;		/* modules that are left out: "1 module refused: ..." or NULL */
	struct catalog_probe *probes;
	size_t nr_probes;
	size_t nr_ids;
};

/* Where to look. */
struct catalog_source {
	char **files;		/* modules; none: the running kernel */
	size_t nr_files;
	const char *folder;	/* and all modules in this folder; may be NULL */
};

/*
 * catalog_is_module() - is a word of the command line a module's file?
 *
 * A word that ends like a module's file is one; others are patterns.
 */
bool catalog_is_module(const char *word);

/*
 * catalog_add_pattern() - choose by another pattern
 * @text: kept by the caller
 *
 * Returns NULL, or what is wrong with it.
 */
const char *catalog_add_pattern(struct catalog *catalog, const char *text);

/*
 * catalog_read() - choose the probes that match any of the patterns
 * @catalog: zeroed except for its patterns and whether sites are asked for
 * @source: where to look; modules without probes are skipped
 *
 * Returns EXIT_DONE, EXIT_NO_PROBES if there is nothing to choose from, or
 * EXIT_FAILED when something could not be read, which was reported; @catalog then has
 * the rest.  To be freed in any case.
 */
enum exit_code catalog_read(struct catalog *catalog,
			    const struct catalog_source *source);
void catalog_free(struct catalog *catalog);

/* catalog_has_site() - was this site of the probe chosen? */
bool catalog_has_site(const struct catalog *catalog,
		      const struct module *module, const struct probe *probe,
		      const struct probe_site *site);

#endif /* SDTINFO_CATALOG_H */
