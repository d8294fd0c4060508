/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * macro_name.cc - what a macro of the author's own calls a probe's argument
 *
 * A probe in the body of a macro has the same arguments wherever the macro is used, but
 * their expressions differ.  So their names come from the body, whose tokens the
 * preprocessor has kept.
 */

#include "location/internal.h"
#include "c-tree.h"
#include "cpplib.h"

/* Tokens of a macro's body.  */
struct token_range
{
  const cpp_token *begin, *end;
};

/* The bracket that closes the one at T, or null.  */
static const cpp_token *
closing (const cpp_token *t, const cpp_token *end)
{
  int depth = 0;

  for (; t < end; t++)
    switch (t->type)
      {
      case CPP_OPEN_PAREN:
      case CPP_OPEN_SQUARE:
      case CPP_OPEN_BRACE:
	depth++;
	break;
      case CPP_CLOSE_PAREN:
      case CPP_CLOSE_SQUARE:
      case CPP_CLOSE_BRACE:
	if (--depth == 0)
	  return t;
	break;
      default:
	break;
      }
  return NULL;
}

/*
 * The first comma outside brackets, or the bracket that closes one opened before R, or
 * the end.
 */
static const cpp_token *
end_of_item (struct token_range r)
{
  const cpp_token *t = r.begin;

  while (t < r.end && t->type != CPP_COMMA && t->type != CPP_CLOSE_PAREN)
    {
      const cpp_token *close = t;

      if (t->type == CPP_OPEN_PAREN || t->type == CPP_OPEN_SQUARE
	  || t->type == CPP_OPEN_BRACE)
	close = closing (t, r.end);
      t = close ? close + 1 : r.end;
    }
  return t;
}

static bool
is_word (const cpp_token *t)
{
  return t->type == CPP_NAME || t->type == CPP_MACRO_ARG;
}

/*
 * Skips what precedes an operand and does not change its name: brackets around it,
 * casts, "&" and "*".
 */
static struct token_range
strip (struct token_range r)
{
  while (r.begin < r.end)
    {
      const cpp_token *close;

      switch (r.begin->type)
	{
	case CPP_AND:
	case CPP_MULT:
	case CPP_PLUS_PLUS:
	case CPP_MINUS_MINUS:
	  r.begin++;
	  continue;
	case CPP_OPEN_PAREN:
	  close = closing (r.begin, r.end);
	  if (!close)
	    return r;
	  if (close + 1 == r.end)
	    {
	      r.begin++;
	      r.end = close;
	      continue;
	    }
	  if (!is_word (close + 1) && close[1].type != CPP_OPEN_PAREN)
	    return r;
	  r.begin = close + 1;
	  continue;
	default:
	  return r;
	}
    }
  return r;
}

static const cpp_token *name_of (struct token_range r);

/*
 * The name of a call of NAME with the arguments R: its own, or that of a macro's only
 * argument, because READ_ONCE () has none.
 */
static const cpp_token *
name_of_call (const cpp_token *name, struct token_range r)
{
  const cpp_hashnode *node;

  if (name->type != CPP_NAME)
    return name;
  node = name->val.node.node;
  if (cpp_macro_p (node))
    return end_of_item (r) == r.end ? name_of (r) : NULL;
  return startswith ((const char *) NODE_NAME (node), "__")
	 || C_IS_RESERVED_WORD (HT_IDENT_TO_GCC_IDENT (HT_NODE (node)))
	 ? NULL : name;
}

/*
 * The last name in the expression R, or null. argument/field_name.cc finds the same in
 * a tree.
 */
static const cpp_token *
name_of (struct token_range r)
{
  const cpp_token *name = NULL, *close;

  r = strip (r);
  if (r.begin == r.end)
    return NULL;
  if (is_word (r.begin))
    name = r.begin++;
  else if (r.begin->type == CPP_OPEN_PAREN && (close = closing (r.begin, r.end)))
    {
      name = name_of ({ r.begin + 1, close });
      r.begin = close + 1;
    }
  while (name && r.begin < r.end)
    switch (r.begin->type)
      {
      case CPP_DEREF:
      case CPP_DOT:
	name = r.begin + 1 < r.end && is_word (r.begin + 1) ? r.begin + 1 : NULL;
	r.begin += 2;
	break;
      case CPP_PLUS_PLUS:
      case CPP_MINUS_MINUS:
	r.begin++;
	break;
      case CPP_OPEN_PAREN:
      case CPP_OPEN_SQUARE:
	close = closing (r.begin, r.end);
	if (!close)
	  return NULL;
	if (r.begin->type == CPP_OPEN_PAREN)
	  name = name_of_call (name, { r.begin + 1, close });
	r.begin = close + 1;
	break;
      default:
	return NULL;
      }
  return name;
}

/*
 * The tokens of MACRO's body that are the argument with TOKENS; MAP is an expansion of
 * MACRO. None if the macro has been redefined since.
 */
static struct token_range
written_tokens (const line_map_macro *map, const cpp_macro *macro,
		const vec<location_t> &tokens)
{
  const cpp_token *body = macro->exp.tokens;
  const cpp_token *first = NULL, *last = NULL;

  for (location_t loc : tokens)
    {
      location_t place = expansion_body_place (map, loc);
      unsigned i = 0;

      /* Some only keep others apart and come from nowhere.  */
      if (place == UNKNOWN_LOCATION)
	continue;
      while (i < macro->count && body[i].src_loc != place)
	i++;
      if (i == macro->count)
	continue;
      if (!first || body + i < first)
	first = body + i;
      if (!last || body + i > last)
	last = body + i;
    }
  if (!first)
    return { NULL, NULL };
  /* The bracket that closes a macro's arguments is in no expansion.  */
  const cpp_token *end = end_of_item ({ first, body + macro->count });
  return { first, end > last ? end : last + 1 };
}

/*
 * Does the macro leave the argument R to its caller: as part of the whole list, or, if
 * IS_PAIR, as a parameter that follows another one, its type? The macro knows nothing
 * about the arguments of such probes.
 */
static bool
is_callers (struct token_range r, const cpp_macro *macro, bool is_pair)
{
  const cpp_token *t = r.begin;

  if (t->type != CPP_MACRO_ARG)
    return false;
  if (macro->variadic && t->val.macro_arg.arg_no == macro->paramc)
    return true;
  return is_pair && t + 1 == r.end && t - macro->exp.tokens >= 3
	 && t[-1].type == CPP_COMMA && t[-2].type == CPP_MACRO_ARG
	 && (t[-3].type == CPP_COMMA || t[-3].type == CPP_OPEN_PAREN);
}

/* Does R have parameters, and all as they were passed?  */
static bool
has_parameters (struct token_range r)
{
  bool found = false;

  for (const cpp_token *t = r.begin; t < r.end; t++)
    {
      if (t->flags & PASTE_LEFT)
	return false;
      found |= t->type == CPP_MACRO_ARG;
    }
  return found;
}

static char *
token_name (const cpp_token *t)
{
  const cpp_hashnode *node;

  if (!t)
    return xstrdup ("");
  node = t->type == CPP_NAME ? t->val.node.node : t->val.macro_arg.spelling;
  return xstrndup ((const char *) NODE_NAME (node), NODE_LEN (node));
}

/*
 * The name of argument INDEX of the marker at LOC in the body of the author's macro
 * that contains the probe, if a parameter of that macro is part of the argument: a name
 * that does not depend on the caller. "" if the argument has no name there; null if
 * there is no such macro. IS_PAIR says that the argument follows its type.
 */
char *
sdt_macro_arg_name (location_t loc, unsigned index, bool is_pair)
{
  auto_vec<location_t> tokens;
  struct expanded mark = expansion_find_mark (loc);
  const line_map_macro *map;

  if (!mark.map)
    return NULL;
  expansion_find_tokens (loc, index, &tokens);
  while ((map = expansion_enclosing_macro (loc, LOCATION_FILE (mark.body), &loc)))
    {
      cpp_hashnode *node = MACRO_MAP_MACRO (map);

      if (!cpp_macro_p (node) || node->type != NT_USER_MACRO)
	return NULL;
      struct token_range r = written_tokens (map, node->value.macro, tokens);
      if (r.begin == r.end || !has_parameters (r))
	return NULL;
      if (!is_callers (r, node->value.macro, is_pair))
	return token_name (name_of (r));
    }
  return NULL;
}
