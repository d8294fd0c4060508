/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tokens.cc - split what an author wrote before an argument into words
 *
 * For parser.cc and constant.cc, which know what the words mean.  This file knows
 * qualifiers, attributes and the words that say how a value is shown.
 */

#include "declaration/internal.h"
#include "tree.h"
#include "c-family/c-pragma.h"
#include "cpplib.h"

/* Is C part of an identifier, which can have letters that are not ASCII?  */
static bool
is_word_char (char c)
{
  return ISIDNUM (c) || c == '$' || (unsigned char) c >= 0x80;
}

/* Advances to the next token.  */
void
reader_advance (struct reader *r)
{
  const char *s = r->next;

  while (ISSPACE (*s))
    s++;
  r->token = s;
  if (!*s)
    r->kind = TOKEN_END;
  else if (ISDIGIT (*s))
    {
      r->kind = TOKEN_NUMBER;
      while (ISALNUM (*s) || (*s == '\'' && ISALNUM (s[1])))
	s++;
    }
  else if (is_word_char (*s))
    {
      r->kind = TOKEN_WORD;
      while (is_word_char (*s))
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

bool
reader_is (const struct reader *r, const char *text)
{
  return r->kind != TOKEN_END && strlen (text) == r->length
	 && !memcmp (r->token, text, r->length);
}

/* Advances if the token is TEXT.  */
bool
reader_take (struct reader *r, const char *text)
{
  if (!reader_is (r, text))
    return false;
  reader_advance (r);
  return true;
}

/* ---- macros ------------------------------------------------------------ */

/*
 * The limit of macro expansions in one text: enough for any, and it stops a macro that
 * expands to itself.
 */
static const unsigned max_expansions = 16;

static cpp_hashnode *
macro_at (const struct reader *r)
{
  cpp_hashnode *node;

  if (r->kind != TOKEN_WORD)
    return NULL;
  node = cpp_lookup (parse_in, (const unsigned char *) r->token, r->length);
  return node->type == NT_USER_MACRO ? node : NULL;
}

/*
 * What the token expands to as a macro without parameters; null if it is not one, or
 * expands to itself.
 */
static const char *
macro_body (const struct reader *r)
{
  cpp_hashnode *node = macro_at (r);
  const char *definition, *body;

  if (!node || node->value.macro->fun_like)
    return NULL;
  /* "NAME tokens"  */
  definition = (const char *) cpp_macro_definition (parse_in, node);
  body = strchr (definition, ' ');
  body = body ? body + 1 : definition + strlen (definition);
  return strlen (body) == r->length && !memcmp (body, r->token, r->length)
	 ? NULL : body;
}

/*
 * If the token is a macro without parameters, continues with its expansion: a marker
 * has the text before macro expansion.
 */
bool
reader_expand (struct reader *r)
{
  const char *body = macro_body (r);

  if (!body || r->all->expansions.length () == max_expansions)
    return false;
  r->next = concat (body, " ", r->next, NULL);
  r->all->expansions.safe_push (const_cast<char *> (r->next));
  reader_advance (r);
  return true;
}

/* Is the token a macro with parameters?  */
bool
reader_is_call (const struct reader *r)
{
  cpp_hashnode *node = macro_at (r);

  return node && node->value.macro->fun_like;
}

/* ---- words beside the type ------------------------------------------- */

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

/* Words, at any place, that say how the value is shown.  */
static const struct
{
  const char *word;
  unsigned flag;
} show_words[] = {
  { "DTRACE_HEX", SDT_WORD_HEX }, { "DTRACE_FLAGS", SDT_WORD_FLAGS }
};

static void
annotate (struct reader *r, unsigned flag, unsigned *flags)
{
  *flags |= flag;
  r->all->flags |= flag;
}

/* Skips to after the bracket that closes the one at the token.  */
bool
reader_skip_brackets (struct reader *r, unsigned *flags)
{
  int depth = 0;

  do
    {
      if (reader_is (r, "(") || reader_is (r, "["))
	depth++;
      else if (reader_is (r, ")") || reader_is (r, "]"))
	depth--;
      else if (r->kind == TOKEN_STRING)
	annotate (r, annotation_tag (r->token + 1, r->length - 2), flags);
      else if (r->kind == TOKEN_END)
	return false;
      reader_advance (r);
    }
  while (depth);
  return true;
}

/* Is the token a macro that expands to an attribute, to a qualifier, or to nothing?  */
static bool
is_qualifier_macro (const struct reader *r)
{
  const char *body = macro_body (r);

  if (body)
    for (auto &q : qualifiers)
      if (!strcmp (body, q.word))
	return true;
  return body && (!*body || startswith (body, "__attribute"));
}

/*
 * Takes a qualifier, an annotation, a word of ours or an attribute; false if there is
 * none.
 */
bool
reader_take_qualifier (struct reader *r, int *quals, unsigned *flags)
{
  unsigned flag;

  if (r->kind != TOKEN_WORD)
    return false;
  if (annotation_word (r->token, r->length, &flag))
    {
      annotate (r, flag, flags);
      reader_advance (r);
      return true;
    }
  for (auto &w : show_words)
    if (reader_take (r, w.word))
      {
	r->all->words |= w.flag;
	return true;
      }
  for (auto &q : qualifiers)
    if (reader_take (r, q.word))
      {
	*quals |= q.qual;
	return true;
      }
  if (reader_take (r, "__attribute__") || reader_take (r, "__attribute"))
    return reader_is (r, "(") && reader_skip_brackets (r, flags);
  return is_qualifier_macro (r) && reader_expand (r);
}

/* Skips an expression in brackets.  */
bool
reader_skip_expression (struct reader *r)
{
  const char *end;

  if (!reader_is (r, "("))
    return false;
  end = sdt_item_end (r->token + 1, ')');
  if (!*end)
    return false;
  r->next = end + 1;
  reader_advance (r);
  return true;
}

char *
sdt_copy_trimmed (const char *from, const char *to)
{
  while (from < to && ISSPACE (*from))
    from++;
  while (from < to && ISSPACE (to[-1]))
    to--;
  return xstrndup (from, to - from);
}
