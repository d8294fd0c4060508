/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * debug_info.h - what an object's debugging information says of probes
 *
 * For marks/: without the plugin, only debugging information has all of an argument's type, and
 * with clang the first line of a probe.
 */
#ifndef SDTINFO_DEBUG_INFO_H
#define SDTINFO_DEBUG_INFO_H

#include <stdbool.h>

#include "debug_type.h"
#include "table/probe.h"

struct debug_info;

/* debug_info_open() - NULL if the file has none that can be read */
struct debug_info *debug_info_open(const char *path);
void debug_info_close(struct debug_info *info);

/*
 * debug_info_line() - the line that a mark begins at, where clang's __LINE__ is the last line of
 * the macro; 0 for other compilers, and if it is not known
 */
unsigned int debug_info_line(const struct debug_info *info, struct elf_place mark);

/*
 * debug_info_arg() - the type of argument @nr, from 0, of a mark
 * @type: set if it is known; to be freed with debug_type_free() then
 *
 * Returns whether it is known.
 */
bool debug_info_arg(const struct debug_info *info, struct elf_place mark, unsigned int nr,
		    struct debug_type *type);

/*
 * debug_info_named() - the type "enum foo", or a typedef; one that the unit of a
 * mark at file scope declares outside functions
 */
bool debug_info_named(const struct debug_info *info, struct elf_place mark, const char *name,
		      struct debug_type *type);

#endif /* SDTINFO_DEBUG_INFO_H */
