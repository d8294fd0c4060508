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
#include <stddef.h>

#include "catalog.h"
#include "lib/error.h"
#include "lib/json.h"
#include "text/view.h"

struct verb_option;

struct selection {
	enum json_form form;
	bool all;
	bool verbose;
	bool providers;
	bool waits;		/* until all patterns match probes of loaded modules */
	const struct verb_option *options;	/* of the verb; NULL: not to be suggested */
	const char *first;	/* the verb runs a COMMAND: a word behind this one can be it,
				   without its "--" */
	const char *kernel;
	/* where to look; nowhere: the running kernel */
	char **files;		/* modules */
	size_t nr_files;
	char *folder;		/* with modules in it, or NULL */
	bool has_published;	/* events, which this file keeps: */
	int published;
	struct catalog catalog;	/* what was chosen */
};

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

/*
 * selection_read_again() - read the modules that there are now, and choose and publish again
 *
 * Reports no pattern that matches nothing.  Returns as selection_read() does.
 */
enum exit_code selection_read_again(struct selection *selection);

/*
 * selection_publish() - have sdt.ko publish the events of the loaded probes that were chosen
 *
 * Until selection_free().
 */
void selection_publish(struct selection *selection);

/* report_foreign() - report events of a module that have the names of probes' events */
void report_foreign(const char *module, const char *names);

/*
 * selection_drop_foreign() - drop loaded probes whose event's name another event has
 * @is_dtrace: the event with layout=dtrace
 *
 * They are reported, if sdt.ko's files in debugfs can be read.
 */
void selection_drop_foreign(struct selection *selection, bool is_dtrace);
void selection_free(struct selection *selection);

/**
 * struct selection_view - how a verb shows the probes that were chosen
 * @probe: show a probe; its JSON object has its names and its ID
 * @with_sites: JSON has sites and users, and so has text with -v
 * @providers: with -P, show the providers; NULL: there is no such option
 */
struct selection_view {
	void (*probe)(struct view *view, struct json_object *object,
		      const struct catalog_probe *chosen);
	bool with_sites;
	void (*providers)(struct view *view, const struct catalog *catalog);
};

/* selection_show() - read what was selected, and show it; frees it */
enum exit_code selection_show(struct selection *selection, const char *verb,
			      const struct selection_view *how);

#endif /* SDTINFO_SELECTION_H */
