/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * marks.h - the table of an object that was compiled without the plugin
 *
 * Such an object has a mark for each probe, which <linux/sdt_sites.h> writes: texts as they
 * are in the source, and what the compiler says of the arguments' types.
 *
 *	read.c		find the marks in the ELF file
 *	declaration.c	the text of a type, which may have a name and a bound
 *	arg.c		describe an argument, in a message as that shows it
 *	xlated.c	... and what it is translated to
 *	marks_table.c	make the table that the plugin would have written
 */
#ifndef SDTINFO_MARKS_H
#define SDTINFO_MARKS_H

#include "module/module.h"
#include "table/probe_table.h"

/*
 * marks_read() - read the marks of an object
 * @table: what to fill; without probes if the object has no marks.  To be freed in any case
 *
 * Returns 0, or -1 when it has reported what is wrong.
 */
int marks_read(struct probe_table *table, const struct module *object);

#endif /* SDTINFO_MARKS_H */
