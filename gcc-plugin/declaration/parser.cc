/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parser.cc - parse what an author wrote before an argument
 *
 * The marker has the text as it stands in the source, before macros are expanded.  It is
 * parsed as a parameter's declaration: specifiers, then a declarator, which may have a
 * name.  scope.cc knows what the names of types mean at the probe.
 *
 * If a type's name is unknown, or "struct" is superfluous or missing ("file *", "struct
 * char *"), the parser remembers that and goes on, so that "foo_t *dp" has a name although
 * it has no type.  A text that is no declaration at all ("len=%d") has neither.
 * "__auto_type", "typeof (x)" and macros with parameters stand for the type of the
 * expression; what is in the brackets is not looked into.
 * Types that the kernel does not use have no type here either: complex and decimal numbers.
 */

#include "declaration/internal.h"
#include "tree.h"
#include "c-tree.h"

/*
 * The token names no known type. It is treated as the name of a type, so that what is
 * declared with it can have a name.
 */
static tree
unknown_type (struct reader *r)
{
  r->all->is_unknown = true;
  if (!r->all->unknown)
    r->all->unknown = xstrndup (r->token, r->length);
  return integer_type_node;
}

/* ---- specifiers ------------------------------------------------------- */

/* How often each word of an arithmetic type occurs, in any order.  */
struct basic_words
{
  int n_long, n_short, n_signed, n_unsigned, n_int;
  int n_other;			/* words that combine only with signs */
  tree other[3];		/* its type: plain, signed, unsigned */
};

static bool
take_basic_word (struct reader *r, struct basic_words *b)
{
  struct { const char *word; int *count; } const counted[] = {
    { "long", &b->n_long }, { "short", &b->n_short }, { "int", &b->n_int },
    { "signed", &b->n_signed }, { "__signed__", &b->n_signed },
    { "__signed", &b->n_signed }, { "unsigned", &b->n_unsigned }
  };
  tree int128 = c_common_type_for_size (128, false);
  struct { const char *word; tree type[3]; } const others[] = {
    { "char", { char_type_node, signed_char_type_node,
		unsigned_char_type_node } },
    { "__int128", { int128, int128, c_common_type_for_size (128, true) } },
    { "void", { void_type_node, NULL_TREE, NULL_TREE } },
    { "_Bool", { boolean_type_node, NULL_TREE, NULL_TREE } },
    { "float", { float_type_node, NULL_TREE, NULL_TREE } },
    { "double", { double_type_node, NULL_TREE, NULL_TREE } }
  };

  for (auto &t : counted)
    if (reader_take (r, t.word))
      {
	++*t.count;
	return true;
      }
  for (auto &t : others)
    if (reader_take (r, t.word))
      {
	b->n_other++;
	memcpy (b->other, t.type, sizeof (b->other));
	return true;
      }
  return false;
}

/* The type that the words make, or null.  */
static tree
basic_type (const struct basic_words *b)
{
  bool u = b->n_unsigned;

  if (b->n_signed + b->n_unsigned > 1 || b->n_int > 1 || b->n_other > 1
      || b->n_short > 1 || b->n_long > 2 || (b->n_short && b->n_long))
    return NULL_TREE;
  if (b->n_other)
    {
      if (b->other[0] == double_type_node && b->n_long == 1 && !b->n_int
	  && !b->n_signed && !u)
	return long_double_type_node;
      if (b->n_int || b->n_short || b->n_long)
	return NULL_TREE;
      return b->other[u ? 2 : b->n_signed ? 1 : 0];
    }
  if (b->n_short)
    return u ? short_unsigned_type_node : short_integer_type_node;
  if (b->n_long == 1)
    return u ? long_unsigned_type_node : long_integer_type_node;
  if (b->n_long == 2)
    return u ? long_long_unsigned_type_node : long_long_integer_type_node;
  return u ? unsigned_type_node : integer_type_node;
}

/*
 * A type; the annotations of what has that type and, if it is a pointer, of what it
 * points to.
 */
struct parsed
{
  tree type;
  unsigned flags;
  unsigned to_flags;
  bool is_vague;	/* an array with a variable bound: "[n + 1]" */
  const char *bound;	/* what is in the brackets if it is an array, or null */
  size_t bound_length;
};

static bool
is_typeof (const struct reader *r)
{
  return reader_is (r, "typeof") || reader_is (r, "__typeof__")
	 || reader_is (r, "__typeof") || reader_is (r, "typeof_unqual");
}

/*
 * Takes "__auto_type", "typeof (x)" or "MACRO (x)", which stand for the expression's type.
 * False if the brackets do not match.
 */
static bool
take_opaque (struct reader *r, tree *type)
{
  const struct reader word = *r;

  r->all->is_opaque = true;
  *type = integer_type_node;
  reader_advance (r);
  if (reader_is (&word, "__auto_type"))
    return true;
  if (is_typeof (&word))
    return reader_skip_expression (r);
  return reader_is (r, "(") && reader_skip_brackets (r, &r->all->flags);
}

/*
 * Takes the name of a type: "foo_t", "struct foo". *TYPE stays null if a word of an
 * arithmetic type or of a macro's expansion follows. False if there is no name.
 */
static bool
take_name (struct reader *r, tree *type)
{
  enum tree_code code = reader_take (r, "struct") ? RECORD_TYPE
			: reader_take (r, "union") ? UNION_TYPE
			: reader_take (r, "enum") ? ENUMERAL_TYPE : ERROR_MARK;
  tree tag = scope_tag (r);

  if (code != ERROR_MARK && tag && TREE_CODE (tag) == code)
    {
      *type = tag;
      reader_advance (r);
      return true;
    }
  if (r->kind != TOKEN_WORD)
    return false;
  if (code != ERROR_MARK)
    {
      struct basic_words basic = {};
      struct reader next = *r;

      r->all->is_guess = true;
      if (take_basic_word (&next, &basic))
	return true;
    }
  if (reader_is (r, "__auto_type") || is_typeof (r) || reader_is_call (r))
    return take_opaque (r, type);
  *type = scope_typedef (r);
  if (!*type && reader_expand (r))
    {
      if (code == ERROR_MARK)
	return true;
      tag = scope_tag (r);
      if (tag && TREE_CODE (tag) == code)
	{
	  r->all->is_guess = false;
	  *type = tag;
	}
      else
	return false;
    }
  if (!*type && scope_keyword (r))
    return false;
  if (!*type && tag)
    {
      r->all->is_guess = true;
      *type = tag;
    }
  if (!*type)
    *type = unknown_type (r);
  reader_advance (r);
  return true;
}

/* Does the opening bracket of "_Atomic (type)" follow?  */
static bool
is_atomic_type (const struct reader *r, int quals, const struct parsed *p, bool any_basic)
{
  return (quals & TYPE_QUAL_ATOMIC) && !p->type && !any_basic && reader_is (r, "(");
}

static bool
read_specifiers (struct reader *r, struct parsed *p)
{
  struct basic_words basic = {};
  bool any_basic = false;
  int quals = 0;

  while (r->kind == TOKEN_WORD || is_atomic_type (r, quals, p, any_basic))
    {
      if (reader_take (r, "("))
	{
	  p->type = declaration_type (r);
	  if (!p->type || !reader_take (r, ")"))
	    return false;
	  continue;
	}
      if (reader_take_qualifier (r, &quals, &p->flags))
	continue;
      if (take_basic_word (r, &basic))
	{
	  any_basic = true;
	  continue;
	}
      if (p->type || any_basic)
	break;
      if (!take_name (r, &p->type))
	return false;
    }
  if (any_basic)
    p->type = p->type ? NULL_TREE : basic_type (&basic);
  if (!p->type || p->type == error_mark_node)
    return false;
  if (POINTER_TYPE_P (p->type))
    p->to_flags = sdt_pointer_flags (p->type);
  p->type = c_build_qualified_type (p->type, quals);
  return true;
}

/* ---- declarators ------------------------------------------------------ */

/*
 * What becomes of a declared name: the text's own is remembered, those of a function's
 * parameters are not.
 */
enum naming { OWN_NAME, PARAMETER_NAME };

static bool read_declaration (struct reader *r, struct parsed *p,
			      enum naming naming);
static bool read_suffixes (struct reader *r, struct parsed *p);

/* As a function's parameter: an array or function becomes a pointer.  */
static void
decay (struct parsed *p)
{
  if (TREE_CODE (p->type) == ARRAY_TYPE)
    p->type = build_pointer_type (TREE_TYPE (p->type));
  else if (TREE_CODE (p->type) == FUNCTION_TYPE)
    p->type = build_pointer_type (p->type);
  else
    return;
  p->to_flags = p->flags;
  p->flags = 0;
  p->is_vague = false;
}

/* The bound of the array *P as text, or null; that of a typedef is a number.  */
static char *
bound_text (const struct parsed *p)
{
  if (TREE_CODE (p->type) != ARRAY_TYPE)
    return NULL;
  if (p->bound)
    return sdt_copy_trimmed (p->bound, p->bound + p->bound_length);
  tree domain = TYPE_DOMAIN (p->type);
  tree last = domain ? TYPE_MAX_VALUE (domain) : NULL_TREE;
  return last && tree_fits_shwi_p (last)
	 ? xasprintf ("%ld", (long) tree_to_shwi (last) + 1) : NULL;
}

/* The parameters of a function, up to the closing bracket, as a list of types.  */
static bool
read_parameters (struct reader *r, tree *list)
{
  *list = NULL_TREE;
  if (reader_take (r, ")"))
    return true;
  do
    {
      struct parsed p = {};

      if (*list && reader_take (r, "..."))
	{
	  *list = nreverse (*list);
	  return reader_take (r, ")");
	}
      if (!read_declaration (r, &p, PARAMETER_NAME))
	return false;
      if (VOID_TYPE_P (p.type))
	{
	  if (*list)
	    return false;
	  *list = void_list_node;
	  return reader_take (r, ")");
	}
      decay (&p);
      *list = tree_cons (NULL_TREE, p.type, *list);
    }
  while (reader_take (r, ","));
  *list = chainon (nreverse (*list), void_list_node);
  return reader_take (r, ")");
}

/*
 * Takes "[16]". *TEXT becomes what is inside, or null, and *N the number, or 0. False
 * if the brackets do not match.
 */
static bool
read_bound (struct reader *r, unsigned *flags, const char **text, size_t *length,
	    HOST_WIDE_INT *n)
{
  struct reader inner = *r;

  *text = NULL;
  *n = 0;
  if (!reader_skip_brackets (r, flags))
    return false;
  reader_advance (&inner);
  /* What C allows before a parameter's bound.  */
  while (reader_take (&inner, "static") || reader_take (&inner, "const")
	 || reader_take (&inner, "volatile") || reader_take (&inner, "restrict"))
    ;
  if (reader_is (&inner, "]"))
    return true;
  const char *end = r->token;
  while (end[-1] != ']')
    end--;
  *text = inner.token;
  *length = end - 1 - inner.token;
  char *copy = sdt_copy_trimmed (inner.token, end - 1), *rest;
  *n = strtoul (copy, &rest, 0);
  rest += strspn (rest, "uUlL");
  if (*rest || *n > INT_MAX || *n < 0)
    *n = 0;
  free (copy);
  return true;
}

/* "[16]" and what follows it; the next dimension is the element's.  */
static bool
read_array (struct reader *r, struct parsed *p)
{
  const char *bound;
  size_t length = 0;
  HOST_WIDE_INT n;

  if (!read_bound (r, &p->flags, &bound, &length, &n))
    return false;
  if (!read_suffixes (r, p) || VOID_TYPE_P (p->type)
      || TREE_CODE (p->type) == FUNCTION_TYPE
      || (!p->is_vague && !COMPLETE_TYPE_P (p->type)))
    return false;
  if (p->is_vague)
    {
      r->all->is_opaque = true;
      p->type = integer_type_node;
    }
  p->type = build_array_type (p->type, n ? build_index_type (size_int (n - 1))
			      : NULL_TREE);
  p->is_vague = bound && !n;
  p->bound = bound;
  p->bound_length = length;
  return true;
}

static bool
read_function (struct reader *r, struct parsed *p)
{
  tree parameters;

  reader_advance (r);
  if (!read_parameters (r, &parameters) || !read_suffixes (r, p)
      || TREE_CODE (p->type) == FUNCTION_TYPE
      || TREE_CODE (p->type) == ARRAY_TYPE)
    return false;
  /* A returned value has no qualifiers.  */
  p->type = build_function_type (build_qualified_type (p->type,
						       TYPE_UNQUALIFIED),
				 parameters);
  p->flags = p->to_flags = 0;
  return true;
}

/* What follows a declarator.  */
static bool
read_suffixes (struct reader *r, struct parsed *p)
{
  if (reader_is (r, "["))
    return read_array (r, p);
  if (reader_is (r, "("))
    return read_function (r, p);
  return true;
}

/* Can the token begin a type?  */
static bool
begins_type (struct reader r)
{
  struct basic_words basic = {};
  unsigned flags = 0;
  int quals = 0;

  return reader_is (&r, "struct") || reader_is (&r, "union")
	 || reader_is (&r, "enum") || is_typeof (&r)
	 || reader_is (&r, "__auto_type") || scope_typedef (&r)
	 || take_basic_word (&r, &basic)
	 || reader_take_qualifier (&r, &quals, &flags);
}

/* Does the opening bracket enclose a declarator, rather than parameters?  */
static bool
is_nested (struct reader r)
{
  reader_advance (&r);
  return reader_is (&r, "*") || reader_is (&r, "(") || reader_is (&r, "[")
	 || (r.kind == TOKEN_WORD && !begins_type (r));
}

/* Skips words and attributes that are no part of the type.  */
static void
skip_attributes (struct reader *r)
{
  unsigned flags = 0;
  int quals = 0;

  while (reader_take_qualifier (r, &quals, &flags))
    ;
}

/* Takes the declared name, if there is one.  */
static void
take_own_name (struct reader *r, enum naming naming)
{
  if (r->kind != TOKEN_WORD || scope_keyword (r))
    return;
  if (naming == OWN_NAME)
    {
      r->all->name = r->token;
      r->all->name_length = r->length;
    }
  reader_advance (r);
  skip_attributes (r);
}

/*
 * Applies a declarator to the type *P: the pointers first, then what is to the right,
 * then what the brackets enclose.
 */
static bool
read_declarator (struct reader *r, struct parsed *p, enum naming naming)
{
  while (reader_take (r, "*"))
    {
      int quals = 0;

      /* A pointer to an array whose bound is not known here */
      r->all->is_opaque |= p->is_vague;
      p->is_vague = false;
      p->type = build_pointer_type (p->type);
      p->bound = NULL;
      p->to_flags = p->flags;
      p->flags = 0;
      while (reader_take_qualifier (r, &quals, &p->flags))
	;
      p->type = c_build_qualified_type (p->type, quals);
    }
  if (reader_is (r, "(") && is_nested (*r))
    {
      struct reader inner = *r;

      if (!reader_skip_brackets (r, &p->flags) || !read_suffixes (r, p))
	return false;
      reader_advance (&inner);
      return read_declarator (&inner, p, naming) && reader_is (&inner, ")");
    }
  take_own_name (r, naming);
  return read_suffixes (r, p);
}

static bool
read_declaration (struct reader *r, struct parsed *p, enum naming naming)
{
  if (!read_specifiers (r, p) || !read_declarator (r, p, naming))
    return false;
  skip_attributes (r);
  return true;
}

/* Takes a type without a name; null if there is none.  */
tree
declaration_type (struct reader *r)
{
  struct parsed p = {};

  return read_declaration (r, &p, PARAMETER_NAME) && !p.is_vague ? p.type
	 : NULL_TREE;
}

/*
 * TEXT without the name that READING found in it. What follows the name is the same
 * even if a macro was expanded before it.
 */
static char *
without_name (const char *text, const struct reading &reading)
{
  size_t length = strlen (text), rest = reading.name ? strlen (reading.name) : 0;
  char *result = xstrdup (text), *name = result + length - rest;

  if (!rest || rest > length || strcmp (name, reading.name))
    return result;
  text += length - rest + reading.name_length;
  while (name > result && ISSPACE (name[-1]) && (!*text || *text == ')'))
    name--;
  memmove (name, text, strlen (text) + 1);
  return result;
}

/*
 * Parses TEXT in SCOPE as a function's parameter, a type and perhaps a name, into *D.
 * This has the annotations of a pointer's target even if the text names no type.
 */
void
sdt_parse_declaration (const char *text, const struct sdt_scope *scope,
		       struct sdt_declaration *d)
{
  struct reading all = {};
  struct reader r = { &all, text, TOKEN_END, text, 0 };
  struct parsed p = {};

  memset (d, 0, sizeof (*d));
  all.scope = scope;
  reader_advance (&r);
  if (!read_declaration (&r, &p, OWN_NAME) || r.kind != TOKEN_END)
    {
      for (; r.kind != TOKEN_END; reader_advance (&r))
	skip_attributes (&r);
      d->text = xstrdup (text);
      d->is_unknown = true;
      d->flags = all.flags;
      free (all.unknown);
    }
  else
    {
      d->bound = bound_text (&p);
      decay (&p);
      if (!p.is_vague && !all.is_unknown && !all.is_opaque)
	d->type = p.type;
      d->text = without_name (text, all);
      d->is_guess = all.is_guess;
      d->is_unknown = all.is_unknown;
      d->unknown = all.unknown;
      /*
       * A value has no address space: an annotation after the last "*" can only be
       * meant for what it points to.
       */
      d->flags = p.to_flags | p.flags;
      if (all.name)
	d->name = xstrndup (all.name, all.name_length);
    }
  d->words = all.words;
  for (char *expansion : all.expansions)
    free (expansion);
}
