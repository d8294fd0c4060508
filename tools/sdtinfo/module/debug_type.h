/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * debug_type.h - a type, as debugging information describes it
 */
#ifndef SDTINFO_DEBUG_TYPE_H
#define SDTINFO_DEBUG_TYPE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

#include <linux/sdt_sites.h>

#include "table/probe.h"

struct debug_type {
	enum __sdt_kind kind;
	bool is_enum;		/* @kind is that of its values */
	bool is_function;	/* a pointer to one */
	char *name, *aka;	/* as in struct probe_arg, and as GCC spells them */
	struct probe_enumerator *enumerators;	/* the names live as long as the information */
	size_t nr_enumerators;
};

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

#endif /* SDTINFO_DEBUG_TYPE_H */
