/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * annotations.cc - what the compiler says about where a pointer points
 *
 * The kernel's __user and the like are macros.  They expand to nothing for some compilers, which
 * is why kmod/rules/reader.c looks for the words, and to an attribute for others.
 */

#include "declaration/declaration.h"
#include "c-tree.h"
#include "stringpool.h"
#include "attribs.h"

/* What the attributes of TYPE say about where a pointer points.  */
static unsigned
tag_flags (tree type)
{
  unsigned flags = 0;

  for (tree a = TYPE_ATTRIBUTES (type);
       (a = lookup_attribute ("btf_type_tag", a)); a = TREE_CHAIN (a))
    {
      tree value = TREE_VALUE (a) ? TREE_VALUE (TREE_VALUE (a)) : NULL_TREE;

      if (value && TREE_CODE (value) == STRING_CST)
	flags |= sdt_annotation_tag (TREE_STRING_POINTER (value),
				     strlen (TREE_STRING_POINTER (value)));
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
