// SPDX-License-Identifier: GPL-2.0-only
/*
 * debug_info.c - what an object's debugging information says of probes
 *
 * A mark is a variable of a function, and its last member a pointer to a function with the
 * arguments' types (<linux/sdt_sites.h>).  libdwfl applies the relocations of the object.
 * Whatever is wrong with the information, it is as if there were none: no value depends on it.
 */
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

#include "debug_info.h"
#include "lib/util.h"

/* More blocks than that are in each other only in broken files. */
#define MAX_DEPTH	100

struct debug_mark {
	struct elf_place place;
	int line;
	Dwarf_Die die;		/* the type of a function; the mark itself at file scope */
};

struct debug_info {
	Dwfl *dwfl;
	Dwfl_Module *module;
	Dwarf *dwarf;
	Dwarf_Addr bias;
	Dwarf_Off seen;		/* where the last entry was that find_marks() saw */
	bool is_clang;		/* ... in a unit that clang compiled */
	struct debug_mark *marks;
	size_t nr_marks;
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

/* Where a variable is; false if that is no place in a section */
static bool place_of(const struct debug_info *info, Dwarf_Die *variable, struct elf_place *place)
{
	Dwarf_Attribute location, address;
	Elf32_Word section = 0;
	Dwarf_Addr at;
	Dwarf_Op *ops;
	size_t nr;
	int number;

	if (!dwarf_attr(variable, DW_AT_location, &location) ||
	    dwarf_getlocation(&location, &ops, &nr) || nr != 1)
		return false;
	if (ops->atom == DW_OP_addr)
		at = ops->number;
	else if (dwarf_getlocation_attr(&location, ops, &address) ||
		 dwarf_formaddr(&address, &at))
		return false;
	at += info->bias;
	number = dwfl_module_relocate_address(info->module, &at);
	if (number < 0 || !dwfl_module_relocation_info(info->module, number, &section))
		return false;
	*place = (struct elf_place){ section, at };
	return section;
}

static void keep_mark(struct debug_info *info, struct debug_mark mark, Dwarf_Die *variable)
{
	if (!info->is_clang || dwarf_decl_line(variable, &mark.line) || mark.line < 0)
		mark.line = 0;
	info->marks = xroom_for_one(info->marks, info->nr_marks, sizeof(mark));
	info->marks[info->nr_marks++] = mark;
}

static void add_mark(struct debug_info *info, Dwarf_Die *variable)
{
	struct debug_mark mark;
	Dwarf_Die type, member, pointer;

	if (!place_of(info, variable, &mark.place) || !die_type(variable, &type) ||
	    !die_resolve(&type) || dwarf_child(&type, &member))
		return;
	do {
		if (!die_type(&member, &pointer) || !die_resolve(&pointer) ||
		    dwarf_tag(&pointer) != DW_TAG_pointer_type ||
		    !die_type(&pointer, &mark.die) ||
		    dwarf_tag(&mark.die) != DW_TAG_subroutine_type)
			continue;
		keep_mark(info, mark, variable);
		return;
	} while (!dwarf_siblingof(&member, &member));
}

static void add_said(struct debug_info *info, Dwarf_Die *variable)
{
	struct debug_mark mark = { .die = *variable };

	if (place_of(info, variable, &mark.place))
		keep_mark(info, mark, variable);
}

static void find_marks(struct debug_info *info, Dwarf_Die *die, unsigned int depth)
{
	const char *name;
	Dwarf_Die child;

	if (depth == MAX_DEPTH || dwarf_child(die, &child))
		return;
	do {
		/* Only in broken files is one seen twice: then it could be very often. */
		if (dwarf_dieoffset(&child) <= info->seen)
			return;
		info->seen = dwarf_dieoffset(&child);
		switch (dwarf_tag(&child)) {
		case DW_TAG_subprogram:
		case DW_TAG_lexical_block:
			find_marks(info, &child, depth + 1);
			break;
		case DW_TAG_variable:
			name = dwarf_diename(&child);
			if (name && !strcmp(name, __SDT_MARK_NAME))
				add_mark(info, &child);
			else if (name && !strncmp(name, __SDT_SAID_NAME, strlen(__SDT_SAID_NAME)))
				add_said(info, &child);
			break;
		}
	} while (!dwarf_siblingof(&child, &child));
}

static bool is_clang(Dwarf_Die *unit)
{
	Dwarf_Attribute attribute;
	const char *producer;

	if (!dwarf_attr(unit, DW_AT_producer, &attribute))
		return false;
	producer = dwarf_formstring(&attribute);
	return producer && strstr(producer, "clang");
}

static void find_all_marks(struct debug_info *info)
{
	Dwarf_Off offset = 0, next;
	Dwarf_Die unit;
	size_t head;

	for (; !dwarf_nextcu(info->dwarf, offset, &next, &head, NULL, NULL, NULL); offset = next)
		if (dwarf_offdie(info->dwarf, offset + head, &unit)) {
			info->is_clang = is_clang(&unit);
			find_marks(info, &unit, 0);
		}
}

struct debug_info *debug_info_open(const char *path)
{
	struct debug_info *info = xcalloc(1, sizeof(*info));

	info->dwfl = dwfl_begin(&callbacks);
	info->module = info->dwfl ? dwfl_report_offline(info->dwfl, "", path, -1) : NULL;
	if (info->module) {
		dwfl_report_end(info->dwfl, NULL, NULL);
		info->dwarf = dwfl_module_getdwarf(info->module, &info->bias);
	}
	if (!info->dwarf) {
		debug_info_close(info);
		return NULL;
	}
	find_all_marks(info);
	return info;
}

void debug_info_close(struct debug_info *info)
{
	if (!info)
		return;
	if (info->dwfl)
		dwfl_end(info->dwfl);
	free(info->marks);
	free(info);
}

static struct debug_mark *find_mark(const struct debug_info *info, struct elf_place place)
{
	size_t i;

	for (i = 0; i < info->nr_marks; i++)
		if (!elf_place_compare(info->marks[i].place, place))
			return &info->marks[i];
	return NULL;
}

unsigned int debug_info_line(const struct debug_info *info, struct elf_place mark)
{
	const struct debug_mark *found = find_mark(info, mark);

	return found ? found->line : 0;
}

bool debug_info_arg(const struct debug_info *info, struct elf_place mark, unsigned int nr,
		    struct debug_type *type)
{
	struct debug_mark *found = find_mark(info, mark);
	Dwarf_Die parameter, own;

	if (!found || dwarf_child(&found->die, &parameter))
		return false;
	for (; nr; nr--)
		if (dwarf_siblingof(&parameter, &parameter))
			return false;
	return die_type(&parameter, &own) && debug_type_read(type, &own);
}

bool debug_info_named(const struct debug_info *info, struct elf_place mark, const char *name,
		      struct debug_type *type)
{
	const bool is_enum = !strncmp(name, "enum ", 5);
	const int tag = is_enum ? DW_TAG_enumeration_type : DW_TAG_typedef;
	struct debug_mark *said = find_mark(info, mark);
	Dwarf_Die unit, found;
	const char *own;

	if (!said || !dwarf_diecu(&said->die, &unit, NULL, NULL) || dwarf_child(&unit, &found))
		return false;
	do {
		own = dwarf_diename(&found);
		if (own && !strcmp(own, is_enum ? name + 5 : name) && dwarf_tag(&found) == tag &&
		    !dwarf_hasattr(&found, DW_AT_declaration))
			return debug_type_read(type, &found);
	} while (!dwarf_siblingof(&found, &found));
	return false;
}

static void add_structs(Dwarf_Die *unit, struct name_list *names)
{
	const char *name;
	Dwarf_Die child;
	char *text;
	int tag;

	if (dwarf_child(unit, &child))
		return;
	do {
		tag = dwarf_tag(&child);
		if (tag != DW_TAG_structure_type && tag != DW_TAG_union_type)
			continue;
		name = dwarf_diename(&child);
		if (!name || dwarf_hasattr(&child, DW_AT_declaration))
			continue;
		text = xasprintf("%s %s", tag == DW_TAG_union_type ? "union" : "struct", name);
		names_add(names, text);
		free(text);
	} while (!dwarf_siblingof(&child, &child));
}

void debug_info_structs(const struct debug_info *info, struct name_list *names)
{
	Dwarf_Off offset = 0, next;
	Dwarf_Die unit;
	size_t head;

	for (; !dwarf_nextcu(info->dwarf, offset, &next, &head, NULL, NULL, NULL); offset = next)
		if (dwarf_offdie(info->dwarf, offset + head, &unit))
			add_structs(&unit, names);
}
