/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * debug_info.h - what an object's debugging information says of probes, and of types
 *
 * For marks/: without the plugin, only debugging information has all of an argument's type, and
 * with clang the first line of a probe.
 */
#ifndef SDTINFO_DEBUG_INFO_H
#define SDTINFO_DEBUG_INFO_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

#include <linux/sdt_sites.h>

#include "lib/util.h"
#include "table/probe.h"

struct debug_info;

struct debug_type {
	enum __sdt_kind kind;
	bool is_enum;		/* @kind is that of its values */
	bool is_function;	/* a pointer to one */
	bool is_struct;		/* a pointer to a structure or union that is defined */
	bool is_no_value;	/* a floating-point or wide number, of which no more is set */
	char *name, *aka;	/* as in struct probe_arg, and as GCC spells them */
	struct probe_enumerator *enumerators;	/* the names live as long as the information */
	size_t nr_enumerators;
};

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

/*
 * debug_info_structs() - the structures and unions that the units define outside functions
 * @names: "struct foo" and "union foo" are added to it
 */
void debug_info_structs(const struct debug_info *info, struct name_list *names);

/*
 * debug_type.c
 */

/* debug_type_read() - describe a type; false if it is none of a probe's argument */
bool debug_type_read(struct debug_type *type, Dwarf_Die *die);
void debug_type_free(struct debug_type *type);

/* die_type() - the type that @die has or leads to; false: none, which is "void", or broken */
bool die_type(Dwarf_Die *die, Dwarf_Die *type);

/* die_resolve() - skip the qualifiers and typedefs of a type; false: it is "void", or broken */
bool die_resolve(Dwarf_Die *type);

/* kind_name() - a type of a kind, as GCC spells it */
const char *kind_name(enum __sdt_kind kind);

/*
 * spell_pointer() - the declarator of a pointer, likewise
 * @inner: that of what it is made of, which the result replaces; "" for the value itself
 * @is_nested: it leads to an array or a function
 */
char *spell_pointer(char *inner, const char *qualifiers, bool is_nested);

#endif /* SDTINFO_DEBUG_INFO_H */
