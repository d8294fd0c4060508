// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_probes.c - probes made from the formats of their events
 *
 * The records of a source can be of modules that are not loaded, or of other builds of them.  An
 * event's format tells neither the functions and sites of a probe nor whether '_' was a dash in its
 * name.
 */
#include <stdlib.h>
#include <string.h>

#include "source.h"
#include "lib/util.h"
#include "tracefs/events.h"

/*
 * Probes
 */

/* A name with one of '_' and '-' for the other; belongs to the table */
static char *replaced(struct probe_table *table, const char *name, char old, char new)
{
	char *copy = probe_table_keep(table, xasprintf("%s", name)), *c;

	for (c = copy; *c; c++)
		if (*c == old)
			*c = new;
	return copy;
}

/* If the format is not understood, whoever watches the event says so. */
static struct tep_event *format_of(struct source_event *event, struct tep_handle *tep)
{
	if (!event->format)
		event->format = event_format_parse(tep, event->system, event->text);
	return event->format;
}

static void make_probe(struct probe_table *table, struct probe *probe,
		       struct source_event *made_from, struct tep_handle *tep)
{
	struct tep_event *event = format_of(made_from, tep);
	const bool has_dashes = strchr(made_from->name, '-');	/* layout=dtrace */

	*probe = (struct probe){
		.provider = SDT_DEFAULT_PROVIDER,
		.function = "",
		.name = probe_table_keep(table, xasprintf("%s", made_from->name)),
		.file = "",
		.group = made_from->system,
		.event = replaced(table, made_from->name, '-', '_'),
		.dtrace_event = replaced(table, made_from->name, has_dashes ? '-' : '_', '-'),
		.message = "",
	};
	if (!event)
		return;
	format_probe(table, probe, event);
	/* A TRACE_EVENT, or a message with layout=dtrace */
	if (*probe->message && !has_dashes && !tep_find_field(event, EVENT_IP_FIELD)) {
		probe->provider = made_from->system;
		probe->flags = SDT_PROBE_IS_EVENT;
	}
}

/* Each has a site, of which nothing is known. */
static void add_site(struct module *module, uint32_t probe)
{
	struct probe_site *site = module_add_record(module);

	site->probe = probe;
	site->file = xasprintf("%s", "");
}

static struct module *make_module(struct source_event *events, size_t nr, struct tep_handle *tep)
{
	struct module *module = xcalloc(1, sizeof(*module));
	struct probe_table *table = &module->table;

	module->name = xasprintf("%s", events->system);
	module->is_loaded = true;	/* it is no file */
	module->table_ok = true;
	table->module = module->name;
	table->probes = xcalloc(nr, sizeof(*table->probes));
	for (; table->nr_probes < nr; table->nr_probes++) {
		make_probe(table, &table->probes[table->nr_probes], &events[table->nr_probes],
			   tep);
		add_site(module, table->nr_probes);
	}
	module_sort_sites(module);
	return module;
}

/*
 * Is it the event of a loaded module's probe?
 */

/* The table has all names that the format has. */
static bool has_names(const struct probe_arg *arg, const struct probe_arg *made)
{
	unsigned int i, j = 0;

	for (i = 0; i < made->nr_enumerators && j < arg->nr_enumerators; i++)
		for (j = 0; j < arg->nr_enumerators; j++)
			if (arg->enumerators[j].value == made->enumerators[i].value &&
			    !strcmp(arg->enumerators[j].name, made->enumerators[i].name))
				break;
	return !made->nr_enumerators || j < arg->nr_enumerators;
}

static bool same_args(const struct probe_arg *arg, const struct probe_arg *made)
{
	return !strcmp(arg->name, made->name) && arg->size == made->size &&
	       !((arg->flags ^ made->flags) & SDT_ARG_SIGNED) &&
	       probe_arg_is_pointer(arg) == probe_arg_is_pointer(made) && has_names(arg, made);
}

static bool same_fields(const struct probe *probe, const struct probe *made)
{
	struct event_fields room;
	const struct probe *fields = event_fields(probe, &room);
	unsigned int i;

	if (fields->nr_args != made->nr_args || !*probe->message != !*made->message)
		return false;
	for (i = 0; i < made->nr_args; i++)
		if (!same_args(&fields->args[i], &made->args[i]))
			return false;
	return true;
}

/* The probes of an event are adjacent or not, and have the same fields. */
static bool has_event(const struct module *module, struct source_event *event,
		      struct tep_handle *tep)
{
	const struct probe *probe = module->table.probes;
	struct probe_table table = { 0 };
	struct probe made;
	size_t i;
	bool has;

	for (i = 0; i < module->table.nr_probes; i++, probe++)
		if (!strcmp(probe->event, event->name) || !strcmp(probe->dtrace_event, event->name))
			break;
	if (i == module->table.nr_probes)
		return false;
	make_probe(&table, &made, event, tep);
	has = same_fields(probe, &made);
	probe_table_free(&table);
	return has;
}

static bool has_events(const struct module *module, struct source_event *events, size_t nr,
		       struct tep_handle *tep)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!events[i].is_current && format_of(&events[i], tep) &&
		    !has_event(module, &events[i], tep))
			return false;
	return true;
}

/* The loaded module of these events; NULL: there is none, or its events are others */
static struct module *take_loaded(struct catalog *running, struct source_event *events, size_t nr,
				  struct tep_handle *tep)
{
	struct module *module = NULL;
	size_t i;

	for (i = 0; i < running->nr_modules && !module; i++)
		if (!strcmp(running->modules[i]->name, events->system))
			module = running->modules[i];
	if (!module || !has_events(module, events, nr, tep))
		return NULL;
	running->modules[i - 1] = running->modules[--running->nr_modules];
	return module;
}

/*
 * The events of a source
 */

void source_add_event(struct hit_source *source, const struct source_event *event)
{
	source->events = xroom_for_one(source->events, source->nr_events,
				       sizeof(*source->events));
	source->events[source->nr_events++] = *event;
}

static int by_names(const void *a, const void *b)
{
	const struct source_event *x = a, *y = b;
	const int c = strcmp(x->system, y->system);

	return c ? c : strcmp(x->name, y->name);
}

const struct source_event *source_event(const struct hit_source *source, const char *system,
					const char *name)
{
	const struct source_event wanted = { .system = system, .name = name };

	return source->nr_events ? bsearch(&wanted, source->events, source->nr_events,
					   sizeof(wanted), by_names) : NULL;
}

static size_t nr_of_system(const struct hit_source *source, size_t first)
{
	size_t nr = 1;

	while (first + nr < source->nr_events &&
	       !strcmp(source->events[first + nr].system, source->events[first].system))
		nr++;
	return nr;
}

/* Read the loaded modules that have events here. */
static void read_loaded(const struct hit_source *source, struct catalog *running)
{
	struct name_list systems = { 0 };
	size_t i;

	for (i = 0; i < source->nr_events; i += nr_of_system(source, i))
		names_add(&systems, source->events[i].system);
	if (file_exists("/sys/module/sdt"))
		catalog_read_some(running, &systems);
	names_free(&systems);
}

static enum exit_code read_modules(struct catalog *catalog, void *data)
{
	struct hit_source *source = data;
	struct catalog running = { .with_sites = true };
	struct module *module;
	size_t i, nr;

	if (source->nr_events)
		qsort(source->events, source->nr_events, sizeof(*source->events), by_names);
	read_loaded(source, &running);
	for (i = 0; i < source->nr_events; i += nr) {
		nr = nr_of_system(source, i);
		module = take_loaded(&running, &source->events[i], nr, source->tep);
		if (!module)
			module = make_module(&source->events[i], nr, source->tep);
		catalog_add_module(catalog, module);
	}
	catalog_forget(&running);
	return EXIT_DONE;
}

enum exit_code source_select(struct hit_source *source, struct selection *selection)
{
	selection->from = source->name;
	selection->read = read_modules;
	selection->data = source;
	return selection_read(selection);
}
