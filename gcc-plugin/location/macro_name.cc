/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * macro_name.cc - which parameter of an author's macro names a probe
 *
 * A macro can take the probe's name from its caller:
 *
 *	#define TRACE(name, t, a)	DTRACE_PROBE1 (name, t, a)
 *
 * Then the preprocessor expands the name before the probe's macro sees it.  This file finds
 * the parameter in the tokens of the macro's body, which the preprocessor has kept.  The
 * caller may be the body of another macro, to which the same applies.
 */

#include "location/location_internal.h"
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
 * Finds the next macro M whose body contains the marker at *LOC, and moves *LOC to its
 * use. False if there is no such macro, or it has been redefined since.
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

/* Advances from an argument of a call to the next; false after the last.  */
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
  cpp_hashnode *node = whole->val.macro_arg.spelling;
  return xstrndup ((const char *) NODE_NAME (node), NODE_LEN (node));
}
