/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * describe.cc - choose the type of a probe's argument and describe it
 *
 * An argument has two types: the one that the author wrote before it, as text,
 * and the one that the compiler gave the expression.  If the text names a type
 * that is in scope, the value is converted to it.  Otherwise the expression's
 * own type is used, with a warning unless the text means just that type:
 * "file *" and "struct char *" for a "struct file *" and a "char *".
 */

#include "argument/argument_internal.h"
#include "settings.h"
#include "tree.h"
#include "c-tree.h"
#include "spellcheck.h"

/* The type of EXPR; for a bit-field, its declared type.  */
static tree
expression_type (tree expr)
{
  if (TREE_CODE (expr) == COMPONENT_REF
      && DECL_BIT_FIELD_TYPE (TREE_OPERAND (expr, 1)))
    return DECL_BIT_FIELD_TYPE (TREE_OPERAND (expr, 1));
  return TREE_TYPE (expr);
}

/* Are A and B the same type, ignoring qualifiers?  */
static bool
are_same (tree a, tree b)
{
  while (POINTER_TYPE_P (a) && POINTER_TYPE_P (b))
    {
      a = TREE_TYPE (a);
      b = TREE_TYPE (b);
    }
  return comptypes (TYPE_MAIN_VARIANT (a), TYPE_MAIN_VARIANT (b)) == 1;
}

/* What the author may have meant by D, before an expression of type OWN, or null.  */
static char *
meant_type (const struct sdt_declaration *d, tree own)
{
  tree target = own, name;
  const char *known;

  if (d->type)
    return sdt_type_name (d->type);
  while (POINTER_TYPE_P (target))
    target = TREE_TYPE (target);
  name = TYPE_NAME (target);
  if (name && TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  if (!name || !d->unknown)
    return NULL;
  known = IDENTIFIER_POINTER (name);
  return get_edit_distance (d->unknown, known)
	 <= get_edit_distance_cutoff (strlen (known), strlen (d->unknown))
	 ? sdt_type_name (own) : NULL;
}

/* Warns that D, before argument NUMBER, names no type.  */
static void
warn_unresolved (location_t loc, const struct sdt_declaration *d, tree own,
		 unsigned number)
{
  char *meant;
  auto_diagnostic_group group;

  if (!sdt_warn_unresolved)
    return;
  meant = meant_type (d, own);
  /* A type declared in a parameter list is not in scope any more.  */
  if (meant && !strcmp (meant, d->text))
    {
      free (meant);
      return;
    }
  if (!(meant ? warning_at (loc, 0, "probe argument %u is declared %qs, which "
			    "is not a known type; did you mean %qs?", number,
			    d->text, meant)
	: warning_at (loc, 0, "probe argument %u is declared %qs, which is not a "
		      "known type", number, d->text)))
    return;
  inform (loc, "the type of the expression is used, %qT; "
	  "%<-fplugin-arg-sdt_plugin-no-warn-unresolved%> turns this warning off",
	  own);
  free (meant);
}

/* Is EXPR a null pointer, or another constant 0?  */
bool
sdt_is_zero (tree expr)
{
  STRIP_NOPS (expr);
  return TREE_CODE (expr) == INTEGER_CST && integer_zerop (expr);
}

/* Does D name a type that no value can have?  */
static bool
has_no_values (const struct sdt_declaration *d)
{
  return d->type && (VOID_TYPE_P (d->type) || !COMPLETE_TYPE_P (d->type));
}

/* The type of an argument of type OWN, by the declaration D.  */
static tree
argument_type (const struct sdt_declaration *d, tree own)
{
  return d->type && !d->is_unknown && !d->is_guess && !has_no_values (d) ? d->type : own;
}

/*
 * Warns if argument NUMBER, EXPR, has its type OWN although D declares another one. Solaris writes
 * "void, NULL" if a probe's site has nothing to pass.
 */
static void
warn_own_type (location_t loc, const struct sdt_declaration *d, tree expr, tree own,
	       unsigned number)
{
  if (d->is_unknown || (d->is_guess && d->type && !are_same (d->type, own)))
    warn_unresolved (loc, d, own, number);
  else if (has_no_values (d) && sdt_warn_unresolved
	   && !(VOID_TYPE_P (d->type) && sdt_is_zero (expr)))
    warning_at (loc, 0, "probe argument %u is declared %qs, which no value "
		"can have; %qT is used", number, d->text, own);
}

/* Warns that D, in a definition, says how argument NUMBER is shown but names no type.  */
static void
warn_unknown_format (location_t loc, const struct sdt_declaration *d,
		     unsigned number)
{
  auto_diagnostic_group group;

  if (sdt_warn_unresolved
      && warning_at (loc, 0, "probe argument %u is declared %qs, which is not a known "
		     "type", number, d->text))
    inform (loc, "its format is ignored; declare the type above the definition");
}

/*
 * Describes argument INDEX of a probe's definition, D, in ARG, as of unknown kind if D
 * names no type of a value. False if no probe can have it; the error has been reported.
 */
bool
sdt_describe_type (location_t loc, const struct sdt_declaration *d,
		   unsigned index, struct sdt_arg *arg)
{
  arg->declared = d->text;
  arg->kind = SDT_ARG_UNKNOWN;
  arg->type = arg->aka = "";
  if (!d->type || d->is_guess || has_no_values (d))
    {
      if (d->words || d->bound)
	warn_unknown_format (loc, d, index + 1);
      return true;
    }
  if (!sdt_check_type (loc, d->type, index + 1))
    return false;
  sdt_describe_value (build_qualified_type (d->type, TYPE_UNQUALIFIED), arg);
  if (POINTER_TYPE_P (d->type))
    arg->flags |= d->flags | sdt_pointer_flags (d->type);
  sdt_show_arg (loc, d->type, d, index + 1, arg);
  return true;
}

/*
 * Describes argument INDEX of PROBE, the expression EXPR, which has its name. D is what the
 * author declared, or empty. *VALUE becomes the value, of the described type. False if it
 * cannot be a probe's argument; the error has been reported.
 */
bool
sdt_describe_arg (location_t loc, tree expr, const struct sdt_declaration *d,
		  struct sdt_probe *probe, unsigned index, tree *value)
{
  struct sdt_arg *arg = &probe->args[index];
  tree own = expression_type (expr), type;

  arg->declared = d->text;
  if (error_operand_p (expr) || !sdt_check_kind (loc, own, index + 1))
    return false;
  type = argument_type (d, own);
  if (!sdt_check_type (loc, type, index + 1))
    return false;
  warn_own_type (loc, d, expr, own, index + 1);
  /* A value is not volatile, wherever it was read.  */
  type = build_qualified_type (type, TYPE_UNQUALIFIED);

  sdt_describe_value (type, arg);
  if (!*d->text || !strcmp (d->text, "__auto_type"))
    arg->declared = arg->type;
  if (POINTER_TYPE_P (type))
    arg->flags |= d->flags | sdt_pointer_flags (type);
  if (POINTER_TYPE_P (type) && POINTER_TYPE_P (own))
    arg->flags |= sdt_pointer_flags (own);
  sdt_show_arg (loc, type, d, index + 1, arg);

  *value = sdt_convert (loc, expr, own, type, d, probe, index + 1);
  return true;
}
