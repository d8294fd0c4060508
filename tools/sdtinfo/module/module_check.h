/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * module_check.h - check the parts of a module that sdt.ko uses
 *
 * For "sdtinfo verify".
 */
#ifndef SDTINFO_MODULE_CHECK_H
#define SDTINFO_MODULE_CHECK_H

#include "lib/findings.h"
#include "module_probes.h"
#include "table/probe_table.h"

/*
 * module_check() - look at what module_probes_open() does not
 * @probes: a module that was read, whatever was found then
 * @findings: what is not as it should be is added
 *
 * Returns 0, or -1 when it has reported why the file cannot be read.
 */
int module_check(struct module_probes *probes, struct findings *findings);

/*
 * module_check_table() - the part of it that a table alone answers
 *
 * The names of the table's fields are not to be relied on any more.
 */
void module_check_table(const struct probe_table *table,
			struct findings *findings);

#endif /* SDTINFO_MODULE_CHECK_H */
