/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * macro_name.cc - what a macro of the author's own calls a probe's argument
 *
 * A macro whose body names the probe makes the same probe wherever it is used, but the
 * arguments' expressions differ.  So the arguments' names come from the body, whose tokens
 * the preprocessor has kept:
 *
 *	#define TRACE_ERR(e)		DTRACE_PROBE1 (err, int, e)
 *
 * A macro that takes the probe's name from its caller makes another probe with each use.
 * A parameter that it passes on has the name of the caller's expression:
 *
 *	#define TRACE(id, t, a)		DTRACE_PROBE1 (trace__##id, t, a)
 *
 * The caller may be the body of another macro, to which the same applies.
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
      location_t place = expansion_body_place (map, &loc);
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

/* A set of a macro's arguments or parameters, as bits.  */
typedef unsigned HOST_WIDE_INT arg_set;

static arg_set
arg_bit (unsigned arg)
{
  return arg < HOST_BITS_PER_WIDE_INT ? HOST_WIDE_INT_1U << arg : 0;
}

/* A macro's body that is on the way from a probe to its author's line.  */
struct enclosing
{
  const line_map_macro *map;	/* the expansion */
  const cpp_macro *macro;
  const cpp_token *call;	/* the name of the next macro towards the probe */
  arg_set names;		/* the call's arguments that name the probe */
};

/*
 * Goes from the marker at *LOC to the next macro with a body that it is in, and *LOC to
 * where that is used. False if there is no such macro, or it has been redefined since.
 */
static bool
next_enclosing (location_t *loc, const char *header, struct enclosing *m)
{
  location_t call;

  do
    {
      m->map = expansion_enclosing_macro (*loc, header, &call, loc);
      if (!m->map)
	return false;
      cpp_hashnode *node = MACRO_MAP_MACRO (m->map);
      if (!cpp_macro_p (node) || node->type != NT_USER_MACRO)
	return false;
      m->macro = node->value.macro;
    }
  while (!m->macro->fun_like);
  for (unsigned i = 0; i < m->macro->count; i++)
    if (m->macro->exp.tokens[i].src_loc == call)
      {
	m->call = &m->macro->exp.tokens[i];
	return true;
      }
  return false;
}

/* Advances from an argument of a call to the next; false behind the last.  */
static bool
next_argument (struct token_range *arg, const cpp_token *end)
{
  if (arg->end == end || arg->end->type != CPP_COMMA)
    return false;
  arg->begin = arg->end + 1;
  arg->end = end_of_item ({ arg->begin, end });
  return true;
}

/*
 * The parameters of M's macro that are part of the probe's name. *WHOLE becomes the last
 * one that is passed on as it is, not pasted to another token, or null.
 */
static arg_set
naming_parameters (const struct enclosing *m, const cpp_token **whole)
{
  const cpp_token *end = m->macro->exp.tokens + m->macro->count;
  struct token_range arg = { m->call, m->call + 1 };
  arg_set result = 0;

  *whole = NULL;
  if (arg.end == end || arg.end->type != CPP_OPEN_PAREN)
    return 0;
  arg.begin = arg.end + 1;
  arg.end = end_of_item ({ arg.begin, end });
  unsigned i = 0;
  do
    {
      if (!(m->names & arg_bit (i)))
	continue;
      for (const cpp_token *t = arg.begin; t < arg.end; t++)
	if (t->type == CPP_MACRO_ARG)
	  {
	    result |= arg_bit (t->val.macro_arg.arg_no - 1);
	    if (arg.begin + 1 == arg.end)
	      *whole = t;
	  }
    }
  while (i++, next_argument (&arg, end));
  return result;
}

/* Replaces the TOKENS of an argument by those that M's macro got for its PARAMETER.  */
static void
keep_passed (const struct enclosing *m, const cpp_token *parameter,
	     vec<location_t> *tokens)
{
  unsigned nr = 0;

  for (location_t loc : *tokens)
    if (expansion_body_place (m->map, &loc) == parameter->src_loc)
      (*tokens)[nr++] = loc;
  tokens->truncate (nr);
}

/*
 * The name of argument INDEX of the marker at LOC in the body of the author's macro that
 * names the probe, if a parameter of that macro is part of the argument. "" if the
 * argument has no name there; null if there is no such macro: then the name is that of
 * the expression, and *PARAMETER that of the parameter that hands it to the outermost
 * macro, if there is one. The first NR_NAMES arguments of our macro name the probe.
 */
char *
sdt_macro_arg_name (location_t loc, unsigned index, unsigned nr_names,
		    char **parameter)
{
  auto_vec<location_t> tokens;
  struct expanded mark = expansion_find_mark (loc);
  struct enclosing m = { NULL, NULL, NULL, arg_bit (nr_names) - 1 };

  *parameter = NULL;
  if (!mark.map)
    return NULL;
  expansion_find_tokens (loc, index, &tokens);
  while (next_enclosing (&loc, LOCATION_FILE (mark.body), &m))
    {
      struct token_range r = written_tokens (m.map, m.macro, tokens);
      if (r.begin == r.end || !has_parameters (r))
	return NULL;
      const cpp_token *whole, *name = name_of (r);
      m.names = naming_parameters (&m, &whole);
      /* The macro knows nothing about the arguments in a list.  */
      bool is_list = m.macro->variadic && r.begin->type == CPP_MACRO_ARG
		     && r.begin->val.macro_arg.arg_no == m.macro->paramc;
      if (!is_list && (!m.names || !name || name->type != CPP_MACRO_ARG))
	return token_name (name);
      keep_passed (&m, is_list ? r.begin : name, &tokens);
      free (*parameter);
      *parameter = is_list ? NULL : token_name (name);
    }
  return NULL;
}

/*
 * The parameter that hands the name of the probe at LOC, which is one argument of our
 * macro, to the author's outermost macro. The preprocessor expands it if it is passed on
 * as it is. Null if it is not; else *MACRO becomes the macro's name, and *PLACE where
 * the parameter stands in it.
 */
char *
sdt_expanded_name (location_t loc, const char **macro, location_t *place)
{
  struct expanded mark = expansion_find_mark (loc);
  struct enclosing m = { NULL, NULL, NULL, 1 };
  const cpp_token *whole = NULL;

  if (!mark.map)
    return NULL;
  while (m.names && next_enclosing (&loc, LOCATION_FILE (mark.body), &m))
    {
      m.names = naming_parameters (&m, &whole);
      *macro = linemap_map_get_macro_name (m.map);
    }
  if (!whole)
    return NULL;
  *place = whole->src_loc;
  return token_name (whole);
}

/*
 * The name of argument INDEX of the marker at LOC if it is a macro of the preprocessor's
 * own: "line" for __LINE__; else null.
 */
char *
sdt_builtin_name (location_t loc, unsigned index)
{
  auto_vec<location_t> tokens;
  const line_map *map;
  char *name, *to;

  expansion_find_tokens (loc, index, &tokens);
  if (tokens.is_empty ())
    return NULL;
  /* Padding has the location of what is next to it.  */
  for (location_t token : tokens)
    if (token != tokens[0])
      return NULL;
  map = linemap_lookup (line_table, tokens[0]);
  if (!linemap_macro_expansion_map_p (map)
      || !cpp_builtin_macro_p (MACRO_MAP_MACRO (linemap_check_macro (map))))
    return NULL;
  name = to = xstrdup (linemap_map_get_macro_name (linemap_check_macro (map)));
  for (const char *s = name; *s; s++)
    if (*s != '_')
      *to++ = TOLOWER (*s);
  *to = '\0';
  return name;
}
