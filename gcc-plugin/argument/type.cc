/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * type.cc - describe the type of an argument
 */

#include "argument/internal.h"
#include "tree.h"
#include "c-family/c-pretty-print.h"
#include "c-tree.h"
#include "stringpool.h"
#include "attribs.h"

/* TYPE as GCC's own messages print it.  */
char *
sdt_type_text (tree type)
{
  tree name = TYPE_NAME (type);
  c_pretty_printer pp;
  char *text, *to;

  if (name && TREE_CODE (name) == TYPE_DECL && DECL_NAME (name))
    return xstrdup (IDENTIFIER_POINTER (DECL_NAME (name)));
  pp.type_id (type);
  /* The printer adds extra blanks.  */
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

/*
 * TYPE with all typedefs resolved, also in what it points to. A struct without a tag
 * keeps the name of its typedef.
 */
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

/* What TYPE is without typedefs if that differs from TEXT, else "".  */
static char *
aka_text (tree type, const char *text)
{
  char *aka = sdt_type_text (build_qualified_type (resolved (type),
						   TYPE_UNQUALIFIED));

  if (!strcmp (aka, text))
    *aka = '\0';
  return aka;
}

/* Is TYPE a pointer to what C's string functions work on?  */
bool
sdt_is_string (tree type)
{
  return TREE_CODE (type) == POINTER_TYPE
	 && TYPE_MAIN_VARIANT (TREE_TYPE (type)) == char_type_node;
}

/* What the attributes of TYPE say about where a pointer points.  */
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

/*
 * What the compiler knows about where a pointer of this TYPE points: the kernel's
 * __user and the like are attributes for some compilers, and per-CPU data has its own
 * address space. In "char __user *p" the attribute applies to the whole declaration, so
 * the pointer may have it.
 */
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

/* Reports an error if TYPE is not one of integers or pointers, of any size.  */
bool
sdt_check_kind (location_t loc, tree type, unsigned number)
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
  return true;
}

/* Reports an error if a value of TYPE cannot be passed in 64 bits.  */
bool
sdt_check_type (location_t loc, tree type, unsigned number)
{
  auto_diagnostic_group group;

  if (!sdt_check_kind (loc, type, number))
    return false;
  if (TYPE_PRECISION (type) <= 64)
    return true;
  error_at (loc, "probe argument %u has type %qT: more than 64 bits cannot be "
	    "passed to a probe", number, type);
  inform (loc, "pass it in two halves, or declare it as a type of 64 bits");
  return false;
}

/* Describes in ARG a value of TYPE.  */
void
sdt_describe_value (tree type, struct sdt_arg *arg)
{
  if (!arg_kind (type, &arg->kind))
    gcc_unreachable ();
  arg->type = sdt_type_text (type);
  arg->aka = aka_text (type, arg->type);
  arg->size = tree_to_uhwi (TYPE_SIZE_UNIT (type));
  if (!TYPE_UNSIGNED (type))
    arg->flags |= SDT_ARG_SIGNED;
  if (arg->kind == SDT_ARG_ENUM)
    arg->enumerators = sdt_enumerators (type);
}
