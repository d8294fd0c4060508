// SPDX-License-Identifier: GPL-2.0-only
/*
 * expression.c - name an argument after its expression
 *
 * By the rules of the plugin (gcc-plugin/argument/field_name.cc), as far as the text tells:
 * the last name in the expression, that of a variable, a member or a called function; "v" of
 * v, &v, v[i], *v and, if v is a pointer, v + i.  A word in upper case is a constant, which has
 * no name.
 */
#include <ctype.h>
#include <string.h>
#include <stdlib.h>

#include "internal.h"
#include "lib/util.h"

/* A part of a text */
struct part {
	const char *s, *end;
};

static char *name_of(struct part p, bool is_pointer);

static struct part trim(struct part p)
{
	while (p.s < p.end && isspace((unsigned char)*p.s))
		p.s++;
	while (p.s < p.end && isspace((unsigned char)p.end[-1]))
		p.end--;
	return p;
}

static size_t word_length(struct part p)
{
	const char *s = p.s;

	while (s < p.end && is_word_char(*s))
		s++;
	return s - p.s;
}

static bool is(struct part p, size_t length, const char *word)
{
	return strlen(word) == length && !memcmp(p.s, word, length);
}

/* The end of the bracket, or of the literal, that @p begins with */
static const char *skip_bracket(struct part p)
{
	const char *open = "([{", *close = ")]}";
	const char *end;

	if (*p.s == '"' || *p.s == '\'') {
		for (end = p.s + 1; end < p.end && *end != *p.s; end++)
			if (*end == '\\')
				end++;
		return end < p.end ? end + 1 : p.end;
	}
	end = sdt_item_end(p.s + 1, close[strchr(open, *p.s) - open]);
	return end < p.end ? end + 1 : p.end;
}

/* "u8", "s64", "le32", "be16" */
static bool is_sized(const char *s, size_t length)
{
	const size_t letters = !strncmp(s, "le", 2) || !strncmp(s, "be", 2) ? 2 : 1;

	return length > letters && isdigit((unsigned char)s[letters]) &&
	       (letters == 2 || *s == 'u' || *s == 's');
}

/* Does @p, which is in parentheses, look like a type? */
static bool is_type(struct part p)
{
	static const char *const words[] = {
		"struct", "union", "enum", "const", "volatile", "unsigned", "signed", "int",
		"long", "short", "char", "void", "bool", "__force",
	};
	size_t i, length;

	p = trim(p);
	length = word_length(p);
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (is(p, length, words[i]))
			return true;
	if (p.s < p.end && p.end[-1] == '*')
		return true;
	if (p.s + length != p.end)
		return false;
	if (length > 2 && !memcmp(p.end - 2, "_t", 2))
		return true;
	return !strncmp(p.s, "__", 2) ? is_sized(p.s + 2, length - 2) : is_sized(p.s, length);
}

/*
 * The first operator of two operands, or of three, outside brackets that is one of @signs, all
 * of one character; NULL if there is none.  What follows an operand cannot be a prefix.
 */
static const char *find_operator(struct part p, const char *signs)
{
	bool after_operand = false;

	while (p.s < p.end) {
		if (isspace((unsigned char)*p.s)) {
			p.s++;
		} else if (strchr("([{\"'", *p.s)) {
			const char *end = skip_bracket(p);

			after_operand = *p.s != '(' || after_operand ||
					!is_type((struct part){ p.s + 1, end - 1 });
			p.s = end;
		} else if (is_word_char(*p.s)) {
			p.s += word_length(p);
			after_operand = true;
		} else if (*p.s == '.' || !strncmp(p.s, "->", 2)) {
			p.s += *p.s == '.' ? 1 : 2;
		} else if (!strncmp(p.s, "++", 2) || !strncmp(p.s, "--", 2)) {
			p.s += 2;
		} else {
			if (after_operand && strchr(signs, *p.s))
				return p.s;
			after_operand = false;
			p.s++;
		}
	}
	return NULL;
}

/* Is it a macro, or a function, whose result is its first argument in another form? */
static bool is_transparent(struct part p, size_t length)
{
	static const char *const names[] = {
		"READ_ONCE", "DTRACE_PURE", "likely", "unlikely", "rcu_dereference",
		"smp_load_acquire", "ntohs", "ntohl", "htons", "htonl", "be16_to_cpu",
		"be32_to_cpu", "be64_to_cpu", "le16_to_cpu", "le32_to_cpu", "le64_to_cpu",
		"cpu_to_be16", "cpu_to_be32", "cpu_to_be64", "cpu_to_le16", "cpu_to_le32",
		"cpu_to_le64", "rcu_access_pointer", "rcu_dereference_raw",
		"rcu_dereference_protected", "rcu_dereference_check", "data_race",
		"container_of",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (is(p, length, names[i]))
			return true;
	return false;
}

/* Is it a macro whose result is none of its arguments? */
static bool is_nameless(struct part p, size_t length)
{
	static const char *const names[] = {
		"min", "max", "min_t", "max_t", "clamp", "clamp_t", "clamp_val",
		"swab16", "swab32", "swab64",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (is(p, length, names[i]))
			return true;
	return !strncmp(p.s, "__", 2);
}

/* Does a word have no lower case: a constant, or a macro of any other kind? */
static bool is_upper(struct part p, size_t length)
{
	while (length--)
		if (!isupper((unsigned char)p.s[length]) && !isdigit((unsigned char)p.s[length]) &&
		    p.s[length] != '_')
			return false;
	return true;
}

/* The name of a word that is no member: a variable, a constant, a function */
static char *word_name(struct part p, size_t length)
{
	static const char *const nameless[] = {
		"NULL", "true", "false", "sizeof", "_Alignof", "_Generic", "typeof",
	};
	/* <linux/err.h> has functions that look like macros. */
	static const char *const functions[] = {
		"ERR_PTR", "PTR_ERR", "IS_ERR", "IS_ERR_OR_NULL", "PTR_ERR_OR_ZERO",
	};
	size_t i;

	if (is(p, length, "__func__") || is(p, length, "__FUNCTION__"))
		return xasprintf("func");
	if (is(p, length, "__FILE__"))
		return xasprintf("file");
	if (is(p, length, "__LINE__"))
		return xasprintf("line");
	for (i = 0; i < sizeof(nameless) / sizeof(nameless[0]); i++)
		if (is(p, length, nameless[i]))
			return NULL;
	for (i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (is(p, length, functions[i]))
			return xasprintf("%s", functions[i]);
	if (isdigit((unsigned char)*p.s))
		return NULL;
	return is_upper(p, length) ? NULL : xasprintf("%.*s", (int)length, p.s);
}

/* The name of an expression that begins with a word or a bracket, and what follows it */
static char *postfix_name(struct part p, bool is_pointer)
{
	struct part word = p;
	size_t length = word_length(p);
	char *name = NULL;

	if (length) {
		name = word_name(word, length);
		p.s += length;
	} else if (*p.s == '(') {
		const char *end = skip_bracket(p);

		name = name_of((struct part){ p.s + 1, end - 1 }, is_pointer || end < p.end);
		p.s = end;
	} else {
		return NULL;
	}
	for (p = trim(p); p.s < p.end; p = trim(p)) {
		if (*p.s == '[') {
			p.s = skip_bracket(p);
		} else if (*p.s == '(' && length) {
			const char *end = skip_bracket(p);
			struct part args = { p.s + 1, end - 1 };

			if (is_transparent(word, length)) {
				args.end = sdt_item_end(args.s, ',');
				if (args.end > end - 1)
					args.end = end - 1;
				free(name);
				name = name_of(args, is_pointer);
			} else if (is_nameless(word, length)) {
				free(name);
				name = NULL;
			}
			p.s = end;
		} else if (*p.s == '.' || !strncmp(p.s, "->", 2)) {
			p.s += *p.s == '.' ? 1 : 2;
			p = trim(p);
			length = 0;
			free(name);
			name = word_length(p) ?
			       xasprintf("%.*s", (int)word_length(p), p.s) : NULL;
			p.s += word_length(p);
		} else if (!strncmp(p.s, "++", 2) || !strncmp(p.s, "--", 2)) {
			p.s += 2;
		} else {
			free(name);
			return NULL;
		}
	}
	return name;
}

/*
 * "b" of "a ? b : c" if "c" has no other name, and vice versa; "a" if neither has one.  "a ?: c"
 * is "a ? a : c".
 */
static char *conditional_name(struct part p, const char *question, bool is_pointer)
{
	const char *colon = sdt_item_end(question + 1, ':');
	const struct part condition = { p.s, question };
	const struct part middle = { question + 1, colon };
	const bool is_short = trim(middle).s == trim(middle).end;
	char *a, *b;

	if (colon >= p.end)
		return NULL;
	a = name_of(is_short ? condition : middle, is_pointer);
	b = name_of((struct part){ colon + 1, p.end }, is_pointer);
	if (!a && !b)
		return is_short ? NULL : name_of(condition, false);
	if (a && b) {
		if (strcmp(a, b)) {
			free(a);
			a = NULL;
		}
		free(b);
		return a;
	}
	return a ? a : b;
}

/* The name of the last statement in braces, whose value they have */
static char *block_name(struct part p, bool is_pointer)
{
	struct part last = p, next;

	p.end--;
	for (next.s = p.s; next.s < p.end; next.s = next.end + 1) {
		next.end = sdt_item_end(next.s, ';');
		if (next.end > p.end)
			next.end = p.end;
		if (trim(next).s < trim(next).end)
			last = next;
	}
	return name_of(last, is_pointer);
}

static bool is_zero(struct part p)
{
	p = trim(p);
	return is(p, p.end - p.s, "NULL") || is(p, p.end - p.s, "0") ||
	       is(p, p.end - p.s, "false");
}

/* A truth value, "a != 0" or "!!a", has the name of what it is made of. */
static char *unequal_name(struct part p, const char *sign)
{
	const struct part left = { p.s, sign }, right = { sign + 2, p.end };

	return is_zero(right) ? name_of(left, false) : is_zero(left) ? name_of(right, false) : NULL;
}

/* Of a pointer and numbers that are added to it, at most a number in front of it has no name. */
static char *sum_name(struct part p, const char *sign)
{
	char *name = name_of((struct part){ p.s, sign }, true);

	return name ? name : name_of((struct part){ sign + 1, p.end }, true);
}

/* @is_pointer: the value is known to be a pointer */
static char *name_of(struct part p, bool is_pointer)
{
	const char *sign;

	p = trim(p);
	if (p.s >= p.end)
		return NULL;
	if (*p.s == '{')
		return skip_bracket(p) == p.end && p.end - p.s > 2 ?
		       block_name((struct part){ p.s + 1, p.end }, is_pointer) : NULL;
	sign = find_operator(p, ",");
	if (sign)
		return name_of((struct part){ sign + 1, p.end }, is_pointer);
	sign = find_operator(p, "?");
	if (sign)
		return conditional_name(p, sign, is_pointer);
	if (find_operator(p, "&|^<>="))
		return NULL;
	sign = find_operator(p, "!");
	if (sign)
		return unequal_name(p, sign);
	sign = find_operator(p, "+-");
	if (sign)
		return is_pointer ? sum_name(p, sign) : NULL;
	if (find_operator(p, "*/%"))
		return NULL;
	if (!strncmp(p.s, "!!", 2)) {
		p.s += 2;
		return name_of(p, false);
	}
	if (!strncmp(p.s, "++", 2) || !strncmp(p.s, "--", 2)) {
		p.s += 2;
		return name_of(p, false);
	}
	if (*p.s == '*' || *p.s == '&' || *p.s == '+') {
		p.s++;
		return name_of(p, p.s[-1] == '*');
	}
	if (*p.s == '(') {
		const char *end = skip_bracket(p);

		if (end < p.end && is_type((struct part){ p.s + 1, end - 1 }) &&
		    *trim((struct part){ end, p.end }).s != '-') {
			const struct part type = trim((struct part){ p.s + 1, end - 1 });

			p = trim((struct part){ end, p.end });
			if (*p.s == '{')	/* a compound literal */
				return NULL;
			return name_of(p, type.end[-1] == '*');
		}
	}
	return postfix_name(p, is_pointer);
}

char *expression_name(const char *text, bool is_pointer)
{
	const size_t length = strlen(text);

	return length <= SDT_MAX_STRING ?
	       name_of((struct part){ text, text + length }, is_pointer) : NULL;
}
