// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace_event.c - the TRACE_EVENT()s of an object
 *
 * Each has a struct trace_event_call, to which __event_NAME points in section _ftrace_events.
 * Pointers lead from there to the event's class and to the name of the system.  They are at the
 * beginning of these structures in all kernels that sdt runs on; if they are not, nothing is found.
 */
#include <string.h>

#include "module_elf.h"
#include "trace_event.h"

#define EVENTS_SECTION	"_ftrace_events"
#define POINTER_PREFIX	"__event_"

/* In struct trace_event_call, behind a struct list_head; and in struct trace_event_class */
#define CLASS_OFFSET	16
#define SYSTEM_OFFSET	0

/* Longer ones have no event. */
#define MAX_SYSTEM	64

/* Go to where the pointer at an offset from a place leads; is there one? */
static bool follow(struct module_elf *elf, struct elf_place *place, uint64_t offset)
{
	const struct elf_section *section = module_elf_section_at(elf, *place);
	const struct elf_relocs *relocs = section ? module_elf_relocs(elf, section) : NULL;
	const struct elf_reloc *reloc = relocs ?
					elf_relocs_at(relocs, place->offset + offset) : NULL;

	if (!reloc || !reloc->target.section)
		return false;
	*place = reloc->target;
	return true;
}

/* The system of the event to which there is a pointer at a place; NULL: not known */
static const char *system_of(struct module_elf *elf, struct elf_place place)
{
	if (!follow(elf, &place, 0) || !follow(elf, &place, CLASS_OFFSET) ||
	    !follow(elf, &place, SYSTEM_OFFSET))
		return NULL;
	return module_elf_string(elf, place, MAX_SYSTEM);
}

int trace_events_find(struct module_elf *elf, const char *system, struct name_list *names)
{
	const struct elf_symbol *symbol, *symbols;
	const struct elf_section *section;
	const char *found;
	size_t nr;

	if (!module_elf_section(elf, EVENTS_SECTION, NULL))
		return 0;
	if (module_elf_symbols(elf, &symbols, &nr))
		return -1;
	for (symbol = symbols; symbol < symbols + nr; symbol++) {
		section = module_elf_section_at(elf, symbol->place);
		if (!section || strcmp(section->name, EVENTS_SECTION) ||
		    strncmp(symbol->name, POINTER_PREFIX, strlen(POINTER_PREFIX)))
			continue;
		found = system_of(elf, symbol->place);
		if (found && !strcmp(found, system))
			names_add(names, symbol->name + strlen(POINTER_PREFIX));
	}
	return 0;
}
