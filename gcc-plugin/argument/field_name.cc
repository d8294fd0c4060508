/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * field_name.cc - name a probe's argument
 *
 * An argument's field has the name that its author declared, as for a function's
 * parameter.  Without one it is named after its expression, by the rule of
 * kmod/rules/field_name.c.
 */

#include "argument/argument_internal.h"
#include "tree.h"
#include "diagnostic-core.h"

/* Puts the names of PROBE's arguments into NAMES, null for one without a name.  */
const char *const *
sdt_arg_names (const struct sdt_probe *probe, const char *names[SDT_MAX_ARGS])
{
  for (unsigned i = 0; i < SDT_MAX_ARGS; i++)
    names[i] = probe->args[i].name;
  return names;
}

/* Warns, once for PROBE, that argument INDEX has another NAME than its author wrote.  */
static void
warn_ascii (location_t loc, struct sdt_probe *probe, unsigned index, const char *name)
{
  if (!probe->has_other_names)
    warning_at (loc, 0, "argument %u of probe %qs is called %qs: names of fields are "
		"ASCII", index + 1, probe->name, name);
  probe->has_other_names = true;
}

/*
 * Fills NAME, of SDT_FIELD_NAME_SIZE bytes, with the field's name for argument INDEX of
 * PROBE, or for its translation, from the name that the author has WRITTEN. TAKEN has the
 * NR names in use. False after an error, which has been reported at LOC.
 */
bool
sdt_take_name (location_t loc, struct sdt_probe *probe, unsigned index, const char *written,
	       const char *const *taken, unsigned nr, char *name)
{
  char why[SDT_WHY_SIZE];
  auto_diagnostic_group group;

  if (!sdt_author_field_ok (written, why, sizeof (why)))
    {
      error_at (loc, "argument %u of probe %qs cannot be called %qs", index + 1,
		probe->name, written);
      inform (loc, "%s", why);
      return false;
    }
  if (sdt_ascii_name (name, written, index, taken, nr))
    warn_ascii (loc, probe, index, name);
  return true;
}

/*
 * Gives argument INDEX of PROBE the name in DECLARATION, if there is one. False after
 * an error, which has been reported at LOC.
 */
bool
sdt_name_declared (location_t loc, struct sdt_probe *probe, unsigned index,
		   const struct sdt_declaration *declaration)
{
  const char *written = declaration->name, *taken[SDT_MAX_ARGS];
  char name[SDT_FIELD_NAME_SIZE];

  if (!written)
    return true;
  if (!sdt_take_name (loc, probe, index, written, sdt_arg_names (probe, taken),
		      SDT_MAX_ARGS, name))
    return false;
  if (sdt_is_one_of (taken, SDT_MAX_ARGS, name))
    {
      error_at (loc, "argument %u of probe %qs has the same name as another: %qs",
		index + 1, probe->name, name);
      return false;
    }
  probe->args[index].name = xstrdup (name);
  probe->args[index].flags |= SDT_ARG_NAMED;
  return true;
}

/*
 * Gives argument INDEX of PROBE, the ITEM of its list, which is at LOC and has been described, a
 * name if its author has not declared one.
 */
void
sdt_name_arg (location_t loc, const struct sdt_list *item, struct sdt_probe *probe,
	      unsigned index)
{
  struct sdt_arg *arg = &probe->args[index];
  const char *taken[SDT_MAX_ARGS];
  char name[SDT_FIELD_NAME_SIZE];

  if (arg->name)
    return;
  if (sdt_field_name (name, item, arg->kind >= SDT_ARG_POINTER, index,
		      sdt_arg_names (probe, taken), SDT_MAX_ARGS))
    warn_ascii (loc, probe, index, name);
  arg->name = xstrdup (name);
}
