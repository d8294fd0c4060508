/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * declared.cc - the type that an author wrote before an argument
 *
 * A marker holds it as text, as it stands in the source, before macros are
 * expanded.  This is a parser of C's type names: specifiers, then an abstract
 * declarator.  Names mean what they mean where the probe stands: types of the
 * enclosing blocks hide those of the file.
 *
 * A text that is no type name here ("file *", "struct char *", "typeof (x)")
 * has no type, and that is no error.  Nor has one in C that nobody writes in a
 * kernel: _Atomic (type), complex and decimal numbers.
 */

#include "sdt_plugin.h"
#include "c-tree.h"
#include "fold-const.h"
#include "stringpool.h"

/* ---- words and signs ------------------------------------------------- */

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_NUMBER, TOKEN_STRING,
		  TOKEN_SIGN };

/* A place in the text, and the token there.  */
struct reader
{
  const struct sdt_scope *scope;
  unsigned *seen;		/* all annotations so far */
  const char *next;		/* behind the token */
  enum token_kind kind;
  const char *token;
  size_t length;
};

static void
advance (struct reader *r)
{
  const char *s = r->next;

  while (ISSPACE (*s))
    s++;
  r->token = s;
  if (!*s)
    r->kind = TOKEN_END;
  else if (ISIDST (*s))
    {
      r->kind = TOKEN_WORD;
      while (ISIDNUM (*s))
	s++;
    }
  else if (ISDIGIT (*s))
    {
      r->kind = TOKEN_NUMBER;
      while (ISALNUM (*s))
	s++;
    }
  else if (*s == '"')
    {
      r->kind = TOKEN_STRING;
      for (s++; *s && *s != '"'; s++)
	;
      s += *s == '"';
    }
  else
    {
      r->kind = TOKEN_SIGN;
      s += startswith (s, "...") ? 3 : 1;
    }
  r->length = s - r->token;
  r->next = s;
}

static bool
is_token (const struct reader *r, const char *text)
{
  return r->kind != TOKEN_END && strlen (text) == r->length
	 && !memcmp (r->token, text, r->length);
}

/* Goes on if the token is TEXT.  */
static bool
take (struct reader *r, const char *text)
{
  if (!is_token (r, text))
    return false;
  advance (r);
  return true;
}

/* ---- annotations and qualifiers -------------------------------------- */

struct annotation
{
  const char *word;
  const char *tag;	/* what the kernel's macro expands to may say */
  unsigned flag;
};

/* Words that say where a pointer points to or how it may be used, and change
   nothing about its value.  */
static const struct annotation annotations[] = {
  { "__user", "\"user\"", SDT_ARG_USER },
  { "__percpu", "\"percpu\"", SDT_ARG_PERCPU },
  { "__seg_gs", NULL, SDT_ARG_PERCPU },
  { "__rcu", "\"rcu\"", SDT_ARG_RCU },
  { "__iomem", NULL, SDT_ARG_IOMEM },
  { "__seg_fs", NULL, 0 }, { "__kernel", NULL, 0 }, { "__force", NULL, 0 },
  { "__nocast", NULL, 0 }, { "__private", NULL, 0 }, { "__safe", NULL, 0 },
  { "restrict", NULL, 0 }, { "__restrict", NULL, 0 },
  { "__restrict__", NULL, 0 }, { "__extension__", NULL, 0 }
};

static const struct
{
  const char *word;
  int qual;
} qualifiers[] = {
  { "const", TYPE_QUAL_CONST }, { "__const", TYPE_QUAL_CONST },
  { "__const__", TYPE_QUAL_CONST }, { "volatile", TYPE_QUAL_VOLATILE },
  { "__volatile", TYPE_QUAL_VOLATILE }, { "__volatile__", TYPE_QUAL_VOLATILE },
  { "_Atomic", TYPE_QUAL_ATOMIC }
};

static void
annotate (struct reader *r, unsigned flag, unsigned *flags)
{
  *flags |= flag;
  *r->seen |= flag;
}

/* Goes behind the bracket that closes the one which is the token.  */
static bool
skip_brackets (struct reader *r, unsigned *flags)
{
  int depth = 0;

  do
    {
      if (is_token (r, "(") || is_token (r, "["))
	depth++;
      else if (is_token (r, ")") || is_token (r, "]"))
	depth--;
      else if (r->kind == TOKEN_STRING)
	{
	  for (const struct annotation &a : annotations)
	    if (a.tag && is_token (r, a.tag))
	      annotate (r, a.flag, flags);
	}
      else if (r->kind == TOKEN_END)
	return false;
      advance (r);
    }
  while (depth);
  return true;
}

/* Takes a qualifier, an annotation or an attribute; false if there is none.  */
static bool
take_qualifier (struct reader *r, int *quals, unsigned *flags)
{
  if (r->kind != TOKEN_WORD)
    return false;
  for (const struct annotation &a : annotations)
    if (take (r, a.word))
      {
	annotate (r, a.flag, flags);
	return true;
      }
  for (auto &q : qualifiers)
    if (take (r, q.word))
      {
	*quals |= q.qual;
	return true;
      }
  if (take (r, "__attribute__") || take (r, "__attribute"))
    return is_token (r, "(") && skip_brackets (r, flags);
  return false;
}

/* ---- names ------------------------------------------------------------ */

/* The declaration that ID means in SCOPE, or null.  */
static tree
visible_decl (const struct sdt_scope *scope, tree id)
{
  for (unsigned i = scope->binds.length (); i--; )
    for (tree v = BIND_EXPR_VARS (scope->binds[i]); v; v = DECL_CHAIN (v))
      if (DECL_NAME (v) == id)
	return v;
  for (tree v = DECL_ARGUMENTS (scope->fndecl); v; v = DECL_CHAIN (v))
    if (DECL_NAME (v) == id)
      return v;
  return identifier_global_value (id);
}

/* The struct, union or enum type that ID means in SCOPE, or null.  The front
   end leaves a declaration without a name for each tag of a block.  */
static tree
visible_tag (const struct sdt_scope *scope, tree id)
{
  for (unsigned i = scope->binds.length (); i--; )
    for (tree v = BIND_EXPR_VARS (scope->binds[i]); v; v = DECL_CHAIN (v))
      if (TREE_CODE (v) == TYPE_DECL && !DECL_NAME (v)
	  && TYPE_NAME (TREE_TYPE (v)) == id)
	return TREE_TYPE (v);
  return identifier_global_tag (id);
}

static tree
token_identifier (const struct reader *r)
{
  char *name = xstrndup (r->token, r->length);
  tree id = r->kind == TOKEN_WORD ? maybe_get_identifier (name) : NULL_TREE;

  free (name);
  return id;
}

/* "struct foo", of which the first word has been taken.  */
static tree
take_tag (struct reader *r, enum tree_code code)
{
  tree id = token_identifier (r);
  tree type = id ? visible_tag (r->scope, id) : NULL_TREE;

  advance (r);
  return type && TREE_CODE (type) == code ? type : NULL_TREE;
}

static tree
take_typedef (struct reader *r)
{
  tree id = token_identifier (r);
  tree decl = id ? visible_decl (r->scope, id) : NULL_TREE;
  tree type = NULL_TREE;

  if (decl && TREE_CODE (decl) == TYPE_DECL)
    type = TREE_TYPE (decl);
  else if (!decl && is_token (r, "bool"))
    type = boolean_type_node;		/* it is a macro or a keyword */
  advance (r);
  return type;
}

/* ---- specifiers ------------------------------------------------------- */

/* How often each word of an arithmetic type was there, in any order.  */
struct basic_words
{
  int n_long, n_short, n_signed, n_unsigned, n_int;
  int n_other;			/* words that stand alone or with signs */
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
    if (take (r, t.word))
      {
	++*t.count;
	return true;
      }
  for (auto &t : others)
    if (take (r, t.word))
      {
	b->n_other++;
	memcpy (b->other, t.type, sizeof (b->other));
	return true;
      }
  return false;
}

/* The type that the words make together, or null.  */
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

/* A type; the annotations of what has that type and, if it is a pointer, of
   what it points to.  */
struct parsed
{
  tree type;
  unsigned flags;
  unsigned to_flags;
  bool is_vague;	/* an array whose bound is no number: "[N + 1]" */
};

static bool
read_specifiers (struct reader *r, struct parsed *p)
{
  struct basic_words basic = {};
  bool any_basic = false;
  int quals = 0;

  while (r->kind == TOKEN_WORD)
    {
      if (take_qualifier (r, &quals, &p->flags))
	continue;
      if (take_basic_word (r, &basic))
	{
	  any_basic = true;
	  continue;
	}
      if (p->type || any_basic)
	break;
      p->type = take (r, "struct") ? take_tag (r, RECORD_TYPE)
		: take (r, "union") ? take_tag (r, UNION_TYPE)
		: take (r, "enum") ? take_tag (r, ENUMERAL_TYPE)
		: take_typedef (r);
      if (!p->type)
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

static bool read_type_name (struct reader *r, struct parsed *p, bool may_name);
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

/* The parameters of a function, up to the closing bracket, as a list of
   types.  */
static bool
read_parameters (struct reader *r, tree *list)
{
  *list = NULL_TREE;
  if (take (r, ")"))
    return true;
  do
    {
      struct parsed p = {};

      if (*list && take (r, "..."))
	{
	  *list = nreverse (*list);
	  return take (r, ")");
	}
      if (!read_type_name (r, &p, true))
	return false;
      if (VOID_TYPE_P (p.type))
	{
	  if (*list)
	    return false;
	  *list = void_list_node;
	  return take (r, ")");
	}
      decay (&p);
      *list = tree_cons (NULL_TREE, p.type, *list);
    }
  while (take (r, ","));
  *list = chainon (nreverse (*list), void_list_node);
  return take (r, ")");
}

/* "[16]" and what follows it; the dimension to the right is the element.  */
static bool
read_array (struct reader *r, struct parsed *p)
{
  struct reader bound = *r;
  unsigned long n = 0;
  bool is_vague = false;

  if (!skip_brackets (r, &p->flags))
    return false;
  advance (&bound);
  if (bound.kind == TOKEN_NUMBER)
    n = strtoul (bound.token, NULL, 0);
  if (!is_token (&bound, "]"))
    {
      is_vague = n == 0 || n > INT_MAX;
      advance (&bound);
      is_vague |= !is_token (&bound, "]");
    }
  if (!read_suffixes (r, p) || p->is_vague || VOID_TYPE_P (p->type)
      || TREE_CODE (p->type) == FUNCTION_TYPE || !COMPLETE_TYPE_P (p->type))
    return false;
  p->type = build_array_type (p->type, n && !is_vague
			      ? build_index_type (size_int (n - 1))
			      : NULL_TREE);
  p->is_vague = is_vague;
  return true;
}

static bool
read_function (struct reader *r, struct parsed *p)
{
  tree parameters;

  advance (r);
  if (!read_parameters (r, &parameters) || !read_suffixes (r, p)
      || TREE_CODE (p->type) == FUNCTION_TYPE
      || TREE_CODE (p->type) == ARRAY_TYPE)
    return false;
  /* What a function returns is a value, and that has no qualifiers.  */
  p->type = build_function_type (build_qualified_type (p->type,
						       TYPE_UNQUALIFIED),
				 parameters);
  p->flags = p->to_flags = 0;
  return true;
}

/* What stands to the right of a declarator.  */
static bool
read_suffixes (struct reader *r, struct parsed *p)
{
  if (is_token (r, "["))
    return read_array (r, p);
  if (is_token (r, "("))
    return read_function (r, p);
  return true;
}

/* Is the opening bracket around a declarator, and not around parameters?  */
static bool
is_nested (struct reader r)
{
  advance (&r);
  return is_token (&r, "*") || is_token (&r, "(") || is_token (&r, "[");
}

/* Applies a declarator to the type *P: the pointers first, then what is to
   the right, then what the brackets enclose.  */
static bool
read_declarator (struct reader *r, struct parsed *p, bool may_name)
{
  while (take (r, "*"))
    {
      int quals = 0;

      if (p->is_vague)
	return false;
      p->type = build_pointer_type (p->type);
      p->to_flags = p->flags;
      p->flags = 0;
      while (take_qualifier (r, &quals, &p->flags))
	;
      p->type = c_build_qualified_type (p->type, quals);
    }
  if (is_token (r, "(") && is_nested (*r))
    {
      struct reader inner = *r;

      if (!skip_brackets (r, &p->flags) || !read_suffixes (r, p))
	return false;
      advance (&inner);
      return read_declarator (&inner, p, may_name) && is_token (&inner, ")");
    }
  if (may_name && r->kind == TOKEN_WORD)
    advance (r);
  return read_suffixes (r, p);
}

static bool
read_type_name (struct reader *r, struct parsed *p, bool may_name)
{
  return read_specifiers (r, p) && read_declarator (r, p, may_name);
}

/* The type that TEXT names in SCOPE, as a parameter of a function would have
   it, or null.  *FLAGS becomes what the text's annotations say of a pointer's
   target, even if the text names no type.  */
tree
sdt_declared_type (const char *text, const struct sdt_scope *scope,
		   unsigned *flags)
{
  struct reader r = { scope, flags, text, TOKEN_END, text, 0 };
  struct parsed p = {};

  *flags = 0;
  advance (&r);
  if (!read_type_name (&r, &p, false) || r.kind != TOKEN_END)
    {
      int quals = 0;

      while (r.kind != TOKEN_END)
	if (!take_qualifier (&r, &quals, flags))
	  advance (&r);
      return NULL_TREE;
    }
  decay (&p);
  /* A value lies in no address space: an annotation behind the last "*" can
     only be meant for what it points to.  */
  *flags = p.to_flags | p.flags;
  return p.is_vague ? NULL_TREE : p.type;
}
