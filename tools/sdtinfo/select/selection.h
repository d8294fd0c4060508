/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * selection.h - select the probes that a command line names
 *
 * For list, args and gen, which share "[PATTERN...] [FILE.ko...]" and the options that
 * say where to look, and for trace, top and latency, which take patterns.
 */
#ifndef SDTINFO_SELECTION_H
#define SDTINFO_SELECTION_H

#include <stdbool.h>

#include "catalog.h"
#include "lib/error.h"
#include "lib/json.h"

#define SELECTION_OPTIONS						\
	{ "all", 'a', NULL, 0,						\
	  "read all modules under /lib/modules/RELEASE", 0 },		\
	{ "kernel", 'k', "RELEASE", 0,					\
	  "with -a: of this kernel, not of the running one; a RELEASE with a '/' is a directory",	\
	  0 }

struct selection {
	enum json_form form;
	bool all;
	bool verbose;
	bool providers;
	const char *kernel;
	char *folder;
	struct catalog_source source;
	struct catalog catalog;	/* what was chosen */
};

/* selection_option() - take one of SELECTION_OPTIONS or JSON_OPTIONS, -v or -P; is it one? */
bool selection_option(struct selection *selection, int letter, const char *value);

/*
 * selection_words() - take the arguments that are not options
 * @words: files move to its front
 */
void selection_words(struct selection *selection, char **words, int nr_words);

/* selection_loaded() - the same for a verb that takes no files: files do not fire */
void selection_loaded(struct selection *selection, char **words, int nr_words);

/*
 * selection_read() - read the modules and choose probes
 *
 * Returns EXIT_DONE, or what went wrong, which was reported: EXIT_NO_PROBES if there
 * are none, or none for one of the patterns, EXIT_FAILED if not all could be read.
 * @selection has what was chosen in any case.
 */
enum exit_code selection_read(struct selection *selection);
void selection_free(struct selection *selection);

/**
 * struct selection_view - how a verb shows the probes that were chosen
 * @print: print them as text; there is at least one
 * @add: add what only this verb has to a probe's JSON object
 * @with_sites: JSON has sites, users and hits, and so does @print with -v
 */
struct selection_view {
	void (*print)(const struct catalog *catalog);
	void (*add)(struct json_object *object,
		    const struct catalog_probe *chosen);
	bool with_sites;
	/* with -P: the providers; NULL: there is no such option */
	void (*print_providers)(const struct catalog *catalog, bool verbose);
	void (*add_providers)(const struct catalog *catalog,
			      struct json_object *list);
};

/* selection_show() - read what was selected, and show it; frees it */
enum exit_code selection_show(struct selection *selection, const char *verb,
			      const struct selection_view *view);

#endif /* SDTINFO_SELECTION_H */
