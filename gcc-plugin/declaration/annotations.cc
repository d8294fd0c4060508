/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * annotations.cc - what an author or the compiler says about where a pointer points
 *
 * The kernel's __user and the like are macros, which expand to nothing for some compilers
 * and to an attribute for others: words of a text, or attributes of a type.
 */

#include "declaration/internal.h"
#include "c-tree.h"
#include "stringpool.h"
#include "attribs.h"

/* Words that do not change a pointer's value, and what they say of it.  */
static const struct annotation
{
  const char *word;
  const char *tag;	/* may be in what the kernel's macro expands to */
  unsigned flag;
} annotations[] = {
  { "__user", "user", SDT_ARG_USER },
  { "__percpu", "percpu", SDT_ARG_PERCPU },
  { "__seg_gs", NULL, SDT_ARG_PERCPU },
  { "__rcu", "rcu", SDT_ARG_RCU },
  { "__iomem", NULL, SDT_ARG_IOMEM },
  { "__seg_fs", NULL, 0 }, { "__kernel", NULL, 0 }, { "__force", NULL, 0 },
  { "__nocast", NULL, 0 }, { "__private", NULL, 0 }, { "__safe", NULL, 0 },
  { "restrict", NULL, 0 }, { "__restrict", NULL, 0 },
  { "__restrict__", NULL, 0 }, { "__extension__", NULL, 0 }
};

static bool
is_same (const char *text, size_t length, const char *known)
{
  return strlen (known) == length && !memcmp (text, known, length);
}

/* Is WORD, of LENGTH, such a word?  Puts what it says into *FLAG.  */
bool
annotation_word (const char *word, size_t length, unsigned *flag)
{
  for (const struct annotation &a : annotations)
    if (is_same (word, length, a.word))
      {
	*flag = a.flag;
	return true;
      }
  return false;
}

/* What TAG, a text of LENGTH in an attribute, says; 0 if it is none of these.  */
unsigned
annotation_tag (const char *tag, size_t length)
{
  for (const struct annotation &a : annotations)
    if (a.tag && is_same (tag, length, a.tag))
      return a.flag;
  return 0;
}

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
	flags |= annotation_tag (TREE_STRING_POINTER (value),
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
