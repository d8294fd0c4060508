/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * module_check.h - check the parts of a module that sdt.ko uses
 *
 * For "sdtinfo verify".
 */
#ifndef SDTINFO_MODULE_CHECK_H
#define SDTINFO_MODULE_CHECK_H

#include "lib/error.h"
#include "module_probes.h"
#include "table/probe_table.h"

/*
 * module_check() - check what module_probes_open() does not
 * @probes: a module that was read, whatever was found then
 * @findings: inconsistencies are added
 *
 * Returns 0, or -1 when it has reported why the file cannot be read.
 */
int module_check(struct module_probes *probes, struct findings *findings);

/*
 * module_check_table() - the checks that need only a table
 *
 * Changes the names of the table's fields.
 */
void module_check_table(const struct probe_table *table,
			struct findings *findings);

#endif /* SDTINFO_MODULE_CHECK_H */
