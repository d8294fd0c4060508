/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * marker.cc - parse a marker of <linux/sdt.h>
 *
 * A marker is an asm statement whose template begins with one of the words of
 * kmod/rules/written.c, followed by names, a line each: the probe's name alone, or its provider,
 * function and name.  DTRACE_PROBE2 (), SDT_PROBE2 () and the like add a line with the number and
 * the macro's name without it: "2DTRACE_PROBE".  Messages add lines of text that they are not
 * named after.  The first operand of a probe's marker is the format of a message (see
 * message_marker.cc) or "", and the second one the list of arguments, or of pairs of a type and an
 * argument, as written (kmod/rules/list.c).  The other operands are the arguments.  recognize.cc
 * reports all errors.
 */

#include "front-end/front_end_internal.h"
#include "tree.h"

/* Takes a line from *TEXT.  */
static const char *
read_line (const char **text)
{
  const char *line = *text;
  size_t length = strcspn (line, "\n");

  *text = line + length + (line[length] != '\0');
  return xstrndup (line, length);
}

/* Reads T into *MARKER; false if it is not a marker.  */
bool
sdt_read_marker (tree t, struct sdt_marker *marker)
{
  const char *text;

  if (TREE_CODE (t) != ASM_EXPR)
    return false;
  text = TREE_STRING_POINTER (ASM_STRING (t));
  enum sdt_marker_kind kind = sdt_find_marker (text);
  text = strchr (text, '\n');
  if (kind == SDT_NO_MARKER || !text)
    return false;
  text++;
  *marker = { kind, NULL, "", NULL, NULL, 0, "" };
  if (sdt_marker_word (kind)->has_all_names)
    {
      marker->provider = read_line (&text);
      marker->function = read_line (&text);
    }
  marker->name = read_line (&text);
  if (kind == SDT_MESSAGE_MARKER || kind == SDT_PREFIX_MARKER)
    marker->unnamed = text;
  else if (ISDIGIT (*text))
    {
      marker->nr_args = *text++ - '0';
      marker->family = read_line (&text);
    }
  return true;
}

static bool
has_error (tree operands)
{
  for (; operands; operands = TREE_CHAIN (operands))
    if (error_operand_p (TREE_VALUE (operands)))
      return true;
  return false;
}

/*
 * Did GCC find an error in MARKER? It has reported that, and the marker lacks some
 * operands, or all of them, or has error_mark_node in place of some.
 */
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

/*
 * Reads the list of MARKER. Returns how many items it has, and puts the first ROOM of them
 * into ITEMS. *IS_CUT, if it is wanted, says whether the preprocessor has ended one in a bracket.
 */
unsigned
sdt_marker_items (tree marker, struct sdt_list *items, unsigned room, bool *is_cut)
{
  struct sdt_list list;
  unsigned nr = 0;

  sdt_list_start (&list, operand_string (TREE_CHAIN (ASM_INPUTS (marker))));
  for (; sdt_list_next (&list); nr++)
    if (nr < room)
      items[nr] = list;
  if (is_cut)
    *is_cut = list.is_cut;
  return nr;
}

/* A probe's arguments, as a list of operands.  */
tree
sdt_marker_args (tree marker)
{
  return TREE_CHAIN (TREE_CHAIN (ASM_INPUTS (marker)));
}
