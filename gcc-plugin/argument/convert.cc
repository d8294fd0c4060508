/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * convert.cc - convert an argument to the type declared before it
 *
 * The value is converted as a function's parameter is.  GCC warns about integers under
 * the same options as there: by default about a constant that does not fit, with
 * -Wconversion about any value that may not fit.  The other warnings are about
 *
 *  - a pointer that becomes an integer, or an integer that becomes a pointer
 *  - a pointer to anything but bytes that becomes a "char *": a client would read a
 *    string from there
 *  - a pointer to a structure that becomes one to another structure
 *
 * All other conversions of pointers are silent.
 */

#include "argument/argument_internal.h"
#include "tree.h"
#include "c-family/c-pragma.h"
#include "c-tree.h"
#include "cpplib.h"
#include "diagnostic-core.h"
#include "fold-const.h"

static bool
points_to_bytes (tree pointer)
{
  tree target = TREE_TYPE (pointer);

  while (TREE_CODE (target) == ARRAY_TYPE)
    target = TREE_TYPE (target);
  return VOID_TYPE_P (target)
	 || (TREE_CODE (target) == INTEGER_TYPE
	     && TYPE_PRECISION (target) == TYPE_PRECISION (char_type_node));
}

/* Does EXPR, of type FROM, mean the same when converted to TO?  */
static bool
is_faithful (tree expr, tree from, tree to)
{
  /* C makes a truth value of any number and any address.  */
  if (TREE_CODE (to) == BOOLEAN_TYPE)
    return true;
  if (POINTER_TYPE_P (from) != POINTER_TYPE_P (to))
    return integer_zerop (expr);
  if (POINTER_TYPE_P (to))
    return !sdt_is_string (to) || points_to_bytes (from);
  return true;
}

/* Are A and B pointers to different structures, with the same number of "*"?  */
static bool
point_elsewhere (tree a, tree b)
{
  if (!POINTER_TYPE_P (a) || !POINTER_TYPE_P (b))
    return false;
  while (POINTER_TYPE_P (a) && POINTER_TYPE_P (b))
    {
      a = TREE_TYPE (a);
      b = TREE_TYPE (b);
    }
  return RECORD_OR_UNION_TYPE_P (a) && RECORD_OR_UNION_TYPE_P (b)
	 && !comptypes (TYPE_MAIN_VARIANT (a), TYPE_MAIN_VARIANT (b));
}

/* Is Kbuild's W=1 on, and no option about -Wconversion?  It must not fail the build.  */
static bool
wants_conversion (void)
{
  static const char name[] = "KBUILD_EXTRA_WARN1";
  const unsigned char *macro = (const unsigned char *) name;

  return !global_options_set.x_warn_conversion && !warnings_are_errors
	 && cpp_macro_p (cpp_lookup (parse_in, macro, strlen (name)));
}

static int
nr_warnings (void)
{
  return warningcount + werrorcount;
}

/*
 * Has GCC warn if the conversion of EXPR to TO can change its value, as for a parameter, but
 * no more than once for each probe.
 */
static void
warn_conversion_once (location_t loc, tree expr, tree to, const struct sdt_probe *probe)
{
  static hash_set<nofree_string_hash> told;
  char *event = sdt_probe_event (probe);
  int conversion = warn_conversion, before = nr_warnings ();

  warn_conversion = (conversion || wants_conversion ()) && !told.contains (event);
  warnings_for_convert_and_check (loc, to, expr, fold_convert (to, expr));
  if (warn_conversion && nr_warnings () > before)
    told.add (event);
  else
    free (event);
  warn_conversion = conversion;
}

static void
warn_unfaithful (location_t loc, tree from, tree to, const char *declared,
		 unsigned number)
{
  auto_diagnostic_group group;

  if (!warning_at (loc, 0, "probe argument %u is declared %qs, but has "
		   "type %qT", number, declared, from))
    return;
  if (POINTER_TYPE_P (from) && POINTER_TYPE_P (to))
    inform (loc, "clients will read a string from that address; cast it to "
	    "%qT if it is one", to);
  else
    inform (loc, "the value is converted to %qT", to);
}

/*
 * Converts EXPR, argument NUMBER of PROBE of type FROM, to TO, which D declares. As on
 * FreeBSD, a site may pass another type than the probe's definition has: no option of GCC
 * turns a warning of that into an error, and any integer will do.
 */
tree
sdt_convert (location_t loc, tree expr, tree from, tree to,
	     const struct sdt_declaration *d, const struct sdt_probe *probe, unsigned number)
{
  if (!is_faithful (expr, from, to))
    warn_unfaithful (loc, from, to, d->text, number);
  else if (point_elsewhere (from, to))
    warning_at (loc, d->is_definition ? 0 : OPT_Wincompatible_pointer_types,
		"probe argument %u is declared %qs, but has type %qT", number,
		d->text, from);
  else if (INTEGRAL_TYPE_P (from) && INTEGRAL_TYPE_P (to)
	   && TREE_CODE (to) != BOOLEAN_TYPE && !d->is_definition)
    warn_conversion_once (loc, expr, to, probe);

  /* A truth value is whether it is nonzero, not its lowest bit.  */
  if (TREE_CODE (to) == BOOLEAN_TYPE && TREE_CODE (from) != BOOLEAN_TYPE)
    expr = fold_build2 (NE_EXPR, boolean_type_node, expr,
			build_zero_cst (TREE_TYPE (expr)));
  /* A pointer into another address space is converted as a number.  */
  if (POINTER_TYPE_P (from) && POINTER_TYPE_P (to)
      && TYPE_ADDR_SPACE (TREE_TYPE (from)) != TYPE_ADDR_SPACE (TREE_TYPE (to)))
    expr = fold_convert (size_type_node, expr);
  return fold_convert (to, expr);
}
