/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * enums.cc - the enumerators of an argument's type
 *
 * For printing the argument: a name says more than a number.  Arguments of one
 * enum, or of enums with the same enumerators, share one list.
 */

#include "argument/argument_internal.h"
#include "tree.h"
#include "pretty-print.h"

/* By their text.  */
static hash_map<nofree_string_hash, struct sdt_enum *> enums;

static const char *
enumerator_name (tree t)
{
  return IDENTIFIER_POINTER (TREE_PURPOSE (t));
}

static unsigned HOST_WIDE_INT
enumerator_value (tree t)
{
  tree value = TREE_VALUE (t);

  if (TREE_CODE (value) == CONST_DECL)
    value = DECL_INITIAL (value);
  return wi::to_widest (value).to_uhwi ();
}

/* A text that is equal for equal lists only.  */
static char *
list_text (tree list)
{
  pretty_printer pp;

  for (tree t = list; t; t = TREE_CHAIN (t))
    {
      pp_string (&pp, enumerator_name (t));
      pp_character (&pp, '=');
      pp_wide_integer (&pp, (HOST_WIDE_INT) enumerator_value (t));
      pp_character (&pp, ',');
    }
  return xstrdup (pp_formatted_text (&pp));
}

/* Copies NR enumerators: their type may be gone when the table is written.  */
static struct sdt_enum *
copy_list (tree list, unsigned nr)
{
  struct sdt_enum *e = XNEW (struct sdt_enum);
  struct sdt_enumerator *to = XNEWVEC (struct sdt_enumerator, nr);

  *e = { nr, -1, to };
  for (tree t = list; t; t = TREE_CHAIN (t), to++)
    *to = { xstrdup (enumerator_name (t)), enumerator_value (t) };
  return e;
}

/*
 * The enumerators of TYPE, an enum; null if there are too many of them, or one has a
 * name that is too long.
 */
struct sdt_enum *
sdt_enumerators (tree type)
{
  tree list = TYPE_VALUES (TYPE_MAIN_VARIANT (type));
  unsigned nr = 0;
  bool is_known;

  for (tree t = list; t; t = TREE_CHAIN (t))
    if (++nr > SDT_MAX_ENUMERATORS
	|| strlen (enumerator_name (t)) > SDT_MAX_NAME)
      return NULL;
  if (!nr)
    return NULL;

  char *text = list_text (list);
  struct sdt_enum *&e = enums.get_or_insert (text, &is_known);
  if (is_known)
    free (text);
  else
    e = copy_list (list, nr);
  return e;
}
