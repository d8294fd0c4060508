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

bool source_event_has_ip(const struct source_event *event)
{
	return event->format ? !!tep_find_field(event->format, EVENT_IP_FIELD) :
			       !!strstr(event->text, EVENT_IP_FIELD);
}

/*
 * Is it a TRACE_EVENT for sure?  If any event of a source has the address of a site, those of all
 * probes have; with layout=dtrace, none has, but most have a dash in their names.
 */
static bool is_trace_event(const struct hit_source *source, const struct source_event *event)
{
	return source->has_ips && !source_event_has_ip(event) && !strchr(event->name, '-');
}

/* Or do its fields tell?  With layout=dtrace, an event has no texts and no bytes. */
static bool has_texts(const struct probe *probe)
{
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++)
		if (probe->args[i].kind == SDT_ARG_STRING || probe->args[i].kind == SDT_ARG_BYTES)
			return true;
	return *probe->message;
}

static void make_probe(struct probe_table *table, struct probe *probe,
		       struct source_event *made_from, const struct hit_source *source)
{
	struct tep_event *event = format_of(made_from, source->tep);
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
	if (event)
		format_probe(table, probe, event);
	if (is_trace_event(source, made_from) ||
	    (!has_dashes && !source_event_has_ip(made_from) && has_texts(probe))) {
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

/* Add a module of those events that the modules before do not have, if there are any. */
static void add_made(struct catalog *catalog, struct source_event *events, size_t nr,
		     const struct hit_source *source)
{
	struct module *module = xcalloc(1, sizeof(*module));
	struct probe_table *table = &module->table;
	size_t i;

	module->name = xasprintf("%s", events->system);
	module->is_loaded = true;	/* it is no file */
	module->table_ok = true;
	table->module = module->name;
	table->probes = xcalloc(nr, sizeof(*table->probes));
	for (i = 0; i < nr; i++) {
		if (events[i].module)
			continue;
		make_probe(table, &table->probes[table->nr_probes], &events[i], source);
		add_site(module, table->nr_probes++);
	}
	module_sort_sites(module);
	if (table->nr_probes) {
		catalog_add_module(catalog, module);
	} else {
		module_free(module);
		free(module);
	}
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

static struct source_event *find_event(const struct hit_source *source, const char *system,
				       const char *name)
{
	const struct source_event wanted = { .system = system, .name = name };

	return source->nr_events ? bsearch(&wanted, source->events, source->nr_events,
					   sizeof(wanted), by_names) : NULL;
}

struct source_event *source_event(const struct hit_source *source, const struct probe *probe)
{
	struct source_event *event = find_event(source, probe->group, probe->event);

	if (!event)
		event = find_event(source, probe->group, probe->dtrace_event);
	if (event && (probe->flags & SDT_PROBE_IS_EVENT ? source_event_has_ip(event) :
							   is_trace_event(source, event)))
		event = NULL;
	return event;
}

/*
 * Is a loaded module the one of these events?
 */

/*
 * Is it an event of the module's build?  @probe: whose event it is; NULL: the table has none of that
 * name, but other TRACE_EVENTs can be in the module's system.
 */
static bool is_of_build(const struct probe *probe, struct source_event *event,
			const struct hit_source *source)
{
	struct probe_table table = { 0 };
	struct probe made;
	bool is;

	/* The table does not have the fields of TRACE_EVENTs. */
	if (event->is_current || (probe && probe->flags & SDT_PROBE_IS_EVENT) ||
	    !format_of(event, source->tep))
		return true;
	make_probe(&table, &made, event, source);
	is = probe ? same_fields(probe, &made) : made.flags & SDT_PROBE_IS_EVENT;
	probe_table_free(&table);
	return is;
}

/*
 * Are the events of this build of the module?  Each event of its probes gets the module; the probes
 * of an event have the same fields.
 */
static bool has_events(const struct module *module, struct hit_source *source)
{
	const struct probe *probe = module->table.probes;
	const struct probe *end = probe + module->table.nr_probes;
	struct source_event *event;
	bool has = false;
	size_t i;

	for (; probe < end; probe++) {
		event = source_event(source, probe);
		if (!event || event->module)
			continue;
		if (!is_of_build(probe, event, source))
			return false;
		event->module = module;
		has = true;
	}
	for (i = 0; i < source->nr_events && has; i++) {
		event = &source->events[i];
		has = event->module || strcmp(event->system, module->name) ||
		      is_of_build(NULL, event, source);
	}
	return has;
}

static bool take_loaded(struct hit_source *source, const struct module *module)
{
	const bool is_taken = has_events(module, source);
	size_t i;

	for (i = 0; i < source->nr_events && !is_taken; i++)
		if (source->events[i].module == module)
			source->events[i].module = NULL;
	return is_taken;
}

/*
 * Modules
 */

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
	size_t i, nr = 0;

	if (source->nr_events)
		qsort(source->events, source->nr_events, sizeof(*source->events), by_names);
	for (i = 0; i < source->nr_events && !source->has_ips; i++)
		source->has_ips = source_event_has_ip(&source->events[i]);
	read_loaded(source, &running);
	for (i = 0; i < running.nr_modules; i++)
		if (take_loaded(source, running.modules[i]))
			catalog_add_module(catalog, running.modules[i]);
		else
			running.modules[nr++] = running.modules[i];
	running.nr_modules = nr;
	for (i = 0; i < source->nr_events; i += nr) {
		nr = nr_of_system(source, i);
		add_made(catalog, &source->events[i], nr, source);
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
