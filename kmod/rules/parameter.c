// SPDX-License-Identifier: GPL-2.0-only
/*
 * parameter.c - parse what an author wrote before an argument
 *
 * It is a function's parameter: specifiers, then a declarator, which may have a name.  The text is
 * as in the source, before macros are expanded.  What a word names, and what the types are, only
 * the resolver knows, which is the plugin's or sdtinfo's.
 *
 * If a type's name is unknown, or "struct" is superfluous or missing ("file *", "struct char *"),
 * the parser remembers that and goes on, so that "foo_t *dp" has a name although it has no type.
 * A text that is no declaration at all ("len=%d") has neither.  "__auto_type", "typeof (x)" and
 * macros with parameters stand for the type of the expression; what is in the parentheses is not
 * looked into.
 */
#include "rules/reader.h"

/* A type in the making */
struct parsed {
	void *type;
	unsigned int flags;		/* annotations of what has the type */
	unsigned int to_flags;		/* ... and, if it is a pointer, of what it points to */
	struct sdt_part bound;		/* of an array */
};

/* The text's own name is remembered, those of a function's parameters are not. */
enum naming { OWN_NAME, PARAMETER_NAME };

static bool read_declaration(struct sdt_reader *r, struct parsed *p, enum naming naming);
static bool read_suffixes(struct sdt_reader *r, struct parsed *p);

/*
 * Specifiers
 */

/* The words of an arithmetic type, which can be in any order */
enum { LONG, SHORT, INT, SIGNED, UNSIGNED, CHAR, INT128, VOID, BOOL, FLOAT, DOUBLE, NR_WORDS };

struct basic_words {
	unsigned int nr[NR_WORDS];
	bool any;
};

static bool take_basic_word(struct sdt_reader *r, struct basic_words *b)
{
	static const struct {
		const char *word;
		unsigned int what;
	} words[] = {
		{ "long", LONG }, { "short", SHORT }, { "int", INT }, { "signed", SIGNED },
		{ "__signed__", SIGNED }, { "__signed", SIGNED }, { "unsigned", UNSIGNED },
		{ "char", CHAR }, { "__int128", INT128 }, { "void", VOID }, { "_Bool", BOOL },
		{ "float", FLOAT }, { "double", DOUBLE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (sdt_reader_take(r, words[i].word)) {
			b->nr[words[i].what]++;
			b->any = true;
			return true;
		}
	return false;
}

/* The type that the words make, or NULL */
static void *make_basic(const struct sdt_reader *r, const struct basic_words *b)
{
	const unsigned int *nr = b->nr, nr_signs = nr[SIGNED] + nr[UNSIGNED];
	const unsigned int nr_alone = nr[VOID] + nr[BOOL] + nr[FLOAT] + nr[DOUBLE];
	const unsigned int nr_others = nr_alone + nr[CHAR] + nr[INT128];
	unsigned int basic;

	if (nr_signs > 1 || nr[INT] > 1 || nr_others > 1 || nr[SHORT] > 1 || nr[LONG] > 2 ||
	    (nr[SHORT] && nr[LONG]))
		return NULL;
	if (nr[DOUBLE] && nr[LONG] == 1 && !nr[INT] && !nr_signs)
		basic = SDT_LDOUBLE;
	else if (nr_others && (nr[INT] || nr[SHORT] || nr[LONG] || (nr_alone && nr_signs)))
		return NULL;
	else if (nr_alone)
		basic = nr[VOID] ? SDT_VOID : nr[BOOL] ? SDT_BOOL :
			nr[FLOAT] ? SDT_FLOAT : SDT_DOUBLE;
	else if (nr[CHAR] && !nr_signs)
		basic = SDT_CHAR;
	else
		basic = (nr[CHAR] ? SDT_SCHAR : nr[INT128] ? SDT_INT128 :
			 nr[SHORT] ? SDT_SHORT : nr[LONG] == 2 ? SDT_LLONG :
			 nr[LONG] ? SDT_LONG : SDT_INT) + nr[UNSIGNED];
	return r->all->resolver->basic(r, (enum sdt_basic)basic);
}

static bool is_typeof(const struct sdt_reader *r)
{
	return sdt_reader_is(r, "typeof") || sdt_reader_is(r, "__typeof__") ||
	       sdt_reader_is(r, "__typeof") || sdt_reader_is(r, "typeof_unqual");
}

static bool is_call(const struct sdt_reader *r)
{
	struct sdt_reader next = *r;

	sdt_reader_advance(&next);
	return sdt_reader_is(&next, "(") && r->all->resolver->is_call(r);
}

static bool is_keyword(const struct sdt_reader *r)
{
	return r->all->resolver->is_keyword && r->all->resolver->is_keyword(r);
}

static enum sdt_tag take_tag(struct sdt_reader *r)
{
	return sdt_reader_take(r, "struct") ? SDT_STRUCT : sdt_reader_take(r, "union") ? SDT_UNION :
	       sdt_reader_take(r, "enum") ? SDT_ENUM : SDT_NO_TAG;
}

/* The type in place of one that is not known: what is declared with it can have a name. */
static void *stand_in(const struct sdt_reader *r)
{
	return r->all->resolver->basic(r, SDT_INT);
}

/* Takes "__auto_type", "typeof (x)" or "MACRO (x)"; no type if a parenthesis is missing. */
static bool take_opaque(struct sdt_reader *r, struct parsed *p)
{
	const bool is_auto = sdt_reader_is(r, "__auto_type");

	if (!is_auto && !is_typeof(r) && !is_call(r))
		return false;
	r->all->is_opaque = true;
	sdt_reader_advance(r);
	if (is_auto || (sdt_reader_is(r, "(") && sdt_reader_skip_brackets(r, NULL)))
		p->type = stand_in(r);
	return true;
}

/* Takes the name of a type, behind a @tag or not; false if the token is none. */
static bool take_name(struct sdt_reader *r, struct parsed *p, enum sdt_tag tag)
{
	struct sdt_part *unknown = &r->all->unknown;

	if (take_opaque(r, p))
		return p->type;
	p->type = r->all->resolver->named(r, tag);
	if (!p->type) {
		if (is_keyword(r))
			return false;
		if (!unknown->s)
			*unknown = (struct sdt_part){ r->token, r->token + r->length };
		p->type = stand_in(r);
	}
	sdt_reader_advance(r);
	return true;
}

/* Takes "(type)", which can follow "_Atomic". */
static bool take_atomic(struct sdt_reader *r, struct parsed *p)
{
	if (!sdt_reader_take(r, "("))
		return false;
	p->type = sdt_read_type(r);
	return p->type && sdt_reader_take(r, ")");
}

static bool read_specifiers(struct sdt_reader *r, struct parsed *p)
{
	struct basic_words basic = {};
	enum sdt_tag tag = SDT_NO_TAG;
	unsigned int quals = 0;

	for (;;) {
		if (sdt_reader_take_qualifier(r, &quals, &p->flags) ||
		    take_basic_word(r, &basic))
			continue;
		if (p->type || basic.any)
			break;
		if (quals & SDT_QUAL_ATOMIC && take_atomic(r, p))
			continue;
		if (r->kind != SDT_TOKEN_WORD)
			return false;
		if (sdt_reader_expand(r))
			continue;
		if (!tag) {
			tag = take_tag(r);
			if (tag)
				continue;
		}
		if (!take_name(r, p, tag))
			return false;
	}
	if (basic.any) {
		r->all->is_guess |= tag != SDT_NO_TAG;
		p->type = p->type ? NULL : make_basic(r, &basic);
	}
	if (p->type)
		p->type = r->all->resolver->qualified(r, p->type, quals, &p->to_flags);
	return p->type;
}

/*
 * Declarators
 */

/* Can the token begin a type? */
static bool begins_type(struct sdt_reader r)
{
	struct basic_words basic = {};
	unsigned int ignored = 0;

	return take_tag(&r) || is_typeof(&r) || sdt_reader_is(&r, "__auto_type") ||
	       take_basic_word(&r, &basic) ||
	       sdt_reader_take_qualifier(&r, &ignored, &ignored) || r.all->resolver->is_type(&r);
}

/* Does the opening parenthesis enclose a declarator, rather than parameters? */
static bool is_nested(struct sdt_reader r)
{
	sdt_reader_advance(&r);
	return sdt_reader_is(&r, "*") || sdt_reader_is(&r, "(") || sdt_reader_is(&r, "[") ||
	       (r.kind == SDT_TOKEN_WORD && !begins_type(r));
}

/* Skips words and attributes that are no part of the type. */
static void skip_attributes(struct sdt_reader *r)
{
	unsigned int ignored = 0;

	while (sdt_reader_take_qualifier(r, &ignored, &ignored))
		;
}

/* Takes the declared name, if there is one. */
static void take_own_name(struct sdt_reader *r, enum naming naming)
{
	if (r->kind != SDT_TOKEN_WORD || is_keyword(r))
		return;
	if (naming == OWN_NAME)
		r->all->name = (struct sdt_part){ r->token, r->token + r->length };
	sdt_reader_advance(r);
	skip_attributes(r);
}

/* An array or a function as a parameter is a pointer. */
static void decay(struct sdt_reader *r, struct parsed *p)
{
	void *type = r->all->resolver->decayed(r, p->type);

	if (type == p->type)
		return;
	p->type = type;
	p->to_flags = p->flags;
	p->flags = 0;
}

/* "[16]" and what follows it; the next dimension is the element's. */
static bool read_array(struct sdt_reader *r, struct parsed *p)
{
	struct sdt_reader inner = *r;
	struct sdt_part bound;

	if (!sdt_reader_skip_brackets(r, NULL))
		return false;
	sdt_reader_advance(&inner);
	/* What C allows before a parameter's bound */
	while (sdt_reader_take(&inner, "static") || sdt_reader_take(&inner, "const") ||
	       sdt_reader_take(&inner, "volatile") || sdt_reader_take(&inner, "restrict"))
		;
	bound = sdt_trimmed(inner.token, sdt_item_end(inner.token, ']'));
	if (!read_suffixes(r, p))
		return false;
	p->type = r->all->resolver->array(r, p->type, bound);
	p->bound = bound;
	return p->type;
}

/* The parameters of a function, up to the closing parenthesis */
static bool read_parameters(struct sdt_reader *r, void **list, bool *is_open)
{
	if (sdt_reader_is(r, ")"))
		return true;
	do {
		struct parsed p = {};

		*is_open = *list && sdt_reader_take(r, "...");
		if (*is_open)
			break;
		if (!read_declaration(r, &p, PARAMETER_NAME))
			return false;
		decay(r, &p);
		*list = r->all->resolver->listed(r, *list, p.type);
		if (!*list)
			return false;
	} while (sdt_reader_take(r, ","));
	return sdt_reader_is(r, ")");
}

static bool read_function(struct sdt_reader *r, struct parsed *p)
{
	struct sdt_part written = { r->token, NULL };
	bool is_open = false;
	void *list = NULL;

	sdt_reader_advance(r);
	if (!read_parameters(r, &list, &is_open))
		return false;
	written.end = r->next;
	sdt_reader_advance(r);
	if (!read_suffixes(r, p))
		return false;
	p->type = r->all->resolver->function(r, p->type, list, is_open, written);
	p->flags = p->to_flags = 0;
	return p->type;
}

/* What follows a declarator */
static bool read_suffixes(struct sdt_reader *r, struct parsed *p)
{
	if (sdt_reader_is(r, "["))
		return sdt_reader_step(r) && read_array(r, p);
	if (sdt_reader_is(r, "("))
		return sdt_reader_step(r) && read_function(r, p);
	return true;
}

/*
 * Applies a declarator to the type of @p: the pointers first, then what is to the right, then what
 * the parentheses enclose.
 */
static bool read_declarator(struct sdt_reader *r, struct parsed *p, enum naming naming)
{
	while (sdt_reader_take(r, "*")) {
		unsigned int quals = 0;

		p->bound.s = NULL;
		p->to_flags = p->flags;
		p->flags = 0;
		while (sdt_reader_take_qualifier(r, &quals, &p->flags))
			;
		p->type = r->all->resolver->pointer(r, p->type, quals);
	}
	if (sdt_reader_is(r, "(") && is_nested(*r)) {
		struct sdt_reader inner = *r;

		if (!sdt_reader_step(r) || !sdt_reader_skip_brackets(r, NULL) ||
		    !read_suffixes(r, p))
			return false;
		sdt_reader_advance(&inner);
		return read_declarator(&inner, p, naming) && sdt_reader_is(&inner, ")");
	}
	take_own_name(r, naming);
	return read_suffixes(r, p);
}

static bool read_declaration(struct sdt_reader *r, struct parsed *p, enum naming naming)
{
	if (!sdt_reader_step(r) || !read_specifiers(r, p) || !read_declarator(r, p, naming))
		return false;
	skip_attributes(r);
	return true;
}

/* Takes a type without a name; NULL if there is none. */
void *sdt_read_type(struct sdt_reader *r)
{
	struct parsed p = {};

	return read_declaration(r, &p, PARAMETER_NAME) ? p.type : NULL;
}

/**
 * sdt_parse_parameter - parse what an author wrote before an argument
 * @parameter: has the resolver and its data, else zeros; set to what @text says
 * @text: a type, which may have a name
 *
 * The resolver can make a type in vain.
 *
 * Return: false if @text is not a declaration.  Then only @flags and @words are set, to all that
 * the words in @text say.
 */
bool sdt_parse_parameter(struct sdt_parameter *parameter, const char *text)
{
	struct sdt_reader r = { parameter, text, SDT_TOKEN_END, text, 0 };
	struct parsed p = {};

	sdt_reader_advance(&r);
	if (!read_declaration(&r, &p, OWN_NAME) || r.kind != SDT_TOKEN_END) {
		for (; r.kind != SDT_TOKEN_END; sdt_reader_advance(&r))
			skip_attributes(&r);
		parameter->name.s = parameter->unknown.s = NULL;
		return false;
	}
	decay(&r, &p);
	parameter->type = p.type;
	parameter->bound = p.bound;
	/*
	 * A value has no address space: an annotation after the last "*" can only be meant for
	 * what it points to.
	 */
	parameter->flags = p.to_flags | p.flags;
	return true;
}

/* Where @text has the name @part, which was found in an expansion of @text; or NULL */
static const char *find_name(const char *text, struct sdt_part part)
{
	const size_t length = part.end - part.s, rest = strlen(part.s);
	struct sdt_reader r = { NULL, text, SDT_TOKEN_END, text, 0 };
	const char *tail = text + strlen(text), *found = NULL;

	/* If the macro is in front of the name, the text behind the name is the same. */
	tail -= rest <= strlen(text) ? rest : 0;
	if (!strcmp(tail, part.s) && (tail == text || !sdt_is_word_char(tail[-1])))
		return tail;
	for (sdt_reader_advance(&r); r.kind != SDT_TOKEN_END; sdt_reader_advance(&r))
		if (r.length == length && !memcmp(r.token, part.s, length))
			found = r.token;
	return found;
}

/**
 * sdt_without_name - copy the text of a declaration without the name
 * @to: filled with the copy, without blanks at its ends; has a byte more than @text
 * @text: what an author wrote
 * @name: the name in @text, or in what macros in it expand to; its @s is NULL if there is none
 */
void sdt_without_name(char *to, const char *text, struct sdt_part name)
{
	const char *end = text + strlen(text), *found = name.s ? find_name(text, name) : NULL;
	const char *front_end = found ? found : end;
	const char *rest = found ? found + (name.end - name.s) : end;
	const struct sdt_part front = sdt_trimmed(text, front_end), back = sdt_trimmed(rest, end);
	const bool is_apart = front.s < front.end && back.s < back.end && *back.s != ')' &&
			      (front.end < front_end || back.s > rest);

	snprintf(to, strlen(text) + 1, "%.*s%s%.*s", (int)(front.end - front.s), front.s,
		 is_apart ? " " : "", (int)(back.end - back.s), back.s);
}
