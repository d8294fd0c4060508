// SPDX-License-Identifier: GPL-2.0-only
/*
 * reader.c - read the text of a type token by token
 *
 * For parameter.c and constant.c, which know the grammar.  This file knows the words that are no
 * part of a type: qualifiers, attributes, what the kernel says about where a pointer points, and
 * how the author wants a value to be shown.
 */
#include "rules/reader.h"

/* Levels of recursion: a text that needs more is not a type, nor a constant. */
#define MAX_STEPS	200

/* What a word beside the type means */
struct word {
	const char *word;
	unsigned int meaning;
};

/* Words that do not change a pointer's value, and what they say about what it points to */
static const struct word annotations[] = {
	{ "__user", SDT_ARG_USER }, { "__percpu", SDT_ARG_PERCPU },
	{ "__seg_gs", SDT_ARG_PERCPU }, { "__rcu", SDT_ARG_RCU }, { "__iomem", SDT_ARG_IOMEM },
	{ "__seg_fs", 0 }, { "__kernel", 0 }, { "__force", 0 }, { "__nocast", 0 },
	{ "__private", 0 }, { "__safe", 0 }, { "restrict", 0 }, { "__restrict", 0 },
	{ "__restrict__", 0 }, { "__extension__", 0 }, { "register", 0 },
};

/* The same in an attribute, which some compilers make of them */
static const struct word tags[] = {
	{ "user", SDT_ARG_USER }, { "percpu", SDT_ARG_PERCPU }, { "rcu", SDT_ARG_RCU },
};

static const struct word qualifiers[] = {
	{ "const", SDT_QUAL_CONST }, { "__const", SDT_QUAL_CONST },
	{ "__const__", SDT_QUAL_CONST }, { "volatile", SDT_QUAL_VOLATILE },
	{ "__volatile", SDT_QUAL_VOLATILE }, { "__volatile__", SDT_QUAL_VOLATILE },
	{ "_Atomic", SDT_QUAL_ATOMIC },
};

static const struct word show_words[] = {
	{ "DTRACE_HEX", SDT_WORD_HEX }, { "DTRACE_FLAGS", SDT_WORD_FLAGS },
	{ "DTRACE_TRUSTED", SDT_WORD_TRUSTED },
};

static const struct word attributes[] = { { "__attribute__", 0 }, { "__attribute", 0 } };

/**
 * sdt_reader_advance - go to the next token
 * @r: the reader
 */
void sdt_reader_advance(struct sdt_reader *r)
{
	const char *s = r->next;

	while (sdt_is_blank(*s))
		s++;
	r->token = s;
	r->kind = !*s ? SDT_TOKEN_END :
		  sdt_is_digit(*s) ? SDT_TOKEN_NUMBER :
		  sdt_is_word_char(*s) ? SDT_TOKEN_WORD :
		  *s == '"' || *s == '\'' ? SDT_TOKEN_LITERAL : SDT_TOKEN_SIGN;
	if (!strncmp(s, "...", 3))
		r->next = s + 3;
	else
		r->next = *s ? sdt_token_end(s) : s;
	r->length = r->next - s;
}

/**
 * sdt_reader_is - test what the token is
 * @r: the reader
 * @text: a word, or a sign
 *
 * Return: true if the token is @text.
 */
bool sdt_reader_is(const struct sdt_reader *r, const char *text)
{
	return r->length && strlen(text) == r->length && !memcmp(r->token, text, r->length);
}

/* Advances if the token is @text. */
bool sdt_reader_take(struct sdt_reader *r, const char *text)
{
	if (!sdt_reader_is(r, text))
		return false;
	sdt_reader_advance(r);
	return true;
}

/* What the token expands to if it is a macro without parameters, or NULL */
static const char *macro_body(const struct sdt_reader *r)
{
	return r->kind == SDT_TOKEN_WORD ? r->all->resolver->macro(r) : NULL;
}

/* If the token is a macro without parameters, continues with what it expands to. */
bool sdt_reader_expand(struct sdt_reader *r)
{
	const char *body = macro_body(r);
	const char *next = body ? r->all->resolver->expand(r, body) : NULL;

	if (!next)
		return false;
	r->next = next;
	sdt_reader_advance(r);
	return true;
}

/* Counts what needs recursion; false if it is too much. */
bool sdt_reader_step(struct sdt_reader *r)
{
	return r->all->steps++ < MAX_STEPS;
}

/* The one of @nr @words that is the text @s, or NULL */
static const struct word *find_word(const struct word *words, size_t nr, const char *s,
				    size_t length)
{
	for (; nr; nr--, words++)
		if (strlen(words->word) == length && !memcmp(words->word, s, length))
			return words;
	return NULL;
}

/* Takes one of @nr @words, which adds to *@meaning. */
static bool take_one_of(struct sdt_reader *r, const struct word *words, size_t nr,
			unsigned int *meaning)
{
	const struct word *found = find_word(words, nr, r->token, r->length);

	if (!found)
		return false;
	*meaning |= found->meaning;
	sdt_reader_advance(r);
	return true;
}

/**
 * sdt_annotation_tag - get what an attribute says about where a pointer points
 * @tag: the text in a "btf_type_tag" attribute
 * @length: of @tag, in bytes
 *
 * Return: SDT_ARG_*, or 0.
 */
unsigned int sdt_annotation_tag(const char *tag, size_t length)
{
	const struct word *found = find_word(tags, ARRAY_SIZE(tags), tag, length);

	return found ? found->meaning : 0;
}

/*
 * Skips to after the bracket that closes the one at the token.  If they are an attribute's, adds
 * what it says to *@flags.
 */
bool sdt_reader_skip_brackets(struct sdt_reader *r, unsigned int *flags)
{
	const char *end = sdt_item_end(r->token + 1, *r->token == '(' ? ')' : ']');

	if (!*end)
		return false;
	for (; flags && r->token < end; sdt_reader_advance(r))
		if (r->kind == SDT_TOKEN_LITERAL && r->length > 2)
			*flags |= sdt_annotation_tag(r->token + 1, r->length - 2);
	r->next = end + 1;
	sdt_reader_advance(r);
	return true;
}

/* Is the token a macro that expands to an attribute, to a qualifier, or to nothing? */
static bool is_qualifier_macro(const struct sdt_reader *r)
{
	static const char attribute[] = "__attribute";
	const char *body = macro_body(r);

	return body && (!*body || !strncmp(body, attribute, strlen(attribute)) ||
			find_word(qualifiers, ARRAY_SIZE(qualifiers), body, strlen(body)));
}

/*
 * Takes a qualifier, an annotation, a word about how the value is shown, or an attribute.  False
 * if there is none.
 */
bool sdt_reader_take_qualifier(struct sdt_reader *r, unsigned int *quals, unsigned int *flags)
{
	unsigned int said = 0;
	bool taken;

	if (r->kind != SDT_TOKEN_WORD)
		return false;
	if (take_one_of(r, show_words, ARRAY_SIZE(show_words), &r->all->words) ||
	    take_one_of(r, qualifiers, ARRAY_SIZE(qualifiers), quals))
		return true;
	taken = take_one_of(r, annotations, ARRAY_SIZE(annotations), &said);
	if (!taken && take_one_of(r, attributes, ARRAY_SIZE(attributes), &said))
		taken = sdt_reader_is(r, "(") && sdt_reader_skip_brackets(r, &said);
	*flags |= said;
	r->all->flags |= said;
	return taken || (is_qualifier_macro(r) && sdt_reader_expand(r));
}
