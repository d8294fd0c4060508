// SPDX-License-Identifier: GPL-2.0-only
/*
 * filter.c - an event filter with the names of enumerators, as the kernel takes it
 *
 * The kernel compares the field of an enum with a number only.  In each comparison
 *
 *	FIELD OPERATOR VALUE
 *
 * of an enum or a bit mask, VALUE can be what trace prints: a name, or bits as "A|B|0x8",
 * each with or without quotes.  The number takes its place.  An event has enums of its own,
 * so the same filter can have other numbers for another event.
 *
 * As in the kernel, a quoted text ends at the next quote of the same kind, and has no escapes.
 * Everything else is copied: the kernel knows more fields and operators, and judges them.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "lib/util.h"

/* How many names of an enum a message lists */
#define MAX_LISTED	8

/* The operators that compare numbers; those that begin another one follow that. */
static const char *const operators[] = { "==", "!=", "<=", ">=", "<", ">", "&" };

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

/* "&&" is none, but begins with one. */
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

/* The argument that is the field with this name; NULL if there is none */
static const struct probe_arg *find_arg(const struct traced_event *event, const char *name,
					size_t length)
{
	const struct probe_arg *arg;
	unsigned int i;

	for (i = 0; i < event->fields->nr_args; i++) {
		arg = &event->fields->args[i];
		if (strlen(arg->name) == length && !strncmp(arg->name, name, length))
			return arg;
	}
	return NULL;
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

	for (i = 0; i < arg->nr_enumerators; i++) {
		text = (char *)arg->enumerators[i].name;
		if (suggest_is_near(name, text) || !strcasecmp(name, text)) {
			names_free(&names);
			return suggest_text(text);
		}
		if (i < MAX_LISTED)
			names_add(&names, text);
	}
	text = names_text(&names, "");
	if (!i)
		hint = xasprintf("; its names are not known, use a number");
	else if (i > MAX_LISTED)
		hint = xasprintf("; it has %s and %u more", text, i - MAX_LISTED);
	else
		hint = xasprintf("; it has %s", text);
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

/* A text as the value of an argument that is a number */
static void report_text(const struct traced_event *event, const struct probe_arg *arg)
{
	char *copy = event->has_copies ?
		     event_copy_field(event->fields, arg - event->fields->args) : NULL;
	char *kind = arg_claim(ARG_OTHER_KIND, arg, arg);

	if (copy && arg->kind == SDT_ARG_STRING)
		error_file(event->name, "--filter: '%s' is the address of a string: compare '%s', its text",
			   arg->name, copy);
	else
		error_file(event->name, "--filter: '%s' is %s: compare it with a number", arg->name,
			   kind);
	free(kind);
	free(copy);
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

/* The value of an argument as the kernel takes it; NULL when that was reported */
static char *translate_value(const struct traced_event *event, const struct probe_arg *arg,
			     const char *value, size_t length)
{
	const bool is_quoted = is_quote(*value) && length > 1 && value[length - 1] == *value;
	const bool is_name = is_word_char(*value) && !isdigit((unsigned char)*value);

	if (is_enum(arg) && is_quoted)
		return value_number(event, arg, value + 1, length - 2);
	if (is_enum(arg) && (is_name || memchr(value, '|', length)))
		return value_number(event, arg, value, length);
	if ((is_name || is_quoted) && value[length] != '{') {	/* not CPUS{0-3} */
		report_text(event, arg);
		return NULL;
	}
	return xasprintf("%.*s", (int)length, value);
}

/*
 * From a word on: it is a field if an operator follows.  Moves *@at behind the word, or behind
 * the value that it is compared with; returns both as the kernel takes them, or NULL when
 * that was reported.
 */
static char *translate_word(const struct traced_event *event, const char **at)
{
	const char *word = *at, *value;
	const size_t length = word_length(word);
	const struct probe_arg *arg = find_arg(event, word, length);
	char *number, *both;
	size_t operator;

	*at = word + length;
	value = *at + blanks(*at);
	operator = operator_length(value);
	if (!arg || !operator)
		return xasprintf("%.*s", (int)length, word);
	value += operator;
	value += blanks(value);
	*at = value + value_length(value);
	number = translate_value(event, arg, value, *at - value);
	if (!number)
		return NULL;
	both = xasprintf("%.*s%s", (int)(value - word), word, number);
	free(number);
	return both;
}

char *filter_translate(const struct traced_event *event, const char *filter)
{
	char *text = xasprintf("%s", ""), *part;
	const char *at = filter;

	while (*at) {
		const bool is_first = at == filter || at[-1] != '.';	/* not ".function" */
		const size_t length = is_quote(*at) ? quoted_length(at) :
				      is_word_char(*at) ? word_length(at) : 1;

		if (is_word_char(*at) && is_first) {
			part = translate_word(event, &at);
		} else {
			part = xasprintf("%.*s", (int)length, at);
			at += length;
		}
		if (!part) {
			free(text);
			return NULL;
		}
		text = xappend(text, "%s", part);
		free(part);
	}
	return text;
}
