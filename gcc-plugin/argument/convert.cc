/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * convert.cc - convert an argument to the type declared before it
 *
 * The value is converted as a function's parameter is.  A warning is given if the
 * conversion can change it:
 *
 *  - an integer that may not fit, much as -Wconversion has it.  A change of sign that
 *    keeps all bits is fine, as with -Wno-sign-conversion.
 *  - a pointer that becomes an integer, or an integer that becomes a pointer
 *  - a pointer to anything but bytes that becomes a "char *": a client would read a
 *    string from there
 *  - a pointer to a structure that becomes one to another structure
 *
 * All other conversions of pointers are silent.  GCC's own warnings of conversions, which
 * are more exact and mostly off, are given under the same options as for a parameter.
 */

#include "argument/internal.h"
#include "tree.h"
#include "c-tree.h"
#include "fold-const.h"

/*
 * Does VALUE keep its bits when it is converted to TYPE and back? "(uintptr_t) -1"
 * does, which FreeBSD's authors pass for an int.
 */
static bool
keeps_bits (tree value, tree type)
{
  unsigned from = TYPE_PRECISION (TREE_TYPE (value));
  unsigned to = TYPE_PRECISION (type);
  wide_int bits = wi::to_wide (value);

  return to < from && wi::ext (bits, to, TYPE_SIGN (type)) == bits;
}

/*
 * Like GCC's -Woverflow: -1 is a way to write the largest unsigned number, and
 * 0x80000000 is an int's lowest.
 */
static bool
constant_fits (tree value, tree type)
{
  if (int_fits_type_p (value, type) || keeps_bits (value, type))
    return true;
  if (TYPE_UNSIGNED (type))
    return int_fits_type_p (value, signed_type_for (type));
  return TYPE_PRECISION (TREE_TYPE (value)) == TYPE_PRECISION (type);
}

static bool
enumerators_fit (tree enum_type, tree type)
{
  for (tree v = TYPE_VALUES (enum_type); v; v = TREE_CHAIN (v))
    {
      tree value = TREE_VALUE (v);

      if (TREE_CODE (value) == CONST_DECL)
	value = DECL_INITIAL (value);
      if (!constant_fits (value, type))
	return false;
    }
  return TYPE_VALUES (enum_type) != NULL_TREE;
}

static bool
is_mask (tree expr, tree type)
{
  return TREE_CODE (expr) == INTEGER_CST && tree_int_cst_sgn (expr) >= 0
	 && constant_fits (expr, type);
}

/* Do all values of the integer expression EXPR fit TYPE? Looks through C's promotions.  */
static bool
value_fits (tree expr, tree type)
{
  tree from = TREE_TYPE (expr);

  if (TREE_CODE (expr) == INTEGER_CST)
    return constant_fits (expr, type);
  if (truth_value_p (TREE_CODE (expr)) || TREE_CODE (from) == BOOLEAN_TYPE
      || TYPE_PRECISION (from) <= TYPE_PRECISION (type))
    return true;
  if (TREE_CODE (from) == ENUMERAL_TYPE)
    return enumerators_fit (from, type);
  switch (TREE_CODE (expr))
    {
    CASE_CONVERT:
      return INTEGRAL_TYPE_P (TREE_TYPE (TREE_OPERAND (expr, 0)))
	     && value_fits (TREE_OPERAND (expr, 0), type);
    case C_MAYBE_CONST_EXPR:
      return value_fits (C_MAYBE_CONST_EXPR_EXPR (expr), type);
    case SAVE_EXPR:
    case NON_LVALUE_EXPR:
      return value_fits (TREE_OPERAND (expr, 0), type);
    case COMPOUND_EXPR:
      return value_fits (TREE_OPERAND (expr, 1), type);
    case COND_EXPR:
      return value_fits (TREE_OPERAND (expr, 1), type)
	     && value_fits (TREE_OPERAND (expr, 2), type);
    case BIT_AND_EXPR:
      if (is_mask (TREE_OPERAND (expr, 0), type)
	  || is_mask (TREE_OPERAND (expr, 1), type))
	return true;
      /* FALLTHRU */
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
      return value_fits (TREE_OPERAND (expr, 0), type)
	     && value_fits (TREE_OPERAND (expr, 1), type);
    case RSHIFT_EXPR:
      return TYPE_UNSIGNED (from)
	     && TREE_CODE (TREE_OPERAND (expr, 1)) == INTEGER_CST
	     && wi::geu_p (wi::to_wide (TREE_OPERAND (expr, 1)),
			   TYPE_PRECISION (from) - TYPE_PRECISION (type));
    default:
      return false;
    }
}

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
  return value_fits (expr, to);
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

static void
warn_unfaithful (location_t loc, tree from, tree to, const char *declared,
		 unsigned number)
{
  auto_diagnostic_group group;

  if (!warning_at (loc, 0, "probe argument %u is declared %qs, but is of "
		   "type %qT", number, declared, from))
    return;
  if (POINTER_TYPE_P (from) && POINTER_TYPE_P (to))
    inform (loc, "a string will be read from there; cast it to %qT if it is "
	    "one", to);
  else
    inform (loc, "the value is converted to %qT", to);
}

/*
 * Converts EXPR, argument NUMBER of type FROM, to TO, which D declares. As on FreeBSD,
 * a site may pass another type than the probe's definition has; no option of GCC turns
 * that warning into an error.
 */
tree
sdt_convert (location_t loc, tree expr, tree from, tree to,
	     const struct sdt_declaration *d, unsigned number)
{
  if (!is_faithful (expr, from, to))
    warn_unfaithful (loc, from, to, d->text, number);
  else if (point_elsewhere (from, to))
    warning_at (loc, d->is_definition ? 0 : OPT_Wincompatible_pointer_types,
		"probe argument %u is declared %qs, but is of type %qT", number,
		d->text, from);
  else if (INTEGRAL_TYPE_P (from) && INTEGRAL_TYPE_P (to)
	   && TREE_CODE (to) != BOOLEAN_TYPE
	   && !(TREE_CODE (expr) == INTEGER_CST && keeps_bits (expr, to)))
    warnings_for_convert_and_check (loc, to, expr, fold_convert (to, expr));

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
