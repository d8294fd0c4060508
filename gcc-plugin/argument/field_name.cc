/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * field_name.cc - name a probe's argument
 *
 * An argument's field has the name that its author declared, as for a function's
 * parameter.  Without one it is named after the last name in the expression, that of a
 * variable, a member or a called function; an object, its address, its elements and its
 * target share the name ("v" of v, &v, v[i] and *v).  If a macro of the author's own names
 * the probe, that is the expression in the macro's body, which may be a parameter, because
 * each user of the macro passes something else.  If the macro takes the probe's name from
 * its user, it is the user's expression.  __func__, __FILE__ and __LINE__ are "func", "file"
 * and "line".  Where there is no name, or another argument has it, the field is "argN".
 */

#include "argument/internal.h"
#include "location/location.h"
#include "tree.h"
#include "c-tree.h"
#include "tree-iterator.h"

/* The value of a statement expression: its last statement.  */
static tree
last_value (tree stmt)
{
  while (stmt)
    switch (TREE_CODE (stmt))
      {
      case BIND_EXPR:
	stmt = BIND_EXPR_BODY (stmt);
	break;
      case STATEMENT_LIST:
	{
	  tree_stmt_iterator i = tsi_last (stmt);
	  stmt = tsi_end_p (i) ? NULL_TREE : tsi_stmt (i);
	  break;
	}
      case MODIFY_EXPR:
      case INIT_EXPR:
	return TREE_OPERAND (stmt, 1);
      default:
	return stmt;
      }
  return NULL_TREE;
}

/*
 * Is DECL a macro's rather than the author's? ntohl () calls __fswab32 (), min () and
 * this_cpu_read () have variables of their own.
 */
static bool
is_internal (tree decl)
{
  const char *name = DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl)) : "";

  return startswith (name, "__") || endswith (name, "__");
}

/*
 * The expression in EXPR from which it has its name, one step nearer to that; EXPR
 * itself if there is no further step; null if it has no name. IS_INNER says that it is
 * part of a statement expression.
 */
static tree
nearer (tree expr, bool is_inner)
{
  if (VAR_P (expr) && is_inner && is_internal (expr))
    return DECL_INITIAL (expr);
  switch (TREE_CODE (expr))
    {
    CASE_CONVERT:
    case NON_LVALUE_EXPR:
    case SAVE_EXPR:
    case ADDR_EXPR:
    case INDIRECT_REF:
    case ARRAY_REF:
    case POINTER_PLUS_EXPR:
    case MODIFY_EXPR:
    case PREINCREMENT_EXPR:
    case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR:
    case POSTDECREMENT_EXPR:
      return TREE_OPERAND (expr, 0);
    case COMPOUND_EXPR:
    case COMPONENT_REF:
      return TREE_OPERAND (expr, 1);
    case NE_EXPR:
      /* A truth value has the name of what it was made of.  */
      return integer_zerop (TREE_OPERAND (expr, 1)) ? TREE_OPERAND (expr, 0)
						    : expr;
    case C_MAYBE_CONST_EXPR:
      return C_MAYBE_CONST_EXPR_EXPR (expr);
    case TARGET_EXPR:
      return last_value (TARGET_EXPR_INITIAL (expr));
    case BIND_EXPR:
    case STATEMENT_LIST:
      return last_value (expr);
    case CALL_EXPR:
      return get_callee_fndecl (expr);
    default:
      return expr;
    }
}

static const char *expression_name (tree expr, bool is_inner);

/*
 * What the author would call the value of EXPR, "a ? b : c": "b" if "c" has no other
 * name, and vice versa; "a" if neither has one.
 */
static const char *
conditional_name (tree expr, bool is_inner)
{
  const char *a = expression_name (TREE_OPERAND (expr, 1), is_inner);
  const char *b = expression_name (TREE_OPERAND (expr, 2), is_inner);

  if (!a && !b)
    return expression_name (TREE_OPERAND (expr, 0), is_inner);
  return !a || (b && strcmp (a, b)) ? (a ? NULL : b) : a;
}

/* What the author would call the value; null if EXPR has no name.  */
static const char *
expression_name (tree expr, bool is_inner)
{
  for (tree inner; (inner = nearer (expr, is_inner)) != expr; expr = inner)
    {
      if (!inner)
	return NULL;
      is_inner |= (TREE_CODE (expr) == BIND_EXPR
		   || TREE_CODE (expr) == TARGET_EXPR);
    }
  if (TREE_CODE (expr) == COND_EXPR)
    return conditional_name (expr, is_inner);
  if (TREE_CODE (expr) == FUNCTION_DECL && is_internal (expr))
    return NULL;
  /* __func__ and the like */
  if (VAR_P (expr) && DECL_NAME (expr) && C_IS_RESERVED_WORD (DECL_NAME (expr)))
    return "func";
  if ((VAR_P (expr) || TREE_CODE (expr) == PARM_DECL
       || TREE_CODE (expr) == FIELD_DECL
       || TREE_CODE (expr) == FUNCTION_DECL)
      && DECL_NAME (expr) && !DECL_ARTIFICIAL (expr))
    return IDENTIFIER_POINTER (DECL_NAME (expr));
  return NULL;
}

/* Does an argument of PROBE before number END have the name? A refused one has none.  */
static bool
is_taken (const struct sdt_probe *probe, unsigned end, const char *name)
{
  for (unsigned i = 0; i < end; i++)
    if (probe->args[i].name && !strcmp (probe->args[i].name, name))
      return true;
  return false;
}

/*
 * Can argument INDEX of PROBE, or what it is translated to, have the author's NAME for
 * it? If not, reports an error at LOC.
 */
bool
sdt_check_arg_name (location_t loc, const struct sdt_probe *probe,
		    unsigned index, const char *name)
{
  auto_diagnostic_group group;

  if (sdt_is_reserved_field (name))
    {
      error_at (loc, "argument %u of probe %qs cannot be called %qs", index + 1,
		probe->name, name);
      inform (loc, "%s", SDT_RESERVED_FIELDS);
      return false;
    }
  if (strlen (name) > SDT_MAX_NAME)
    {
      error_at (loc, "the name of argument %u of probe %qs is too long: it has %u "
		"bytes, at most %u are possible", index + 1, probe->name,
		(unsigned) strlen (name), SDT_MAX_NAME);
      return false;
    }
  return true;
}

/*
 * Gives argument INDEX of PROBE the name in DECLARATION, if there is one. False after
 * an error, which has been reported at LOC.
 */
bool
sdt_name_declared (location_t loc, struct sdt_probe *probe, unsigned index,
		   const struct sdt_declaration *declaration)
{
  const char *name = declaration->name;

  if (!name)
    return true;
  if (is_taken (probe, index, name))
    {
      error_at (loc, "argument %u of probe %qs has the same name as another: %qs",
		index + 1, probe->name, name);
      return false;
    }
  if (!sdt_check_arg_name (loc, probe, index, name))
    return false;
  probe->args[index].name = xstrdup (name);
  probe->args[index].flags |= SDT_ARG_NAMED;
  return true;
}

static bool
is_usable (const struct sdt_probe *probe, const char *name)
{
  return *name && strlen (name) <= SDT_MAX_NAME && !sdt_is_reserved_field (name)
	 && !is_taken (probe, probe->nr_args, name);
}

/*
 * Gives argument INDEX of PROBE, the expression EXPR of the marker at MARKER_LOC, a
 * name if its author has not declared one. The first NR_NAMES arguments of our macro name
 * the probe.
 */
void
sdt_name_arg (tree expr, location_t marker_loc, struct sdt_probe *probe,
	      unsigned index, unsigned nr_names)
{
  struct sdt_arg *arg = &probe->args[index];
  char *in_macro, *parameter;
  const char *name;

  if (arg->name)
    return;
  in_macro = sdt_macro_arg_name (marker_loc, index, nr_names, &parameter);
  name = in_macro ? in_macro : expression_name (expr, false);
  if (!name)
    name = in_macro = sdt_builtin_name (marker_loc, index);
  /* Sites of another probe may have a better one.  */
  if (!name && probe->message)
    name = parameter;
  if (name && is_usable (probe, name))
    arg->name = xstrdup (name);
  free (in_macro);
  free (parameter);
  if (arg->name)
    return;
  name = xasprintf ("arg%u", index);
  while (!is_usable (probe, name))
    name = concat (name, "_", NULL);
  arg->name = name;
}
