/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * catalog.h - modules that were read, and the probes that were chosen of them
 */
#ifndef SDTINFO_CATALOG_H
#define SDTINFO_CATALOG_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/error.h"
#include "module/module.h"

/* What probes are chosen by */
struct catalog_pattern {
	struct sdt_pattern pattern;
	const char *text;	/* as it was given */
	size_t nr_probes;	/* that match it */
};

/* A probe that was chosen. */
struct catalog_probe {
	const struct module *module;
	const struct probe *probe;
	size_t id;		/* its number among all that there are, from 1 */
};

/* The modules that were read, and the probes that were chosen */
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

/* catalog_has_site() - was this site of the probe chosen? */
bool catalog_has_site(const struct catalog *catalog,
		      const struct module *module, const struct probe *probe,
		      const struct probe_site *site);

/*
 * selection_is_file() - is a word of the command line a module's file?
 *
 * A word that ends like a module's file is one; others are patterns.
 */
bool selection_is_file(const char *word);

/* pattern_match() - do a pattern's names match those of the probe? */
bool pattern_match(const struct sdt_pattern *pattern, const char *module,
		   const struct probe *probe);

/* pattern_match_probe() - ... and its line that of a site, if it has one? */
bool pattern_match_probe(const struct sdt_pattern *pattern, const struct module *module,
			 size_t probe);

/*
 * Read modules, and choose their probes.  These functions report what a file lacks or has
 * wrong; EXIT_NO_PROBES: there are none.
 */

/* catalog_read_file() - read a file; @is_named: report also that it has no probes */
enum exit_code catalog_read_file(struct catalog *catalog, const char *path, bool is_named);

/* catalog_read_folder() - read all modules below a folder */
enum exit_code catalog_read_folder(struct catalog *catalog, const char *folder);

/* catalog_read_running() - read the loaded modules */
enum exit_code catalog_read_running(struct catalog *catalog);

/* catalog_forget() - forget all modules; the patterns stay */
void catalog_forget(struct catalog *catalog);

#endif /* SDTINFO_CATALOG_H */
