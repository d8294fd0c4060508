// SPDX-License-Identifier: GPL-2.0-only
/*
 * debug_info.c - the enumerators of a type, from an object's debugging information
 *
 * libdwfl applies the relocations of the object.  Whatever is wrong with the information, it
 * is as if there were none: nothing but names depends on it.
 */
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

#include "debug_info.h"
#include "lib/util.h"

struct debug_info {
	Dwfl *dwfl;
	Dwarf *dwarf;
};

/* An object has its own debugging information; no other file is looked for. */
static int find_nothing(Dwfl_Module *module __attribute__((unused)),
			void **data __attribute__((unused)),
			const char *name __attribute__((unused)),
			Dwarf_Addr base __attribute__((unused)),
			const char *file __attribute__((unused)),
			const char *link __attribute__((unused)),
			GElf_Word crc __attribute__((unused)),
			char **found __attribute__((unused)))
{
	return -1;
}

static const Dwfl_Callbacks callbacks = {
	.find_debuginfo = find_nothing,
	.section_address = dwfl_offline_section_address,
};

struct debug_info *debug_info_open(const char *path)
{
	struct debug_info *info = xcalloc(1, sizeof(*info));
	Dwfl_Module *module;
	Dwarf_Addr bias;

	info->dwfl = dwfl_begin(&callbacks);
	module = info->dwfl ? dwfl_report_offline(info->dwfl, "", path, -1) : NULL;
	if (module) {
		dwfl_report_end(info->dwfl, NULL, NULL);
		info->dwarf = dwfl_module_getdwarf(module, &bias);
	}
	if (info->dwarf)
		return info;
	debug_info_close(info);
	return NULL;
}

void debug_info_close(struct debug_info *info)
{
	if (info && info->dwfl)
		dwfl_end(info->dwfl);
	free(info);
}

/* Is @die the type of that name?  If so, sets @found to the enum that it is. */
static bool is_enum(Dwarf_Die *die, const char *name, bool is_tag, Dwarf_Die *found)
{
	const char *own = dwarf_diename(die);
	Dwarf_Attribute attribute;
	Dwarf_Die type;

	if (!own || strcmp(own, name) ||
	    dwarf_tag(die) != (is_tag ? DW_TAG_enumeration_type : DW_TAG_typedef) ||
	    dwarf_hasattr(die, DW_AT_declaration))
		return false;
	if (is_tag) {
		*found = *die;
		return true;
	}
	return dwarf_attr(die, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, &type) &&
	       !dwarf_peel_type(&type, found) && dwarf_tag(found) == DW_TAG_enumeration_type;
}

static bool find_enum(struct debug_info *info, const char *name, bool is_tag, Dwarf_Die *found)
{
	Dwarf_Off offset = 0, next;
	Dwarf_Die unit, die;
	size_t head;

	for (; !dwarf_nextcu(info->dwarf, offset, &next, &head, NULL, NULL, NULL); offset = next) {
		if (!dwarf_offdie(info->dwarf, offset + head, &unit) || dwarf_child(&unit, &die))
			continue;
		do {
			if (is_enum(&die, name, is_tag, found))
				return true;
		} while (!dwarf_siblingof(&die, &die));
	}
	return false;
}

static uint64_t value_of(Dwarf_Die *enumerator)
{
	Dwarf_Attribute attribute;
	Dwarf_Sword number = 0;
	Dwarf_Word word = 0;

	if (!dwarf_attr(enumerator, DW_AT_const_value, &attribute))
		return 0;
	if (dwarf_whatform(&attribute) != DW_FORM_sdata &&
	    dwarf_whatform(&attribute) != DW_FORM_implicit_const)
		return dwarf_formudata(&attribute, &word) ? 0 : word;
	return dwarf_formsdata(&attribute, &number) ? 0 : (uint64_t)number;
}

bool debug_info_enum(struct debug_info *info, const char *type, char **aka,
		     void (*add)(const char *name, uint64_t value, void *data), void *data)
{
	const bool is_tag = !strncmp(type, "enum ", 5);
	Dwarf_Die die, child;
	const char *name;

	if (!find_enum(info, is_tag ? type + 5 : type, is_tag, &die))
		return false;
	name = dwarf_diename(&die);
	*aka = is_tag || !name ? xasprintf("%s", "") : xasprintf("enum %s", name);
	if (dwarf_child(&die, &child))
		return true;
	do {
		name = dwarf_diename(&child);
		if (dwarf_tag(&child) == DW_TAG_enumerator && name)
			add(name, value_of(&child), data);
	} while (!dwarf_siblingof(&child, &child));
	return true;
}
