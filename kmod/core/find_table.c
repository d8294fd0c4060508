// SPDX-License-Identifier: GPL-2.0-only
/*
 * find_table.c - find a module's trampoline, its probe table and the classes of its events, and
 * check that they are this module's
 *
 * No state, no lock; nothing is written.  Every byte is checked to be in the module's
 * own permanent memory before it is read; rules/check_table.c checks what is in the table.  The
 * reason for refusing a table is returned as text for one line of the log in @why, which
 * has SDT_WHY_SIZE bytes.
 *
 * The caller must keep the module from being unloaded.
 */
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/sdt_event_class.h>

#include "arch/arch.h"
#include "compat.h"
#include "core/core_internal.h"

/* The size of the code that stays at an address, in bytes; 0: there is none */
static size_t code_room(const struct module *mod, const void *code)
{
	return within_module_init((unsigned long)code, mod) ? 0 :
	       sdt_module_code_room(mod, (unsigned long)code);
}

static int check_trampoline(const struct module *mod, const struct sdt_trampoline *t,
			    char *why)
{
	const void *code;

	if (!sdt_module_writable(mod, (unsigned long)t, sizeof(*t)) ||
	    t->magic != SDT_TRAMPOLINE_MAGIC)
		return sdt_refuse(why, "its site records are not followed by a trampoline");
	code = (void *)((unsigned long)&t->code + t->code);
	if (code_room(mod, code) < SDT_TRAMPOLINE_SIZE || !sdt_is_trampoline(code))
		return sdt_refuse(why, "its trampoline has no code that can be patched");
	if (!sdt_trampoline_is_unused(t, code))
		return sdt_refuse(why, "its trampoline is in use already");
	return 0;
}

/*
 * Finds and checks a module's trampoline, which follows @last, its last site record that is
 * used.  Returns NULL, with the reason in @why, if there is none.
 */
struct sdt_trampoline *sdt_trampoline_find(const struct module *mod,
					   struct sdt_site_record *last, char *why)
{
	struct sdt_trampoline *t;

	/* Records that are left alone can follow. */
	do
		last++;
	while (sdt_module_room(mod, (unsigned long)last) >= sizeof(*last) &&
	       sdt_is_site_record(last));
	t = (void *)last;
	return check_trampoline(mod, t, why) ? NULL : t;
}

/*
 * Finds a module's table, which the trampoline refers to, and checks it completely.  Returns 0,
 * or -EINVAL with the reason in @why.  Sleeps.
 */
int sdt_table_find(const struct module *mod, const struct sdt_trampoline *trampoline,
		   struct sdt_table_view *view, char *why)
{
	const unsigned long addr = (unsigned long)&trampoline->table + trampoline->table;
	const struct sdt_table *head = (const void *)addr;
	const char *name;

	if (!IS_ALIGNED(addr, sizeof(u32)))
		return sdt_refuse(why, "its trampoline does not point to a probe table");
	if (!sdt_table_check(view, head, sdt_module_room(mod, addr), SDT_TABLE_MODULE, why))
		return -EINVAL;
	name = view->strings + head->module;
	if (strcmp(name, mod->name))
		return sdt_refuse(why, "its probe table belongs to module %.64s", name);
	return 0;
}

/* The class that an entry refers to, wherever that is */
struct sdt_event_class *sdt_entry_class(const struct sdt_event_entry *entry)
{
	return (struct sdt_event_class *)((unsigned long)&entry->event_class + entry->event_class);
}

static bool has_fields(const struct module *mod, const struct sdt_event_class *class)
{
	const struct trace_event_fields *field = class->fields;

	for (; sdt_module_writable(mod, (unsigned long)field, sizeof(*field)); field++)
		if (!field->type)
			return true;
	return false;
}

/* The text is writable, as names in it may become numbers. */
static bool has_text(const struct module *mod, const struct sdt_event_class *class)
{
	const size_t room = sdt_module_room(mod, (unsigned long)class->print_fmt);

	return sdt_module_writable(mod, (unsigned long)class->print_fmt, 1) &&
	       strnlen(class->print_fmt, room) < room;
}

static bool has_code(const struct module *mod, const struct sdt_event_class *class)
{
	return code_room(mod, class->funcs.trace) && code_room(mod, class->record) &&
	       (!class->reg || code_room(mod, class->reg)) &&
	       (!class->unreg || code_room(mod, class->unreg));
}

static int check_entry(const struct module *mod, const struct sdt_table_view *view,
		       const struct sdt_event_entry *entry, char *why)
{
	const struct sdt_event_class *class = sdt_entry_class(entry);

	if (!IS_ALIGNED((unsigned long)class, sizeof(long)) ||
	    !sdt_module_writable(mod, (unsigned long)class, sizeof(*class)) ||
	    class->head.magic != SDT_EVENT_CLASS_MAGIC)
		return sdt_refuse(why, "TRACE_EVENT %.64s has no class",
				  view->strings + view->probes[entry->probe].name);
	if (!sdt_abi_ok("a class of events", class->head.version, why))
		return -EINVAL;
	if (!has_fields(mod, class) || !has_text(mod, class) || !has_code(mod, class))
		return sdt_refuse(why, "the class of TRACE_EVENT %.64s refers to what is not the module's",
				  view->strings + view->probes[entry->probe].name);
	return 0;
}

/* The number of entries, if all is in the module, or -EINVAL */
static int check_events(const struct module *mod, const struct sdt_table_view *view,
			const struct sdt_events *events, char *why)
{
	const size_t room = sdt_module_room(mod, (unsigned long)events);

	if (!IS_ALIGNED((unsigned long)events, sizeof(u32)) || room < sizeof(*events) ||
	    events->magic != SDT_EVENTS_MAGIC || events->nr_events > view->head->nr_probes ||
	    room - sizeof(*events) < events->nr_events * sizeof(struct sdt_event_entry))
		return sdt_refuse(why, "its trampoline does not point to the classes of its events");
	if ((u64)events->first_enumerator + events->nr_enumerators > view->head->nr_enumerators)
		return sdt_refuse(why, "the names for its events lie outside the enumerators of its probe table");
	return events->nr_events;
}

/*
 * Finds the classes of a module's TRACE_EVENTs, and checks them.  Sets *@events to NULL if it has
 * no such events.  Returns 0, or -EINVAL with the reason in @why.  Sleeps.
 */
int sdt_events_find(const struct module *mod, const struct sdt_trampoline *trampoline,
		    const struct sdt_table_view *view, const struct sdt_events **events, char *why)
{
	const struct sdt_event_entry *entry;
	int nr = 0, i, err;
	u32 probe;

	*events = NULL;
	if (trampoline->events) {
		*events = (void *)((unsigned long)&trampoline->events + trampoline->events);
		nr = check_events(mod, view, *events, why);
		if (nr < 0)
			return nr;
	}
	entry = *events ? (const void *)(*events + 1) : NULL;
	for (i = 0, probe = 0; probe < view->head->nr_probes; probe++) {
		if (!(view->probes[probe].flags & SDT_PROBE_IS_EVENT))
			continue;
		if (i == nr || entry[i].probe != probe)
			return sdt_refuse(why, "TRACE_EVENT %.64s has no class",
					  view->strings + view->probes[probe].name);
		err = check_entry(mod, view, &entry[i++], why);
		if (err)
			return err;
		cond_resched();
	}
	return i == nr ? 0 : sdt_refuse(why, "it has %d classes of events for %d TRACE_EVENTs", nr, i);
}
