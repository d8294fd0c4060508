/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * type_name.cc - how an argument's type is spelled
 */

#include "argument/argument_internal.h"
#include "c-family/c-pretty-print.h"
#include "c-tree.h"

/* TYPE as GCC's own messages print it.  */
char *
sdt_type_name (tree type)
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

/*
 * More types than that have a name of no use: a callback's parameters can be callbacks, and
 * so on.
 */
#define MAX_STEPS 1000

static tree resolved (tree type, unsigned *steps);

/* The list of a function's parameters, without typedefs.  */
static tree
resolved_list (tree list, unsigned *steps)
{
  if (!list || list == void_list_node)
    return list;
  return tree_cons (NULL_TREE, resolved (TREE_VALUE (list), steps),
		    resolved_list (TREE_CHAIN (list), steps));
}

/*
 * TYPE with all typedefs resolved, also in what it points to. A struct without a tag
 * keeps the name of its typedef. *STEPS counts the types, to MAX_STEPS.
 */
static tree
resolved (tree type, unsigned *steps)
{
  tree name = TYPE_NAME (type), result = type;

  if (++*steps > MAX_STEPS)
    return type;
  if (name && TREE_CODE (name) == TYPE_DECL && DECL_ORIGINAL_TYPE (name))
    {
      result = DECL_ORIGINAL_TYPE (name);
      if ((RECORD_OR_UNION_TYPE_P (result)
	   || TREE_CODE (result) == ENUMERAL_TYPE) && !TYPE_NAME (result))
	return type;
      result = resolved (result, steps);
    }
  else if (TREE_CODE (type) == POINTER_TYPE)
    result = build_pointer_type (resolved (TREE_TYPE (type), steps));
  else if (TREE_CODE (type) == ARRAY_TYPE)
    result = build_array_type (resolved (TREE_TYPE (type), steps),
			       TYPE_DOMAIN (type));
  else if (TREE_CODE (type) == FUNCTION_TYPE)
    result = build_function_type (resolved (TREE_TYPE (type), steps),
				  resolved_list (TYPE_ARG_TYPES (type), steps));
  /* An array's qualifiers are its elements'.  */
  return c_build_qualified_type (result, TYPE_QUALS (strip_array_types (type))
				 | TYPE_QUALS (strip_array_types (result)));
}

/* What TYPE is without typedefs if that differs from its NAME and is not too long, else "".  */
char *
sdt_type_aka (tree type, const char *name)
{
  unsigned steps = 0;
  char *aka;

  type = build_qualified_type (resolved (type, &steps), TYPE_UNQUALIFIED);
  if (steps > MAX_STEPS)
    return xstrdup ("");
  aka = sdt_type_name (type);
  if (!strcmp (aka, name) || strlen (aka) > SDT_MAX_STRING)
    *aka = '\0';
  return aka;
}
