// SPDX-License-Identifier: GPL-2.0-only
/*
 * format_probe.c - a probe made from the format of its event
 *
 * An event's format tells the names, sizes and signs of its fields; what the arguments are follows
 * from its print fmt, which kmod/events/text.c has written:
 *
 *	"(%pS) n=%d ret=0x%x state=%s buf=0x%lx buf_str=\"%s\"", (void *)REC->__probe_ip, ...
 *
 * or is the text of a message or a TRACE_EVENT().
 */
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "lib/util.h"

/* What precedes the arguments in the text, if the event has the address of the site */
#define IP_TEXT		"(%pS)"

/* libtraceevent 1.7 does not understand a dash in the first line, "name: read-entry". */
static void hide_dashes(char *format)
{
	for (; *format && *format != '\n'; format++)
		if (*format == '-')
			*format = '_';
}

struct tep_event *event_format_parse(struct tep_handle *tep, const char *system, char *text)
{
	struct tep_event *event = NULL;

	hide_dashes(text);
	tep_parse_format(tep, &event, text, strlen(text), system);
	return event;
}

/*
 * Enumerators
 */

/* The __print_symbolic() or __print_flags() in what is printed of an argument, or NULL */
static const struct tep_print_arg *find_names(const struct tep_print_arg *arg)
{
	const struct tep_print_arg *found;

	if (!arg || arg->type == TEP_PRINT_FLAGS || arg->type == TEP_PRINT_SYMBOL)
		return arg;
	if (arg->type == TEP_PRINT_TYPE)
		return find_names(arg->typecast.item);
	if (arg->type != TEP_PRINT_OP)
		return NULL;
	found = find_names(arg->op.left);
	return found ? found : find_names(arg->op.right);
}

/* The name of no flags: 'NAME' in '(REC->x) ? __print_flags(...) : "NAME"', or NULL */
static const char *name_of_zero(const struct tep_print_arg *arg)
{
	while (arg && arg->type == TEP_PRINT_OP)
		arg = arg->op.right;
	return arg && arg->type == TEP_PRINT_ATOM && strcmp(arg->atom.atom, "0x0") ?
	       arg->atom.atom : NULL;
}

static void add_names(struct probe_table *table, struct probe_arg *arg,
		      const struct tep_print_arg *print)
{
	const struct tep_print_arg *names = find_names(print);
	const bool are_flags = names && names->type == TEP_PRINT_FLAGS;
	struct probe_enumerator *list = NULL;
	const struct tep_print_flag_sym *name;
	const char *zero;
	size_t nr = 0;

	if (!names)
		return;
	arg->kind = are_flags ? SDT_ARG_BITMASK : SDT_ARG_ENUM;
	name = are_flags ? names->flags.flags : names->symbol.symbols;
	for (; name && nr < SDT_MAX_ENUMERATORS; name = name->next) {
		list = xroom_for_one(list, nr, sizeof(*list));
		list[nr++] = (struct probe_enumerator){
			.name = probe_table_keep(table, xasprintf("%s", name->str)),
			.value = probe_arg_extend(arg, strtoull(name->value, NULL, 0)),
		};
	}
	zero = are_flags ? name_of_zero(print) : NULL;
	if (zero && nr < SDT_MAX_ENUMERATORS) {
		list = xroom_for_one(list, nr, sizeof(*list));
		list[nr++] = (struct probe_enumerator){
			.name = probe_table_keep(table, xasprintf("%s", zero)),
		};
	}
	arg->enumerators = list ? probe_table_keep(table, list) : NULL;
	arg->nr_enumerators = nr;
}

/*
 * Arguments
 */

/* An event's own fields, in their order, up to __probe_ip if there is one */
static const struct tep_format_field *next_field(const struct tep_format_field *field)
{
	return field && strcmp(field->name, EVENT_IP_FIELD) ? field : NULL;
}

/* Copies follow __probe_ip. */
static bool has_copy(struct tep_event *event, const char *name, const char *suffix)
{
	const struct tep_format_field *ip = tep_find_field(event, EVENT_IP_FIELD), *field;
	char *copy = xasprintf("%s%s", name, suffix);

	for (field = ip; field && strcmp(field->name, copy); field = field->next)
		;
	free(copy);
	return field;
}

static bool is_pointer(const struct tep_format_field *field)
{
	return (field->flags & TEP_FIELD_IS_POINTER) || strchr(field->type, '*');
}

static struct probe_arg make_arg(struct probe_table *table, struct tep_event *event,
				 const struct tep_format_field *field)
{
	struct probe_arg arg = {
		.name = probe_table_keep(table, xasprintf("%s", field->name)),
		.type = probe_table_keep(table, xasprintf("%s", field->type)),
		.aka = "",
		.size = field->size,
		.kind = is_pointer(field) ? SDT_ARG_POINTER : SDT_ARG_INTEGER,
		.flags = (field->flags & TEP_FIELD_IS_SIGNED) ? SDT_ARG_SIGNED : 0,
	};

	arg.declared = arg.type;
	/* The field itself, of a TRACE_EVENT */
	if (field->flags & TEP_FIELD_IS_STRING)
		arg.kind = SDT_ARG_STRING;
	else if (field->flags & TEP_FIELD_IS_ARRAY)
		arg.kind = SDT_ARG_BYTES;
	else if (has_copy(event, arg.name, "_str"))
		arg.kind = SDT_ARG_STRING;
	else if (has_copy(event, arg.name, "_bytes"))
		arg.kind = SDT_ARG_BYTES;
	return arg;
}

/* What follows " NAME=" in the text of the event; NULL: the text is another one */
static const char *find_conversion(const char *text, const char *name, bool is_first)
{
	const size_t length = strlen(name);

	text += !is_first && *text == ' ';
	return !strncmp(text, name, length) && text[length] == '=' ? text + length + 1 : NULL;
}

/* The end of what an argument is shown as: a blank, or that of the text */
static const char *skip_conversion(const char *text)
{
	return text + strcspn(text, " ");
}

/* How an argument is shown tells what it is. */
static void take_conversion(struct probe_arg *arg, const char *shown)
{
	if (!strncmp(shown, "%ps", 3))
		arg->kind = SDT_ARG_FUNCTION;
	else if (!strncmp(shown, "0x%lx", 5) && arg->kind == SDT_ARG_INTEGER)
		arg->kind = SDT_ARG_POINTER;
	else if (!strncmp(shown, "0x", 2) && arg->kind == SDT_ARG_INTEGER)
		arg->flags |= SDT_ARG_HEX;
}

/* Is the text that of the arguments?  If so, it says more about them. */
static bool read_text(struct probe_table *table, struct probe_arg *args, unsigned int nr,
		      struct tep_event *event)
{
	const bool has_ip = tep_find_field(event, EVENT_IP_FIELD);
	const struct tep_print_arg *print = event->print_fmt.args;
	const char *text = event->print_fmt.format ?: "";
	unsigned int i;

	if (has_ip && strncmp(text, IP_TEXT, strlen(IP_TEXT)))
		return false;
	text += has_ip ? strlen(IP_TEXT) : 0;
	print = print && has_ip ? print->next : print;
	for (i = 0; i < nr; i++) {
		text = find_conversion(text, args[i].name, !i && !has_ip);
		if (!text)
			return false;
		take_conversion(&args[i], text);
		if (!strncmp(text, "%s", 2))
			add_names(table, &args[i], print);
		if (print && probe_arg_is_device(&args[i]))
			print = print->next;
		text = skip_conversion(text);
		print = print ? print->next : NULL;
	}
	return true;
}

void format_probe(struct probe_table *table, struct probe *probe, struct tep_event *event)
{
	const struct tep_format_field *field = next_field(event->format.fields);
	struct probe_arg *args = probe_table_keep(table, xcalloc(SDT_MAX_ARGS, sizeof(*args)));

	probe->args = args;
	for (; field && probe->nr_args < SDT_MAX_ARGS; field = next_field(field->next))
		args[probe->nr_args++] = make_arg(table, event, field);
	if (!read_text(table, args, probe->nr_args, event) && event->print_fmt.format)
		probe->message = probe_table_keep(table, xasprintf("%s", event->print_fmt.format));
}
