// SPDX-License-Identifier: GPL-2.0-only
/*
 * arg.c - an argument and its value, for people and for programs
 *
 * Serves the verbs.  Knows nothing of ELF.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arg.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"

/*
 * Types
 */

/* How many of an enum's values are shown */
#define MAX_ENUMERATORS	8

/* The words of C types that may be in any order, or be omitted */
enum {
	W_LONG, W_SHORT, W_UNSIGNED, W_SIGNED, W_INT, W_CHAR, W_BOOL, W_CONST, NR_WORDS
};

static const struct {
	const char *text;
	int word;
} words[] = {
	{ "long", W_LONG }, { "short", W_SHORT }, { "unsigned", W_UNSIGNED },
	{ "signed", W_SIGNED }, { "int", W_INT }, { "char", W_CHAR },
	{ "bool", W_BOOL }, { "_Bool", W_BOOL }, { "const", W_CONST },
};

/* Count the words that begin a type; returns what follows them. */
static const char *count_words(const char *type, unsigned int count[NR_WORDS])
{
	size_t i, n;

	memset(count, 0, NR_WORDS * sizeof(*count));
	for (;;) {
		type += strspn(type, " ");
		n = strcspn(type, " *()[]");
		for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (strlen(words[i].text) == n &&
			    !strncmp(words[i].text, type, n))
				break;
		if (i == sizeof(words) / sizeof(words[0]))
			break;
		count[words[i].word]++;
		type += n;
	}
	if (count[W_SIGNED] && !count[W_CHAR]) {
		count[W_SIGNED] = 0;
		count[W_INT] = 1;
	}
	if (count[W_LONG] || count[W_SHORT] || count[W_UNSIGNED])
		count[W_INT] = 0;
	return type;
}

/* Are both the same type?  The compiler writes "long unsigned int". */
static bool same_type(const char *a, const char *b)
{
	unsigned int x[NR_WORDS], y[NR_WORDS];

	a = count_words(a, x);
	b = count_words(b, y);
	if (memcmp(x, y, sizeof(x)))
		return false;
	for (;; a++, b++) {
		a += strspn(a, " ");
		b += strspn(b, " ");
		if (*a != *b || !*a)
			return *a == *b;
	}
}

bool arg_has_comment(const struct probe_arg *arg)
{
	return *arg->declared && !same_type(arg->declared, arg->type);
}

char *arg_type_text(const struct probe_arg *arg)
{
	return *arg->aka ? xasprintf("%s {aka %s}", arg->type, arg->aka) :
			   xasprintf("%s", arg->type);
}

char *arg_xlated_text(const struct probe_arg *field)
{
	char *type, *text;

	if (!arg_has_comment(field))
		return arg_type_text(field);
	type = arg_type_text(field);
	text = xasprintf("%s, from %s", field->declared, type);
	free(type);
	return text;
}

char *arg_bound_text(const struct probe *probe, const struct probe_arg *arg)
{
	const uint32_t other = probe_bound_arg(arg);

	if (!arg->bound)
		return NULL;
	if (other != NO_BOUND_ARG)
		return xasprintf("%s bytes", probe->args[other].name);
	return xasprintf("%u byte%s", arg->bound, arg->bound == 1 ? "" : "s");
}

char *arg_format_text(const struct probe *probe, const struct probe_arg *arg)
{
	char *bound = arg_bound_text(probe, arg), *text;

	if (!bound)
		return arg->flags & SDT_ARG_HEX ? xasprintf("hex") :
		       arg->kind == SDT_ARG_BITMASK ? xasprintf("bitmask") :
						      NULL;
	text = xasprintf("%s %s", arg->kind == SDT_ARG_STRING ? "at most" : "to",
			 bound);
	free(bound);
	return text;
}

/* What a pointer leads to */
static const struct {
	unsigned int flag;
	const char *word;
	const char *phrase;
} targets[] = {
	{ SDT_ARG_USER, "user", "a pointer to user space" },
	{ SDT_ARG_PERCPU, "percpu", "a pointer to a per-CPU variable" },
	{ SDT_ARG_RCU, "rcu", "an RCU pointer" },
	{ SDT_ARG_IOMEM, "iomem", "a pointer to I/O memory" },
};

#define NR_TARGETS	(sizeof(targets) / sizeof(targets[0]))

static const struct {
	const char *key;	/* in JSON */
	const char *text;	/* behind the size */
	const char *phrase;	/* behind "is" */
	bool has_sign;
	const char *joint;	/* between @text and the format; NULL: it has none */
} kinds[] = {
	[SDT_ARG_INTEGER] = { "integer", "integer", "an integer", true, ", " },
	[SDT_ARG_BOOL] = { "bool", "bool", "a bool", false, NULL },
	[SDT_ARG_ENUM] = { "enum", "enum", "an enum", true, NULL },
	[SDT_ARG_BITMASK] = { "bitmask", "bitmask", "a bitmask", true, NULL },
	[SDT_ARG_POINTER] = { "pointer", "pointer", "a pointer", false, NULL },
	[SDT_ARG_STRING] = { "string", "string pointer", "a string", false, ", " },
	[SDT_ARG_FUNCTION] = { "function", "function pointer", "a function pointer", false, NULL },
	[SDT_ARG_BYTES] = { "bytes", "pointer", "a pointer to bytes", false, " " },
};

/*
 * "{RED, GREEN, BLUE = 7}", as in the source: each is one more than the last.  Bits have
 * their values: "{URGENT = 1, LAST = 2, MORE = 0x10}".
 */
static char *append_enumerators(char *text, const struct probe_arg *arg)
{
	const struct probe_enumerator *e = arg->enumerators;
	uint64_t next = 0;
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators && i < MAX_ENUMERATORS; i++) {
		text = xappend(text, "%s%s", i ? ", " : " {", e[i].name);
		if (arg->kind == SDT_ARG_BITMASK)
			text = xappend(text, e[i].value > 9 ? " = %#" PRIx64 : " = %" PRIu64,
				       e[i].value & probe_arg_mask(arg));
		else if (e[i].value != next)
			text = xappend(text, arg->flags & SDT_ARG_SIGNED ? " = %lld" : " = %llu",
				       (unsigned long long)e[i].value);
		next = e[i].value + 1;
	}
	if (i < arg->nr_enumerators)
		text = xappend(text, ", ... %u more", arg->nr_enumerators - i);
	return i ? xappend(text, "}") : text;
}

char *arg_kind_text(const struct probe *probe, const struct probe_arg *arg)
{
	char *text = xasprintf("%u-byte ", arg->size), *format = NULL;
	size_t i;

	for (i = 0; i < NR_TARGETS; i++)
		if (arg->flags & targets[i].flag)
			text = xappend(text, "%s ", targets[i].word);
	if (kinds[arg->kind].has_sign)
		text = xappend(text, arg->flags & SDT_ARG_SIGNED ? "signed " : "unsigned ");
	text = xappend(text, "%s", kinds[arg->kind].text);
	if (arg->kind == SDT_ARG_ENUM || arg->kind == SDT_ARG_BITMASK)
		return append_enumerators(text, arg);
	if (kinds[arg->kind].joint)
		format = arg_format_text(probe, arg);
	if (format)
		text = xappend(text, "%s%s", kinds[arg->kind].joint, format);
	free(format);
	return text;
}

static const char *target_phrase(const struct probe_arg *arg)
{
	size_t i;

	for (i = 0; i < NR_TARGETS; i++)
		if (arg->flags & targets[i].flag)
			return targets[i].phrase;
	return "an ordinary pointer";
}

/* What an enum has where the other differs; caller frees. */
static char *enumerators_claim(const struct probe_arg *arg,
			       const struct probe_arg *other)
{
	const struct probe_enumerator *a = arg->enumerators;
	const struct probe_enumerator *b = other->enumerators;
	unsigned int i;

	if (arg->nr_enumerators != other->nr_enumerators)
		return xasprintf("'%s' with %u enumerator%s", arg->type,
				 arg->nr_enumerators,
				 arg->nr_enumerators == 1 ? "" : "s");
	for (i = 0; i + 1 < arg->nr_enumerators; i++)
		if (a[i].value != b[i].value || strcmp(a[i].name, b[i].name))
			break;
	return xasprintf(arg->flags & SDT_ARG_SIGNED ? "'%s' with %s = %lld" :
						       "'%s' with %s = %llu",
			 arg->type, a[i].name, (unsigned long long)a[i].value);
}

/* By the number of the argument, whose name need not be the same at both places */
static char *bound_claim(const struct probe_arg *arg)
{
	const char *what = arg->kind == SDT_ARG_STRING ? "a string of at most" :
							 "a pointer to";
	const uint32_t other = probe_bound_arg(arg);

	if (!arg->bound)
		return xasprintf("a string without a length");
	if (other != NO_BOUND_ARG)
		return xasprintf("%s as many bytes as arg%u says", what, other);
	return xasprintf("%s %u byte%s", what, arg->bound,
			 arg->bound == 1 ? "" : "s");
}

char *arg_claim(enum arg_difference kind, const struct probe_arg *arg,
		const struct probe_arg *other)
{
	switch (kind) {
	case ARG_OTHER_TYPE:
		return *arg->aka ?
		       xasprintf("'%s' {aka '%s'}", arg->type, arg->aka) :
		       xasprintf("'%s'", arg->type);
	case ARG_OTHER_SIZE:
		return xasprintf("%u byte%s long", arg->size,
				 arg->size == 1 ? "" : "s");
	case ARG_OTHER_KIND:
		return xasprintf("%s", kinds[arg->kind].phrase);
	case ARG_OTHER_SIGN:
		return xasprintf("%s", arg->flags & SDT_ARG_SIGNED ?
				 "signed" : "unsigned");
	case ARG_OTHER_ENUMERATORS:
		return enumerators_claim(arg, other);
	case ARG_OTHER_BOUND:
		return bound_claim(arg);
	case ARG_OTHER_HEX:
		return xasprintf("shown in %s", arg->flags & SDT_ARG_HEX ?
				 "hexadecimal" : "decimal");
	default:
		return xasprintf("%s", target_phrase(arg));
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

void arg_add(struct json_object *object, const struct probe_arg *arg)
{
	const uint32_t bound = probe_bound_arg(arg);
	size_t i;

	json_add_string(object, "name", arg->name);
	json_add_string(object, "type", arg->type);
	if (*arg->aka)
		json_add_string(object, "aka", arg->aka);
	json_add_string(object, "declared", arg->declared);
	json_add_string(object, "kind", kinds[arg->kind].key);
	json_add_number(object, "size", arg->size);
	json_add_bool(object, "signed", arg->flags & SDT_ARG_SIGNED);
	json_add_bool(object, "hex", arg->flags & SDT_ARG_HEX);
	for (i = 0; i < NR_TARGETS; i++)
		json_add_bool(object, targets[i].word, arg->flags & targets[i].flag);
	if (bound != NO_BOUND_ARG)
		json_add_number(object, "bound_arg", bound);
	else if (arg->bound)
		json_add_number(object, "bound", arg->bound);
	if (arg->kind == SDT_ARG_ENUM || arg->kind == SDT_ARG_BITMASK)
		add_enumerators(object, arg);
}

/*
 * Values
 */

/* What sdt.ko writes into the copy of a string that it cannot read, or that is NULL */
#define FAULT_TEXT	"(fault)"
#define NULL_TEXT	"(null)"

static uint64_t truncated(const struct probe_arg *arg, uint64_t value)
{
	return value & probe_arg_mask(arg);
}

static bool is_string(const struct arg_value *value)
{
	return value->copy && value->arg->kind == SDT_ARG_STRING;
}

static bool is_unreadable(const struct arg_value *value)
{
	return (value->length == strlen(FAULT_TEXT) &&
		!memcmp(value->copy, FAULT_TEXT, value->length)) ||
	       (value->length == strlen(NULL_TEXT) &&
		!memcmp(value->copy, NULL_TEXT, value->length));
}

/* As the kernel's __print_flags(), no negative value names bits. */
static bool is_mask(const struct probe_arg *arg, const struct probe_enumerator *e)
{
	return (int64_t)truncated(arg, e->value) > 0;
}

static bool has_masks(const struct probe_arg *arg)
{
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		if (is_mask(arg, &arg->enumerators[i]))
			return true;
	return false;
}

static const char *name_of(const struct probe_arg *arg, uint64_t value)
{
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		if (arg->enumerators[i].value == value)
			return arg->enumerators[i].name;
	return NULL;
}

static void print_hex(FILE *out, uint64_t value)
{
	fprintf(out, "0x%" PRIx64, value);
}

static void print_flags(FILE *out, const struct arg_value *value)
{
	const struct probe_arg *arg = value->arg;
	uint64_t mask, rest = truncated(arg, value->value);
	const char *joint = "";
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++) {
		mask = truncated(arg, arg->enumerators[i].value);
		if (!is_mask(arg, &arg->enumerators[i]) || (rest & mask) != mask)
			continue;
		fputs(joint, out);
		out_text(out, arg->enumerators[i].name);
		joint = "|";
		rest &= ~mask;
	}
	if (!rest)
		return;
	fputs(joint, out);
	print_hex(out, rest);
}

static void print_address(FILE *out, const struct arg_value *value)
{
	const bool is_hidden = value->hides_addresses && (int64_t)value->value < 0;

	if (value->function && !is_hidden)
		out_text(out, value->function);
	else
		print_hex(out, is_hidden ? 0 : value->value);
}

static void print_copy(FILE *out, const struct arg_value *value)
{
	size_t i;

	if (value->arg->kind == SDT_ARG_BYTES) {
		fputc('[', out);
		for (i = 0; i < value->length; i++)
			fprintf(out, "%s%02x", i ? " " : "", (uint8_t)value->copy[i]);
		fputc(']', out);
		return;
	}
	if (is_unreadable(value)) {
		fprintf(out, "%.*s", (int)value->length, (const char *)value->copy);
		return;
	}
	fputc('"', out);
	out_escaped_bytes(out, value->copy, value->length);
	fputc('"', out);
}

static void print_signed(FILE *out, int64_t number)
{
	if (number < 0)
		fputc('-', out);
	out_decimal(out, number < 0 ? -(uint64_t)number : (uint64_t)number, 0, ' ');
}

bool value_is_number(const struct probe_arg *arg)
{
	return !probe_arg_is_pointer(arg) && !probe_arg_is_hex(arg) && !arg->nr_enumerators;
}

void value_print(FILE *out, const struct arg_value *value)
{
	const struct probe_arg *arg = value->arg;
	const char *name = name_of(arg, value->value);

	if (value->copy)
		print_copy(out, value);
	else if (probe_arg_is_pointer(arg))
		print_address(out, value);
	else if (arg->kind == SDT_ARG_BITMASK && has_masks(arg) && value->value)
		print_flags(out, value);
	else if (name)
		out_text(out, name);
	else if (!value_is_number(arg))
		print_hex(out, truncated(arg, value->value));
	else if (arg->flags & SDT_ARG_SIGNED)
		print_signed(out, value->value);
	else
		out_decimal(out, value->value, 0, ' ');
}

char *value_text(const struct arg_value *value)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		out_of_memory();
	value_print(out, value);
	if (fclose(out))
		out_of_memory();
	return text;
}

void value_add(struct json_object *object, const struct arg_value *value)
{
	const struct probe_arg *arg = value->arg;
	char *text;

	if (is_string(value) && is_unreadable(value)) {
		json_add_null(object, arg->name);
	} else if (is_string(value)) {
		text = xasprintf("%.*s", (int)value->length, value->copy);
		json_add_string(object, arg->name, text);
		free(text);
	} else if (value_is_number(arg) && (arg->flags & SDT_ARG_SIGNED)) {
		json_add_signed(object, arg->name, value->value);
	} else if (value_is_number(arg)) {
		json_add_number(object, arg->name, value->value);
	} else {
		text = value_text(value);
		json_add_string(object, arg->name, text);
		free(text);
	}
}

/* All integers up to this one, and no longer all beyond it, are doubles. */
#define MAX_EXACT	(UINT64_C(1) << 53)

void value_add_exact(struct json_object *object, const struct arg_value *value)
{
	const bool is_negative = (value->arg->flags & SDT_ARG_SIGNED) && (int64_t)value->value < 0;
	const uint64_t size = is_negative ? -value->value : value->value;
	char *text;

	if (value->copy || !value_is_number(value->arg) || size <= MAX_EXACT) {
		value_add(object, value);
		return;
	}
	text = value_text(value);
	json_add_string(object, value->arg->name, text);
	free(text);
}
