/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * names.cc - what a probe's argument is called
 *
 * The field name of an argument is the last name that its author wrote in the
 * expression: that of a variable, a member, a called function.  It is the same
 * for an object, its address, its elements and what it points to ("v" of v, &v,
 * v[i] and *v).  Where there is none, it is "argN".
 */

#include "sdt_plugin.h"
#include "c-tree.h"
#include "stringpool.h"
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

/* Some things are not what the author wrote, but what a macro made of it:
   ntohl () calls __fswab32 (), min () has variables of its own.  */
static bool
is_internal (tree decl)
{
  return DECL_NAME (decl)
	 && startswith (IDENTIFIER_POINTER (DECL_NAME (decl)), "__");
}

/* The expression in EXPR whose name is also EXPR's, one step nearer to the
   name; EXPR itself if it has the name or has none; null if it has none.
   IS_INNER says that it is a part of a statement expression.  */
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
      /* A truth value is called as what it was made of.  */
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

/* What the author would call the value; null where EXPR has no name.  */
static const char *
expression_name (tree expr)
{
  bool is_inner = false;

  for (tree inner; (inner = nearer (expr, is_inner)) != expr; expr = inner)
    {
      if (!inner)
	return NULL;
      is_inner |= (TREE_CODE (expr) == BIND_EXPR
		   || TREE_CODE (expr) == TARGET_EXPR);
    }
  if (TREE_CODE (expr) == FUNCTION_DECL && is_internal (expr))
    return NULL;
  if ((VAR_P (expr) || TREE_CODE (expr) == PARM_DECL
       || TREE_CODE (expr) == FIELD_DECL
       || TREE_CODE (expr) == FUNCTION_DECL)
      && DECL_NAME (expr) && !DECL_ARTIFICIAL (expr))
    return IDENTIFIER_POINTER (DECL_NAME (expr));
  return NULL;
}

/* Also by the fields that every trace event has.  An argument that was refused has
   no name.  */
static bool
name_is_taken (const struct sdt_spot *spot, const char *name)
{
  if (startswith (name, "common_") || !strcmp (name, "__probe_ip"))
    return true;
  for (unsigned i = 0; i < spot->nr_args; i++)
    if (spot->args[i].name && !strcmp (spot->args[i].name, name))
      return true;
  return false;
}

/* A field name for argument INDEX of SPOT, the expression EXPR, that no
   argument before it has.  */
char *
sdt_field_name (tree expr, const struct sdt_spot *spot, unsigned index)
{
  const char *name = expression_name (expr);
  char *made;

  if (name && strlen (name) <= SDT_MAX_NAME && !name_is_taken (spot, name))
    return xstrdup (name);
  made = xasprintf ("arg%u", index);
  while (name_is_taken (spot, made))
    {
      char *longer = concat (made, "_", NULL);
      free (made);
      made = longer;
    }
  return made;
}
