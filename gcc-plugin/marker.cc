/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * marker.cc - what a marker of <linux/sdt.h> says
 *
 * A marker is an asm statement whose template begins with one of the words
 * below, and goes on with the probe's name.  That of a probe has as its first
 * operand a string: the list of types and arguments as it stands in the source.
 * Its other operands are the arguments.  Knows C's commas and nothing of
 * probes; all errors are recognize.cc's.
 */

#include "sdt_plugin.h"

#define PROBE_MARK	"#sdt-probe\n"
#define ENABLED_MARK	"#sdt-enabled\n"

/* What kind of marker is T?  Its name is put into *NAME.  */
enum sdt_marker_kind
sdt_marker (tree t, const char **name)
{
  const char *text;

  if (TREE_CODE (t) != ASM_EXPR)
    return SDT_NO_MARKER;
  text = TREE_STRING_POINTER (ASM_STRING (t));
  if (startswith (text, PROBE_MARK))
    {
      *name = text + strlen (PROBE_MARK);
      return SDT_PROBE_MARKER;
    }
  if (startswith (text, ENABLED_MARK))
    {
      *name = text + strlen (ENABLED_MARK);
      return SDT_ENABLED_MARKER;
    }
  return SDT_NO_MARKER;
}

static bool
has_error (tree operands)
{
  for (; operands; operands = TREE_CHAIN (operands))
    if (error_operand_p (TREE_VALUE (operands)))
      return true;
  return false;
}

/* Did GCC find an error in MARKER?  It has reported that, and the marker lacks some
   operands, or all of them, or has error_mark_node in place of some.  */
bool
sdt_marker_is_erroneous (tree marker)
{
  return (!ASM_INPUTS (marker) && !ASM_OUTPUTS (marker))
	 || has_error (ASM_INPUTS (marker)) || has_error (ASM_OUTPUTS (marker));
}

/* The text of the string literal that is an asm statement's operand.  */
static const char *
operand_string (tree operand)
{
  tree value = TREE_VALUE (operand);

  STRIP_NOPS (value);
  if (TREE_CODE (value) == ADDR_EXPR)
    value = TREE_OPERAND (value, 0);
  gcc_assert (TREE_CODE (value) == STRING_CST);
  return TREE_STRING_POINTER (value);
}

/* The end of the string or character literal that begins at S.  */
static const char *
skip_literal (const char *s)
{
  char quote = *s++;

  while (*s && *s != quote)
    s += s[0] == '\\' && s[1] ? 2 : 1;
  return *s ? s + 1 : s;
}

/* The end of the item of a list that begins at S: a comma that is in no
   brackets, or the end of the list.  */
static const char *
skip_item (const char *s)
{
  int depth = 0;

  while (*s && (depth > 0 || *s != ','))
    if (*s == '"' || *s == '\'')
      s = skip_literal (s);
    else
      {
	if (strchr ("([{", *s))
	  depth++;
	else if (strchr (")]}", *s))
	  depth--;
	s++;
      }
  return s;
}

static char *
copy_trimmed (const char *from, const char *to)
{
  while (from < to && ISSPACE (*from))
    from++;
  while (from < to && ISSPACE (to[-1]))
    to--;
  return xstrndup (from, to - from);
}

/* Reads a probe's list.  Returns how many items it has, and puts the first
   SDT_MAX_ARGS of its types, every second item, into TYPES.  */
unsigned
sdt_marker_types (tree marker, char *types[SDT_MAX_ARGS])
{
  const char *s = operand_string (ASM_INPUTS (marker));
  unsigned items = 0;

  while (ISSPACE (*s))
    s++;
  if (!*s)
    return 0;
  for (;; s++)
    {
      const char *end = skip_item (s);

      if (items % 2 == 0 && items / 2 < SDT_MAX_ARGS)
	types[items / 2] = copy_trimmed (s, end);
      items++;
      s = end;
      if (!*s)
	return items;
    }
}

/* A probe's arguments, as a list of operands.  */
tree
sdt_marker_args (tree marker)
{
  return TREE_CHAIN (ASM_INPUTS (marker));
}
