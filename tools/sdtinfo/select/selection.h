/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * selection.h - select the probes that a command line names
 *
 * For list, args and gen, which share "[PATTERN...] [FILE.ko...]" and the options that say where to
 * look, and for trace, record, top and latency, which take patterns.
 */
#ifndef SDTINFO_SELECTION_H
#define SDTINFO_SELECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/util.h"
#include "module/module.h"
#include "text/view.h"

struct verb_option;

/*
 * catalog.c - modules that were read, and the probes that were chosen of them
 */

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
	struct name_list refused; /* modules whose probes sdt.ko refused */
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

/* catalog_read_some() - read those of the modules with these names that are loaded and have probes */
void catalog_read_some(struct catalog *catalog, const struct name_list *names);

/* catalog_add_module() - add a module, which the catalog frees, and choose probes of it */
void catalog_add_module(struct catalog *catalog, struct module *module);

/* catalog_forget() - forget all modules; the patterns stay */
void catalog_forget(struct catalog *catalog);

/*
 * selection.c
 */

struct selection {
	enum json_form form;
	bool all;
	bool verbose;
	bool waits;		/* until all patterns match probes of loaded modules */
	const struct verb_option *options;	/* of the verb; NULL: not to be suggested */
	const char *first;	/* the verb runs a COMMAND: a word behind this one can be it,
				   without its "--" */
	const char *kernel;
	/* where to look; nowhere: the running kernel */
	char **files;		/* modules */
	size_t nr_files;
	char *folder;		/* with modules in it, or NULL */
	const char *from;	/* the name of what has recorded hits; NULL: it is not that */
	enum exit_code (*read)(struct catalog *catalog, void *data);	/* reads its modules */
	void *data;		/* passed to that */
	bool has_published;	/* events, which this file keeps: */
	int published;
	struct catalog catalog;	/* what was chosen */
	char *told;		/* what was said last of refused modules, or NULL */
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
 * They are reported, if sdt.ko's files in debugfs can be read.  Returns -1 if there are any.
 */
int selection_drop_foreign(struct selection *selection, bool is_dtrace);
void selection_free(struct selection *selection);

/**
 * struct selection_view - how a verb shows the probes that were chosen
 * @probe: show a probe; its JSON object has its names and its ID
 * @with_sites: JSON has sites and users, and so has text with -v
 */
struct selection_view {
	void (*probe)(struct view *view, struct json_object *object,
		      const struct catalog_probe *chosen);
	bool with_sites;
};

/* selection_show() - read what was selected, and show it; frees it */
enum exit_code selection_show(struct selection *selection, const char *verb,
			      const struct selection_view *how);

/*
 * suggest.c - what was meant by a word that is not a pattern, or matches nothing
 *
 * These return text, or NULL if they know nothing; the caller frees it.
 */

/* suggest_place() - "rev_dev.c:20", "rev_dev.c@20" or "rev_dev.c", as a pattern */
char *suggest_place(const char *text);

/*
 * suggest_event() - an event as other tools name it, "tracepoint:revdev:write_entry",
 *	"revdev/write_entry" or "revdev.write_entry", as a pattern
 */
char *suggest_event(const char *text);

/* suggest_command() - a program, by its path or as the shell finds it, with "--" before it */
char *suggest_command(const char *word);

/* suggest_pattern() - a pattern that matches a probe of the catalog, with one mistake less */
char *suggest_pattern(const struct catalog *catalog, const struct catalog_pattern *wrong);

#endif /* SDTINFO_SELECTION_H */
