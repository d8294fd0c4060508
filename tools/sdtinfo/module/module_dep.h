/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * module_dep.h - the file of an installed module, as modinfo finds it
 *
 * For verbs that take the name of a module.
 */
#ifndef SDTINFO_MODULE_DEP_H
#define SDTINFO_MODULE_DEP_H

/* module_dep_folder() - where a kernel's modules are, the running one's if NULL */
char *module_dep_folder(const char *release);

/*
 * module_dep_file() - the file that modprobe would load for a module
 * @name: the module's name as the kernel has it, with underscores
 *
 * Looks it up in the running kernel's modules.dep.  Returns NULL if it is not there
 * or the file is not.  Caller frees.
 */
char *module_dep_file(const char *name);

#endif /* SDTINFO_MODULE_DEP_H */
