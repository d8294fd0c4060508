/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * debug_info.h - the enumerators of a type, from an object's debugging information
 *
 * For marks/: without the plugin, only debugging information has them.
 */
#ifndef SDTINFO_DEBUG_INFO_H
#define SDTINFO_DEBUG_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct debug_info;

/* debug_info_open() - NULL if the file has none that can be read */
struct debug_info *debug_info_open(const char *path);
void debug_info_close(struct debug_info *info);

/*
 * debug_info_enum() - find an enum
 * @type: "enum foo", or the name of a typedef; of a type that is declared outside functions
 * @add: called for each enumerator, in the order of the source; the value has 64 bits, but
 *	is not extended by the sign of the enum
 * @aka: set to "enum foo" or "" if @type is a typedef; caller frees
 *
 * Returns false if there is no enum of that name.
 */
bool debug_info_enum(struct debug_info *info, const char *type, char **aka,
		     void (*add)(const char *name, uint64_t value, void *data), void *data);

#endif /* SDTINFO_DEBUG_INFO_H */
