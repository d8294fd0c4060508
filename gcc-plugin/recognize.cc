/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recognize.cc - finds the probes that a function's author wrote
 *
 * Runs when the C front end has finished a function and before anything has
 * changed it.  <linux/sdt.h> writes markers (see marker.cc), nothing else does.
 * Every marker is replaced: by the probe's code, or, where it is refused with
 * an error, by GCC or here, by nothing.
 */

#include "sdt_plugin.h"
#include "stringpool.h"
#include "attribs.h"
#include "cgraph.h"
#include "tree-nested.h"

/* What <linux/sdt.h> declares in front of all markers.  */
#define MARKERS_TAG	"__sdt_markers"

static bool
is_identifier (const char *s)
{
  if (!ISIDST (*s))
    return false;
  while (*++s)
    if (!ISIDNUM (*s))
      return false;
  return true;
}

/* Code that must not be instrumented: the kernel's noinstr puts it in a
   section of that name.  */
bool
sdt_is_noinstr (tree fndecl)
{
  const char *section = DECL_SECTION_NAME (fndecl);

  return section && startswith (section, ".noinstr.text");
}

/* Can this unit have probes?  If not, its first one gets an error.  */
static bool
check_unit (location_t loc)
{
  static bool told;
  auto_diagnostic_group group;

  if (!sdt_target_check (loc, !told))
    {
      told = true;
      return false;
    }
  if (!flag_lto)
    return true;
  if (!told)
    {
      error_at (loc, "a probe cannot be compiled with %<-flto%>");
      inform (loc, "a probe table is made from objects that have machine code; "
	      "compile this file with %<-fno-lto%>");
    }
  told = true;
  return false;
}

static bool
check_length (location_t loc, const char *name)
{
  auto_diagnostic_group group;

  if (strlen (name) <= SDT_MAX_NAME)
    return true;
  error_at (loc, "%qs is too long for a probe: it has %u bytes, at most %u are "
	    "possible", name, (unsigned) strlen (name), SDT_MAX_NAME);
  inform (loc, "give the probe or the function that it is in a shorter name");
  return false;
}

static bool
check_name (location_t loc, tree fndecl, const char *name)
{
  auto_diagnostic_group group;

  if (!is_identifier (name))
    {
      error_at (loc, "%qs cannot name a probe: only an identifier can", name);
      inform (loc, "a dash in a probe%'s name is written as two underscores");
      return false;
    }
  return check_length (loc, name)
	 && check_length (loc, IDENTIFIER_POINTER (DECL_NAME (fndecl)))
	 && sdt_check_event_name (loc, SDT_DEFAULT_PROVIDER, name);
}

static bool
check_place (location_t loc, tree fndecl, const char *name)
{
  auto_diagnostic_group group;

  if (sdt_is_noinstr (fndecl))
    {
      error_at (loc, "probe %qs in %<noinstr%> function %qD", name, fndecl);
      inform (loc, "such code runs where the kernel cannot be traced; move the "
	      "probe to a caller");
      return false;
    }
  if (lookup_attribute ("naked", DECL_ATTRIBUTES (fndecl)))
    {
      error_at (loc, "probe %qs in %<naked%> function %qD", name, fndecl);
      inform (loc, "such a function can consist of assembler code only; move "
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

/* Is the list of a probe, of ITEMS, as many pairs as there are arguments?  */
static bool
check_list (location_t loc, const char *name, unsigned items, unsigned nr_args)
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
      error_at (loc, "probe %qs has %u arguments, at most %u are possible",
		name, items / 2, SDT_MAX_ARGS);
      inform (loc, "pass the address of a structure instead of its members");
      return false;
    }
  if (items / 2 != nr_args)
    {
      error_at (loc, "probe %qs has a comma outside of parentheses in a type or "
		"an argument", name);
      inform (loc, "to a macro it ends the argument; put the argument in "
	      "parentheses");
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
start_spot (struct sdt_spot *spot, bool is_enabled, location_t loc,
	    tree fndecl, const char *name)
{
  memset (spot, 0, sizeof (*spot));
  spot->is_enabled = is_enabled;
  spot->loc = loc;
  spot->provider = SDT_DEFAULT_PROVIDER;
  spot->function = xstrdup (IDENTIFIER_POINTER (DECL_NAME (fndecl)));
  spot->name = xstrdup (name);
  spot->file = xstrdup (sdt_source_file (loc));
  spot->line = LOCATION_LINE (loc);
}

/* The arguments of SPOT, NR of them, have been declared as TYPES say in SCOPE.  */
static bool
read_declarations (struct sdt_spot *spot, char *types[], unsigned nr,
		   const struct sdt_scope *scope, location_t marker_loc,
		   struct sdt_declaration *declarations)
{
  bool good = true;

  spot->nr_args = nr;
  for (unsigned i = 0; i < nr; i++)
    {
      location_t loc = sdt_arg_location (marker_loc, i);

      if (!check_declared (loc, spot->name, i + 1, types[i]))
	{
	  good = false;
	  continue;
	}
      sdt_parse_declaration (types[i], scope, &declarations[i]);
      good &= sdt_name_declared (loc, spot, i, &declarations[i]);
    }
  return good;
}

/* The code for a DTRACE_PROBE marker.  */
static tree
replace_probe (location_t loc, const struct sdt_scope *scope, tree marker,
	       const char *name)
{
  tree fndecl = scope->fndecl;
  location_t marker_loc = EXPR_LOCATION (marker);
  struct sdt_spot spot;
  struct sdt_declaration declarations[SDT_MAX_ARGS];
  tree values[SDT_MAX_ARGS];
  char *types[SDT_MAX_ARGS];
  tree args = sdt_marker_args (marker);
  unsigned nr_args = list_length (args);
  unsigned items = sdt_marker_types (marker, types);
  bool good = check_name (loc, fndecl, name) && check_place (loc, fndecl, name);

  if (!check_list (loc, name, items, nr_args))
    return NULL_TREE;
  start_spot (&spot, false, loc, fndecl, name);
  if (!read_declarations (&spot, types, nr_args, scope, marker_loc,
			  declarations))
    return NULL_TREE;
  for (unsigned i = 0; args; args = TREE_CHAIN (args), i++)
    {
      location_t arg_loc = sdt_arg_location (marker_loc, i);
      tree expr = TREE_VALUE (args);

      sdt_name_arg (expr, marker_loc, &spot, i);
      if (!sdt_describe_arg (arg_loc, expr, &declarations[i], i, &spot.args[i],
			     &values[i]))
	good = false;
      else
	sdt_warn_effect (arg_loc, expr, i + 1);
    }
  if (!good)
    return NULL_TREE;
  return sdt_lower_probe (loc, sdt_add_spot (&spot), values, spot.nr_args);
}

/* The code for a DTRACE_PROBE_ENABLED marker: its one operand is the variable
   that becomes true where the probe is enabled.  */
static tree
replace_enabled (location_t loc, tree fndecl, tree marker, const char *name)
{
  struct sdt_spot spot;

  if (!check_name (loc, fndecl, name) || !check_place (loc, fndecl, name))
    return NULL_TREE;
  start_spot (&spot, true, loc, fndecl, name);
  return sdt_lower_enabled (loc, sdt_add_spot (&spot),
			    TREE_VALUE (ASM_OUTPUTS (marker)));
}

/* A walk through a function, and where it is.  */
struct walk
{
  struct sdt_scope scope;
  hash_set<tree> seen;
};

static tree replace_marker (tree *tp, int *walk_subtrees, void *data);

/* Walks a block as walk_tree () does, and knows meanwhile that it is there.  */
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
  tree fndecl = walk->scope.fndecl;
  tree code = NULL_TREE;
  location_t loc;
  const char *name;
  enum sdt_marker_kind kind;

  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) == BIND_EXPR)
    {
      walk_block (*tp, walk);
      *walk_subtrees = 0;
    }
  kind = sdt_marker (*tp, &name);
  if (kind == SDT_NO_MARKER)
    return NULL_TREE;

  loc = sdt_author_location (EXPR_LOCATION (*tp));
  /* An argument may hold markers of its own, in a statement expression.  */
  walk_tree (&ASM_INPUTS (*tp), replace_marker, walk, &walk->seen);
  if (!sdt_marker_is_erroneous (*tp) && check_unit (loc))
    code = kind == SDT_PROBE_MARKER
	   ? replace_probe (loc, &walk->scope, *tp, name)
	   : replace_enabled (loc, fndecl, *tp, name);

  *tp = code ? code : build_empty_stmt (loc);
  *walk_subtrees = 0;
  return NULL_TREE;
}

/* Kernel headers have thousands of functions; walking through them all is the
   one thing that a unit without probes could be slowed down by.  A name is
   there in preprocessed sources, too, where a macro is not.  */
static bool
may_have_markers (void)
{
  static bool seen;

  seen = seen || maybe_get_identifier (MARKERS_TAG);
  return seen;
}

/* Replaces the markers in FNDECL and in the functions nested in it, which GCC
   calls no callback for.  */
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

/* PLUGIN_PRE_GENERICIZE: GCC_DATA is the declaration of a function that has
   been parsed.  */
void
sdt_recognize (void *gcc_data, void *)
{
  tree fndecl = (tree) gcc_data;
  tree current = current_function_decl;

  if (!may_have_markers ())
    return;
  if (TREE_CODE (fndecl) == FUNCTION_DECL && DECL_SAVED_TREE (fndecl))
    replace_markers (fndecl);
  current_function_decl = current;
}
