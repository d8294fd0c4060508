/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * types.cc - what is known of a probe's argument
 *
 * An argument has two types: the one that the author wrote before it, as text,
 * and the one that the compiler gave the expression.  Where the text names a
 * type that is in scope, the value is converted to it, as a function's
 * parameter would be; where it does not ("file *", "struct char *"), it is a
 * remark for people and the expression's own type holds.
 */

#include "sdt_plugin.h"
#include "c-family/c-pretty-print.h"
#include "c-tree.h"
#include "fold-const.h"
#include "stringpool.h"

/* ---- the declared text ---------------------------------------------- */

/* Takes the next word or sign off TEXT into WORD; false at its end.  */
static bool
next_token (const char **text, char *word, size_t size)
{
  const char *s = *text;
  size_t n = 0;

  while (ISSPACE (*s))
    s++;
  if (!*s)
    return false;
  if (ISIDST (*s))
    while (ISIDNUM (*s) && n < size - 1)
      word[n++] = *s++;
  else
    word[n++] = *s++;
  word[n] = '\0';
  *text = s;
  return true;
}

/* Words that say where a pointer points to or how it may be used, and change
   nothing about its value.  */
static bool
is_annotation (const char *word)
{
  static const char *const words[] = {
    "__user", "__kernel", "__iomem", "__percpu", "__rcu", "__force",
    "volatile", "restrict", "__restrict", "__restrict__"
  };

  for (const char *w : words)
    if (!strcmp (w, word))
      return true;
  return false;
}

/* The words of an arithmetic type, in any order: "long unsigned int".  */
struct basic_words
{
  int n_long, n_short, n_char, n_int, n_signed, n_unsigned, n_bool, n_void;
};

static bool
count_basic_word (struct basic_words *b, const char *word)
{
  struct { const char *word; int *count; } const table[] = {
    { "long", &b->n_long }, { "short", &b->n_short }, { "char", &b->n_char },
    { "int", &b->n_int }, { "signed", &b->n_signed },
    { "unsigned", &b->n_unsigned }, { "_Bool", &b->n_bool },
    { "void", &b->n_void }
  };

  for (auto &t : table)
    if (!strcmp (t.word, word))
      {
	++*t.count;
	return true;
      }
  return false;
}

static tree
basic_type (const struct basic_words *b)
{
  bool u = b->n_unsigned;

  if (b->n_void)
    return void_type_node;
  if (b->n_bool)
    return boolean_type_node;
  if (b->n_char)
    return u ? unsigned_char_type_node
	     : b->n_signed ? signed_char_type_node : char_type_node;
  if (b->n_short)
    return u ? short_unsigned_type_node : short_integer_type_node;
  if (b->n_long == 1)
    return u ? long_unsigned_type_node : long_integer_type_node;
  if (b->n_long == 2)
    return u ? long_long_unsigned_type_node : long_long_integer_type_node;
  return u ? unsigned_type_node : integer_type_node;
}

/* The file-scope type called NAME with the keyword KEYWORD, or null.  */
static tree
tagged_type (const char *keyword, const char *name)
{
  enum tree_code code = !strcmp (keyword, "struct") ? RECORD_TYPE
			: !strcmp (keyword, "union") ? UNION_TYPE
			: ENUMERAL_TYPE;
  tree id = maybe_get_identifier (name);
  tree type = id ? identifier_global_tag (id) : NULL_TREE;

  return type && TREE_CODE (type) == code ? type : NULL_TREE;
}

static tree
typedef_type (const char *name)
{
  tree id = maybe_get_identifier (name);
  tree decl = id ? identifier_global_value (id) : NULL_TREE;

  return decl && TREE_CODE (decl) == TYPE_DECL ? TREE_TYPE (decl) : NULL_TREE;
}

/* The type that TEXT names in the file's scope, or null: specifiers, then
   pointers to them.  *IS_USER tells if it says __user.  */
static tree
resolve_type (const char *text, bool *is_user)
{
  struct basic_words basic = {};
  bool any_basic = false, is_const = false;
  tree type = NULL_TREE;
  char word[256], tag[256];

  *is_user = false;
  while (next_token (&text, word, sizeof (word)))
    {
      if (!strcmp (word, "__user"))
	*is_user = true;
      if (is_annotation (word))
	continue;
      if (!strcmp (word, "const"))
	{
	  if (type)
	    type = build_qualified_type (type, TYPE_QUAL_CONST);
	  else
	    is_const = true;
	}
      else if (!strcmp (word, "*"))
	{
	  if (!type && any_basic)
	    type = basic_type (&basic);
	  if (!type)
	    return NULL_TREE;
	  if (is_const)
	    type = build_qualified_type (type, TYPE_QUAL_CONST);
	  is_const = any_basic = false;
	  type = build_pointer_type (type);
	}
      else if (type)
	return NULL_TREE;
      else if (count_basic_word (&basic, word))
	any_basic = true;
      else if (any_basic)
	return NULL_TREE;
      else if (!strcmp (word, "struct") || !strcmp (word, "union")
	       || !strcmp (word, "enum"))
	{
	  if (!next_token (&text, tag, sizeof (tag)))
	    return NULL_TREE;
	  type = tagged_type (word, tag);
	  if (!type)
	    return NULL_TREE;
	}
      else
	{
	  type = typedef_type (word);
	  if (!type)
	    return NULL_TREE;
	}
    }
  return !type && any_basic ? basic_type (&basic) : type;
}

/* ---- the expression ------------------------------------------------- */

/* The expression below conversions that the author did not see.  */
static tree
strip (tree expr)
{
  while (CONVERT_EXPR_P (expr) || TREE_CODE (expr) == NON_LVALUE_EXPR
	 || TREE_CODE (expr) == C_MAYBE_CONST_EXPR
	 || TREE_CODE (expr) == SAVE_EXPR)
    expr = TREE_CODE (expr) == C_MAYBE_CONST_EXPR
	   ? C_MAYBE_CONST_EXPR_EXPR (expr) : TREE_OPERAND (expr, 0);
  return expr;
}

/* The type of EXPR; of a bit-field the type that it was declared with.  */
static tree
expression_type (tree expr)
{
  if (TREE_CODE (expr) == COMPONENT_REF
      && DECL_BIT_FIELD_TYPE (TREE_OPERAND (expr, 1)))
    return DECL_BIT_FIELD_TYPE (TREE_OPERAND (expr, 1));
  return TREE_TYPE (expr);
}

/* What the author would call the value: the variable's or the last member's
   name; null where the expression has none.  */
static const char *
expression_name (tree expr)
{
  expr = strip (expr);
  while (TREE_CODE (expr) == ADDR_EXPR || TREE_CODE (expr) == ARRAY_REF)
    expr = strip (TREE_OPERAND (expr, 0));
  if (TREE_CODE (expr) == COMPONENT_REF)
    expr = TREE_OPERAND (expr, 1);
  if ((VAR_P (expr) || TREE_CODE (expr) == PARM_DECL
       || TREE_CODE (expr) == FIELD_DECL
       || TREE_CODE (expr) == FUNCTION_DECL)
      && DECL_NAME (expr) && !DECL_ARTIFICIAL (expr))
    return IDENTIFIER_POINTER (DECL_NAME (expr));
  return NULL;
}

/* Also by the fields that every trace event has.  */
static bool
name_is_taken (const struct sdt_spot *spot, const char *name)
{
  if (startswith (name, "common_") || !strcmp (name, "__probe_ip"))
    return true;
  for (unsigned i = 0; i < spot->nr_args; i++)
    if (!strcmp (spot->args[i].name, name))
      return true;
  return false;
}

/* A field name for argument INDEX of SPOT that none before it has.  */
static char *
field_name (tree expr, const struct sdt_spot *spot, unsigned index)
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

static char *
type_text (tree type)
{
  c_pretty_printer pp;

  pp.type_id (type);
  return xstrdup (pp_formatted_text (&pp));
}

static bool
arg_kind (tree type, enum sdt_arg_kind *kind)
{
  switch (TREE_CODE (type))
    {
    case INTEGER_TYPE:
      *kind = SDT_ARG_INTEGER;
      return true;
    case BOOLEAN_TYPE:
      *kind = SDT_ARG_BOOL;
      return true;
    case ENUMERAL_TYPE:
      *kind = SDT_ARG_ENUM;
      return true;
    case POINTER_TYPE:
      type = TYPE_MAIN_VARIANT (TREE_TYPE (type));
      *kind = TREE_CODE (type) == FUNCTION_TYPE ? SDT_ARG_FUNCTION
	      : type == char_type_node ? SDT_ARG_STRING
	      : SDT_ARG_POINTER;
      return true;
    default:
      return false;
    }
}

/* Refuses, with an error that says why, what does not fit 64 bits.  */
static bool
check_type (location_t loc, tree type, unsigned number)
{
  auto_diagnostic_group group;

  if (SCALAR_FLOAT_TYPE_P (type) || TREE_CODE (type) == COMPLEX_TYPE)
    {
      error_at (loc, "probe argument %u has type %qT: a floating-point "
		"value cannot be passed to a probe", number, type);
      inform (loc, "the kernel does not use them; pass an integer");
      return false;
    }
  if (AGGREGATE_TYPE_P (type) || VECTOR_TYPE_P (type))
    {
      error_at (loc, "probe argument %u has type %qT: only scalar values can "
		"be passed to a probe", number, type);
      inform (loc, "pass its address, or one of its members");
      return false;
    }
  if (VOID_TYPE_P (type))
    {
      error_at (loc, "probe argument %u has no value", number);
      return false;
    }
  if (!INTEGRAL_TYPE_P (type) && TREE_CODE (type) != POINTER_TYPE)
    {
      error_at (loc, "probe argument %u has type %qT, which cannot be passed "
		"to a probe", number, type);
      return false;
    }
  if (TYPE_PRECISION (type) > 64)
    {
      error_at (loc, "probe argument %u has type %qT: more than 64 bits "
		"cannot be passed to a probe", number, type);
      inform (loc, "pass it in two halves");
      return false;
    }
  return true;
}

/* Does converting EXPR, of type FROM, to type TO keep what it is: a number or
   an address, with all its bits?  */
static bool
conversion_is_faithful (tree expr, tree from, tree to)
{
  /* A truth value is what C makes of any number and any address.  */
  if (TREE_CODE (to) == BOOLEAN_TYPE)
    return true;
  if (POINTER_TYPE_P (from) != POINTER_TYPE_P (to))
    return integer_zerop (expr);
  if (TREE_CODE (expr) == INTEGER_CST && int_fits_type_p (expr, to))
    return true;
  return TYPE_PRECISION (from) <= TYPE_PRECISION (to);
}

/* Describes argument INDEX of SPOT: the expression EXPR, before which the
   author wrote the type DECLARED.  *VALUE becomes the value, of the type that
   the description says.  False if it cannot be a probe's argument; the error
   has been given.  */
bool
sdt_describe_arg (location_t loc, tree expr, const char *declared,
		  unsigned index, struct sdt_spot *spot, tree *value)
{
  struct sdt_arg *arg = &spot->args[index];
  bool is_user;
  tree own = expression_type (expr);
  tree type = resolve_type (declared, &is_user);

  arg->name = field_name (expr, spot, index);
  arg->declared = xstrdup (declared);
  if (error_operand_p (expr) || !check_type (loc, own, index + 1))
    return false;

  if (type && (VOID_TYPE_P (type) || !COMPLETE_TYPE_P (type)))
    type = NULL_TREE;
  if (type && !check_type (loc, type, index + 1))
    return false;
  if (type && !conversion_is_faithful (expr, own, type))
    {
      auto_diagnostic_group group;
      if (warning_at (loc, 0, "probe argument %u is declared %qs, but is of "
		      "type %qT", index + 1, declared, own))
	inform (loc, "the value is converted to %qT", type);
    }
  if (!type)
    type = own;

  if (!arg_kind (type, &arg->kind))
    gcc_unreachable ();
  arg->type = type_text (type);
  arg->size = tree_to_uhwi (TYPE_SIZE_UNIT (type));
  if (!TYPE_UNSIGNED (type))
    arg->flags |= SDT_ARG_SIGNED;
  if (is_user)
    arg->flags |= SDT_ARG_USER;

  /* A truth value is whether it is zero, not its lowest bit.  */
  if (TREE_CODE (type) == BOOLEAN_TYPE && TREE_CODE (own) != BOOLEAN_TYPE)
    expr = fold_build2 (NE_EXPR, boolean_type_node, expr,
			build_zero_cst (TREE_TYPE (expr)));
  *value = fold_convert (type, expr);
  return true;
}
