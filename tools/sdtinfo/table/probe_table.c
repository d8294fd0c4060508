// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe_table.c - probe tables as sdt_abi.h lays them out
 *
 * Decodes a table written by another program, which kmod/rules/check_table.c checks first.
 * Knows neither ELF nor files, and prints nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "probe_table.h"

static void read_providers(struct probe_table *table, const struct sdt_table_view *view)
{
	size_t i;

	for (i = 0; i < table->nr_providers; i++) {
		const struct sdt_table_provider *raw = &view->providers[i];
		struct probe_provider *provider = &table->providers[i];

		provider->name = view->strings + raw->name;
		provider->flags = raw->flags;
		memcpy(provider->stability, raw->stability, sizeof(raw->stability));
	}
}

static void read_enumerators(struct probe_table *table, const struct sdt_table_view *view)
{
	size_t i;

	for (i = 0; i < table->nr_enumerators; i++) {
		const struct sdt_table_enumerator *raw = &view->enumerators[i];

		table->enumerators[i] = (struct probe_enumerator){
			.name = view->strings + raw->name,
			.value = (uint64_t)raw->value_high << 32 | raw->value_low,
		};
	}
}

static void read_args(struct probe_table *table, const struct sdt_table_view *view)
{
	size_t i;

	for (i = 0; i < table->nr_args; i++) {
		const struct sdt_table_arg *raw = &view->args[i];
		const bool has_bound = raw->kind == SDT_ARG_BYTES ||
				       raw->kind == SDT_ARG_STRING;
		const bool is_pointer = raw->kind >= SDT_ARG_POINTER;

		table->args[i] = (struct probe_arg){
			.name = view->strings + raw->name,
			.declared = view->strings + raw->declared,
			.type = view->strings + raw->type,
			.aka = view->strings + raw->aka,
			.size = raw->size,
			.kind = raw->kind,
			.flags = raw->flags & SDT_ARG_FLAGS & ~(is_pointer ? SDT_ARG_STRUCT : 0),
			.is_named = raw->flags & SDT_ARG_NAMED,
			.is_zero = raw->flags & SDT_ARG_ZERO,
			.is_struct = is_pointer && raw->flags & SDT_ARG_STRUCT,
			.nr_enumerators = raw->nr_enumerators,
			.bound = has_bound ? raw->bound : 0,
			.enumerators = has_bound ? NULL :
				       table->enumerators + raw->first_enumerator,
		};
	}
}

static void read_xlated(struct probe_table *table, const struct sdt_table_view *view)
{
	size_t i;

	for (i = 0; i < table->nr_xlated; i++) {
		const struct sdt_table_xlated *raw = &view->xlated[i];

		table->xlated[i] = (struct probe_xlated){
			.name = view->strings + raw->name,
			.type = view->strings + raw->type,
			.arg = raw->arg,
		};
	}
}

static void read_probes(struct probe_table *table, const struct sdt_table_view *view)
{
	const bool has_lines = view->head->kind == SDT_TABLE_OBJECT;
	size_t i;

	for (i = 0; i < table->nr_probes; i++) {
		const struct sdt_table_probe *raw = &view->probes[i];
		const struct sdt_table_extra extra = sdt_table_extra(view, i);

		table->probes[i] = (struct probe){
			.provider = table->providers[raw->provider].name,
			.function = view->strings + raw->function,
			.name = view->strings + raw->name,
			.file = view->strings + raw->file,
			.line = has_lines ? view->lines[i] : 0,
			.nr_args = raw->nr_args,
			.nr_xlated = extra.nr_xlated,
			.flags = raw->flags,
			.group = "",
			.event = "",
			.dtrace_event = "",
			.message = view->strings + extra.message,
			.args = table->args + raw->first_arg,
			.xlated = table->xlated + extra.first_xlated,
		};
	}
}

static void read_places(struct probe_table *table, const struct sdt_table_view *view)
{
	size_t i;

	for (i = 0; i < table->nr_places; i++)
		table->places[i] = (struct probe_place){
			.probe = view->places[i].probe,
			.file = view->strings + view->places[i].file,
		};
}

void *probe_table_keep(struct probe_table *table, void *memory)
{
	table->kept = xroom_for_one(table->kept, table->nr_kept, sizeof(*table->kept));
	table->kept[table->nr_kept++] = memory;
	return memory;
}

/* Name the events of a module's probes. */
static void name_events(struct probe_table *table)
{
	struct probe *probe = table->probes;

	for (; probe < table->probes + table->nr_probes; probe++) {
		const struct sdt_names names = probe_rule_names(probe, table->module);

		probe->group = sdt_event_group(&names);
		probe->event = probe_table_keep(table, probe_event_name(probe, table->module, '_'));
		probe->dtrace_event =
			probe_table_keep(table, probe_event_name(probe, table->module, '-'));
	}
}

static void fill_empty(struct probe_table *table)
{
	static const struct probe no_probe = {
		.provider = "", .function = "", .name = "", .file = "",
		.group = "", .event = "", .dtrace_event = "", .message = "",
	};
	size_t i;

	for (i = 0; i < table->nr_probes; i++)
		table->probes[i] = no_probe;
}

struct probe_place probe_table_place(const struct probe_table *table, uint64_t number)
{
	if (number < table->nr_probes)
		return (struct probe_place){ number, table->probes[number].file };
	if (number - table->nr_probes < table->nr_places)
		return table->places[number - table->nr_probes];
	return (struct probe_place){ NO_PROBE, "" };
}

static int by_name(const void *x, const void *y)
{
	const struct probe_provider *a = x, *b = y;

	return strcmp(a->name, b->name);
}

const struct probe_provider *probe_table_provider(const struct probe_table *table,
						  const struct probe *probe)
{
	const struct probe_provider key = { .name = probe->provider };

	return bsearch(&key, table->providers, table->nr_providers, sizeof(key), by_name);
}

/* The bytes of the table alone, as far as they are there, and aligned */
static void *copy_table(const void *bytes, size_t *size)
{
	struct sdt_table head;

	if (*size >= sizeof(head)) {
		memcpy(&head, bytes, sizeof(head));
		if (head.size >= sizeof(head) && head.size < *size)
			*size = head.size;
	}
	return memcpy(xcalloc(*size, 1), bytes, *size);
}

int probe_table_read(struct probe_table *table, const void *bytes, size_t size,
		     enum sdt_table_kind kind, const char *where,
		     struct findings *findings)
{
	struct sdt_table_view view = { 0 };
	char why[SDT_WHY_SIZE];
	bool ok;

	memset(table, 0, sizeof(*table));
	table->module = "";
	table->bytes = copy_table(bytes, &size);
	ok = sdt_table_check(&view, table->bytes, size, kind, why);
	if (!ok)
		findings_add(findings, where, "%s", why);
	if (!view.head)
		return -1;
	table->nr_probes = view.head->nr_probes;
	table->nr_sites = view.head->nr_sites;
	table->size = view.head->size;
	table->probes = xcalloc(table->nr_probes, sizeof(*table->probes));
	if (!ok) {
		fill_empty(table);
		return -1;
	}
	table->module = view.strings + view.head->module;
	table->nr_providers = view.head->nr_providers;
	table->nr_places = view.head->nr_places;
	table->nr_args = view.head->nr_args;
	table->nr_xlated = view.head->nr_xlated;
	table->nr_enumerators = view.head->nr_enumerators;
	table->providers = xcalloc(table->nr_providers, sizeof(*table->providers));
	table->places = xcalloc(table->nr_places, sizeof(*table->places));
	table->args = xcalloc(table->nr_args, sizeof(*table->args));
	table->xlated = xcalloc(table->nr_xlated, sizeof(*table->xlated));
	table->enumerators = xcalloc(table->nr_enumerators, sizeof(*table->enumerators));
	read_providers(table, &view);
	read_enumerators(table, &view);
	read_args(table, &view);
	read_xlated(table, &view);
	read_probes(table, &view);
	read_places(table, &view);
	if (kind == SDT_TABLE_MODULE)
		name_events(table);
	return 0;
}

void probe_table_free(struct probe_table *table)
{
	free(table->providers);
	free(table->probes);
	free(table->places);
	free(table->args);
	free(table->xlated);
	free(table->enumerators);
	free(table->bytes);
	while (table->nr_kept)
		free(table->kept[--table->nr_kept]);
	free(table->kept);
	memset(table, 0, sizeof(*table));
}
