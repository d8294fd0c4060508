// SPDX-License-Identifier: GPL-2.0-only
/*
 * declaration.c - the text of a type, as an author wrote it before an argument
 *
 * It is a function's parameter: specifiers, then a declarator, which may have a name.  By the
 * rules of the plugin (gcc-plugin/declaration/parser.cc), but without the unit's types: what
 * is no word of C is a type, and the next such word is the name.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <linux/sdt_abi.h>

#include "internal.h"
#include "lib/util.h"

char *copy_trimmed(const char *from, const char *to)
{
	while (from < to && isspace((unsigned char)*from))
		from++;
	while (from < to && isspace((unsigned char)to[-1]))
		to--;
	return xasprintf("%.*s", (int)(to - from), from);
}

/*
 * Types by name
 */

/* The kernel's names of these types, which are the same on all 64-bit machines */
static const struct {
	const char *name;
	enum __sdt_kind kind;
} typedefs[] = {
	{ "bool", __SDT_BOOL },
	{ "u8", __SDT_U8 }, { "s8", __SDT_S8 }, { "u16", __SDT_U16 }, { "s16", __SDT_S16 },
	{ "u32", __SDT_U32 }, { "s32", __SDT_S32 }, { "u64", __SDT_ULLONG },
	{ "s64", __SDT_LLONG },
	{ "__u8", __SDT_U8 }, { "__s8", __SDT_S8 }, { "__u16", __SDT_U16 },
	{ "__s16", __SDT_S16 }, { "__u32", __SDT_U32 }, { "__s32", __SDT_S32 },
	{ "__u64", __SDT_ULLONG }, { "__s64", __SDT_LLONG },
	{ "uint8_t", __SDT_U8 }, { "int8_t", __SDT_S8 }, { "uint16_t", __SDT_U16 },
	{ "int16_t", __SDT_S16 }, { "uint32_t", __SDT_U32 }, { "int32_t", __SDT_S32 },
	{ "uint64_t", __SDT_ULLONG }, { "int64_t", __SDT_LLONG },
	{ "__be16", __SDT_U16 }, { "__le16", __SDT_U16 }, { "__be32", __SDT_U32 },
	{ "__le32", __SDT_U32 }, { "__be64", __SDT_ULLONG }, { "__le64", __SDT_ULLONG },
	{ "size_t", __SDT_ULONG }, { "ssize_t", __SDT_LONG }, { "uintptr_t", __SDT_ULONG },
	{ "loff_t", __SDT_LLONG }, { "off_t", __SDT_LONG }, { "pid_t", __SDT_S32 },
	{ "gfp_t", __SDT_U32 }, { "dev_t", __SDT_U32 }, { "umode_t", __SDT_U16 },
	{ "uint", __SDT_U32 }, { "ulong", __SDT_ULONG }, { "ushort", __SDT_U16 },
	{ "u_char", __SDT_U8 }, { "u_short", __SDT_U16 }, { "u_int", __SDT_U32 },
	{ "u_long", __SDT_ULONG }, { "sector_t", __SDT_ULLONG }, { "ktime_t", __SDT_LLONG },
	{ "dma_addr_t", __SDT_ULLONG }, { "phys_addr_t", __SDT_ULLONG },
};

/* How often each word of an arithmetic type occurs, in any order */
struct basic_words {
	int nr_long, nr_short, nr_signed, nr_unsigned, nr_int, nr_char, nr_bool, nr_other;
	bool is_void;
};

/*
 * The reader
 */

/*
 * What a declarator makes of a type.  They are in the order in which they apply to the name:
 * "*name[4]" is an array of pointers.
 */
struct derivation {
	enum { POINTER, ARRAY, FUNCTION } how;
	char *text;		/* a pointer's qualifiers, "[4]", "(int)"; or NULL */
	uint8_t flags;		/* of a pointer itself */
};

struct reader {
	struct declaration *d;
	const char *s;		/* what is left, without blanks in front */
	const char *name, *name_end;
	/* the type in the making */
	char *base, *base_aka;	/* what precedes the declarator */
	uint8_t base_flags;
	struct derivation *derivations;
	size_t nr_derivations;
	enum __sdt_kind kind;	/* of the base */
};

/* Is it part of an identifier, as compilers have them? */
static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static void skip(struct reader *r, const char *to)
{
	while (isspace((unsigned char)*to))
		to++;
	r->s = to;
}

static size_t word_length(const char *s)
{
	size_t length = 0;

	while (is_word_char(s[length]))
		length++;
	return isdigit((unsigned char)*s) ? 0 : length;
}

static bool is_word(const struct reader *r, const char *word)
{
	return word_length(r->s) == strlen(word) && !strncmp(r->s, word, strlen(word));
}

static bool take_word(struct reader *r, const char *word)
{
	if (!is_word(r, word))
		return false;
	skip(r, r->s + strlen(word));
	return true;
}

static void skip_brackets(struct reader *r)
{
	const char *end = sdt_item_end(r->s + 1, *r->s == '(' ? ')' : ']');

	skip(r, *end ? end + 1 : end);
}

/* Words that do not change a value, and what they say of where a pointer leads */
static const struct {
	const char *word;
	uint8_t flag;
} annotations[] = {
	{ "__user", SDT_ARG_USER }, { "__percpu", SDT_ARG_PERCPU },
	{ "__seg_gs", SDT_ARG_PERCPU }, { "__rcu", SDT_ARG_RCU }, { "__iomem", SDT_ARG_IOMEM },
	{ "__seg_fs", 0 }, { "__kernel", 0 }, { "__force", 0 }, { "__nocast", 0 },
	{ "__private", 0 }, { "__safe", 0 }, { "restrict", 0 }, { "__restrict", 0 },
	{ "__restrict__", 0 }, { "__extension__", 0 }, { "register", 0 },
};

/* What __user and the like are for newer compilers */
static void read_attribute(struct reader *r)
{
	static const struct {
		const char *tag;
		uint8_t flag;
	} tags[] = {
		{ "btf_type_tag(\"user\")", SDT_ARG_USER },
		{ "btf_type_tag(\"percpu\")", SDT_ARG_PERCPU },
		{ "btf_type_tag(\"rcu\")", SDT_ARG_RCU },
	};
	const char *start = r->s, *found;
	size_t i;

	skip_brackets(r);
	for (i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		found = strstr(start, tags[i].tag);
		if (found && found < r->s)
			r->d->flags |= tags[i].flag;
	}
}

/* Takes a word that is no part of the type; "const " and the like are added to @quals. */
static bool take_qualifier(struct reader *r, char **quals)
{
	static const char *const qualifiers[] = { "const", "volatile" };
	size_t i;

	for (i = 0; i < sizeof(annotations) / sizeof(annotations[0]); i++)
		if (take_word(r, annotations[i].word)) {
			r->d->flags |= annotations[i].flag;
			return true;
		}
	for (i = 0; i < sizeof(qualifiers) / sizeof(qualifiers[0]); i++)
		if (take_word(r, qualifiers[i])) {
			*quals = xappend(*quals, "%s ", qualifiers[i]);
			return true;
		}
	if (take_word(r, "DTRACE_HEX")) {
		r->d->is_hex = true;
		return true;
	}
	if (take_word(r, "DTRACE_FLAGS")) {
		r->d->is_flags = true;
		return true;
	}
	if (take_word(r, "__attribute__") || take_word(r, "__attribute")) {
		if (*r->s == '(')
			read_attribute(r);
		return true;
	}
	return false;
}

static bool take_basic_word(struct reader *r, struct basic_words *b)
{
	const struct {
		const char *word;
		int *count;
	} words[] = {
		{ "long", &b->nr_long }, { "short", &b->nr_short }, { "int", &b->nr_int },
		{ "signed", &b->nr_signed }, { "__signed__", &b->nr_signed },
		{ "unsigned", &b->nr_unsigned }, { "char", &b->nr_char },
		{ "_Bool", &b->nr_bool }, { "float", &b->nr_other },
		{ "double", &b->nr_other }, { "__int128", &b->nr_other },
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (take_word(r, words[i].word)) {
			++*words[i].count;
			return true;
		}
	b->is_void |= is_word(r, "void");
	return take_word(r, "void");
}

static enum __sdt_kind basic_kind(const struct basic_words *b)
{
	bool u = b->nr_unsigned;

	if (b->nr_other || b->is_void)
		return __SDT_NO_KIND;
	if (b->nr_bool)
		return __SDT_BOOL;
	if (b->nr_char)
		return u ? __SDT_U8 : b->nr_signed ? __SDT_S8 : __SDT_CHAR;
	if (b->nr_short)
		return u ? __SDT_U16 : __SDT_S16;
	if (b->nr_long == 1)
		return u ? __SDT_ULONG : __SDT_LONG;
	if (b->nr_long)
		return u ? __SDT_ULLONG : __SDT_LLONG;
	return u ? __SDT_U32 : __SDT_S32;
}

/*
 * Is a declarator in the parentheses, or are they a function's parameters?  One that has nothing
 * but a name is followed by more.
 */
static bool is_nested(const struct reader *r)
{
	struct reader inner = *r;

	skip(&inner, r->s + 1);
	if (*inner.s == '*' || *inner.s == '(' || *inner.s == '[')
		return true;
	skip(&inner, inner.s + word_length(inner.s));
	if (r->name || *inner.s != ')')
		return false;
	skip(&inner, inner.s + 1);
	return *inner.s == '(' || *inner.s == '[';
}

/* Takes the name of a type, "foo_t", "struct foo", "typeof(x)"; NULL if there is none. */
static char *take_type_name(struct reader *r)
{
	static const char *const tags[] = { "struct", "union", "enum" };
	char *name = xasprintf("%s", "");
	size_t i, length;

	for (i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (take_word(r, tags[i])) {
			name = xappend(name, "%s ", tags[i]);
			r->d->is_enum = i == 2;
			r->d->is_no_value = i < 2;
			break;
		}
	length = word_length(r->s);
	if (!length) {
		free(name);
		return NULL;
	}
	name = xappend(name, "%.*s", (int)length, r->s);
	skip(r, r->s + length);
	r->d->is_opaque = !strcmp(name, "__auto_type");
	if (*r->s == '(' && i == sizeof(tags) / sizeof(tags[0]) &&
	    (strstr(name, "typeof") || !is_nested(r))) {
		skip_brackets(r);
		r->d->is_opaque = true;
	}
	return name;
}

static bool read_specifiers(struct reader *r)
{
	struct basic_words basic = { 0 };
	char *quals = xasprintf("%s", ""), *name = NULL;
	bool any_basic = false, in_atomic = false;
	size_t i;

	while (word_length(r->s) || (in_atomic && *r->s == ')')) {
		if (take_word(r, "_Atomic") || *r->s == ')') {
			in_atomic = *r->s == '(';
			skip(r, r->s + (in_atomic || *r->s == ')'));
			continue;
		}
		if (take_qualifier(r, &quals))
			continue;
		if (!name && take_basic_word(r, &basic)) {
			any_basic = true;
			continue;
		}
		if (name || any_basic)
			break;
		name = take_type_name(r);
		if (!name)
			break;
	}
	r->kind = __SDT_NO_KIND;
	if (any_basic) {
		r->kind = basic_kind(&basic);
		r->d->is_no_value = basic.nr_other;
		name = xasprintf("%s", basic.is_void ? "void" : r->kind == __SDT_NO_KIND ?
				 "double" : kind_name(r->kind));
	}
	for (i = 0; name && !any_basic && i < sizeof(typedefs) / sizeof(typedefs[0]); i++)
		if (!strcmp(name, typedefs[i].name)) {
			r->kind = typedefs[i].kind;
			r->base_aka = xasprintf("%s%s", quals, kind_name(r->kind));
		}
	if (name)
		r->base = xasprintf("%s%s", quals, name);
	free(quals);
	free(name);
	return r->base;
}

static void take_own_name(struct reader *r)
{
	size_t length = word_length(r->s);

	if (!length || r->name)
		return;
	r->name = r->s;
	r->name_end = r->s + length;
	skip(r, r->name_end);
}

static void derive(struct reader *r, struct derivation derivation)
{
	r->derivations = xroom_for_one(r->derivations, r->nr_derivations,
				       sizeof(*r->derivations));
	r->derivations[r->nr_derivations++] = derivation;
}

/* "[16]", "(int)" */
static void read_suffix(struct reader *r)
{
	const char *start = r->s, *end;

	skip_brackets(r);
	for (end = r->s; isspace((unsigned char)end[-1]); end--)
		;
	derive(r, (struct derivation){
		.how = *start == '[' ? ARRAY : FUNCTION,
		.text = xasprintf("%.*s", (int)(end - start), start),
	});
}

static void read_declarator(struct reader *r)
{
	struct derivation pointer = { .how = POINTER };

	if (*r->s == '*') {
		skip(r, r->s + 1);
		pointer.text = xasprintf("%s", "");
		r->d->flags = 0;
		while (take_qualifier(r, &pointer.text))
			;
		pointer.flags = r->d->flags;
		if (*pointer.text)	/* they end with a blank */
			pointer.text[strlen(pointer.text) - 1] = '\0';
		read_declarator(r);
		derive(r, pointer);
		return;
	}
	take_own_name(r);
	if (*r->s == '(' && is_nested(r)) {
		skip(r, r->s + 1);
		read_declarator(r);
		if (*r->s == ')')
			skip(r, r->s + 1);
	}
	while (*r->s == '[' || *r->s == '(')
		read_suffix(r);
}

/* "16" of "[static 16]", or NULL */
static char *bound_of(const char *brackets)
{
	struct reader r = { 0 };
	char *bound;

	skip(&r, brackets + 1);
	while (take_word(&r, "static") || take_word(&r, "const") || take_word(&r, "volatile") ||
	       take_word(&r, "restrict"))
		;
	bound = copy_trimmed(r.s, brackets + strlen(brackets) - 1);
	if (*bound)
		return bound;
	free(bound);
	return NULL;
}

/*
 * An array and a function as a parameter are pointers.  Sets where the value leads; a word behind
 * all stars can only mean that as well.
 */
static void make_value(struct reader *r)
{
	struct derivation *first = r->derivations;

	if (r->nr_derivations && first->how == ARRAY) {
		r->d->bound = bound_of(first->text);
		free(first->text);
		*first = (struct derivation){ .how = POINTER };
	} else if (r->nr_derivations && first->how == FUNCTION) {
		derive(r, (struct derivation){ 0 });
		first = r->derivations;
		memmove(first + 1, first, (r->nr_derivations - 1) * sizeof(*first));
		*first = (struct derivation){ .how = POINTER };
	}
	r->d->flags = r->nr_derivations > 1 ? first[1].flags : r->base_flags;
	if (r->nr_derivations)
		r->d->flags |= first->flags;
}

/* The type that has @base in front of its declarator */
static char *spell(const struct reader *r, const char *base)
{
	const struct derivation *derivation;
	char *text = xasprintf("%s", ""), *result;
	size_t i;

	for (i = 0; i < r->nr_derivations; i++) {
		derivation = &r->derivations[i];
		if (derivation->how != POINTER)
			text = xappend(text, "%s", derivation->text);
		else	/* the value itself has no qualifiers */
			text = spell_pointer(text, i ? derivation->text : "",
					     i + 1 < r->nr_derivations &&
					     derivation[1].how != POINTER);
	}
	result = xasprintf("%s %s", base, text);
	free(text);
	return result;
}

static void set_type(struct reader *r)
{
	struct declaration *d = r->d;
	const bool is_char = r->kind == __SDT_CHAR;

	if (r->nr_derivations) {
		d->is_function = r->nr_derivations > 1 && r->derivations[1].how == FUNCTION;
		d->kind = r->nr_derivations > 1 ? __SDT_POINTER :
			  is_char ? __SDT_STRING :
			  r->kind == __SDT_U8 || r->kind == __SDT_S8 ? __SDT_BYTES :
			  __SDT_POINTER;
		d->type = spell(r, r->base);
		d->aka = r->base_aka ? spell(r, r->base_aka) : xasprintf("%s", "");
		d->is_enum = d->is_no_value = false;
		return;
	}
	d->kind = r->kind;
	d->type = xasprintf("%s", probe_type_unqualified(r->base));
	d->aka = xasprintf("%s", r->base_aka ? probe_type_unqualified(r->base_aka) : "");
}

/* The last of @text that is the word @name */
static const char *find_word(const char *text, const char *name)
{
	const size_t length = strlen(name);
	const char *s, *found = NULL;

	for (s = strstr(text, name); s; s = strstr(s + 1, name))
		if ((s == text || !is_word_char(s[-1])) && !is_word_char(s[length]))
			found = s;
	return found;
}

/* The text without the name, which is at @found in it; or NULL */
static char *without_name(const char *text, const char *name, const char *found)
{
	char *before, *after, *result;

	if (!name || !found)
		return copy_trimmed(text, text + strlen(text));
	before = copy_trimmed(text, found);
	after = copy_trimmed(found + strlen(name), text + strlen(text));
	result = xasprintf("%s%s%s", before, *before && is_word_char(before[strlen(before) - 1]) &&
			   (*after == '[' || *after == '(' || is_word_char(*after)) ? " " : "",
			   after);
	free(before);
	free(after);
	return result;
}

static bool parse(struct declaration *d, const char *text)
{
	struct reader r = { .d = d };
	size_t i;
	bool good;

	*d = (struct declaration){ .kind = __SDT_NO_KIND };
	skip(&r, text);
	good = strlen(text) <= SDT_MAX_STRING && read_specifiers(&r);
	if (good) {
		r.base_flags = d->flags;
		read_declarator(&r);
		good = !*r.s;
	}
	if (good) {
		make_value(&r);
		set_type(&r);
		if (r.name)
			d->name = xasprintf("%.*s", (int)(r.name_end - r.name), r.name);
	}
	d->declared = without_name(text, d->name, r.name);
	free(r.base);
	free(r.base_aka);
	for (i = 0; i < r.nr_derivations; i++)
		free(r.derivations[i].text);
	free(r.derivations);
	return good;
}

static bool same_names(const struct declaration *a, const struct declaration *b)
{
	return !a->name == !b->name && (!a->name || !strcmp(a->name, b->name));
}

static bool is_annotation(const char *word)
{
	size_t i;

	for (i = 0; i < sizeof(annotations) / sizeof(annotations[0]); i++)
		if (!strcmp(annotations[i].word, word))
			return true;
	return false;
}

/* Where the pointer in @text leads, by its annotations; other macros are not read. */
static uint8_t annotated_flags(const char *text, const char *expanded)
{
	char *rest = xasprintf("%s", text), *s, *word;
	struct declaration d;
	size_t length;
	uint8_t flags;

	for (s = rest; *s; s += length ? length : 1) {
		length = word_length(s);
		word = xasprintf("%.*s", (int)length, s);
		if (length && !is_annotation(word) && !find_word(expanded, word))
			memset(s, ' ', length);
		free(word);
	}
	parse(&d, rest);
	flags = d.flags;
	declaration_free(&d);
	free(rest);
	return flags;
}

/* A word that is a macro is no name, and what it stands for can have one, or a bound. */
void declaration_parse(struct declaration *d, const char *text, const char *expanded)
{
	const bool is_good = parse(d, text);
	struct declaration e;

	if (!expanded)
		return;
	if (!parse(&e, expanded)) {
		;
	} else if (is_good && same_names(d, &e) && (d->bound || !e.bound)) {
		d->value = e.bound;
		e.bound = NULL;
	} else {
		free(e.declared);
		e.declared = without_name(text, e.name, e.name ? find_word(text, e.name) : NULL);
		e.flags |= annotated_flags(text, expanded);
		e.is_hex = d->is_hex;
		e.is_flags = d->is_flags;
		declaration_free(d);
		*d = e;
		return;
	}
	declaration_free(&e);
}

void declaration_free(struct declaration *d)
{
	free(d->declared);
	free(d->name);
	free(d->type);
	free(d->aka);
	free(d->bound);
	free(d->value);
}

/*
 * Constants
 */

static bool read_sum(const char **s, int64_t *value);

static char next_sign(const char **s)
{
	while (isspace((unsigned char)**s))
		++*s;
	return **s;
}

static bool read_operand(const char **s, int64_t *value)
{
	char digits[64], *end;
	size_t length = 0;

	if (next_sign(s) == '(') {
		++*s;
		if (!read_sum(s, value) || next_sign(s) != ')')
			return false;
		++*s;
		return true;
	}
	if (!isdigit((unsigned char)**s))
		return false;
	/* C23 has 1'000. */
	for (; is_word_char(**s) || **s == '\''; ++*s)
		if (**s != '\'' && length < sizeof(digits) - 1)
			digits[length++] = **s;
	digits[length] = '\0';
	*value = strtoll(digits, &end, 0);
	return !end[strspn(end, "uUlL")];
}

static bool read_product(const char **s, int64_t *value)
{
	int64_t right;
	char sign;

	if (!read_operand(s, value))
		return false;
	while ((sign = next_sign(s)) == '*' || sign == '/') {
		++*s;
		if (!read_operand(s, &right) || (sign == '/' && right <= 0))
			return false;
		*value = sign == '/' ? *value / right : (int64_t)((uint64_t)*value * right);
	}
	return true;
}

static bool read_terms(const char **s, int64_t *value)
{
	int64_t right;
	char sign;

	if (!read_product(s, value))
		return false;
	while ((sign = next_sign(s)) == '+' || sign == '-') {
		++*s;
		if (!read_product(s, &right))
			return false;
		*value = sign == '+' ? (uint64_t)*value + right : (uint64_t)*value - right;
	}
	return true;
}

static bool read_sum(const char **s, int64_t *value)
{
	int64_t right;

	if (!read_terms(s, value))
		return false;
	while (next_sign(s) == '<' && (*s)[1] == '<') {
		*s += 2;
		if (!read_terms(s, &right) || right < 0 || right > 63)
			return false;
		*value = (uint64_t)*value << right;
	}
	return true;
}

bool constant_value(const char *text, int64_t *value)
{
	return strlen(text) <= SDT_MAX_STRING && read_sum(&text, value) && !next_sign(&text);
}
