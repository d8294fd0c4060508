/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * message_marker.cc - read the message of a DTRACE_PRINTF () or DTRACE_PROBE_TEXT ()
 *
 * The first operand of its marker is the format, the others are the arguments.
 */

#include "front-end/front_end_internal.h"
#include "settings.h"
#include "tree.h"
#include "c-family/c-common.h"
#include "c-tree.h"
#include "diagnostic-core.h"
#include "stringpool.h"

/* What <linux/sdt.h> declares to compare a format with arguments.  */
#define PRINTF_FUNCTION	"DTRACE_PRINTF"

/* ---- the text ------------------------------------------------------------ */

/* The literal that is the format of MARKER, or null.  */
static tree
format_literal (tree marker)
{
  tree value = TREE_VALUE (ASM_INPUTS (marker));

  STRIP_NOPS (value);
  if (TREE_CODE (value) != ADDR_EXPR)
    return NULL_TREE;
  value = TREE_OPERAND (value, 0);
  return TREE_CODE (value) == STRING_CST
	 && TYPE_PRECISION (TREE_TYPE (TREE_TYPE (value))) == BITS_PER_UNIT
	 ? value : NULL_TREE;
}

/* The message of MARKER; null after an error, which has been reported at LOC.  */
const char *
sdt_read_message (location_t loc, tree marker)
{
  tree literal = format_literal (marker);
  char *text;

  if (!literal)
    {
      error_at (loc, "the format of a message is not a string literal");
      return NULL;
    }
  text = concat (TREE_STRING_POINTER (literal), " ", NULL);
  sdt_message_text (text);
  if (strlen (text) <= SDT_MAX_STRING)
    return text;
  error_at (loc, "the format of a message has %u bytes; at most %u are "
	    "possible", (unsigned) strlen (text), SDT_MAX_STRING);
  return NULL;
}

/* ---- the arguments ------------------------------------------------------- */

/* Warns about a conversion that a record cannot hold, or that printk () does not have.  */
static void
check_conversion (location_t loc, const struct sdt_message_part &part)
{
  char why[SDT_WHY_SIZE];
  auto_diagnostic_group group;

  if (sdt_warn_messages && !sdt_conversion_ok (&part, why, sizeof (why))
      && warning_at (loc, 0, "%s", why))
    inform (loc, "%<-fplugin-arg-sdt_plugin-no-warn-messages%> turns this warning off");
}

/*
 * Does SPOT's message take at most NR arguments, and are these not too many? If not, reports
 * an error.
 */
bool
sdt_check_message (location_t loc, const struct sdt_spot *spot, unsigned nr)
{
  struct sdt_message_part part = {};
  auto_diagnostic_group group;

  if (nr > SDT_MAX_ARGS)
    {
      error_at (loc, "probe %qs has %u arguments; at most %u are possible", spot->name,
		nr, SDT_MAX_ARGS);
      inform (loc, "split the message");
      return false;
    }
  part.end = spot->message;
  while (sdt_message_next (&part))
    check_conversion (loc, part);
  if (part.nr_args <= nr)
    return true;
  error_n (loc, nr, "probe %qs has %u argument, but its format takes %u",
	   "probe %qs has %u arguments, but its format takes %u", spot->name, nr,
	   part.nr_args);
  return false;
}

/*
 * Has GCC warn about VALUES, the arguments of MARKER, that do not fit its format, as in a call of
 * printk ().
 */
static void
compare_format (location_t loc, tree marker, const tree *values)
{
  tree function = identifier_global_value (get_identifier (PRINTF_FUNCTION));
  tree format = TREE_VALUE (ASM_INPUTS (marker)), literal = format_literal (marker);
  location_t place = sdt_text_location (EXPR_LOCATION (marker));
  auto_vec<location_t> places;
  vec<tree, va_gc> *args = NULL;
  unsigned nr = list_length (sdt_marker_args (marker));

  vec_safe_push (args, build1_loc (place, ADDR_EXPR, TREE_TYPE (format), literal));
  places.safe_push (place);
  for (unsigned i = 0; i < nr; i++)
    {
      vec_safe_push (args, values[i]);
      places.safe_push (sdt_arg_location (EXPR_LOCATION (marker), i));
    }
  c_build_function_call_vec (loc, places, function, args, NULL);
}

/*
 * Gives the arguments of SPOT, which have been described, the kinds and bounds of their
 * conversions in MARKER, and compares these with VALUES, theirs. False after an error, which has
 * been reported.
 */
bool
sdt_show_message (location_t loc, struct sdt_spot *spot, tree marker, const tree *values)
{
  struct sdt_shown shown[SDT_MAX_ARGS];
  int wrong;

  for (unsigned i = 0; i < spot->nr_args; i++)
    {
      const struct sdt_arg &arg = spot->args[i];
      shown[i] = { arg.kind, arg.flags, arg.bound,
		   arg.kind == SDT_ARG_STRING
		   || sdt_points_to_bytes (TREE_TYPE (values[i])) };
    }
  wrong = sdt_message_show (spot->message, shown, spot->nr_args);
  if (wrong >= 0)
    {
      error_at (sdt_arg_location (EXPR_LOCATION (marker), wrong),
		"argument %u of probe %qs, declared %qs, does not fit its conversion",
		wrong + 1, spot->name, spot->args[wrong].declared);
      return false;
    }
  for (unsigned i = 0; i < spot->nr_args; i++)
    {
      struct sdt_arg &arg = spot->args[i];
      arg.kind = (enum sdt_arg_kind) shown[i].kind;
      arg.flags = shown[i].flags;
      arg.bound = shown[i].bound;
      if (arg.kind == SDT_ARG_INTEGER)
	arg.enumerators = NULL;
    }
  compare_format (loc, marker, values);
  return true;
}
