/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recognize.cc - finds the probes that a function's author wrote
 *
 * Runs when the C front end has finished a function and before anything has
 * changed it.  A marker is an asm statement whose template begins with one of
 * the words below; the template's further lines are the probe's name and the
 * types of its arguments as they stand in the source, and the statement's
 * operands are the arguments.  <linux/sdt.h> writes markers, nothing else
 * does.
 *
 * Every marker is replaced: by the probe's code, or, where it is refused with
 * an error, by nothing.
 */

#include "sdt_plugin.h"
#include "file-prefix-map.h"
#include "stringpool.h"
#include "attribs.h"

#define PROBE_MARK	"#sdt-probe\n"
#define ENABLED_MARK	"#sdt-enabled\n"

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

/* Where the author wrote it: the outermost macro's use, not its definition.  */
static location_t
author_location (location_t loc)
{
  return linemap_resolve_location (line_table, loc,
				   LRK_MACRO_EXPANSION_POINT, NULL);
}

/* The name of the source file, without the prefix that is the builder's own
   business and without the "./" of a header found in the current folder.  */
static const char *
source_file (location_t loc)
{
  const char *file = LOCATION_FILE (loc);
  size_t len;

  if (!file)
    return "";
  file = remap_macro_filename (file);
  while (startswith (file, "./"))
    file += 2;
  if (!sdt_source_prefix)
    return file;
  len = strlen (sdt_source_prefix);
  while (len > 1 && sdt_source_prefix[len - 1] == '/')
    len--;
  if (!strncmp (file, sdt_source_prefix, len) && file[len] == '/')
    return file + len + 1;
  return file;
}

/* Code that must not be instrumented: the kernel's noinstr puts it in a
   section of that name.  */
bool
sdt_is_noinstr (tree fndecl)
{
  const char *section = DECL_SECTION_NAME (fndecl);

  return section && startswith (section, ".noinstr.text");
}

static bool
check_place (location_t loc, tree fndecl, const char *name)
{
  if (!is_identifier (name))
    {
      error_at (loc, "%qs cannot name a probe: only an identifier can", name);
      return false;
    }
  if (sdt_is_noinstr (fndecl))
    {
      auto_diagnostic_group group;
      error_at (loc, "probe %qs in %<noinstr%> function %qD", name, fndecl);
      inform (loc, "such code runs where the kernel cannot be traced; move "
	      "the probe to a caller");
      return false;
    }
  return true;
}

static void
start_spot (struct sdt_spot *spot, enum sdt_site_kind kind, location_t loc,
	    tree fndecl, const char *name)
{
  memset (spot, 0, sizeof (*spot));
  spot->kind = kind;
  spot->provider = SDT_DEFAULT_PROVIDER;
  spot->function = xstrdup (IDENTIFIER_POINTER (DECL_NAME (fndecl)));
  spot->name = xstrdup (name);
  spot->file = xstrdup (source_file (loc));
  spot->line = LOCATION_LINE (loc);
}

/* The code for a DTRACE_PROBE marker whose template goes on with TEXT: the
   name and as many types as there are arguments.  TEXT is taken apart.  */
static tree
replace_probe (location_t loc, const struct sdt_scope *scope, tree marker,
	       char *text)
{
  tree fndecl = scope->fndecl;
  struct sdt_spot spot;
  tree values[SDT_MAX_ARGS];
  char *declared = text;
  const char *name = strsep (&declared, "\n");
  bool good = check_place (loc, fndecl, name);

  start_spot (&spot, SDT_SITE_FIRE, loc, fndecl, name);
  for (tree in = ASM_INPUTS (marker); in; in = TREE_CHAIN (in))
    {
      unsigned i = spot.nr_args;
      const char *type = strsep (&declared, "\n");

      if (i == SDT_MAX_ARGS || !type)
	{
	  error_at (loc, "probe %qs has too many arguments", name);
	  return NULL_TREE;
	}
      if (!sdt_describe_arg (loc, TREE_VALUE (in), type, scope, i, &spot,
			     &values[i]))
	good = false;
      spot.nr_args++;
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

  if (!check_place (loc, fndecl, name))
    return NULL_TREE;
  start_spot (&spot, SDT_SITE_IS_ENABLED, loc, fndecl, name);
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
  const char *text;

  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) == BIND_EXPR)
    {
      walk_block (*tp, walk);
      *walk_subtrees = 0;
    }
  if (TREE_CODE (*tp) != ASM_EXPR)
    return NULL_TREE;
  text = TREE_STRING_POINTER (ASM_STRING (*tp));
  if (!startswith (text, PROBE_MARK) && !startswith (text, ENABLED_MARK))
    return NULL_TREE;

  loc = author_location (EXPR_LOCATION (*tp));
  if (startswith (text, PROBE_MARK))
    {
      /* An argument may hold markers of its own, in a statement expression. */
      walk_tree (&ASM_INPUTS (*tp), replace_marker, walk, &walk->seen);
      char *copy = xstrdup (text + strlen (PROBE_MARK));
      code = replace_probe (loc, &walk->scope, *tp, copy);
      free (copy);
    }
  else
    code = replace_enabled (loc, fndecl, *tp, text + strlen (ENABLED_MARK));

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

/* PLUGIN_PRE_GENERICIZE: GCC_DATA is the declaration of a function that has
   been parsed.  */
void
sdt_recognize (void *gcc_data, void *)
{
  tree fndecl = (tree) gcc_data;

  if (!may_have_markers ())
    return;
  if (TREE_CODE (fndecl) == FUNCTION_DECL && DECL_SAVED_TREE (fndecl))
    {
      struct walk walk;

      walk.scope.fndecl = fndecl;
      walk_tree (&DECL_SAVED_TREE (fndecl), replace_marker, &walk, &walk.seen);
    }
}
