// SPDX-License-Identifier: GPL-2.0-only
/*
 * filter.c - translate event filters as people write them
 *
 *	filter	  = all { "||" all }
 *	all	  = condition { "&&" condition }
 *	condition = { "!" } ( "(" filter ")" | FIELD OPERATOR VALUE )
 *
 * One parser has two outputs: a text for the kernel, and, for hits that were recorded without a
 * filter, a tree that trace/wanted.c evaluates.
 *
 * The kernel's own syntax is that of Documentation/trace/events.rst.  Here
 *
 *  - a VALUE of an enum or a bit mask can be what trace prints: a name, or bits as "A|B|0x8",
 *    with or without quotes.  The kernel compares only with numbers.  Each event has its own
 *    enums, so the numbers of a filter depend on the event.
 *  - a FIELD that is the address of a string stands for the string's copy if VALUE is text.
 *  - the headings of trace's columns, CPU, COMMAND and PID, are fields as well.
 *  - text needs no quotes if it is a word.
 *
 * As in the kernel, quoted text ends at the next quote of the same kind, and has no escapes.
 * Values of other fields are copied: the kernel accepts more forms, and checks them.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "lib/util.h"
#include "text/arg.h"

/* The longer ones come first. */
static const char *const operators[] = { "==", "!=", "<=", ">=", "<", ">", "&", "~" };

static size_t blanks(const char *text)
{
	return strspn(text, " \t\n");
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *text)
{
	size_t length = 0;

	while (is_word_char(text[length]))
		length++;
	return length;
}

static bool is_quote(char c)
{
	return c == '"' || c == '\'';
}

/* With its quotes; to the end of the text if the second one is missing */
static size_t quoted_length(const char *text)
{
	const char *end = strchr(text + 1, *text);

	return end ? (size_t)(end + 1 - text) : strlen(text);
}

/* "&&" is not an operator, but begins with one. */
static size_t operator_length(const char *text)
{
	size_t i;

	for (i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (!strncmp(text, operators[i], strlen(operators[i])))
			return strncmp(text, "&&", 2) ? strlen(operators[i]) : 0;
	return 0;
}

/* A quoted text, or words and numbers with a '|' between them: not with "||" */
static size_t value_length(const char *text)
{
	size_t length, next;

	if (is_quote(*text))
		return quoted_length(text);
	length = *text == '-';
	length += word_length(text + length);
	for (;;) {
		next = length + blanks(text + length);
		if (text[next] != '|' || text[next + 1] == '|')
			return length;
		next++;
		next += blanks(text + next);
		if (!is_word_char(text[next]))
			return length;
		length = next + word_length(text + next);
	}
}

static bool is_enum(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_ENUM || arg->kind == SDT_ARG_BITMASK;
}

/*
 * Messages
 */

/* "; did you mean 'X'?", or which names there are; caller frees */
static char *hint_names(const struct probe_arg *arg, const char *name)
{
	struct name_list names = { 0 };
	char *text, *hint;
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		names_add(&names, arg->enumerators[i].name);
	text = names_some(&names);
	hint = suggest_among(&names, name);
	if (!hint)
		hint = i ? xasprintf("; it has %s", text) :
			   xasprintf("; its names are not known, use a number");
	free(text);
	names_free(&names);
	return hint;
}

static void report_name(const struct traced_event *event, const struct probe_arg *arg,
			const char *name)
{
	char *hint = hint_names(arg, name);

	error_file(event->name, "--filter: '%s' has no value '%s'%s", arg->name, name, hint);
	free(hint);
}

/* An argument that is a number is compared with text. */
static void report_text(const struct traced_event *event, const struct probe_arg *arg)
{
	char *kind = arg_claim(ARG_OTHER_KIND, arg, arg);

	error_file(event->name, "--filter: '%s' is %s: compare it with a number", arg->name, kind);
	free(kind);
}

/*
 * Numbers
 */

/* The value of a name, or of a number; returns whether there is one */
static bool find_value(const struct probe_arg *arg, const char *name, uint64_t *value)
{
	unsigned int i;
	char *end;

	for (i = 0; i < arg->nr_enumerators; i++)
		if (!strcmp(arg->enumerators[i].name, name)) {
			*value = arg->enumerators[i].value;
			return true;
		}
	*value = strtoull(name, &end, 0);
	return end != name && !*end;
}

/* The number of "A", or of "A|B" for a bit mask; NULL when a name is not known */
static char *value_number(const struct traced_event *event, const struct probe_arg *arg,
			  const char *value, size_t length)
{
	char *names = xasprintf("%.*s", (int)length, value), *rest = names, *name;
	uint64_t all = 0, one;

	while ((name = strsep(&rest, arg->kind == SDT_ARG_BITMASK ? "|" : ""))) {
		name += blanks(name);
		name[strcspn(name, " \t\n")] = '\0';
		if (!find_value(arg, name, &one)) {
			report_name(event, arg, name);
			free(names);
			return NULL;
		}
		all |= one;
	}
	free(names);
	return arg->flags & SDT_ARG_SIGNED ? xasprintf("%" PRId64, (int64_t)all) :
					     xasprintf("%" PRIu64, all & probe_arg_mask(arg));
}

/*
 * Conditions
 */

struct filter_parser {
	const struct traced_event *event;
	const char *at;
	char *out;		/* what the kernel takes, of what is before @at */
	struct name_list *lacks;	/* fields that an event does not have */
	bool is_for_hits;	/* make the tree as well */
	bool is_lacking;	/* ... that this event does not have */
};

/* Returns -1. */
static int report_syntax(const struct filter_parser *parser, const char *what)
{
	const char *at = parser->at;

	if (*at)
		return error_file("--filter", "%s before '%s'", what, at);
	return error_file("--filter", "%s at the end", what);
}

static void skip_blanks(struct filter_parser *parser)
{
	parser->at += blanks(parser->at);
}

/* Is @text next?  If so, copy it and move behind it. */
static bool take(struct filter_parser *parser, const char *text)
{
	skip_blanks(parser);
	if (strncmp(parser->at, text, strlen(text)))
		return false;
	parser->at += strlen(text);
	parser->out = xappend(parser->out, "%s", text);
	return true;
}

/* A value without its quotes, if it has any; caller frees */
static char *unquoted(const char *value, size_t length)
{
	if (is_quote(*value) && length > 1 && value[length - 1] == *value)
		return xasprintf("%.*s", (int)length - 2, value + 1);
	return xasprintf("%.*s", (int)length, value);
}

static bool is_text(const char *value, size_t length)
{
	return (is_quote(*value) && length > 1) ||
	       (is_word_char(*value) && !isdigit((unsigned char)*value));
}

/* The value of an argument for the kernel; NULL when it has reported what is wrong */
static char *translate_value(const struct traced_event *event, const struct probe_arg *arg,
			     const char *value, size_t length)
{
	char *names, *number;

	if (is_enum(arg) && (is_text(value, length) || memchr(value, '|', length))) {
		names = unquoted(value, length);
		number = value_number(event, arg, names, strlen(names));
		free(names);
		return number;
	}
	if (is_text(value, length) && value[length] != '{') {	/* not CPUS{0-3} */
		report_text(event, arg);
		return NULL;
	}
	return xasprintf("%.*s", (int)length, value);
}

/* A text in quotes; caller frees */
static char *quoted(const char *value, size_t length)
{
	if (is_quote(*value))
		return xasprintf("%.*s", (int)length, value);
	return xasprintf("\"%.*s\"", (int)length, value);
}

/* trace's name, in any case, and the kernel's */
static const struct filter_column {
	const char *name;
	const char *field;
	bool is_text;
} columns[] = {
	{ "PID", "common_pid", false },
	{ "COMMAND", "comm", true },
	{ "COMM", "comm", true },
	{ "CPU", "CPU", false },
};

/* The copy of the string or the bytes to which an argument points; NULL: none; caller frees */
static char *copy_of(const struct traced_event *event, const struct probe_arg *arg)
{
	if (!event->has_copies)
		return NULL;
	return event_copy_field(event->fields, arg - event->fields->args);
}

static bool is_copy(const struct traced_event *event, const char *name)
{
	struct hit_field field;

	return hit_field_find(&field, event, name) && field.kind == HIT_COPY;
}

/* The kernel's fields of every event */
static bool is_common(const char *name)
{
	return sdt_is_reserved_field(name) || !strcmp(name, "stacktrace");
}

static const struct filter_column *find_column(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		if (!strcasecmp(columns[i].name, name))
			return &columns[i];
	return NULL;
}

static bool has_field(const struct traced_event *event, const char *name)
{
	return event_arg(event, name) || find_column(name) || is_copy(event, name) ||
	       is_common(name);
}

/* A comparison as the kernel takes it */
struct comparison {
	const char *field;
	char *operator;
	char *value;		/* NULL: what is wrong was reported */
};

static struct comparison translate(const struct traced_event *event, const char *name,
				   char *operator, const char *value, size_t length, char **copy)
{
	const struct filter_column *column = find_column(name);
	const struct probe_arg *arg = event_arg(event, name);
	struct comparison all = { .field = name, .operator = operator };

	*copy = arg && arg->kind == SDT_ARG_STRING ? copy_of(event, arg) : NULL;
	if (column && !arg)
		all.field = column->field;
	if (*copy && is_text(value, length)) {
		all.field = *copy;
		all.value = quoted(value, length);
	} else if (arg) {
		all.value = translate_value(event, arg, value, length);
	} else if (column ? column->is_text : is_copy(event, name)) {
		all.value = quoted(value, length);
	} else {
		all.value = xasprintf("%.*s", (int)length, value);
	}
	return all;
}

/*
 * The tree
 */

static struct filter *make_node(enum filter_kind kind, struct filter *left, struct filter *right)
{
	struct filter *node = xcalloc(1, sizeof(*node));

	node->kind = kind;
	node->left = left;
	node->right = right;
	return node;
}

static bool is_text_operator(const char *operator)
{
	return !strcmp(operator, "==") || !strcmp(operator, "!=") || !strcmp(operator, "~");
}

/* As the kernel does, a number is converted to the type of what it is compared with. */
static bool read_number(struct filter *node, const char *text)
{
	char *end;

	node->number = strtoull(text, &end, 0);
	if (node->field.type)
		node->number = probe_arg_extend(node->field.type, node->number);
	else
		node->number = (int)node->number;
	return end != text && !*end;
}

/* Returns NULL when it has reported why not. */
static struct filter *make_comparison(const struct traced_event *event,
				      const struct comparison *all)
{
	struct filter *node = make_node(FILTER_COMPARISON, NULL, NULL);
	const char *name = strcmp(all->field, "CPU") ? all->field : "cpu";	/* the kernel's name */
	bool takes_text;

	snprintf(node->operator, sizeof(node->operator), "%s", all->operator);
	if (!hit_field_find(&node->field, event, name)) {
		error_file("--filter", "'%s' of a recorded hit is not known", all->field);
	} else {
		takes_text = node->field.kind == HIT_COPY || node->field.kind == HIT_COMM;
		node->text = takes_text ? unquoted(all->value, strlen(all->value)) : NULL;
		if (takes_text != is_text_operator(all->operator) &&
		    (takes_text || *all->operator == '~'))
			error_file("--filter", "'%s' cannot be compared by %s", all->field,
				   all->operator);
		else if (!takes_text && !read_number(node, all->value))
			error_file("--filter", "'%s' is not a number", all->value);
		else
			return node;
	}
	filter_free(node);
	return NULL;
}

/* ".function" and other modifiers, which only the kernel knows */
static size_t modifier_length(const char *text)
{
	return *text == '.' ? 1 + word_length(text + 1) : 0;
}

/*
 * A comparison for the kernel, and for hits; values are not checked if the event lacks a field.
 * Returns -1 when it has reported what is wrong.
 */
static int take_comparison(struct filter_parser *parser, const char *name, char *operator,
			   const char *value, size_t length, struct filter **node)
{
	struct comparison all;
	char *copy;
	int failed;

	if (!has_field(parser->event, name)) {
		parser->is_lacking = true;
		if (!names_have(parser->lacks, name))
			names_add(parser->lacks, name);
	}
	if (parser->is_lacking)
		return 0;
	all = translate(parser->event, name, operator, value, length, &copy);
	failed = !all.value;
	if (!failed && parser->is_for_hits) {
		*node = make_comparison(parser->event, &all);
		failed = !*node;
	}
	if (!failed)
		parser->out = xappend(parser->out, "%s %s %s", all.field, operator, all.value);
	free(all.value);
	free(copy);
	return failed ? -1 : 0;
}

/* The kernel takes a field with a modifier as it is. */
static int take_modified(struct filter_parser *parser, const char *field, const char *operator,
			 const char *value, size_t length)
{
	if (parser->is_for_hits)
		return error_file("--filter", "'%s' of a recorded hit is not known", field);
	parser->out = xappend(parser->out, "%s %s %.*s", field, operator, (int)length, value);
	return 0;
}

/* FIELD OPERATOR VALUE; -1: reported */
static int parse_comparison(struct filter_parser *parser, struct filter **node)
{
	const size_t length = word_length(parser->at);
	const size_t modifier = modifier_length(parser->at + length);
	const char *value = parser->at + length + modifier;
	char *name, *operator;
	size_t width;
	int failed;

	if (!length)
		return report_syntax(parser, "a field is missing");
	name = xasprintf("%.*s", (int)(length + modifier), parser->at);
	value += blanks(value);
	width = operator_length(value);
	parser->at = value;
	if (!width) {
		free(name);
		return report_syntax(parser, "a comparison such as == or < is missing");
	}
	operator = xasprintf("%.*s", (int)width, value);
	value += width;
	value += blanks(value);
	width = value_length(value);
	parser->at = value;
	if (!width)
		failed = report_syntax(parser, "a value is missing");
	else if (modifier)
		failed = take_modified(parser, name, operator, value, width);
	else
		failed = take_comparison(parser, name, operator, value, width, node);
	parser->at += width;
	free(operator);
	free(name);
	return failed;
}

static int parse_filter(struct filter_parser *parser, struct filter **node);

static int parse_condition(struct filter_parser *parser, struct filter **node)
{
	bool is_not = false;
	int failed;

	while (take(parser, "!"))
		is_not = !is_not;
	if (take(parser, "(")) {
		failed = parse_filter(parser, node);
		if (!failed && !take(parser, ")"))
			failed = report_syntax(parser, *parser->at ? "&& or || is missing" :
								     "a ')' is missing");
	} else {
		failed = parse_comparison(parser, node);
	}
	if (is_not && *node)
		*node = make_node(FILTER_NOT, *node, NULL);
	return failed;
}

/* Conditions with @joint between them.  Without the tree, nodes are NULL. */
static int parse_joined(struct filter_parser *parser, const char *joint, enum filter_kind kind,
			int (*parse)(struct filter_parser *parser, struct filter **node),
			struct filter **node)
{
	struct filter *next;
	int failed = parse(parser, node);

	while (!failed && (skip_blanks(parser), !strncmp(parser->at, joint, strlen(joint)))) {
		parser->out = xappend(parser->out, " ");
		take(parser, joint);
		parser->out = xappend(parser->out, " ");
		next = NULL;
		failed = parse(parser, &next);
		*node = next ? make_node(kind, *node, next) : *node;
	}
	return failed;
}

static int parse_all(struct filter_parser *parser, struct filter **node)
{
	return parse_joined(parser, "&&", FILTER_AND, parse_condition, node);
}

static int parse_filter(struct filter_parser *parser, struct filter **node)
{
	return parse_joined(parser, "||", FILTER_OR, parse_all, node);
}

static int filter_translate(struct traced_event *event, const char *filter,
			    struct name_list *lacks, bool is_recorded)
{
	struct filter_parser parser = {
		.event = event,
		.at = filter,
		.out = xasprintf("%s", ""),
		.lacks = lacks,
		.is_for_hits = is_recorded,
	};
	struct filter *tree = NULL;
	int failed = parse_filter(&parser, &tree);

	if (!failed && *parser.at)
		failed = report_syntax(&parser, "&& or || is missing");
	if (failed || parser.is_lacking) {
		free(parser.out);
		filter_free(tree);
	} else {
		event->filter = parser.out;
		event->wanted = tree;
	}
	return failed;
}

/*
 * Several events
 */

/* The events that have a field; caller frees */
static struct name_list events_with(const struct traced_events *events, const char *field)
{
	struct name_list names = { 0 };
	size_t i;

	for (i = 0; i < events->nr; i++)
		if (has_field(&events->list[i], field))
			names_add(&names, events->list[i].name);
	return names;
}

/* All fields that trace shows of the events; caller frees */
static struct name_list fields_of(const struct traced_events *events)
{
	struct name_list names = { 0 };
	const struct probe *fields;
	unsigned int j;
	size_t i;

	for (i = 0; i < events->nr; i++) {
		fields = events->list[i].fields;
		for (j = 0; j < fields->nr_args; j++)
			if (!names_have(&names, fields->args[j].name))
				names_add(&names, fields->args[j].name);
	}
	names_add(&names, "COMMAND");
	names_add(&names, "PID");
	names_add(&names, "CPU");
	return names;
}

/* No event has the field: "; did you mean 'step'?", or which fields there are */
static void report_field(const struct traced_events *events, const char *field)
{
	struct name_list names = fields_of(events);
	char *text = names_text(&names, ""), *hint = suggest_among(&names, field);

	if (!hint)
		hint = xasprintf("; the fields are %s", text);
	if (events->nr == 1)
		error_file(events->list[0].name, "--filter: the event has no field '%s'%s", field, hint);
	else
		error_file("--filter", "none of %zu events has a field '%s'%s", events->nr, field, hint);
	free(hint);
	free(text);
	names_free(&names);
}

static int filters_report(const struct traced_events *events, const struct name_list *lacks)
{
	char *owners = xasprintf("%s", ""), *text;
	struct name_list names;
	size_t i, nr = 1;

	for (i = 0; i < lacks->nr && nr; i++) {
		names = events_with(events, lacks->list[i]);
		nr = names.nr;
		text = names_some(&names);
		owners = xappend(owners, "%s'%s' is in %s", i ? "; " : "", lacks->list[i], text);
		free(text);
		names_free(&names);
	}
	if (!nr)
		report_field(events, lacks->list[i - 1]);
	else
		error_file("--filter", "none of %zu events has all of its fields: %s", events->nr,
			   owners);
	free(owners);
	return -1;
}

int filters_translate(struct traced_events *events, const char *filter, bool some,
		      bool are_recorded)
{
	struct name_list lacks = { 0 };
	size_t i, nr = 0;
	int failed = 0;
	char *fields;

	for (i = 0; i < events->nr && !failed; i++) {
		failed = filter_translate(&events->list[i], filter, &lacks, are_recorded);
		nr += !!events->list[i].filter;
	}
	if (!failed && !nr)
		failed = filters_report(events, &lacks);
	if (!failed && !some && nr < events->nr) {
		fields = names_text(&lacks, "");
		error_file("--filter", lacks.nr == 1 ?
			   "%zu of %zu events have the field '%s': only these are watched" :
			   "%zu of %zu events have all of the fields %s: only these are watched",
			   nr, events->nr, fields);
		free(fields);
	}
	names_free(&lacks);
	return failed;
}
