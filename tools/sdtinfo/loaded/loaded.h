/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loaded.h - the loaded modules as sdt.ko shows them in debugfs: their probes, their hits
 *
 * docs/debugfs.md describes the files.  Where this process cannot read them, the modules' own
 * files show the probes, but not who uses them.
 */
#ifndef SDTINFO_LOADED_H
#define SDTINFO_LOADED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/error.h"
#include "module/module.h"

/* Sorted by name. */
struct loaded_modules {
	struct module **modules;
	size_t nr_modules;
	struct name_list refused; /* those whose probes sdt.ko refused */
};

/*
 * loaded_module_is_meant() - does a word of the command line mean a loaded module?
 *
 * A word of letters, digits, '_' and '-' is the name of a module; it is a file if
 * that exists and no such module is loaded.
 */
bool loaded_module_is_meant(const char *word);

/* loaded_name() - the name of a module as the kernel spells it, with '_' for '-'; caller frees */
char *loaded_name(const char *word);

enum loaded_what {
	LOADED_TABLES,
	LOADED_SITES,		/* also sites and users */
};

/*
 * loaded_modules_read() - read what sdt.ko shows of the running kernel's modules
 * @loaded: what to fill
 * @word: the one module to read, with '-' or '_' in its name; NULL: all
 * @what: what to read of them
 *
 * Reads the modules' installed files if debugfs cannot be read, and says so once.  Modules whose
 * file is not there are reported; if any others could be read, that is no failure.
 *
 * Returns EXIT_DONE, EXIT_NO_PROBES if module @word is loaded and has none, or
 * EXIT_FAILED, also if it is not loaded; both of these were reported.  To be freed in
 * any case.
 */
enum exit_code loaded_modules_read(struct loaded_modules *loaded,
				   const char *word, enum loaded_what what);
void loaded_modules_free(struct loaded_modules *loaded);

/*
 * loaded_read_uses() - read once more who uses the probes, and which are published
 * @modules: as loaded_modules_read() returned them; those without uses are left alone
 */
void loaded_read_uses(struct module **modules, size_t nr_modules);

/* loaded_instrumented() - the names of loaded modules with probes, sorted; 0, or -1 with errno */
int loaded_instrumented(struct name_list *names);

/* loaded_build_id() - of a loaded module, in hexadecimal; NULL: not known; caller frees */
char *loaded_build_id(const char *name);

/*
 * loaded_module_file() - the installed file of a loaded module
 * @is_same: set to whether it is of the same build
 *
 * Returns its path, or NULL if there is none; caller frees.  Reports a file that cannot be read,
 * and takes it for one of another build.
 */
char *loaded_module_file(const char *name, bool *is_same);

/*
 * How often the sites of loaded modules are hit, round by round.  sdt.ko counts; nothing is
 * streamed.
 */

/* The sites of a probe in a line of the source.  The numbers are those of all of them. */
struct hit_count {
	char *site;		/* "sdt:revdev:revdev_read:read-entry@rev_dev.c:57" */
	size_t pattern;		/* the first that it was seen for */
	uint64_t value;		/* of sdt.ko's counters, in this round */
	uint64_t before;	/* ... and in the round before */
	uint64_t hits;		/* between the two */
	uint64_t total;		/* since hit_counts_open() */
};

struct hit_counts {
	int *patterns;		/* counters of each */
	size_t nr_patterns;
	struct hit_count *sites;	/* all that were seen so far, sorted by their text */
	size_t nr_sites;
};

/* hit_counts_closed() - why a loaded sdt.ko cannot count, or NULL; caller frees */
char *hit_counts_closed(void);

/*
 * hit_counts_open() - start counting
 * @counts: zeroed
 * @texts: patterns
 *
 * Returns 0, or -1 when it has reported why not.  To be closed in any case.
 */
int hit_counts_open(struct hit_counts *counts, const char *const *texts, size_t nr);
void hit_counts_close(struct hit_counts *counts);

struct debugfs;

/* hit_counts_open_counted() - the same for what parameter count of sdt.ko has counted so far */
int hit_counts_open_counted(struct hit_counts *counts, const struct debugfs *debugfs);

/* hit_counts_read() - another round: update all numbers; as hit_counts_open() */
int hit_counts_read(struct hit_counts *counts);

/*
 * loaded_publish() - have sdt.ko publish probes as events, if it does not do so anyway
 * @texts: patterns of the probes
 *
 * Returns a file that is to be closed when the events are no longer needed; or -1, which is not
 * an error: then there are those that parameter publish names.
 */
int loaded_publish(const char *const *texts, size_t nr);

/*
 * debugfs.c, for the files of this folder, and for report/
 */

struct debugfs {
	char *folder;		/* sdt.ko's in debugfs */
	struct name_list modules;	/* sorted */
	struct name_list refused;	/* those whose probes sdt.ko refused */
	char *closed;		/* what cannot be read; NULL: all can */
	const char *why;	/* "REASON: ADVICE", or "REASON" */
};

/* sysfs_is_mounted() - is it, as it is not in every container? */
bool sysfs_is_mounted(void);

/* loaded_is() - is a module of this name loaded?  As sysfs says, so also without debugfs. */
bool loaded_is(const char *name);

/* debugfs_open() - 0, or -1 with what is @closed; to be closed in any case */
int debugfs_open(struct debugfs *debugfs);

/* debugfs_report() - report what is closed, why, and what to do; returns -1 */
int debugfs_report(const struct debugfs *debugfs);
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
 * debugfs_lines() - go through the lines of a file
 * @see: called for each, without its end; may change it
 *
 * Returns 0, or -1 when it has reported why not.
 */
int debugfs_lines(const struct debugfs *debugfs, const char *name,
		  void (*see)(char *line, void *data), void *data);

/* debugfs_value() - what follows " key=" in a line; NULL if it is not there */
const char *debugfs_value(const char *line, const char *key);

/* debugfs_number() - the number there; is there one? */
bool debugfs_number(const char *line, const char *key, uint64_t *number);

/* debugfs_unescape() - undo what the kernel's seq_escape() did to a file's name */
void debugfs_unescape(char *text);

/* A probe or a site as the files name it, "sdt:revdev:revdev_read:read-entry@rev_dev.c:57" */
struct site_names {
	struct probe probe;	/* its provider, function and name */
	const char *module;
	struct probe_site site;	/* its file and line; the file of a probe is NULL */
};

/* site_names_split() - split such a text, which is changed; false: it is not one */
bool site_names_split(struct site_names *names, char *text);

/*
 * loaded_files.c, likewise
 */

/*
 * loaded_files_read() - read the files of loaded modules, because @debugfs is closed
 *
 * As loaded_modules_read(): those of modules with probes, which have no users then.
 */
enum exit_code loaded_files_read(struct loaded_modules *loaded, const char *name,
				 const struct debugfs *debugfs);

#endif /* SDTINFO_LOADED_H */
