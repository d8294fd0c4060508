/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recognize.cc - find the probes in a function and replace them
 *
 * Runs when the C front end has finished a function, before anything has changed it.
 * Only <linux/sdt.h> writes markers (see marker.cc).  Each marker is replaced by the
 * probe's code, or by nothing if GCC or this file has reported an error for it.
 */

#include "front-end/front_end_internal.h"
#include "unit.h"
#include "tree.h"
#include "diagnostic.h"
#include "stringpool.h"
#include "attribs.h"
#include "cgraph.h"
#include "tree-nested.h"

/* The highest number of pairs, and of FreeBSD's arguments, in a macro's name.  */
#define SDT_MAX_NUMBERED 8
#define SDT_MAX_FREEBSD 7

/* What <linux/sdt.h> declares before all markers.  */
#define MARKERS_TAG	"__sdt_markers"

static bool
check_place (location_t loc, tree fndecl, const char *name)
{
  auto_diagnostic_group group;

  if (sdt_is_noinstr (fndecl))
    {
      error_at (loc, "probe %qs in %<noinstr%> function %qD", name, fndecl);
      inform (loc, "%<noinstr%> code must not be traced; move the probe to a "
	      "caller");
      return false;
    }
  if (lookup_attribute ("naked", DECL_ATTRIBUTES (fndecl)))
    {
      error_at (loc, "probe %qs in %<naked%> function %qD", name, fndecl);
      inform (loc, "a %<naked%> function can contain only assembler code; move "
	      "the probe to a caller");
      return false;
    }
  return true;
}

static void
inform_pairs (location_t loc)
{
  inform (loc, "write a type before each argument: "
	  "%<DTRACE_PROBE (name, type, argument, ...)%>");
}

/*
 * Does the list of a probe have as many ITEMS as the name of its macro says? Each
 * argument of the macro's probes has SIZE of them; the family has macros up to MOST.
 */
static bool
check_number (location_t loc, const char *name, const struct sdt_marker &m,
	      unsigned items, unsigned size, unsigned most)
{
  auto_diagnostic_group group;
  bool is_pairs = size == 2;

  if (!m.family || items == size * m.nr_args)
    return true;
  char *macro = xasprintf ("%s%u", m.family, m.nr_args);
  if (is_pairs)
    error_at (loc, "%qs takes %u types and arguments, but probe %qs has %u",
	      macro, 2 * m.nr_args, name, items);
  else
    error_n (loc, m.nr_args, "%qs takes %u argument, but probe %qs has %u",
	     "%qs takes %u arguments, but probe %qs has %u", macro, m.nr_args,
	     name, items);
  free (macro);
  if (is_pairs && (items % 2 || items == m.nr_args))
    inform_pairs (loc);
  if (items % size == 0 && items / size <= most)
    inform (loc, "use %<%s%u%>", m.family, items / size);
  else if (is_pairs)
    inform (loc, "%qs takes up to %u pairs", m.family,
	    SDT_MAX_ARGS);
  else
    inform (loc, "pass the address of a structure instead of its members");
  return false;
}

/* If not GOOD, reports that a comma has cut an item of a probe's list short.  */
static bool
check_commas (location_t loc, const char *name, bool good)
{
  auto_diagnostic_group group;

  if (good)
    return true;
  error_at (loc, "probe %qs has a comma outside of parentheses in a type or "
	    "an argument", name);
  inform (loc, "the comma ends the argument of a macro; put the argument in "
	  "parentheses");
  return false;
}

/* Is the list of a probe, of ITEMS, one of pairs?  */
static bool
check_list (location_t loc, const char *name, unsigned items)
{
  auto_diagnostic_group group;

  if (items % 2)
    {
      error_at (loc, "probe %qs has an odd number of types and arguments, %u",
		name, items);
      inform_pairs (loc);
      return false;
    }
  if (items / 2 > SDT_MAX_ARGS)
    {
      error_at (loc, "probe %qs has %u arguments; at most %u are possible",
		name, items / 2, SDT_MAX_ARGS);
      inform (loc, "pass the address of a structure instead of its members");
      return false;
    }
  return true;
}

static bool
check_declared (location_t loc, const char *name, unsigned number,
		const char *type)
{
  auto_diagnostic_group group;

  if (*type)
    return true;
  error_at (loc, "argument %u of probe %qs has no type before it", number, name);
  inform_pairs (loc);
  return false;
}

static void
start_spot (struct sdt_spot *spot, location_t loc, tree fndecl,
	    const struct sdt_marker &m)
{
  memset (spot, 0, sizeof (*spot));
  spot->written_in = xstrdup (IDENTIFIER_POINTER (DECL_NAME (fndecl)));
  spot->function = *m.function ? m.function : spot->written_in;
  spot->flags = sdt_marker_word (m.kind)->flags | (*m.function ? SDT_PROBE_QUALIFIED : 0);
  spot->provider = m.provider;
  spot->name = m.name;
  if (!spot->provider)
    {
      spot->name = sdt_split_name (m.name, &spot->provider);
      spot->written = m.name;
      if (sdt_is_prefixed (m.name, spot->name, spot->provider))
	spot->flags |= SDT_PROBE_IS_PREFIXED;
    }
  spot->loc = loc;
  spot->file = xstrdup (sdt_source_file (loc));
  spot->line = LOCATION_LINE (loc);
}

/* A copy of ITEM's text.  */
static const char *
item_text (const struct sdt_list &list)
{
  return sdt_copy_trimmed (list.item.s, list.item.end);
}

/* Reads the types that the author wrote before the NR arguments of SPOT, PAIRS, in SCOPE.  */
static bool
read_declarations (struct sdt_spot *spot, const struct sdt_list *pairs, unsigned nr,
		   const struct sdt_scope *scope, location_t marker_loc,
		   struct sdt_declaration *declarations)
{
  bool good = true;

  spot->nr_args = nr;
  for (unsigned i = 0; i < nr; i++)
    {
      location_t loc = sdt_arg_location (marker_loc, i);
      const char *type = item_text (pairs[2 * i]);

      if (!check_declared (loc, spot->name, i + 1, type)
	  || !(type = sdt_read_slot (loc, type, scope, spot, i)))
	{
	  good = false;
	  continue;
	}
      sdt_parse_declaration (type, scope, &declarations[i]);
      good &= sdt_name_declared (loc, spot, i, &declarations[i]);
    }
  return good;
}

/*
 * In user space, DTRACE_PROBE1 (provider, name, argument) is a probe; SPOT's macro takes the
 * name for a type. Says so if D, the first declaration, is an unknown word alone.
 */
static void
inform_provider (const struct sdt_spot *spot, const struct sdt_declaration *d)
{
  if (!spot->message && d->unknown && !d->name && !strcmp (d->unknown, d->text))
    inform (spot->loc, "the macro takes no provider; if %qs is one, write "
	    "%<DTRACE_PROVIDER (%s)%> and %<DTRACE_PROBE (__%s_%s, type, argument, ...)%>",
	    spot->name, spot->name, spot->name, d->text);
}

/* The same for a list of pairs in MARKER.  */
static bool
read_pairs (struct sdt_spot *spot, tree marker, const struct sdt_marker &m,
	    unsigned nr_args, const struct sdt_scope *scope,
	    struct sdt_declaration *declarations)
{
  struct sdt_list pairs[2 * SDT_MAX_ARGS];
  bool is_cut;
  unsigned items = sdt_marker_items (marker, pairs, 2 * SDT_MAX_ARGS, &is_cut);
  auto_diagnostic_group group;

  if (check_commas (spot->loc, spot->name, !is_cut)
      && check_number (spot->loc, spot->name, m, items, 2, SDT_MAX_NUMBERED)
      && check_list (spot->loc, spot->name, items))
    return read_declarations (spot, pairs, nr_args, scope, EXPR_LOCATION (marker),
			      declarations);
  if (items == (m.family ? m.nr_args : 0) + 1)
    {
      sdt_parse_declaration (item_text (pairs[0]), scope, &declarations[0]);
      inform_provider (spot, &declarations[0]);
    }
  return false;
}

/* Does MARKER, of one of FreeBSD's macros, have as many arguments as its name says?  */
static bool
check_use (const struct sdt_spot *spot, tree marker, const struct sdt_marker &m)
{
  bool is_cut;
  unsigned nr = sdt_marker_items (marker, NULL, 0, &is_cut);

  return check_commas (spot->loc, spot->name, !is_cut)
	 && check_number (spot->loc, spot->name, m, nr, 1, SDT_MAX_FREEBSD);
}

/*
 * The definition or declaration that the probe of SPOT needs. Null if there is none, or
 * a wrong one; the error has been reported, perhaps by GCC.
 */
static const struct sdt_definition *
required_definition (const struct sdt_spot *spot)
{
  const struct sdt_definition *d = sdt_find_definition (spot), *similar;
  auto_diagnostic_group group;

  if (d)
    return d->is_erroneous ? NULL : d;
  if (!sdt_check_declared_provider (spot->loc, spot)
      || sdt_gcc_found_errors ())
    return NULL;
  error_at (spot->loc, "probe %qs has been neither declared nor defined",
	    sdt_full_name (spot));
  similar = sdt_find_similar (spot);
  if (similar)
    inform (similar->loc, "%qs is another probe: its function differs",
	    sdt_full_name (similar));
  else
    inform (spot->loc, "write %<SDT_PROBE_DECLARE%> before it, and "
	    "%<SDT_PROBE_DEFINE%> once in the module");
  return NULL;
}

static bool
check_count (const struct sdt_spot *spot, const struct sdt_definition *d,
	     unsigned nr_args)
{
  auto_diagnostic_group group;

  if (d->nr_args == nr_args)
    return true;
  error_n (spot->loc, nr_args, "probe %qs has %u argument here, and %u in its "
	   "definition", "probe %qs has %u arguments here, and %u in its "
	   "definition", sdt_full_name (spot), nr_args, d->nr_args);
  inform (d->loc, "defined here");
  return false;
}

/*
 * Describes SPOT's NR arguments by its definition D, if that is not null and has their
 * types.
 */
static bool
read_definition (struct sdt_spot *spot, const struct sdt_definition *d,
		 unsigned nr, const struct sdt_scope *scope,
		 struct sdt_declaration *declarations)
{
  bool has_types = d && (d->flags & SDT_PROBE_IS_DEFINITION)
		   && !(d->flags & SDT_PROBE_IS_UNTYPED);

  if (has_types && !check_count (spot, d, nr))
    return false;
  spot->nr_args = nr;
  for (unsigned i = 0; i < nr; i++)
    {
      declarations[i] = {};
      declarations[i].text = "";
      if (!has_types)
	continue;
      spot->translated |= 1U << i;
      if (d->types[i])
	sdt_parse_declaration (d->types[i], scope, &declarations[i]);
      declarations[i].is_definition = true;
      if (d->args[i].flags & SDT_ARG_NAMED)
	{
	  spot->args[i].name = d->args[i].name;
	  spot->args[i].flags |= SDT_ARG_NAMED;
	}
    }
  if (has_types)
    {
      spot->flags |= d->flags & SDT_PROBE_TRANSLATED;
      spot->nr_xlated = d->nr_xlated;
      memcpy (spot->xlated, d->xlated, sizeof (spot->xlated));
    }
  return true;
}

static int
nr_told (void)
{
  return errorcount + warningcount + werrorcount;
}

/*
 * Describes argument INDEX of SPOT, the expression EXPR. Messages about it refer to the
 * probe's definition D if that has the type.
 */
static bool
read_value (location_t loc, struct sdt_spot *spot, unsigned index, tree expr,
	    const struct sdt_declaration *declaration,
	    const struct sdt_definition *d, tree *value)
{
  auto_diagnostic_group group;
  int told = nr_told ();
  bool good = sdt_describe_arg (loc, expr, declaration, spot, index, value);

  if (d && d->types[index] && nr_told () > told)
    inform (d->loc, "probe %qs is defined here", sdt_full_name (spot));
  else if (spot->nr_args == 1 && nr_told () > told)
    inform_provider (spot, declaration);
  if ((spot->flags & SDT_PROBE_IS_USE) && sdt_is_zero (expr))
    spot->args[index].flags |= SDT_ARG_ZERO;
  return good;
}

/* Has a marker of KIND a list of pairs?  */
static bool
has_pairs (enum sdt_marker_kind kind)
{
  return kind == SDT_PROBE_MARKER || kind == SDT_TEXT_MARKER;
}

/*
 * Describes the arguments of MARKER, of KIND, in SPOT and puts their values into VALUES.
 */
static bool
read_values (struct sdt_spot *spot, tree marker, enum sdt_marker_kind kind,
	     const struct sdt_declaration *declarations,
	     const struct sdt_definition *d, tree *values)
{
  location_t marker_loc = EXPR_LOCATION (marker);
  tree args = sdt_marker_args (marker);
  unsigned size = has_pairs (kind) ? 2 : 1;
  struct sdt_list items[2 * SDT_MAX_ARGS];
  bool good = true;

  unsigned nr = sdt_marker_items (marker, items, size * SDT_MAX_ARGS);
  if (!check_commas (spot->loc, spot->name, nr == size * spot->nr_args))
    return false;
  for (unsigned i = 0; args; args = TREE_CHAIN (args), i++)
    {
      location_t loc = sdt_arg_location (marker_loc, i);
      tree expr = TREE_VALUE (args);

      if (!read_value (loc, spot, i, expr, &declarations[i], d, &values[i]))
	good = false;
      else
	sdt_warn_effect (loc, expr, i + 1, spot->message && !has_pairs (kind));
      sdt_name_arg (loc, &items[size * i + size - 1], spot, i);
    }
  return good;
}

/*
 * The bound that D, a definition, gives argument INDEX of SPOT; 0 if it names an argument
 * that is not an integer here.
 */
static unsigned
defined_bound (const struct sdt_spot *spot, const struct sdt_definition *d,
	       unsigned index)
{
  unsigned bound = d->args[index].bound;

  if (bound & SDT_BOUND_IS_ARG
      && spot->args[bound & ~SDT_BOUND_IS_ARG].kind != SDT_ARG_INTEGER)
    return 0;
  return bound;
}

/*
 * Gives the arguments of SPOT their bounds: those of its definition D, or, if that is
 * null, those in their declarations in SCOPE.
 */
static void
read_bounds (struct sdt_spot *spot, const struct sdt_scope *scope,
	     location_t marker_loc, const struct sdt_definition *d)
{
  for (unsigned i = 0; i < spot->nr_args; i++)
    if (!spot->args[i].written_bound)
      continue;
    else if (d)
      sdt_set_bound (&spot->args[i], defined_bound (spot, d, i));
    else
      sdt_find_bound (sdt_arg_location (marker_loc, i), spot, i, scope);
}

/* Can the text of SPOT show its arguments?  */
static bool
check_translated (const struct sdt_spot *spot)
{
  auto_diagnostic_group group;

  if (!spot->message || !(spot->flags & SDT_PROBE_TRANSLATED))
    return true;
  error_at (spot->loc, "probe %qs has a text and translated arguments", spot->name);
  inform (spot->loc, "a text shows the arguments of the source; use %<DTRACE_PROBE%>");
  return false;
}

/* The code for the marker of a probe.  */
static tree
replace_probe (location_t loc, const struct sdt_scope *scope, tree marker,
	       const struct sdt_marker &m)
{
  struct sdt_spot spot;
  struct sdt_declaration declarations[SDT_MAX_ARGS];
  tree values[SDT_MAX_ARGS];
  unsigned nr_args = list_length (sdt_marker_args (marker));
  const struct sdt_definition *d = NULL;
  bool good;

  start_spot (&spot, loc, scope->fndecl, m);
  if (m.kind == SDT_TEXT_MARKER && !(spot.message = sdt_read_message (loc, marker)))
    return NULL_TREE;
  good = sdt_check_names (loc, EXPR_LOCATION (marker), &spot)
	 && check_place (loc, scope->fndecl, spot.name);
  if (has_pairs (m.kind))
    {
      if (!read_pairs (&spot, marker, m, nr_args, scope, declarations)
	  || (spot.message && !sdt_check_message (loc, &spot, nr_args)))
	return NULL_TREE;
    }
  else
    {
      if (m.kind == SDT_USE_MARKER)
	{
	  if (!good || !check_use (&spot, marker, m)
	      || !(d = required_definition (&spot)))
	    return NULL_TREE;
	}
      if (!read_definition (&spot, d, nr_args, scope, declarations))
	return NULL_TREE;
    }

  good &= read_values (&spot, marker, m.kind, declarations, d, values);
  if (!good)
    return NULL_TREE;
  read_bounds (&spot, scope, EXPR_LOCATION (marker), d);
  if (!sdt_finish_xlated (loc, &spot) || !check_translated (&spot)
      || (spot.message && !sdt_show_message (loc, &spot, marker, values)))
    return NULL_TREE;
  return sdt_lower_probe (loc, sdt_add_spot (&spot), values, spot.nr_args);
}

/* The code for the marker of a message.  */
static tree
replace_message (location_t loc, const struct sdt_scope *scope, tree marker,
		 struct sdt_marker m)
{
  struct sdt_spot spot;
  struct sdt_declaration declarations[SDT_MAX_ARGS];
  tree values[SDT_MAX_ARGS];
  unsigned nr_args = list_length (sdt_marker_args (marker));
  const struct sdt_message message = { sdt_read_message (loc, marker), m.name,
    IDENTIFIER_POINTER (DECL_NAME (scope->fndecl)), m.unnamed };
  char words[SDT_MESSAGE_NAME_SIZE];
  bool good;

  if (!message.text)
    return NULL_TREE;
  if (m.kind != SDT_NAMED_MARKER)
    {
      sdt_name_message (words, &message);
      m.name = concat (m.name, words, NULL);
    }
  start_spot (&spot, loc, scope->fndecl, m);
  spot.message = message.text;
  good = sdt_check_names (loc, EXPR_LOCATION (marker), &spot)
	 && check_place (loc, scope->fndecl, spot.name);
  /* Of a list that is too long, the macros pass on a part.  */
  if (!sdt_check_message (loc, &spot, MAX (nr_args, sdt_marker_items (marker, NULL, 0)))
      || !read_definition (&spot, NULL, nr_args, scope, declarations))
    return NULL_TREE;
  good &= read_values (&spot, marker, m.kind, declarations, NULL, values);
  if (!good || !sdt_show_message (loc, &spot, marker, values))
    return NULL_TREE;
  return sdt_lower_probe (loc, sdt_add_spot (&spot), values, spot.nr_args);
}

/*
 * The code for a marker that tests whether a probe, or any probe, is enabled: its one
 * operand is the variable that becomes true then.
 */
static tree
replace_enabled (location_t loc, tree fndecl, tree marker,
		 const struct sdt_marker &m)
{
  struct sdt_spot spot;

  start_spot (&spot, loc, fndecl, m);
  if (!sdt_check_names (loc, EXPR_LOCATION (marker), &spot)
      || !check_place (loc, fndecl, spot.flags & SDT_PROBE_IS_ANY ? "SDT_PROBES_ENABLED"
		       : spot.name)
      || (spot.flags & SDT_PROBE_IS_USE && !required_definition (&spot)))
    return NULL_TREE;
  return sdt_lower_enabled (loc, sdt_add_spot (&spot),
			    TREE_VALUE (ASM_OUTPUTS (marker)));
}

/* The code for any marker.  */
static tree
replace (location_t loc, const struct sdt_scope *scope, tree marker,
	 const struct sdt_marker &m)
{
  switch (m.kind)
    {
    case SDT_PROBE_MARKER:
    case SDT_TEXT_MARKER:
    case SDT_USE_MARKER:
    case SDT_OWN_MARKER:
    case SDT_EVENT_MARKER:
      return replace_probe (loc, scope, marker, m);
    case SDT_MESSAGE_MARKER:
    case SDT_PREFIX_MARKER:
    case SDT_NAMED_MARKER:
      return replace_message (loc, scope, marker, m);
    default:
      return replace_enabled (loc, scope->fndecl, marker, m);
    }
}

/* A walk through a function, and where it is.  */
struct walk
{
  struct sdt_scope scope;
  hash_set<tree> seen;
};

static tree replace_marker (tree *tp, int *walk_subtrees, void *data);

/* Walks a block as walk_tree () does, with the block in the scope.  */
static void
walk_block (tree bind, struct walk *walk)
{
  walk->scope.binds.safe_push (bind);
  for (tree v = BIND_EXPR_VARS (bind); v; v = DECL_CHAIN (v))
    {
      walk_tree (&DECL_INITIAL (v), replace_marker, walk, &walk->seen);
      walk_tree (&DECL_SIZE (v), replace_marker, walk, &walk->seen);
      walk_tree (&DECL_SIZE_UNIT (v), replace_marker, walk, &walk->seen);
    }
  walk_tree (&BIND_EXPR_BODY (bind), replace_marker, walk, &walk->seen);
  walk->scope.binds.pop ();
}

static tree
replace_marker (tree *tp, int *walk_subtrees, void *data)
{
  struct walk *walk = (struct walk *) data;
  tree code = NULL_TREE;
  location_t loc;
  struct sdt_marker marker;

  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) == BIND_EXPR)
    {
      walk_block (*tp, walk);
      *walk_subtrees = 0;
    }
  if (!sdt_read_marker (*tp, &marker))
    return NULL_TREE;

  loc = sdt_author_location (EXPR_LOCATION (*tp));
  /* An argument may hold markers of its own, in a statement expression.  */
  walk_tree (&ASM_INPUTS (*tp), replace_marker, walk, &walk->seen);
  if (!sdt_marker_is_erroneous (*tp) && sdt_check_unit (loc))
    code = replace (loc, &walk->scope, *tp, marker);

  *tp = code ? code : build_empty_stmt (loc);
  *walk_subtrees = 0;
  return NULL_TREE;
}

/*
 * Kernel headers have thousands of functions, and walking them all would slow down a
 * unit without probes. This looks for a name, because preprocessed sources have no
 * macros.
 */
static bool
may_have_markers (void)
{
  static bool seen;

  seen = seen || maybe_get_identifier (MARKERS_TAG);
  return seen;
}

/*
 * Replaces the markers in FNDECL and in its nested functions, for which GCC calls no
 * callback.
 */
static void
replace_markers (tree fndecl)
{
  struct cgraph_node *node = cgraph_node::get (fndecl);
  struct walk walk;

  current_function_decl = fndecl;	/* to which new labels belong */
  walk.scope.fndecl = fndecl;
  walk_tree (&DECL_SAVED_TREE (fndecl), replace_marker, &walk, &walk.seen);
  if (node)
    for (node = first_nested_function (node); node;
	 node = next_nested_function (node))
      replace_markers (node->decl);
}

/*
 * PLUGIN_PRE_GENERICIZE: GCC_DATA is the declaration of a function that has been
 * parsed.
 */
void
sdt_recognize (void *gcc_data, void *)
{
  tree fndecl = (tree) gcc_data;
  tree current = current_function_decl;
  struct sdt_own_errors own;

  if (!may_have_markers ())
    return;
  if (TREE_CODE (fndecl) == FUNCTION_DECL && DECL_SAVED_TREE (fndecl))
    replace_markers (fndecl);
  current_function_decl = current;
}
