// SPDX-License-Identifier: GPL-2.0-only
/*
 * view.c - modules, providers, probes and sites: lines for people, or a JSON document
 */
#include <inttypes.h>
#include <stdlib.h>

#include "arg.h"
#include "lib/util.h"
#include "table/probe.h"
#include "view.h"

/* Wider cells overrun their column. */
#define MAX_PLACE	42

struct layout plain_line = { "", { { 0 } } };

void view_line(struct view *view, struct layout *layout, enum out_style style,
	       const char *format, ...)
{
	va_list ap;

	if (view->json.form != JSON_NONE)
		return;
	va_start(ap, format);
	lines_add(&view->lines, layout, style, format, ap);
	va_end(ap);
}

void view_add_module(struct json_object *object, const char *file, const struct probe_table *table)
{
	if (*table->module)
		json_add_string(object, "module", table->module);
	if (file)
		json_add_string(object, "file", file);
}

struct json_object *view_module(struct view *view, const char *file,
				const struct probe_table *table)
{
	struct json_object *object = json_item(view->json.items);

	view_add_module(object, file, table);
	return object;
}

void view_add_provider(struct json_object *object, const struct probe_provider *provider)
{
	static const char *const of_what[NR_STABILITIES] = {
		[STABILITY_OF_PROVIDER] = "provider",
		[STABILITY_OF_MODULES] = "module",
		[STABILITY_OF_FUNCTIONS] = "function",
		[STABILITY_OF_NAMES] = "name",
		[STABILITY_OF_ARGS] = "args",
	};
	struct json_object *stability, *attributes;
	enum stability_of of;

	json_add_string(object, "provider", provider->name);
	json_add_bool(object, "defined", provider->flags & SDT_PROVIDER_DEFINED);
	stability = json_add_object(object, "stability");
	for (of = 0; of < NR_STABILITIES; of++) {
		const struct attributes a = stability_get(provider, of);

		attributes = json_add_object(stability, of_what[of]);
		json_add_string(attributes, "names", sdt_stability_name(a.names));
		json_add_string(attributes, "data", sdt_stability_name(a.data));
		json_add_string(attributes, "dependency", sdt_dependency_name(a.dependency));
	}
}

void view_use(struct view *view, struct json_object *object, const struct probe_use *use)
{
	if (!use)
		return;
	view_line(view, &plain_line, STYLE_NONE, "    users  %" PRIu64, use->users);
	json_add_number(object, "users", use->users);
	if (!use->is_published)
		view_line(view, &plain_line, STYLE_NONE, "    event  not published");
	json_add_bool(object, "published", use->is_published);
}

void view_site(struct view *view, struct json_object *object, const struct probe_site *site,
	       size_t nr_nops, bool shows_state)
{
	static struct layout layout = { "    site   ", { { .limit = MAX_PLACE } } };
	char *nops = nr_nops > 1 ? xasprintf(", %zu NOPs", nr_nops) : xasprintf("%s", "");

	/* The place of a site is unknown if the kernel has freed its init code. */
	view_line(view, &layout, STYLE_NONE, "%s\t%s:%u%s%s%s",
		  site->place ? site->place : "(freed)", site->file, site->line,
		  site->is_enabled ? ", is-enabled" : "", nops,
		  !shows_state ? "" : site->is_on ? ", on" : ", off");
	free(nops);
	json_add_string(object, "kind", site->is_enabled ? "is-enabled" : "fire");
	json_add_string(object, "file", site->file);
	json_add_number(object, "line", site->line);
	if (site->place)
		json_add_string(object, "place", site->place);
	if (shows_state)
		json_add_bool(object, "on", site->is_on);
	else
		json_add_number(object, "nops", nr_nops);
}

char *view_sum_text(size_t nr_probes, const struct site_count *count)
{
	char *text = xasprintf("%zu probe%s, %zu site%s", nr_probes, nr_probes == 1 ? "" : "s",
			       count->fire, count->fire == 1 ? "" : "s");

	return count->is_enabled ? xappend(text, ", %zu is-enabled", count->is_enabled) : text;
}

void view_add_sum(struct json_object *object, const struct site_count *count)
{
	json_add_number(object, "sites", count->fire);
	json_add_number(object, "is_enabled_sites", count->is_enabled);
}

void view_add_probe(struct json_object *object, const struct probe *probe)
{
	json_add_string(object, "provider", probe->provider);
	json_add_string(object, "function", probe->function);
	json_add_string(object, "name", probe->name);
	json_add_string(object, "event", probe->event);
	json_add_string(object, "group", probe->group);
	json_add_bool(object, "qualified", probe->flags & SDT_PROBE_QUALIFIED);
	if (*probe->message)
		json_add_string(object, "message", probe->message);
}

void view_message(struct view *view, const struct probe *probe)
{
	if (*probe->message)
		view_line(view, &plain_line, STYLE_NONE, "    message  \"%s\"", probe->message);
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

static void add_arg(struct json_object *object, const struct probe_arg *arg)
{
	const uint32_t bound = probe_bound_arg(arg);
	size_t i;

	json_add_string(object, "name", arg->name);
	json_add_string(object, "type", arg->type);
	if (*arg->aka)
		json_add_string(object, "aka", arg->aka);
	json_add_string(object, "declared", arg->declared);
	json_add_string(object, "kind", arg_kind_key(arg));
	json_add_number(object, "size", arg->size);
	json_add_bool(object, "signed", arg->flags & SDT_ARG_SIGNED);
	json_add_bool(object, "hex", arg->kind == SDT_ARG_INTEGER && arg->flags & SDT_ARG_HEX);
	json_add_bool(object, "trusted", probe_arg_is_trusted(arg));
	for (i = 0; i < NR_ARG_TARGETS; i++)
		json_add_bool(object, arg_targets[i].word, arg->flags & arg_targets[i].flag);
	if (bound != NO_BOUND_ARG)
		json_add_number(object, "bound_arg", bound);
	else if (arg->bound)
		json_add_number(object, "bound", arg->bound);
	if (arg->kind == SDT_ARG_ENUM || arg->kind == SDT_ARG_BITMASK)
		add_enumerators(object, arg);
}

void view_add_args(struct json_object *object, const struct probe *probe,
		   void (*more)(struct json_object *arg, const struct probe *probe,
				unsigned int i))
{
	const bool is_translated = probe->flags & SDT_PROBE_TRANSLATED;
	struct json_object *arg, *list = json_add_list(object, "args");
	struct event_fields room;
	const struct probe *fields = event_fields(probe, &room);
	const bool are_fields = fields == probe;	/* the arguments are those of the event */
	unsigned int i;

	if (!object)
		return;
	for (i = 0; i < probe->nr_args; i++) {
		arg = json_item(list);
		add_arg(arg, &probe->args[i]);
		if (are_fields)
			add_copy_field(arg, fields, i);
		if (more && are_fields)
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
