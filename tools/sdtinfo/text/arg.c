// SPDX-License-Identifier: GPL-2.0-only
/*
 * arg.c - an argument, as text
 *
 * Serves the verbs.  Knows nothing of ELF.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arg.h"
#include "lib/util.h"

/*
 * Types
 */

/* How many of an enum's values are shown, unless all are */
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
		return arg->kind == SDT_ARG_BITMASK ? xasprintf("bitmask") :
		       probe_arg_is_hex(arg) ? xasprintf("hex") :
		       probe_arg_is_device(arg) ? xasprintf("major:minor") :
		       probe_arg_is_trusted(arg) ? xasprintf("trusted") :
						   NULL;
	text = xasprintf("%s %s", arg->kind == SDT_ARG_STRING ? "at most" : "to",
			 bound);
	free(bound);
	return text;
}

const struct arg_target arg_targets[NR_ARG_TARGETS] = {
	{ SDT_ARG_USER, "user", "a pointer to user space" },
	{ SDT_ARG_PERCPU, "percpu", "a pointer to a per-CPU variable" },
	{ SDT_ARG_RCU, "rcu", "an RCU pointer" },
	{ SDT_ARG_IOMEM, "iomem", "a pointer to I/O memory" },
};

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
	[SDT_ARG_POINTER] = { "pointer", "pointer", "a pointer", false, ", " },
	[SDT_ARG_STRING] = { "string", "string pointer", "a string", false, ", " },
	[SDT_ARG_FUNCTION] = { "function", "function pointer", "a function pointer", false, NULL },
	[SDT_ARG_BYTES] = { "bytes", "pointer", "a pointer to bytes", false, " " },
};

/*
 * "{RED, GREEN, BLUE = 7}", as in the source: each is one more than the last.  Bits have
 * their values: "{URGENT = 1, LAST = 2, MORE = 0x10}".
 */
static char *append_enumerators(char *text, const struct probe_arg *arg, unsigned int max)
{
	const struct probe_enumerator *e = arg->enumerators;
	uint64_t next = 0;
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators && i < max; i++) {
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

char *arg_kind_text(const struct probe *probe, const struct probe_arg *arg, bool is_complete)
{
	char *text = xasprintf("%u-byte ", arg->size), *format = NULL;
	size_t i;

	for (i = 0; i < NR_ARG_TARGETS; i++)
		if (arg->flags & arg_targets[i].flag)
			text = xappend(text, "%s ", arg_targets[i].word);
	if (kinds[arg->kind].has_sign)
		text = xappend(text, arg->flags & SDT_ARG_SIGNED ? "signed " : "unsigned ");
	text = xappend(text, "%s", kinds[arg->kind].text);
	if (arg->kind == SDT_ARG_ENUM || arg->kind == SDT_ARG_BITMASK)
		return append_enumerators(text, arg, is_complete ? arg->nr_enumerators :
						     MAX_ENUMERATORS);
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

	for (i = 0; i < NR_ARG_TARGETS; i++)
		if (arg->flags & arg_targets[i].flag)
			return arg_targets[i].phrase;
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
	case ARG_OTHER_TRUST:
		return xasprintf("%s", probe_arg_is_trusted(arg) ? "a trusted pointer" :
				 "not trusted");
	default:
		return xasprintf("%s", target_phrase(arg));
	}
}

const char *arg_kind_key(const struct probe_arg *arg)
{
	return kinds[arg->kind].key;
}
