/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * types.cc - what is known of a probe's argument
 *
 * An argument has two types: the one that the author wrote before it, as text,
 * and the one that the compiler gave the expression.  Where the text names a
 * type that is in scope, the value is converted to it.  Where it does not, the
 * expression's own type holds, with a warning, unless the text means just that
 * type: "file *" and "struct char *" of a "struct file *" and a "char *".
 */

#include "sdt_plugin.h"
#include "c-family/c-pretty-print.h"
#include "c-family/c-pragma.h"
#include "c-tree.h"
#include "cpplib.h"
#include "spellcheck.h"
#include "stringpool.h"
#include "attribs.h"

/* The type of EXPR; of a bit-field the type that it was declared with.  */
static tree
expression_type (tree expr)
{
  if (TREE_CODE (expr) == COMPONENT_REF
      && DECL_BIT_FIELD_TYPE (TREE_OPERAND (expr, 1)))
    return DECL_BIT_FIELD_TYPE (TREE_OPERAND (expr, 1));
  return TREE_TYPE (expr);
}

/* As GCC's own messages name TYPE.  */
static char *
type_text (tree type)
{
  tree name = TYPE_NAME (type);
  c_pretty_printer pp;
  char *text, *to;

  if (name && TREE_CODE (name) == TYPE_DECL && DECL_NAME (name))
    return xstrdup (IDENTIFIER_POINTER (DECL_NAME (name)));
  pp.type_id (type);
  /* The printer is generous with blanks.  */
  text = to = xstrdup (pp_formatted_text (&pp));
  for (const char *s = text; *s; s++)
    if (s[0] != ' ' || s[1] != ' ')
      *to++ = *s;
  *to = '\0';
  return text;
}

static tree resolved (tree type);

/* The list of a function's parameters, without typedefs.  */
static tree
resolved_list (tree list)
{
  if (!list || list == void_list_node)
    return list;
  return tree_cons (NULL_TREE, resolved (TREE_VALUE (list)),
		    resolved_list (TREE_CHAIN (list)));
}

/* What TYPE is, with all typedefs replaced by what they stand for, also in what
   it points to.  A struct that has no other name keeps that of its typedef.  */
static tree
resolved (tree type)
{
  tree name = TYPE_NAME (type), result = type;

  if (name && TREE_CODE (name) == TYPE_DECL && DECL_ORIGINAL_TYPE (name))
    {
      result = DECL_ORIGINAL_TYPE (name);
      if ((RECORD_OR_UNION_TYPE_P (result)
	   || TREE_CODE (result) == ENUMERAL_TYPE) && !TYPE_NAME (result))
	return type;
      result = resolved (result);
    }
  else if (TREE_CODE (type) == POINTER_TYPE)
    result = build_pointer_type (resolved (TREE_TYPE (type)));
  else if (TREE_CODE (type) == ARRAY_TYPE)
    result = build_array_type (resolved (TREE_TYPE (type)),
			       TYPE_DOMAIN (type));
  else if (TREE_CODE (type) == FUNCTION_TYPE)
    result = build_function_type (resolved (TREE_TYPE (type)),
				  resolved_list (TYPE_ARG_TYPES (type)));
  /* An array's qualifiers are its elements'.  */
  return c_build_qualified_type (result, TYPE_QUALS (strip_array_types (type))
				 | TYPE_QUALS (strip_array_types (result)));
}

/* What TYPE is if that is not what it is called, else "".  */
static char *
aka_text (tree type, const char *text)
{
  char *aka = type_text (resolved (type));

  if (!strcmp (aka, text))
    *aka = '\0';
  return aka;
}

/* Is it a pointer to what C's string functions work on?  */
bool
sdt_is_string (tree type)
{
  return TREE_CODE (type) == POINTER_TYPE
	 && TYPE_MAIN_VARIANT (TREE_TYPE (type)) == char_type_node;
}

/* What the attributes of TYPE say of where a pointer leads to.  */
static unsigned
tag_flags (tree type)
{
  static const struct { const char *tag; unsigned flag; } tags[] = {
    { "user", SDT_ARG_USER }, { "percpu", SDT_ARG_PERCPU },
    { "rcu", SDT_ARG_RCU }
  };
  unsigned flags = 0;

  for (tree a = TYPE_ATTRIBUTES (type);
       (a = lookup_attribute ("btf_type_tag", a)); a = TREE_CHAIN (a))
    {
      tree value = TREE_VALUE (a) ? TREE_VALUE (TREE_VALUE (a)) : NULL_TREE;

      for (auto &t : tags)
	if (value && TREE_CODE (value) == STRING_CST
	    && !strcmp (TREE_STRING_POINTER (value), t.tag))
	  flags |= t.flag;
    }
  return flags;
}

/* What the compiler knows of where a pointer of this TYPE points to: the
   kernel's __user and its like are attributes for some compilers, and per-CPU
   data is in an address space of its own.  In "char __user *p" the attribute
   is that of the whole declaration, so the pointer may have it.  */
unsigned
sdt_pointer_flags (tree type)
{
  addr_space_t space = TYPE_ADDR_SPACE (TREE_TYPE (type));
  unsigned flags = tag_flags (type) | tag_flags (TREE_TYPE (type));

  if (!ADDR_SPACE_GENERIC_P (space)
      && !strcmp (c_addr_space_name (space), "__seg_gs"))
    flags |= SDT_ARG_PERCPU;
  return flags;
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
      *kind = TREE_CODE (TREE_TYPE (type)) == FUNCTION_TYPE ? SDT_ARG_FUNCTION
	      : sdt_is_string (type) ? SDT_ARG_STRING
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

/* Are A and B the same type but for the qualifiers of what they are or point to?  */
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
    return type_text (d->type);
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
	 ? type_text (own) : NULL;
}

/* Warns that D, before argument NUMBER, is no type.  */
static void
warn_unresolved (location_t loc, const struct sdt_declaration *d, tree own,
		 unsigned number)
{
  char *meant;
  auto_diagnostic_group group;

  /* A preprocessed source does not say which words are macros.  */
  if (!sdt_warn_unresolved || cpp_get_options (parse_in)->preprocessed)
    return;
  meant = meant_type (d, own);
  /* Declared in a parameter list, such a type is not in scope any more.  */
  if (meant && !strcmp (meant, d->text))
    {
      free (meant);
      return;
    }
  if (!(meant ? warning_at (loc, 0, "probe argument %u is declared %qs, which "
			    "names no type here; did you mean %qs?", number,
			    d->text, meant)
	: warning_at (loc, 0, "probe argument %u is declared %qs, which names no "
		      "type here", number, d->text)))
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

/* The type that argument NUMBER has by the declaration D, before EXPR, which is of
   type OWN.  Solaris writes "void, NULL" where a probe's site has nothing to pass.  */
static tree
argument_type (location_t loc, const struct sdt_declaration *d, tree expr,
	       tree own, unsigned number)
{
  if (d->is_unknown || (d->is_guess && d->type && !are_same (d->type, own)))
    warn_unresolved (loc, d, own, number);
  else if (d->type && (VOID_TYPE_P (d->type) || !COMPLETE_TYPE_P (d->type)))
    {
      if (sdt_warn_unresolved
	  && !(VOID_TYPE_P (d->type) && sdt_is_zero (expr)))
	warning_at (loc, 0, "probe argument %u is declared %qs, which no value "
		    "can have; %qT is used", number, d->text, own);
    }
  else if (d->type && !d->is_guess)
    return d->type;
  return own;
}

/* Describes in ARG a value of TYPE.  */
static void
describe (tree type, struct sdt_arg *arg)
{
  if (!arg_kind (type, &arg->kind))
    gcc_unreachable ();
  arg->type = type_text (type);
  arg->aka = aka_text (type, arg->type);
  arg->size = tree_to_uhwi (TYPE_SIZE_UNIT (type));
  if (!TYPE_UNSIGNED (type))
    arg->flags |= SDT_ARG_SIGNED;
  if (arg->kind == SDT_ARG_ENUM)
    arg->enumerators = sdt_enumerators (type);
}

/* Describes argument INDEX of a probe's definition, D, in ARG.  If D names no type of
   a value, the argument is of no known kind.  False if no probe can have it; the error
   has been given.  */
bool
sdt_describe_type (location_t loc, const struct sdt_declaration *d,
		   unsigned index, struct sdt_arg *arg)
{
  arg->declared = d->text;
  arg->kind = SDT_ARG_UNKNOWN;
  arg->type = arg->aka = "";
  if (!d->type || d->is_guess || VOID_TYPE_P (d->type)
      || !COMPLETE_TYPE_P (d->type))
    return true;
  if (!check_type (loc, d->type, index + 1))
    return false;
  describe (build_qualified_type (d->type, TYPE_UNQUALIFIED), arg);
  if (POINTER_TYPE_P (d->type))
    arg->flags |= d->flags | sdt_pointer_flags (d->type);
  sdt_show_arg (loc, d->type, d, index + 1, arg);
  return true;
}

/* Describes argument INDEX of a probe, the expression EXPR, before which D stands,
   in ARG, which has its name; D is empty if nothing does.  *VALUE becomes the value,
   of the type that the description says.  False if it cannot be a probe's argument;
   the error has been given.  */
bool
sdt_describe_arg (location_t loc, tree expr, const struct sdt_declaration *d,
		  unsigned index, struct sdt_arg *arg, tree *value)
{
  tree own = expression_type (expr), type;

  arg->declared = d->text;
  if (error_operand_p (expr) || !check_type (loc, own, index + 1))
    return false;
  type = argument_type (loc, d, expr, own, index + 1);
  if (type != own && !check_type (loc, type, index + 1))
    return false;
  /* A value is not volatile, wherever it was read.  */
  type = build_qualified_type (type, TYPE_UNQUALIFIED);

  describe (type, arg);
  if (!*d->text)
    arg->declared = arg->type;
  if (POINTER_TYPE_P (type))
    arg->flags |= d->flags | sdt_pointer_flags (type);
  if (POINTER_TYPE_P (type) && POINTER_TYPE_P (own))
    arg->flags |= sdt_pointer_flags (own);
  sdt_show_arg (loc, type, d, index + 1, arg);

  *value = sdt_convert (loc, expr, own, type, d, index + 1);
  return true;
}
