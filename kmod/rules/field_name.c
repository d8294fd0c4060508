// SPDX-License-Identifier: GPL-2.0-only
/*
 * field_name.c - name a probe's argument after its expression
 *
 * The text decides, as the author wrote it or as his macro passed it on; not what a macro of
 * the kernel makes of it, which differs between kernels and compilers.
 *
 *	v  &v  *v  v[i]  (T)v  !!v  v != 0	v
 *	v[2]  ((u8 *)(v))[2]			v_2: the element's number belongs to the name
 *	p->m  s.m				m
 *	f(x)  p->f(x)				f, a function or a macro
 *	READ_ONCE(v)  ntohs(v)  ...		v, see is_transparent()
 *	v + 1					v if it is a pointer
 *	c ? v : 0				v, if the other one has no name
 *	({ ...; v; })				v
 *	__func__  __FILE__  __LINE__		func  file  line
 *	MAC(v), which is several items		what each is called, or v_0, v_1, ...
 *
 * These have no name: a constant; a word without a lowercase letter, which is taken for one; the
 * result of two operands; a function or macro that begins with two underscores.  Letters that are
 * not ASCII become '_', since neither filters nor perf can read them.  An argument is "argN" if it
 * has no name, a reserved one, or that of another argument.
 */
#include "rules/rules.h"

/* Brackets in brackets: what is deeper has no name. */
#define MAX_DEPTH	100

/* Lines that the macro of a message can have, from __LINE__ in its arguments on */
#define MAX_LINES	16

/* A name in the making, and how the text was reached */
struct name {
	char *to;		/* SDT_FIELD_NAME_SIZE bytes */
	size_t length;
	unsigned int depth;
	bool is_inner;		/* in a statement expression */
};

static bool name_of(struct name *name, struct sdt_part p, bool is_pointer);

static bool is_lower(char c)
{
	return (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

static size_t word_length(struct sdt_part p)
{
	const char *s = p.s;

	while (s < p.end && sdt_is_word_char(*s))
		s++;
	return s - p.s;
}

static bool is(struct sdt_part p, const char *text)
{
	return strlen(text) == (size_t)(p.end - p.s) && !memcmp(p.s, text, p.end - p.s);
}

static bool begins(struct sdt_part p, const char *text)
{
	return strlen(text) <= (size_t)(p.end - p.s) && !memcmp(p.s, text, strlen(text));
}

static bool is_one_of(struct sdt_part word, const char *const *words, size_t nr)
{
	while (nr--)
		if (is(word, words[nr]))
			return true;
	return false;
}

/* The word that @p begins with */
static struct sdt_part word_of(struct sdt_part p)
{
	return (struct sdt_part){ p.s, p.s + word_length(p) };
}

/* @p from @s on, without blanks */
static struct sdt_part from(struct sdt_part p, const char *s)
{
	return sdt_trimmed(s, p.end);
}

/* The first item of a list */
static struct sdt_part first_item(struct sdt_part list)
{
	return (struct sdt_part){ list.s, sdt_part_end(list.s, list.end, ',') };
}

/* The end of the bracket, or of the literal, that @p begins with */
static const char *skip_bracket(struct sdt_part p)
{
	static const char open[] = "([{", close[] = ")]}";
	const char *found = strchr(open, *p.s), *end;

	end = found ? sdt_item_end(p.s + 1, close[found - open]) + 1 : sdt_token_end(p.s);
	return end < p.end ? end : p.end;
}

/* What is in the bracket that begins at @s and ends before @end */
static struct sdt_part inside(const char *s, const char *end)
{
	return sdt_trimmed(s + 1, end - 1 > s ? end - 1 : s + 1);
}

static bool set(struct name *name, const char *s, size_t length)
{
	if (name->length + length >= SDT_FIELD_NAME_SIZE)
		return false;
	memcpy(name->to + name->length, s, length);
	name->length += length;
	name->to[name->length] = '\0';
	return true;
}

static bool set_word(struct name *name, struct sdt_part word)
{
	name->length = 0;
	return set(name, word.s, word.end - word.s);
}

/* "v_2" */
static bool add_number(struct name *name, struct sdt_part number)
{
	return set(name, "_", 1) && set(name, number.s, number.end - number.s);
}

/*
 * Words
 */

/* "u8", "s64", "le32", "be16", also with two underscores in front */
static bool is_sized(struct sdt_part word)
{
	if (begins(word, "__"))
		word.s += 2;
	if (begins(word, "le") || begins(word, "be"))
		word.s += 2;
	else if (word.s < word.end && (*word.s == 'u' || *word.s == 's'))
		word.s++;
	else
		return false;
	return word.s < word.end && sdt_is_digit(*word.s);
}

/*
 * Does @p, which is in parentheses, look like a type?  It does if it begins with two words, ends
 * with a star, or is a word that names one.
 */
static bool is_type(struct sdt_part p)
{
	static const char *const words[] = {
		"struct", "union", "enum", "const", "volatile", "unsigned", "signed", "int", "long",
		"short", "char", "void", "bool", "_Bool", "typeof", "__typeof__", "__typeof",
	};
	static const char *const operators[] = {
		"sizeof", "_Alignof", "__alignof__", "__extension__",
	};
	struct sdt_part word = word_of(p), rest = from(p, word.end);

	if (is_one_of(word, words, ARRAY_SIZE(words)))
		return true;
	if (word.s == word.end || is_one_of(word, operators, ARRAY_SIZE(operators)) ||
	    sdt_is_digit(*word.s))
		return false;
	if (rest.s == rest.end)
		return is_sized(word) ||
		       (word.end - word.s > 2 && !memcmp(word.end - 2, "_t", 2));
	return sdt_is_word_char(*rest.s) || rest.end[-1] == '*';
}

/* Is it a macro, or a function, whose result is its first argument in another form? */
static bool is_transparent(struct sdt_part word)
{
	static const char *const names[] = {
		"READ_ONCE", "READ_ONCE_NOCHECK", "ACCESS_ONCE", "smp_load_acquire", "data_race",
		"DTRACE_PURE", "likely", "unlikely", "builtin_expect", "container_of",
		"rcu_dereference", "rcu_dereference_raw", "rcu_dereference_check",
		"rcu_dereference_protected", "rcu_dereference_bh", "rcu_dereference_sched",
		"rcu_dereference_rtnl", "rcu_access_pointer", "srcu_dereference", "rtnl_dereference",
		"this_cpu_ptr", "raw_cpu_ptr", "per_cpu_ptr", "get_cpu_ptr", "per_cpu",
		"this_cpu_read", "raw_cpu_read", "get_cpu_var",
		"ntohs", "ntohl", "htons", "htonl",
		"be16_to_cpu", "be32_to_cpu", "be64_to_cpu",
		"le16_to_cpu", "le32_to_cpu", "le64_to_cpu",
		"cpu_to_be16", "cpu_to_be32", "cpu_to_be64",
		"cpu_to_le16", "cpu_to_le32", "cpu_to_le64",
	};

	if (begins(word, "__"))
		word.s += 2;
	return is_one_of(word, names, ARRAY_SIZE(names));
}

/* Words that the preprocessor or the compiler replaces, and current, which is a macro */
static const char *replaced(struct sdt_part word)
{
	static const struct {
		const char *word, *name;
	} words[] = {
		{ "__func__", "func" }, { "__FUNCTION__", "func" },
		{ "__PRETTY_FUNCTION__", "func" }, { "__FILE__", "file" },
		{ "__FILE_NAME__", "filename" }, { "__LINE__", "line" },
		{ "get_current", "current" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (is(word, words[i].word))
			return words[i].name;
	return NULL;
}

/* A variable, or a constant, which has no name */
static bool variable_name(struct name *name, struct sdt_part word)
{
	static const char *const nameless[] = {
		"true", "false", "sizeof", "typeof", "_Generic", "_Alignof", "defined",
	};
	const char *s = word.s;

	while (s < word.end && !is_lower(*s))
		s++;
	if (sdt_is_digit(*word.s) || s == word.end ||
	    is_one_of(word, nameless, ARRAY_SIZE(nameless)))
		return false;
	/* That of a kernel's macro */
	if (name->is_inner && (begins(word, "__") || (word.end - word.s > 2 &&
						     !memcmp(word.end - 2, "__", 2))))
		return false;
	return set_word(name, word);
}

/* A function, or a macro, that is called with @args */
static bool call_name(struct name *name, struct sdt_part word, struct sdt_part args,
		      bool is_pointer)
{
	static const char *const nameless[] = {
		"sizeof", "typeof", "_Generic", "_Alignof", "offsetof", "defined",
	};
	if (is_transparent(word))
		return name_of(name, first_item(args), is_pointer);
	return !begins(word, "__") && !sdt_is_digit(*word.s) &&
	       !is_one_of(word, nameless, ARRAY_SIZE(nameless)) && set_word(name, word);
}

/*
 * Expressions
 */

/* The word that @p, trimmed, begins with, and what follows it directly */
static bool first_name(struct name *name, struct sdt_part *p, bool is_pointer)
{
	struct sdt_part word = word_of(*p), rest = from(*p, word.end);
	const char *other = replaced(word), *end = rest.s;
	bool is_call = rest.s < rest.end && *rest.s == '(';

	if (is_call)
		end = skip_bracket(rest);
	*p = from(*p, end);
	if (other)
		return set_word(name, (struct sdt_part){ other, other + strlen(other) });
	return is_call ? call_name(name, word, inside(rest.s, end), is_pointer) :
			 variable_name(name, word);
}

/* "[2]": the number, or nothing */
static struct sdt_part number_in(struct sdt_part p)
{
	struct sdt_part number = word_of(p);

	if (number.end != p.end || number.s == number.end || !sdt_is_digit(*number.s))
		number.end = number.s;
	while (number.end - number.s > 1 && strchr("uUlL", number.end[-1]))
		number.end--;
	return number;
}

/* What follows a name, all of @p: brackets, members, "++"; false if the whole has no name */
static bool follow(struct name *name, struct sdt_part p, bool has_name)
{
	while (p.s < p.end) {
		const char *s = p.s, *end;

		if (*s == '[' || *s == '(') {
			end = skip_bracket(p);
			if (*s == '[') {
				struct sdt_part number = number_in(inside(s, end));

				if (has_name && number.s < number.end)
					has_name = add_number(name, number);
			}
			p = from(p, end);
		} else if (*s == '.' || begins(p, "->")) {
			p = from(p, s + (*s == '.' ? 1 : 2));
			has_name = word_length(p) && set_word(name, word_of(p));
			p = from(p, p.s + word_length(p));
		} else if (begins(p, "++") || begins(p, "--")) {
			p = from(p, s + 2);
		} else {
			return false;
		}
	}
	return has_name;
}

/* Is what follows a type in parentheses, or a word there, its operand? */
static bool is_operand(struct sdt_part p)
{
	return p.s < p.end &&
	       (sdt_is_word_char(*p.s) || strchr("(~\"'", *p.s) || (*p.s == '!' && !begins(p, "!=")));
}

/* An expression that begins with a parenthesis */
static bool bracket_name(struct name *name, struct sdt_part p, bool is_pointer)
{
	const char *end = skip_bracket(p);
	struct sdt_part inner = inside(p.s, end), rest = from(p, end);
	struct sdt_part word = word_of(inner);
	bool is_cast = is_type(inner) && !begins(rest, "->") && !begins(rest, ".");

	if (rest.s == rest.end)
		return name_of(name, inner, is_pointer);
	if (is_cast && *rest.s == '{')	/* a compound literal */
		return follow(name, from(rest, skip_bracket(rest)), false);
	if (is_cast || (word.s < word.end && word.end == inner.end && is_operand(rest)))
		return name_of(name, rest, inner.end[-1] == '*');
	return follow(name, rest, name_of(name, inner, true));
}

/*
 * The first operator of two operands, or of three, outside brackets that is one of @signs, all
 * of one character, or NULL.  A sign that follows an operand cannot be a prefix.
 */
static const char *find_operator(struct sdt_part p, const char *signs)
{
	bool after_operand = false;

	while (p.s < p.end) {
		if (sdt_is_blank(*p.s)) {
			p.s++;
		} else if (strchr("([{\"'", *p.s)) {
			const char *end = skip_bracket(p);

			after_operand = *p.s != '(' || after_operand || !is_type(inside(p.s, end));
			p.s = end;
		} else if (sdt_is_word_char(*p.s)) {
			p.s += word_length(p);
			after_operand = true;
		} else if (*p.s == '.' || begins(p, "->")) {
			p.s += *p.s == '.' ? 1 : 2;
		} else if (begins(p, "++") || begins(p, "--")) {
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

/*
 * "b" of "a ? b : c" if "c" has no other name, and vice versa; "a" if neither has one.  "a ?: c"
 * is "a ? a : c".
 */
static bool conditional_name(struct name *name, struct sdt_part p, const char *question,
			     bool is_pointer)
{
	const char *colon = sdt_item_end(question + 1, ':');
	const struct sdt_part condition = sdt_trimmed(p.s, question);
	const struct sdt_part middle = sdt_trimmed(question + 1, colon);
	const bool is_short = middle.s == middle.end;
	struct sdt_part unbracketed = condition;
	char text[SDT_FIELD_NAME_SIZE];
	struct name other = *name;
	bool has_name, has_other;

	/* A macro's way to treat constants has no name. */
	while (unbracketed.s < unbracketed.end && (*unbracketed.s == '(' || *unbracketed.s == '!'))
		unbracketed = from(unbracketed, unbracketed.s + 1);
	if (colon >= p.end || begins(unbracketed, "__builtin_constant_p"))
		return false;
	other.to = text;
	has_other = name_of(&other, from(p, colon + 1), is_pointer);
	has_name = name_of(name, is_short ? condition : middle, is_pointer);
	if (!has_name && !has_other)
		return !is_short && name_of(name, condition, false);
	if (has_name)
		return !has_other || !strcmp(name->to, text);
	return set_word(name, (struct sdt_part){ text, text + other.length });
}

/* The name of the last statement in braces, whose value they have */
static bool block_name(struct name *name, struct sdt_part p, bool is_pointer)
{
	struct sdt_part last = p, next = p, statement;
	bool is_inner = name->is_inner, has_name;

	for (; next.s < p.end; next.s = next.end + 1) {
		next.end = sdt_part_end(next.s, p.end, ';');
		statement = sdt_trimmed(next.s, next.end);
		if (statement.s < statement.end)
			last = statement;
	}
	name->is_inner = true;
	has_name = name_of(name, last, is_pointer);
	name->is_inner = is_inner;
	return has_name;
}

static bool is_zero(struct sdt_part p)
{
	p = sdt_trimmed(p.s, p.end);
	return is(p, "NULL") || is(p, "0") || is(p, "false");
}

/* A truth value, "a != 0", has the name of what it is made of. */
static bool unequal_name(struct name *name, struct sdt_part p, const char *sign)
{
	const struct sdt_part left = { p.s, sign }, right = from(p, sign + 2);

	return is_zero(right) ? name_of(name, left, false) :
	       is_zero(left) && name_of(name, right, false);
}

/* Of a pointer and numbers that are added to it, at most a number in front of it has no name. */
static bool sum_name(struct name *name, struct sdt_part p, const char *sign)
{
	return name_of(name, (struct sdt_part){ p.s, sign }, true) ||
	       name_of(name, from(p, sign + 1), true);
}

/* The name of an expression of one operand */
static bool unary_name(struct name *name, struct sdt_part p, bool is_pointer)
{
	if (begins(p, "__extension__"))
		return name_of(name, from(p, p.s + strlen("__extension__")), is_pointer);
	if (begins(p, "!!") || begins(p, "++") || begins(p, "--"))
		return name_of(name, from(p, p.s + 2), false);
	if (*p.s == '*' || *p.s == '&' || *p.s == '+')
		return name_of(name, from(p, p.s + 1), *p.s == '*');
	if (*p.s == '(')
		return bracket_name(name, p, is_pointer);
	if (word_length(p)) {
		bool has_name = first_name(name, &p, is_pointer);

		return follow(name, p, has_name);
	}
	return false;
}

/* The name of @p in @name, false if it has none.  @is_pointer: the value is known to be one */
static bool expression_name(struct name *name, struct sdt_part p, bool is_pointer)
{
	const char *sign;

	if (*p.s == '{' && skip_bracket(p) == p.end)
		return block_name(name, inside(p.s, p.end), is_pointer);
	sign = find_operator(p, ",");
	if (sign)
		return name_of(name, from(p, sign + 1), is_pointer);
	sign = find_operator(p, "?");
	if (sign)
		return conditional_name(name, p, sign, is_pointer);
	if (find_operator(p, "&|^<>="))
		return false;
	sign = find_operator(p, "!");
	if (sign)
		return unequal_name(name, p, sign);
	sign = find_operator(p, "+-");
	if (sign)
		return is_pointer && sum_name(name, p, sign);
	if (find_operator(p, "*/%"))
		return false;
	return unary_name(name, p, is_pointer);
}

static bool name_of(struct name *name, struct sdt_part p, bool is_pointer)
{
	bool has_name;

	p = sdt_trimmed(p.s, p.end);
	if (p.s >= p.end || name->depth == MAX_DEPTH)
		return false;
	name->depth++;
	has_name = expression_name(name, p, is_pointer);
	name->depth--;
	return has_name;
}

/*
 * Fields
 */

static bool name_part(char *to, struct sdt_part p, bool is_pointer)
{
	struct name name = { to, 0, 0, false };

	return name_of(&name, p, is_pointer);
}

static bool same_text(struct sdt_part a, struct sdt_part b)
{
	return a.end - a.s == b.end - b.s && !memcmp(a.s, b.s, a.end - a.s);
}

static int number_of(struct sdt_part p)
{
	int number = 0;

	for (; p.s < p.end && sdt_is_digit(*p.s) && number < 100000000; p.s++)
		number = 10 * number + *p.s - '0';
	return p.s == p.end ? number : -1;
}

/*
 * Is the item a message's line?  For clang, __LINE__ is the line where it stands, not that of the
 * macro; then the item before it has to be the function or the file.
 */
static bool is_line(const struct sdt_list *list, const char *before)
{
	int number = number_of(list->item), line = number_of(list->line);

	if (list->line.s == list->line.end || number < 1)
		return false;
	return number == line ||
	       (number < line && line - number < MAX_LINES && before &&
		(!strcmp(before, "func") || !strcmp(before, "file")));
}

/* Has another item of the same macro the name? */
static bool is_repeated(const struct sdt_list *list, const char *name, bool is_pointer)
{
	struct sdt_list other = *list;
	char to[SDT_FIELD_NAME_SIZE];

	other.rest = list->all.s;
	for (other.place = 0; other.rest; other.place++) {
		const struct sdt_part rest = { other.rest, list->all.end }, item = first_item(rest);

		if (other.place != list->place && name_part(to, item, is_pointer) &&
		    !strcmp(to, name))
			return true;
		other.rest = item.end < rest.end ? item.end + 1 : NULL;
	}
	return false;
}

/* The name of the first argument of the macro that stands for the item, with its number */
static bool place_name(char *to, const struct sdt_list *list)
{
	struct name name = { to, 0, 0, false };
	struct sdt_part args = from(list->written, word_of(list->written).end);
	char number[12];
	int length = snprintf(number, sizeof(number), "%u", list->place);

	if (args.s == args.end || *args.s != '(' || skip_bracket(args) != args.end)
		return false;
	return name_of(&name, first_item(inside(args.s, args.end)), true) &&
	       add_number(&name, (struct sdt_part){ number, number + length });
}

/* The name in the item of @list, if there is one; @before: the field before it */
static bool item_name(char *to, const struct sdt_list *list, bool is_pointer, const char *before)
{
	if (is_line(list, before))
		snprintf(to, SDT_FIELD_NAME_SIZE, "line");
	else if (list->file.s < list->file.end && same_text(list->item, list->file))
		snprintf(to, SDT_FIELD_NAME_SIZE, "file");
	else if (!name_part(to, list->item, is_pointer))
		return list->is_macro && place_name(to, list);
	else if (list->is_macro && is_repeated(list, to, is_pointer))
		return place_name(to, list);
	return true;
}

static bool is_usable(const char *name, const char *const *taken, unsigned int nr)
{
	return !sdt_is_reserved_field(name) && sdt_is_identifier(name, false) &&
	       !sdt_is_one_of(taken, nr, name);
}

/**
 * sdt_number_name - name an argument after its number
 * @to: filled with "arg2", and as many '_' as make it unique; SDT_FIELD_NAME_SIZE bytes
 * @arg: the number, from 0
 * @taken: the names of the others, NULL for one that has no name yet
 * @nr: how many these are
 */
void sdt_number_name(char *to, unsigned int arg, const char *const *taken, unsigned int nr)
{
	int length = snprintf(to, SDT_FIELD_NAME_SIZE, "arg%u", arg);

	for (; !is_usable(to, taken, nr); length++)
		memcpy(to + length, "_", 2);
}

/**
 * sdt_is_number_name - test whether a name is like those of sdt_number_name()
 * @name: the name
 *
 * Return: true for "arg0" and "arg12_".
 */
bool sdt_is_number_name(const char *name)
{
	size_t digits;

	if (strncmp(name, "arg", 3))
		return false;
	name += 3;
	digits = strspn(name, "0123456789");
	return digits && !name[digits + strspn(name + digits, "_")];
}

/**
 * sdt_ascii_name - make a field's name of one that is not ASCII
 * @to: filled with @name, in which '_' stands for other letters; or, if nothing else is left or
 *	the name is taken, with "argN".  SDT_FIELD_NAME_SIZE bytes
 * @name: an identifier of at most SDT_MAX_NAME bytes; may be @to
 * @arg: the argument's number, from 0
 * @taken: the names of the others, NULL for one that has no name yet
 * @nr: how many these are
 *
 * Return: true if that is another name than @name.
 */
bool sdt_ascii_name(char *to, const char *name, unsigned int arg, const char *const *taken,
		    unsigned int nr)
{
	bool is_changed = false;
	size_t n = 0;

	for (; *name && n < SDT_MAX_NAME; name++) {
		const bool is_other = (unsigned char)*name >= 0x80;

		is_changed |= is_other;
		if (!is_other)
			to[n++] = *name;
		else if (!n || to[n - 1] != '_')
			to[n++] = '_';
	}
	to[n] = '\0';
	if (is_changed && (!to[strspn(to, "_")] || !is_usable(to, taken, nr)))
		sdt_number_name(to, arg, taken, nr);
	return is_changed;
}

/**
 * sdt_field_name - name an argument whose author has not done so
 * @to: filled with the name, SDT_FIELD_NAME_SIZE bytes
 * @list: its expression is the item
 * @is_pointer: the value is a pointer, and not a number
 * @arg: the argument's number, from 0
 * @taken: the names of the others, NULL for one that has no name yet
 * @nr: how many these are, more than @arg
 *
 * Return: true if the name is another one since the author's is not ASCII.
 */
bool sdt_field_name(char *to, const struct sdt_list *list, bool is_pointer, unsigned int arg,
		    const char *const *taken, unsigned int nr)
{
	if (!item_name(to, list, is_pointer, arg ? taken[arg - 1] : NULL)) {
		sdt_number_name(to, arg, taken, nr);
		return false;
	}
	if (sdt_ascii_name(to, to, arg, taken, nr))
		return true;
	if (!is_usable(to, taken, nr))
		sdt_number_name(to, arg, taken, nr);
	return false;
}

/**
 * sdt_bound_arg - find the argument that is the bound of another
 * @written: what the author wrote in the brackets
 * @arg: the number of the other, from 0
 * @names: those of all arguments; NULL or "" for one without
 * @nr: how many these are
 *
 * Return: the argument's number, or -1 if none has that name.
 */
int sdt_bound_arg(const char *written, unsigned int arg, const char *const *names,
		  unsigned int nr)
{
	char name[SDT_FIELD_NAME_SIZE];
	unsigned int i;

	sdt_ascii_name(name, written, arg, NULL, 0);
	for (i = 0; i < nr; i++)
		if (i != arg && names[i] && *names[i] && !strcmp(names[i], name))
			return i;
	return -1;
}
