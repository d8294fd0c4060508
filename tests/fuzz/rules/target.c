// SPDX-License-Identifier: GPL-2.0-only
/*
 * target.c - tries kmod/rules/ with random tables, patterns and names
 *
 * An input that begins with 't' is a table, one with 'm' a message, one with 'x' what an
 * argument is shown as, one with 'l' a list of arguments, one with 'p' a parameter or a constant;
 * all else are strings that end with a NUL: a pattern, a provider, a module, a function, a name, a
 * file.  What must hold:
 *
 *  1. a table that was accepted can be read without looking at any limit again, and has
 *     what sdt_abi.h promises; one that was refused has a reason in one line
 *  2. a pattern matches what a second, recursive matcher says
 *  3. the name of an event that was accepted fits
 *  4. the parts of a message are the whole message, and take their arguments in order
 *  5. the types that an argument is shown as are in the text, one after the other, and have
 *     brackets that match
 *  6. the items of a list are in it, one after the other, and each gets a name that is ASCII and
 *     that no other has
 *  7. a parameter has its name and bound in its text, and the text without the name is not longer
 *
 * The sanitizers see the rest.
 */
#include <stdlib.h>

#include "rules/rules.h"
#include "target.h"

#define MAX_STRINGS	6

static void must(bool good)
{
	if (!good)
		abort();
}

static void check_why(const char *why)
{
	must(*why && strlen(why) < SDT_WHY_SIZE && sdt_text_ok(why));
}

/* Reads each byte of a string. */
static const char *text(const struct sdt_table_view *view, u32 offset)
{
	must(strlen(view->strings + offset) <= SDT_MAX_STRING);
	return view->strings + offset;
}

/* Names a message, which leaves out what is also one of its lines. */
static void name_message(const char *message)
{
	const struct sdt_message from = { message, "", "f", message };
	char *copy = strdup(message), name[SDT_MESSAGE_NAME_SIZE];

	sdt_message_name(name, &from, NULL, 0);
	must(sdt_is_identifier(name, false));
	sdt_message_text(copy);
	must(*copy && strlen(copy) <= strlen(message));
	free(copy);
}

/* Returns the number of arguments that a message takes. */
static unsigned int read_message(const char *message)
{
	struct sdt_message_part part = { .end = message };
	const char *end = message;
	int args = 0;

	while (sdt_message_next(&part)) {
		must(part.text == end && part.conversion == part.text + part.text_length);
		must(part.end > part.text && part.end >= part.conversion);
		must(!memchr(part.text, '%', part.text_length));
		must(*part.conversion ? *part.conversion == '%' : part.end == part.conversion);
		must(part.width_arg < 0 || (part.width_arg == args++ && part.width < 0));
		must(part.precision_arg < 0 || (part.precision_arg == args++ && part.precision < 0));
		must(part.arg < 0 ? part.show == SDT_SHOW_NOTHING : part.arg == args++);
		must(part.nr_args == (unsigned int)args);
		must(part.show != SDT_SHOW_BYTES || part.nr_bytes || part.width_arg >= 0);
		must(part.nr_bytes <= 64);
		end = part.end;
	}
	must(!*end);
	if (*message)
		name_message(message);
	return args;
}

/* Reads the name of a field, which is none of those that every event has. */
static void read_field(const struct sdt_table_view *view, u32 offset)
{
	const char *name = text(view, offset);

	must(strncmp(name, "common_", 7) && strncmp(name, "__probe_", 8));
}

static void read_arg(const struct sdt_table_view *view, const struct sdt_table_arg *arg)
{
	unsigned int i;

	read_field(view, arg->name);
	text(view, arg->declared);
	text(view, arg->aka);
	must(!*text(view, arg->type) == (arg->kind == SDT_ARG_UNKNOWN));
	for (i = 0; i < arg->nr_enumerators; i++)
		text(view, view->enumerators[arg->first_enumerator + i].name);
}

static void read_probe(const struct sdt_table_view *view, const struct sdt_table_probe *probe)
{
	const bool is_module = view->head->kind == SDT_TABLE_MODULE;
	const struct sdt_names names = {
		.provider = text(view, view->providers[probe->provider].name),
		.module = text(view, view->head->module),
		.function = text(view, probe->function),
		.name = text(view, probe->name),
		.is_qualified = probe->flags & SDT_PROBE_QUALIFIED,
	};
	const struct sdt_table_extra extra = sdt_table_extra(view, probe - view->probes);
	char made[SDT_MAX_EVENT_NAME + 1];
	unsigned int i;

	if (is_module) {
		must(sdt_event_name(made, sizeof(made), &names, '_') < sizeof(made));
		must(sdt_is_identifier(names.name, true) && sdt_is_identifier(made, false));
	}
	must(!is_module || *text(view, probe->file));
	must(read_message(text(view, extra.message)) <= probe->nr_args);
	for (i = 0; i < probe->nr_args; i++)
		read_arg(view, &view->args[probe->first_arg + i]);
	for (i = 0; i < extra.nr_xlated; i++) {
		read_field(view, view->xlated[extra.first_xlated + i].name);
		text(view, view->xlated[extra.first_xlated + i].type);
		must(view->xlated[extra.first_xlated + i].arg < probe->nr_args);
	}
}

static void try_table(const uint8_t *data, size_t size, enum sdt_table_kind kind)
{
	struct sdt_table *head = malloc(size ? size : 1); /* aligned, and with its end known */
	struct sdt_table_view view;
	char why[SDT_WHY_SIZE] = "";
	u32 i;

	memcpy(head, data, size);
	if (sdt_table_check(&view, head, size, kind, why)) {
		must(sdt_table_size(head) <= size);
		for (i = 0; i < head->nr_probes; i++)
			read_probe(&view, &view.probes[i]);
		for (i = 0; i < head->nr_probes + head->nr_places; i++) {
			const struct sdt_table_place place = sdt_table_place(&view, i);

			must(place.probe < head->nr_probes);
			text(&view, place.file);
		}
	} else {
		check_why(why);
	}
	free(head);
}

/* Reads the types that an argument is shown as. */
static void read_shown(const char *shown)
{
	const bool good = sdt_shown_ok(shown);
	const char *end = shown, *item;
	unsigned int nr = 0;
	size_t length;
	char *copy;

	must(sdt_find_colon(shown) <= shown + strlen(shown));
	for (; (item = sdt_shown_item(shown, nr, &length)); nr++) {
		must(item >= end && item + length <= shown + strlen(shown));
		end = item + length;
		copy = strndup(item, length);
		must(!good || (*copy && sdt_brackets_match(copy) && !*sdt_item_end(copy, ',')));
		free(copy);
	}
	must(!good || nr || !*shown || *shown == '(');
}

/* The same as sdt_glob_match(), in few words; takes long where there are many '*'. */
static bool glob(const char *pattern, const char *name)
{
	if (*pattern == '*')
		return glob(pattern + 1, name) || (*name && glob(pattern, name + 1));
	if (!*pattern || !*name)
		return *pattern == *name;
	return (*pattern == '?' || *pattern == *name) && glob(pattern + 1, name + 1);
}

static bool field(const char *pattern, const char *name)
{
	bool match = sdt_glob_match(pattern, name);
	size_t i, stars = 0;

	if (!pattern || !*pattern) {
		must(match);
		return match;
	}
	for (i = 0; pattern[i]; i++)
		stars += pattern[i] == '*';
	if (stars < 4 && strlen(name) < 64)
		must(match == glob(pattern, name));
	return match;
}

static void try_names(char *strings[MAX_STRINGS])
{
	struct sdt_names names = {
		.provider = strings[1], .module = strings[2], .function = strings[3],
		.name = strings[4], .is_qualified = strlen(strings[5]) % 2,
	};
	char event[SDT_MAX_EVENT_NAME + 1], dtrace_event[SDT_MAX_EVENT_NAME + 1];
	char why[SDT_WHY_SIZE] = "";
	struct sdt_pattern pattern;
	const char *wrong;

	sdt_event_name(event, sizeof(event), &names, '_');
	sdt_event_name(dtrace_event, sizeof(dtrace_event), &names, '-');
	must(!strchr(event, '-') && strlen(event) == strlen(dtrace_event));
	if (sdt_event_ok(&names, why, sizeof(why)))
		must(sdt_event_name(NULL, 0, &names, '_') == strlen(event));
	else
		must(*why && strlen(why) < sizeof(why));
	names.event = event;
	names.dtrace_event = dtrace_event;

	wrong = sdt_pattern_split(&pattern, strings[0]);
	if (wrong) {
		check_why(wrong);
		return;
	}
	must(pattern.nr_fields >= 1 && pattern.nr_fields <= 4);
	must(sdt_module_match(pattern.module, names.module) ==
	     field(pattern.module, names.module));
	must(sdt_pattern_match(&pattern, &names) ==
	     ((field(pattern.owner, names.function) || field(pattern.owner, names.module)) &&
	      field(pattern.function, names.function) &&
	      field(pattern.provider, names.provider) &&
	      (field(pattern.name, names.name) || field(pattern.name, event) ||
	       field(pattern.name, dtrace_event) ||
	       (pattern.nr_fields == 1 && sdt_module_match(pattern.name, names.module)))));
	if (sdt_pattern_match_site(&pattern, strings[5], 7))
		must(!pattern.line || pattern.line == 7);
}

/* Names the arguments of a list, each as a number or as a pointer. */
static void read_list(const char *text, bool is_pointer)
{
	char names[SDT_MAX_ARGS][SDT_FIELD_NAME_SIZE];
	const char *taken[SDT_MAX_ARGS] = { NULL }, *end = text + strlen(text);
	struct sdt_list list;
	unsigned int i = 0, j;

	for (sdt_list_start(&list, text); sdt_list_next(&list) && i < SDT_MAX_ARGS; i++) {
		must(list.item.s >= text && list.item.s <= list.item.end && list.item.end <= end);
		sdt_field_name(names[i], &list, is_pointer, i, taken, SDT_MAX_ARGS);
		must(sdt_is_identifier(names[i], false) && !sdt_is_reserved_field(names[i]));
		for (j = 0; names[i][j]; j++)
			must((unsigned char)names[i][j] < 0x80);
		for (j = 0; j < i; j++)
			must(strcmp(names[i], names[j]));
		taken[i] = names[i];
	}
}

/* What a parameter's types are to try_parameter() */
enum shape { VALUE, VOID, POINTER, ARRAY, FUNCTION, NR_SHAPES };

struct resolution {
	char *expansions[16];
	unsigned int nr;
};

static char shapes[NR_SHAPES];

/* Words that begin with 'M' are macros: M with a qualifier, others with a type or a name. */
static const char *macro(const struct sdt_reader *r)
{
	must(r->kind == SDT_TOKEN_WORD && r->length);
	return *r->token != 'M' ? NULL : r->length == 1 ? "const" : r->length == 2 ? "" :
	       r->length == 3 ? "struct s *" : "MMMM x";
}

static const char *expand(const struct sdt_reader *r, const char *body)
{
	struct resolution *all = r->all->data;
	char *text;

	if (all->nr == ARRAY_SIZE(all->expansions))
		return NULL;
	text = malloc(strlen(body) + strlen(r->next) + 2);
	sprintf(text, "%s %s", body, r->next);
	all->expansions[all->nr++] = text;
	return text;
}

static bool is_call(const struct sdt_reader *r)
{
	return *r->token == 'C';
}

static bool is_type(const struct sdt_reader *r)
{
	return *r->token == 'T';
}

static bool is_keyword(const struct sdt_reader *r)
{
	return *r->token == 'K';
}

static bool enumerator(const struct sdt_reader *r, s64 *value)
{
	*value = r->length;
	return *r->token == 'E';
}

static bool size_of(const struct sdt_reader *r, const void *type, s64 *value)
{
	(void)r;
	*value = (const char *)type - shapes;
	return true;
}

static void *basic(const struct sdt_reader *r, enum sdt_basic basic)
{
	(void)r;
	must(basic > SDT_NOT_BASIC && basic < SDT_NR_BASICS);
	return &shapes[basic == SDT_VOID ? VOID : VALUE];
}

static void *named(const struct sdt_reader *r, enum sdt_tag tag)
{
	must(r->kind == SDT_TOKEN_WORD && tag <= SDT_ENUM);
	return *r->token == 'T' ? &shapes[r->length % NR_SHAPES] : NULL;
}

static void *qualified(const struct sdt_reader *r, void *type, unsigned int quals,
		       unsigned int *flags)
{
	(void)r;
	*flags |= quals & SDT_QUAL_CONST ? SDT_ARG_USER : 0;
	return type;
}

static void *pointer(const struct sdt_reader *r, void *to, unsigned int quals)
{
	(void)r;
	(void)quals;
	must(to);
	return &shapes[POINTER];
}

static void *array(const struct sdt_reader *r, void *of, struct sdt_part bound)
{
	char *copy = strndup(bound.s, bound.end - bound.s);
	s64 nr;

	sdt_read_constant(r->all, copy, &nr);
	free(copy);
	return of == &shapes[FUNCTION] || of == &shapes[VOID] ? NULL : &shapes[ARRAY];
}

static void *listed(const struct sdt_reader *r, void *list, void *type)
{
	(void)r;
	must(type != &shapes[ARRAY] && type != &shapes[FUNCTION]);
	return list == &shapes[VOID] || (list && type == &shapes[VOID]) ? NULL : type;
}

static void *function(const struct sdt_reader *r, void *returned, void *list, bool is_open,
		      struct sdt_part written)
{
	(void)r;
	must(!is_open || list);
	must(*written.s != '(' || written.end[-1] == ')');
	return returned == &shapes[FUNCTION] || returned == &shapes[ARRAY] ? NULL :
	       &shapes[FUNCTION];
}

static void *decayed(const struct sdt_reader *r, void *type)
{
	(void)r;
	return type == &shapes[ARRAY] || type == &shapes[FUNCTION] ? &shapes[POINTER] : type;
}

static const struct sdt_resolver resolver = {
	macro, expand, is_call, is_type, basic, named, qualified, pointer, array, listed, function,
	decayed, is_keyword, enumerator, size_of,
};

/* Is a part of a parameter's text in it, if no macro was expanded? */
static bool is_in(struct sdt_part part, const char *text, const struct resolution *all)
{
	return !part.s || (part.s <= part.end &&
			   (all->nr || (part.s >= text && part.end <= text + strlen(text))));
}

static void try_parameter(const char *text)
{
	struct resolution all = { .nr = 0 };
	struct sdt_parameter parameter = { .resolver = &resolver, .data = &all };
	char *copy = malloc(strlen(text) + 1);
	s64 value;

	must(sdt_parse_parameter(&parameter, text) == !!parameter.type);
	must(parameter.type != &shapes[ARRAY] && parameter.type != &shapes[FUNCTION]);
	must(parameter.type || !parameter.name.s);
	must(is_in(parameter.name, text, &all) && is_in(parameter.bound, text, &all));
	must(is_in(parameter.unknown, text, &all));
	must(!parameter.name.s || parameter.name.s < parameter.name.end);
	sdt_without_name(copy, text, parameter.name);
	must(strlen(copy) <= strlen(text) && (all.nr || !parameter.name.s || strcmp(copy, text)));
	sdt_read_constant(&parameter, text, &value);
	while (all.nr)
		free(all.expansions[--all.nr]);
	free(copy);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *strings[MAX_STRINGS];
	size_t i, length;

	if (size && *data == 't') {
		try_table(data + 1, size - 1, SDT_TABLE_MODULE);
		try_table(data + 1, size - 1, SDT_TABLE_OBJECT);
		return 0;
	}
	if (size && *data == 'm') {
		char *message = strndup((const char *)data + 1, size - 1);

		read_message(message);
		free(message);
		return 0;
	}
	if (size && *data == 'x') {
		char *shown = strndup((const char *)data + 1, size - 1);

		read_shown(shown);
		free(shown);
		return 0;
	}
	if (size && *data == 'l') {
		char *list = strndup((const char *)data + 1, size - 1);

		read_list(list, false);
		read_list(list, true);
		free(list);
		return 0;
	}
	if (size && *data == 'p') {
		char *text = strndup((const char *)data + 1, size - 1);

		try_parameter(text);
		free(text);
		return 0;
	}
	for (i = 0; i < MAX_STRINGS; i++) {
		length = strnlen((const char *)data, size);
		strings[i] = strndup((const char *)data, length);
		length += length < size;
		data += length;
		size -= length;
	}
	try_names(strings);
	for (i = 0; i < MAX_STRINGS; i++)
		free(strings[i]);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed)
{
	(void)seed;
	return LLVMFuzzerMutate(data, size, max);
}
