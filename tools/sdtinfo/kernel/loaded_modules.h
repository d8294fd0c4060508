/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loaded_modules.h - modules of the running kernel: tables, sites, users and hits
 *
 * For catalog.c, and for dump and verify of a module by its name.
 */
#ifndef SDTINFO_LOADED_MODULES_H
#define SDTINFO_LOADED_MODULES_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/error.h"
#include "module/module.h"

/* Sorted by name. */
struct loaded_modules {
	struct module **modules;
	size_t nr_modules;
	char *refused;		/* those whose probes sdt.ko refused; NULL: none */
};

/*
 * loaded_module_is_meant() - does a word of the command line mean a loaded module?
 *
 * A word of letters, digits, '_' and '-' is the name of a module; it is a file if
 * that exists and no such module is loaded.
 */
bool loaded_module_is_meant(const char *word);

/*
 * loaded_modules_read() - read what sdt.ko shows of the running kernel's modules
 * @loaded: what to fill
 * @word: the one module to read, with '-' or '_' in its name; NULL: all
 * @with_sites: also sites, users and hits
 *
 * Returns EXIT_DONE, EXIT_NO_PROBES if module @word is loaded and has none, or
 * EXIT_FAILED, also if it is not loaded; both of these were reported.  To be freed in
 * any case.
 */
enum exit_code loaded_modules_read(struct loaded_modules *loaded,
				   const char *word, bool with_sites);
void loaded_modules_free(struct loaded_modules *loaded);

#endif /* SDTINFO_LOADED_MODULES_H */
