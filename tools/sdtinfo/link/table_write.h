/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * table_write.h - a module's probe table and trampoline as assembler source
 */
#ifndef SDTINFO_TABLE_WRITE_H
#define SDTINFO_TABLE_WRITE_H

#include "arch/arch.h"
#include "probe_merge.h"

/*
 * table_write() - write the table
 * @path: where to; "-" for standard output
 * @merge: without conflicts; its providers are given their stability
 * @arch: has a trampoline
 *
 * For a module without probes the file has no table.  Returns 0, or -1 when it has
 * reported why not.
 */
int table_write(const char *path, const char *module, struct probe_merge *merge,
		const struct arch *arch);

#endif /* SDTINFO_TABLE_WRITE_H */
