// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe_json.c - modules, probes and arguments as JSON
 */
#include <stdlib.h>

#include "probe_json.h"
#include "table/probe.h"
#include "table/stability.h"

void json_fill_module(struct json_object *object, const char *path,
		      const struct probe_table *table)
{
	if (*table->module)
		json_add_string(object, "module", table->module);
	if (path)
		json_add_string(object, "file", path);
}

struct json_object *json_module(struct json_document *document,
				const char *path,
				const struct probe_table *table)
{
	struct json_object *object = json_item(document->items);

	json_fill_module(object, path, table);
	return object;
}

void json_fill_provider(struct json_object *object,
			const struct probe_provider *provider)
{
	static const char *const keys[NR_STABILITIES] = {
		[STABILITY_OF_PROVIDER] = "provider",
		[STABILITY_OF_MODULES] = "module",
		[STABILITY_OF_FUNCTIONS] = "function",
		[STABILITY_OF_NAMES] = "name",
		[STABILITY_OF_ARGS] = "args",
	};
	struct json_object *stability, *attributes;
	enum stability_of of;

	json_add_string(object, "provider", provider->name);
	json_add_bool(object, "defined",
		      provider->flags & SDT_PROVIDER_DEFINED);
	stability = json_add_object(object, "stability");
	for (of = 0; of < NR_STABILITIES; of++) {
		struct attributes a = stability_get(provider, of);

		attributes = json_add_object(stability, keys[of]);
		json_add_string(attributes, "names", stability_level(a.names));
		json_add_string(attributes, "data", stability_level(a.data));
		json_add_string(attributes, "dependency",
				stability_dependency(a.dependency));
	}
}

static void add_enumerators(struct json_object *object,
			    const struct probe_arg *arg)
{
	struct json_object *item, *list = json_add_list(object, "enumerators");
	const struct probe_enumerator *e = arg->enumerators;
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++, e++) {
		item = json_item(list);
		json_add_string(item, "name", e->name);
		if (arg->flags & SDT_ARG_SIGNED)
			json_add_signed(item, "value", e->value);
		else
			json_add_number(item, "value", e->value);
	}
}

static void fill_arg(struct json_object *object, const struct probe *probe,
		     unsigned int i)
{
	static const char *const kinds[] = {
		[SDT_ARG_INTEGER] = "integer",
		[SDT_ARG_BOOL] = "bool",
		[SDT_ARG_ENUM] = "enum",
		[SDT_ARG_BITMASK] = "bitmask",
		[SDT_ARG_POINTER] = "pointer",
		[SDT_ARG_STRING] = "string",
		[SDT_ARG_FUNCTION] = "function",
		[SDT_ARG_BYTES] = "bytes",
	};
	const struct probe_arg *arg = &probe->args[i];
	const uint32_t bound = probe_bound_arg(arg);

	json_add_string(object, "name", arg->name);
	json_add_string(object, "type", arg->type);
	if (*arg->aka)
		json_add_string(object, "aka", arg->aka);
	json_add_string(object, "declared", arg->declared);
	json_add_string(object, "kind", kinds[arg->kind]);
	json_add_number(object, "size", arg->size);
	json_add_bool(object, "signed", arg->flags & SDT_ARG_SIGNED);
	json_add_bool(object, "hex", arg->flags & SDT_ARG_HEX);
	json_add_bool(object, "user", arg->flags & SDT_ARG_USER);
	json_add_bool(object, "percpu", arg->flags & SDT_ARG_PERCPU);
	json_add_bool(object, "rcu", arg->flags & SDT_ARG_RCU);
	json_add_bool(object, "iomem", arg->flags & SDT_ARG_IOMEM);
	if (bound != NO_BOUND_ARG)
		json_add_number(object, "bound_arg", bound);
	else if (arg->bound)
		json_add_number(object, "bound", arg->bound);
	if (arg->kind == SDT_ARG_ENUM || arg->kind == SDT_ARG_BITMASK)
		add_enumerators(object, arg);
}

static void add_copy_field(struct json_object *object,
			   const struct probe *fields, unsigned int i)
{
	char *copy = event_copy_field(fields, i);

	if (copy)
		json_add_string(object, fields->args[i].kind == SDT_ARG_STRING ?
				"string_field" : "bytes_field", copy);
	free(copy);
}

void json_fill_probe(struct json_object *object, const struct probe *probe)
{
	json_add_string(object, "provider", probe->provider);
	json_add_string(object, "function", probe->function);
	json_add_string(object, "name", probe->name);
	json_add_string(object, "event", probe->event);
	json_add_bool(object, "qualified", probe->flags & SDT_PROBE_QUALIFIED);
}

struct json_object *json_probe(struct json_object *list,
			       const struct probe *probe)
{
	struct json_object *object = json_item(list);

	json_fill_probe(object, probe);
	return object;
}

void json_add_args(struct json_object *object, const struct probe *probe,
		   void (*more)(struct json_object *arg,
				const struct probe *probe, unsigned int i))
{
	const bool is_translated = probe->flags & SDT_PROBE_TRANSLATED;
	struct json_object *arg, *list = json_add_list(object, "args");
	struct event_fields room;
	const struct probe *fields = event_fields(probe, &room);
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++) {
		arg = json_item(list);
		fill_arg(arg, probe, i);
		if (!is_translated)
			add_copy_field(arg, fields, i);
		if (more && !is_translated)
			more(arg, fields, i);
	}
	if (!is_translated)
		return;
	list = json_add_list(object, "translated");
	for (i = 0; i < probe->nr_xlated; i++) {
		arg = json_item(list);
		json_add_string(arg, "name", probe->xlated[i].name);
		json_add_string(arg, "type", probe->xlated[i].type);
		json_add_number(arg, "arg", probe->xlated[i].arg);
		add_copy_field(arg, fields, i);
		if (more)
			more(arg, fields, i);
	}
}
