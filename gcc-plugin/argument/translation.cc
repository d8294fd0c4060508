/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * translation.cc - what DTrace shows in place of an argument
 *
 * kmod/rules/translation.c has the grammar.  If one argument of a probe has a colon, the
 * probe is translated, and an argument without one is shown as itself.
 */

#include "argument/argument_internal.h"
#include "diagnostic-core.h"

static bool
refuse (location_t loc, const struct sdt_probe *probe, unsigned index,
	const char *text)
{
  auto_diagnostic_group group;

  error_at (loc, "argument %u of probe %qs cannot be shown as %qs", index + 1,
	    probe->name, text);
  inform (loc, "write a type, a list of types in parentheses, or nothing "
	  "after %<:%>");
  return false;
}

static void
warn_words (location_t loc, const struct sdt_probe *probe, unsigned index,
	    const char *text)
{
  auto_diagnostic_group group;

  if (warning_at (loc, 0, "%<DTRACE_HEX%>, %<DTRACE_FLAGS%> and %<DTRACE_TRUSTED%> do "
		  "not apply to the translation of argument %u of probe %qs, %qs", index + 1,
		  probe->name, text))
    inform (loc, "write them before %<:%>, for the argument itself");
}

static bool
too_many (location_t loc, const struct sdt_probe *probe)
{
  error_at (loc, "probe %qs has more than %u translated arguments", probe->name,
	    SDT_MAX_ARGS);
  return false;
}

/* Adds TEXT, a type that may have a name, to what argument INDEX of PROBE is shown as.  */
static bool
add_xlated (location_t loc, const char *text, const struct sdt_scope *scope,
	    struct sdt_probe *probe, unsigned index)
{
  struct sdt_declaration d;
  char name[SDT_FIELD_NAME_SIZE] = "";
  bool good;

  if (probe->nr_xlated == SDT_MAX_ARGS)
    return too_many (loc, probe);
  sdt_parse_declaration (text, scope, &d);
  if (d.words)
    warn_words (loc, probe, index, text);
  good = !d.name || sdt_take_name (loc, probe, index, d.name, NULL, 0, name);
  probe->xlated[probe->nr_xlated++] = { xstrdup (name), d.text, index };
  return good;
}

/*
 * Argument INDEX of PROBE is shown as TEXT says, a type or a list. False after an
 * error, which has been reported at LOC.
 */
bool
sdt_add_xlated (location_t loc, const char *text, const struct sdt_scope *scope,
		struct sdt_probe *probe, unsigned index)
{
  const char *item;
  size_t length;
  bool good = true;

  probe->flags |= SDT_PROBE_TRANSLATED;
  probe->translated |= 1U << index;
  if (!sdt_shown_ok (text))
    return refuse (loc, probe, index, text);
  for (unsigned i = 0; good && (item = sdt_shown_item (text, i, &length)); i++)
    {
      char *type = xstrndup (item, length);
      good = add_xlated (loc, type, scope, probe, index);
      free (type);
    }
  return good;
}

/*
 * Reads the TEXT before argument INDEX of PROBE. Returns the part that is the type of
 * the argument itself; null after an error, which has been reported at LOC.
 */
const char *
sdt_read_slot (location_t loc, const char *text, const struct sdt_scope *scope,
	       struct sdt_probe *probe, unsigned index)
{
  const char *colon = sdt_find_colon (text);
  auto_diagnostic_group group;

  if (strchr (text, ':') && !sdt_brackets_match (text))
    {
      error_at (loc, "the brackets in the type of argument %u of probe %qs do not "
		"match: %qs", index + 1, probe->name, text);
      return NULL;
    }
  if (!*colon)
    return text;

  char *native = sdt_copy_trimmed (text, colon);
  if (!*native)
    {
      error_at (loc, "argument %u of probe %qs has no type before %<:%>",
		index + 1, probe->name);
      inform (loc, "write the argument%'s own type before it, and the "
	      "translated type after it");
      return NULL;
    }
  char *shown = sdt_copy_trimmed (colon + 1, colon + strlen (colon));
  bool good = sdt_add_xlated (loc, shown, scope, probe, index);
  free (shown);
  return good ? native : NULL;
}

/* Refuses a name that two translated arguments have.  */
static bool
check_names (location_t loc, const struct sdt_probe *probe)
{
  const char *names[SDT_MAX_ARGS], *repeated;

  for (unsigned i = 0; i < probe->nr_xlated; i++)
    names[i] = probe->xlated[i].name;
  repeated = sdt_repeated (names, probe->nr_xlated);
  if (repeated)
    error_at (loc, "two translated arguments of probe %qs have the same name: %qs",
	      probe->name, repeated);
  return !repeated;
}

/*
 * The type that D programs see for ARG, which has no translation: as its author wrote it,
 * without the words that only set how a trace shows it.
 */
static const char *
own_type (const struct sdt_arg *arg)
{
  return arg->has_format ? arg->type : arg->declared;
}

/*
 * All arguments of PROBE have been read. Adds those without a translation to its
 * translated arguments, in their places. False after an error, which has been reported
 * at LOC.
 */
bool
sdt_finish_xlated (location_t loc, struct sdt_probe *probe)
{
  struct sdt_xlated all[2 * SDT_MAX_ARGS];
  unsigned nr = 0, next = 0;

  if (!(probe->flags & SDT_PROBE_TRANSLATED))
    return true;
  for (unsigned i = 0; i < probe->nr_args; i++)
    if (probe->translated & 1U << i)
      while (next < probe->nr_xlated && probe->xlated[next].arg == i)
	{
	  all[nr] = probe->xlated[next++];
	  /* Left to the sites by a definition */
	  if (!*all[nr].type)
	    all[nr].type = own_type (&probe->args[i]);
	  nr++;
	}
    else
      {
	const struct sdt_arg *arg = &probe->args[i];

	all[nr++] = { arg->flags & SDT_ARG_NAMED ? arg->name : "",
		      own_type (arg), i };
      }
  if (nr > SDT_MAX_ARGS)
    return too_many (loc, probe);
  probe->nr_xlated = nr;
  memcpy (probe->xlated, all, nr * sizeof (all[0]));
  return check_names (loc, probe);
}
