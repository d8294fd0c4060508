/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * format.cc - how an argument is shown, if its author says so
 *
 *	u32 DTRACE_HEX status		an integer in hexadecimal
 *	enum e DTRACE_FLAGS flags	the names of the bits that are set
 *	u8 mac[ETH_ALEN], char text[len]	a number of bytes that a pointer points to
 *	struct file * DTRACE_TRUSTED fp	a pointer that is valid or NULL
 *
 * A bound is an integer constant or the name of another argument of the same probe; the
 * argument hides a macro or an enumerator of that name.  A word or bound that does not
 * apply gets a warning and is ignored.
 */

#include "argument/argument_internal.h"
#include "tree.h"
#include "diagnostic-core.h"

/* Does TYPE point to integers of a byte, which a bound can count?  */
bool
sdt_points_to_bytes (tree type)
{
  return TREE_CODE (type) == POINTER_TYPE
	 && TREE_CODE (TREE_TYPE (type)) == INTEGER_TYPE
	 && TYPE_PRECISION (TREE_TYPE (type)) == BITS_PER_UNIT;
}

/* Warns that WORD does not apply to TYPE, that of argument NUMBER.  */
static void
warn_word (location_t loc, const char *word, tree type, unsigned number,
	   const char *hint)
{
  auto_diagnostic_group group;

  if (warning_at (loc, 0, "%qs does not apply to probe argument %u of type %qT", word,
		  number, type))
    inform (loc, "%s", hint);
}

/*
 * Puts into ARG what D says about how argument NUMBER, of TYPE, is shown, except for
 * the bound, which is found when all arguments are known.
 */
void
sdt_show_arg (location_t loc, tree type, const struct sdt_declaration *d,
	      unsigned number, struct sdt_arg *arg)
{
  /* The definition itself had the warning.  */
  bool is_quiet = d->is_definition;

  arg->has_format = d->words || d->bound;
  if (d->words & SDT_WORD_FLAGS && arg->kind == SDT_ARG_ENUM)
    arg->kind = SDT_ARG_BITMASK;
  else if (d->words & SDT_WORD_FLAGS && !is_quiet)
    warn_word (loc, "DTRACE_FLAGS", type, number,
	       "only an enum has names for its bits; cast the argument to one");
  if (d->words & SDT_WORD_HEX && arg->kind == SDT_ARG_INTEGER)
    arg->flags |= SDT_ARG_HEX;
  else if (d->words & SDT_WORD_HEX && !is_quiet)
    warn_word (loc, "DTRACE_HEX", type, number,
	       "only an integer can be shown in hexadecimal");
  if (d->words & SDT_WORD_TRUSTED && arg->flags & SDT_ARG_STRUCT
      && sdt_can_be_trusted (arg->kind, arg->flags))
    arg->flags |= SDT_ARG_TRUSTED;
  else if (d->words & SDT_WORD_TRUSTED && !is_quiet)
    warn_word (loc, "DTRACE_TRUSTED", type, number,
	       "only a pointer to a structure or union that is defined here can be trusted, "
	       "and not one with __user, __percpu, __rcu or __iomem");
  if (d->bound && d->type && !d->is_guess && sdt_points_to_bytes (type))
    arg->written_bound = d->bound;
}

void
sdt_set_bound (struct sdt_arg *arg, unsigned bound)
{
  arg->bound = bound;
  if (bound && arg->kind == SDT_ARG_POINTER)
    arg->kind = SDT_ARG_BYTES;
}

static void
inform_ignored (location_t loc)
{
  inform (loc, "the bound is ignored; what the argument points to is not recorded");
}

static void
warn_bound (location_t loc, const char *written, unsigned number)
{
  auto_diagnostic_group group;

  if (warning_at (loc, 0, "probe argument %u has bound %qs, which is neither an "
		  "integer constant nor the name of another argument", number,
		  written))
    inform_ignored (loc);
}

/* ... because ARG, number NR, has that name.  */
static void
warn_bound_type (location_t loc, const char *written, unsigned number,
		 const struct sdt_arg *arg, unsigned nr)
{
  auto_diagnostic_group group;

  if (warning_at (loc, 0, "probe argument %u has bound %qs, which is not an "
		  "integer: argument %u is declared %qs", number, written, nr,
		  arg->declared))
    inform_ignored (loc);
}

static void
warn_bound_range (location_t loc, const char *written, unsigned number)
{
  auto_diagnostic_group group;

  if (warning_at (loc, 0, "probe argument %u has bound %qs, which is not in the "
		  "range 1 to %u", number, written, SDT_MAX_BOUND))
    inform_ignored (loc);
}

/*
 * Evaluates the bound of argument INDEX of PROBE in SCOPE, if it has one. All arguments
 * have been described.
 */
void
sdt_find_bound (location_t loc, struct sdt_probe *probe, unsigned index,
		const struct sdt_scope *scope)
{
  struct sdt_arg *arg = &probe->args[index];
  const char *written = arg->written_bound, *names[SDT_MAX_ARGS];
  HOST_WIDE_INT value;
  int other;

  if (!written)
    return;
  other = sdt_bound_arg (written, index, sdt_arg_names (probe, names), probe->nr_args);
  if (other >= 0 && probe->args[other].kind == SDT_ARG_INTEGER)
    sdt_set_bound (arg, SDT_BOUND_IS_ARG | other);
  else if (other >= 0)
    warn_bound_type (loc, written, index + 1, &probe->args[other], other + 1);
  else if (!sdt_constant (written, scope, &value))
    warn_bound (loc, written, index + 1);
  else if (value < 1 || value > SDT_MAX_BOUND)
    warn_bound_range (loc, written, index + 1);
  else
    sdt_set_bound (arg, value);
}
