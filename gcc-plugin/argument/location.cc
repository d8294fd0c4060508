/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * location.cc - where the author wrote a probe and its arguments
 *
 * A probe reaches the compiler through the macros of <linux/sdt.h> and perhaps
 * through macros of the author's own.  GCC's line maps know for each token of an
 * expansion where it comes from (see struct line_map_macro of GCC's line-map.h):
 * from the macro's body or from one of its arguments, and from which place there.
 * The marker's own location leads to the expansion of __SDT_MARK (), and that to
 * the expansions of __SDT_ARG (), one for each argument.
 *
 * A source that was preprocessed before has no such maps.  There an argument
 * has the location of its probe, and no macro's parameter gives it a name.
 */

#include "argument/internal.h"
#include "settings.h"
#include "c-tree.h"
#include "cpplib.h"
#include "file-prefix-map.h"

#define MARK_MACRO	"__SDT_MARK"
#define ARG_MACRO	"__SDT_ARG"
#define PURE_MACRO	"__SDT_PURE"

/* A token of a macro's expansion.  */
struct expanded
{
  const line_map_macro *map;	/* null: LOC is in no macro */
  location_t outer;		/* where the token comes from */
  location_t body;		/* the macro's own token, or its parameter */
};

static struct expanded
expanded_token (const line_map_macro *map, unsigned token)
{
  const location_t *pair = MACRO_MAP_LOCATIONS (map) + 2 * token;

  return { map, pair[0], pair[1] };
}

static const line_map_macro *
macro_map (location_t loc)
{
  const line_map *map = linemap_lookup (line_table, loc);

  return map && linemap_macro_expansion_map_p (map)
	 ? linemap_check_macro (map) : NULL;
}

static struct expanded
look_up (location_t loc)
{
  const line_map_macro *map;

  if (IS_ADHOC_LOC (loc))
    loc = get_location_from_adhoc_loc (line_table, loc);
  map = macro_map (loc);

  if (!map)
    return { NULL, loc, loc };
  return expanded_token (map, loc - MAP_START_LOCATION (map));
}

static bool
is_macro (const line_map_macro *map, const char *name)
{
  return map && !strcmp (linemap_map_get_macro_name (map), name);
}

/* Did the token come from one of the macro's arguments?  */
static bool
is_passed (const struct expanded &e)
{
  return e.outer != e.body;
}

/* One step from LOC, in a macro's expansion, towards where the author wrote it.  */
static location_t
step_out (location_t loc)
{
  const line_map *map = linemap_lookup (line_table, loc);

  return linemap_unwind_toward_expansion (line_table, loc, &map);
}

/*
 * Where the author wrote what is at LOC: outside the macros that expand to it, but in a
 * macro's argument if it was written in one.
 */
location_t
sdt_author_location (location_t loc)
{
  for (struct expanded e; (e = look_up (loc)).map; )
    if (is_passed (e) && e.outer >= RESERVED_LOCATION_COUNT)
      loc = e.outer;
    else
      loc = step_out (loc);
  return loc;
}

/* The file's name without the "./" of a header found in the current folder.  */
static const char *
skip_dots (const char *file)
{
  while (startswith (file, "./"))
    file += 2;
  return file;
}

/* The length of DIR and the slashes after it if FILE begins with it, else 0.  */
static size_t
prefix_length (const char *file, const char *dir)
{
  size_t len;

  dir = skip_dots (dir);
  len = strlen (dir);
  while (len > 1 && dir[len - 1] == '/')
    len--;
  if (strncmp (file, dir, len) || file[len] != '/')
    return 0;
  return len + strspn (file + len, "/");
}

/*
 * The name of the source file, without the longest of the prefixes that the options
 * name.
 */
const char *
sdt_source_file (location_t loc)
{
  const char *file = LOCATION_FILE (loc);
  size_t len = 0;

  if (!file)
    return "";
  file = skip_dots (remap_macro_filename (file));
  for (const char *dir : sdt_source_prefixes)
    len = MAX (len, prefix_length (file, dir));
  return file + len;
}

/* ---- from a marker to its arguments ---------------------------------- */

/* The headers that an author of probes includes.  Markers are in the first.  */
static const char *const our_headers[] = {
  "linux/sdt.h", "linux/sdt_providers.h", "sys/sdt.h"
};

/* The length of FILE before HEADER at its end, or -1.  */
static int
length_before (const char *file, const char *header)
{
  int length = strlen (file) - strlen (header);

  return length >= 0 && !strcmp (file + length, header) ? length : -1;
}

/*
 * Does the token come from a macro in one of our headers? HEADER is the one with the
 * markers.
 */
static bool
is_ours (const struct expanded &e, const char *header)
{
  const char *file = e.map ? LOCATION_FILE (e.body) : NULL;
  int length = length_before (header, our_headers[0]);

  if (!file || !strcmp (file, header))
    return file != NULL;
  for (const char *ours : our_headers)
    if (length >= 0 && length_before (file, ours) == length
	&& !strncmp (file, header, length))
      return true;
  return false;
}

/* The token of __SDT_MARK () that the marker at LOC begins with.  */
static struct expanded
find_mark (location_t loc)
{
  struct expanded e = look_up (loc);

  /* Tokens of a macro's arguments are in its map, too.  */
  while (e.map && (is_passed (e) || !is_macro (e.map, MARK_MACRO)))
    e = look_up (e.outer);
  return e;
}

/*
 * Collects the locations, outside our headers, of the tokens of argument INDEX of the
 * marker at LOC.
 */
static void
find_tokens (location_t loc, unsigned index, vec<location_t> *tokens)
{
  struct expanded mark = find_mark (loc);
  const line_map_macro *last = NULL;
  unsigned nr_args = 0;

  if (!mark.map)
    return;
  const char *header = LOCATION_FILE (mark.body);
  for (unsigned i = 0; i < MACRO_MAP_NUM_MACRO_TOKENS (mark.map); i++)
    {
      struct expanded e = look_up (expanded_token (mark.map, i).outer);

      if (!is_macro (e.map, ARG_MACRO))
	continue;
      nr_args += e.map != last;
      last = e.map;
      if (nr_args != index + 1 || !is_passed (e))
	continue;
      while (is_ours (e, header) && is_passed (e))
	{
	  loc = e.outer;
	  e = look_up (loc);
	}
      /* Our other tokens only keep tokens apart.  */
      if (loc >= RESERVED_LOCATION_COUNT
	  && (!is_ours (e, header) || is_macro (e.map, PURE_MACRO)))
	tokens->safe_push (loc);
    }
}

/* The location of argument INDEX of the marker at LOC.  */
location_t
sdt_arg_location (location_t loc, unsigned index)
{
  auto_vec<location_t> tokens;

  find_tokens (loc, index, &tokens);
  return sdt_author_location (tokens.is_empty () ? loc : tokens[0]);
}

/* ---- what a macro of the author's own calls an argument --------------- */

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

/* The last name in the expression R, or null; name.cc finds the same in a tree.  */
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
 * The macro outside our headers whose body contains the probe at LOC; *PLACE becomes
 * where it was expanded. Null if the probe is in no macro's body.
 */
static const line_map_macro *
enclosing_macro (location_t loc, const char *header, location_t *place)
{
  struct expanded e;

  for (e = look_up (loc); e.map; e = look_up (loc))
    if (is_passed (e))
      loc = e.outer;
    else
      {
	location_t next = step_out (loc);

	if (!is_ours (e, header))
	  {
	    *place = next;
	    return e.map;
	  }
	loc = next;
      }
  return NULL;
}

/* The number of the token of MAP's expansion that the one at LOC comes from, or -1.  */
static int
token_in (const line_map_macro *map, location_t loc)
{
  for (struct expanded e; (e = look_up (loc)).map; loc = step_out (loc))
    if (e.map == map)
      return loc - MAP_START_LOCATION (map);
  return -1;
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
      int n = token_in (map, loc);
      unsigned i = 0;

      /* Some only keep others apart and come from nowhere.  */
      if (n < 0)
	continue;
      location_t place = expanded_token (map, n).body;
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
  struct expanded mark = find_mark (loc);
  const line_map_macro *map;

  if (!mark.map)
    return NULL;
  find_tokens (loc, index, &tokens);
  while ((map = enclosing_macro (loc, LOCATION_FILE (mark.body), &loc)))
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
