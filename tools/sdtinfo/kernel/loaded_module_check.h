/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loaded_module_check.h - check what sdt.ko shows of a loaded module
 *
 * For "sdtinfo verify".
 */
#ifndef SDTINFO_LOADED_MODULE_CHECK_H
#define SDTINFO_LOADED_MODULE_CHECK_H

#include "loaded_modules.h"

/*
 * loaded_module_check() - check a loaded module, with its installed file if there is one
 * @module: a module that was read with its sites; findings are added to it
 * @file: set to the file of this very build that was checked, too; NULL if the
 *	  installed one is of another build, or there is none.  Caller frees.
 *
 * A file shows what debugfs does not: the code at the sites, the jump labels, the
 * records and the symbols.
 *
 * Returns 0, or -1 when it has reported why the file cannot be read.
 */
int loaded_module_check(struct module *module, char **file);

#endif /* SDTINFO_LOADED_MODULE_CHECK_H */
