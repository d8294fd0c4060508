/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event_name.cc - the name of a probe, and of the trace event that it becomes
 *
 * <linux/sdt_abi.h> says which names there are.  "sdtinfo link" and sdt.ko refuse
 * the others, too, but only here the author's line is known.
 */

#include "sdt_plugin.h"

/* DTrace's form of NAME: two underscores are a dash.  */
char *
sdt_dtrace_name (const char *name)
{
  char *result = xstrdup (name), *to = result;

  while (*name)
    if (name[0] == '_' && name[1] == '_')
      {
	*to++ = '-';
	name += 2;
      }
    else
      *to++ = *name++;
  *to = '\0';
  return result;
}

/* The event's name: the provider unless that is the ordinary one, the function if its
   author gave it, and the name.  */
static char *
event_name (const struct sdt_probe *probe)
{
  bool has_provider = strcmp (probe->provider, SDT_DEFAULT_PROVIDER) != 0;
  bool has_function = probe->flags & SDT_PROBE_QUALIFIED;
  char *provider = sdt_dtrace_name (probe->provider);
  char *name = sdt_dtrace_name (probe->name), *event;

  event = concat (has_provider ? provider : "", has_provider ? "_" : "",
		  has_function ? probe->function : "", has_function ? "_" : "",
		  name, NULL);
  for (char *s = event; *s; s++)
    if (*s == '-')
      *s = '_';
  free (provider);
  free (name);
  return event;
}

/* What messages call PROBE where its name alone would not tell which it is: provider
   and name, or what the author wrote, "__own_x", if that names no provider.  */
const char *
sdt_full_name (const struct sdt_probe *probe)
{
  bool is_qualified = probe->flags & SDT_PROBE_QUALIFIED;

  if (!strcmp (probe->provider, SDT_DEFAULT_PROVIDER) && !is_qualified)
    return probe->written ? probe->written : probe->name;
  return concat (probe->provider, "::", is_qualified ? probe->function : "", ":",
		 probe->name, NULL);
}

/* What messages about PROBE's name call it: as its author wrote it, but for the macros
   of a provider, where that is added.  */
const char *
sdt_spelled_name (const struct sdt_probe *probe)
{
  return probe->written ? sdt_full_name (probe) : probe->name;
}

/* Does PROBE stand for a question, and not for what fires?  */
bool
sdt_is_enabled (const struct sdt_probe *probe)
{
  return probe->flags & (SDT_PROBE_IS_ENABLED | SDT_PROBE_IS_ANY);
}

/* Are A and B about one event?  */
bool
sdt_is_same_event (const struct sdt_probe *a, const struct sdt_probe *b)
{
  return !((a->flags ^ b->flags) & SDT_PROBE_QUALIFIED)
	 && !strcmp (a->provider, b->provider) && !strcmp (a->name, b->name)
	 && (!(a->flags & SDT_PROBE_QUALIFIED)
	     || !strcmp (a->function, b->function));
}

bool
sdt_is_identifier (const char *s)
{
  if (!ISIDST (*s))
    return false;
  while (*++s)
    if (!ISIDNUM (*s))
      return false;
  return true;
}

/* Has DTrace's form of a name something before, between and after the dashes?  */
static bool
has_all_parts (const char *dtrace)
{
  size_t len = strlen (dtrace);

  return *dtrace != '-' && dtrace[len - 1] != '-' && !strstr (dtrace, "--");
}

static bool
check_parts (location_t loc, const struct sdt_probe *probe)
{
  char *dtrace = sdt_dtrace_name (probe->name);
  bool good = has_all_parts (dtrace);
  auto_diagnostic_group group;

  if (!good)
    {
      error_at (loc, "%qs cannot name a probe: a part of %qs is empty",
		sdt_spelled_name (probe), dtrace);
      inform (loc, "two underscores are a dash, which must stand between two "
	      "parts of the name");
    }
  free (dtrace);
  return good;
}

/* Can PROVIDER be one?  If not, says why.  */
bool
sdt_check_provider (location_t loc, const char *provider)
{
  auto_diagnostic_group group;

  if (!sdt_is_identifier (provider))
    {
      error_at (loc, "%qs cannot name a provider: only an identifier can",
		provider);
      return false;
    }
  char *dtrace = sdt_dtrace_name (provider);
  bool good = has_all_parts (dtrace);
  if (!good)
    error_at (loc, "%qs cannot name a provider: a part of %qs is empty",
	      provider, dtrace);
  free (dtrace);
  return good && sdt_check_length (loc, provider);
}

static bool
check_event (location_t loc, const char *name, const char *event)
{
  static const char *const files[] = { "enable", "filter" };
  auto_diagnostic_group group;

  if (strlen (event) > SDT_MAX_EVENT_NAME)
    {
      error_at (loc, "%qs is too long for a probe: its event%'s name has %u "
		"bytes, at most %u are possible", name,
		(unsigned) strlen (event), SDT_MAX_EVENT_NAME);
      inform (loc, "give the probe a shorter name");
      return false;
    }
  for (const char *file : files)
    if (!strcmp (event, file))
      {
	error_at (loc, "%qs cannot name a probe: a group of trace events has a "
		  "file of that name", name);
	inform (loc, "give the probe another name, such as %<do_%s%>", file);
	return false;
      }
  return true;
}

/* Can PROBE's names be those of a probe?  If not, says why.  */
bool
sdt_check_event_name (location_t loc, const struct sdt_probe *probe)
{
  char *event = event_name (probe);
  bool good = check_parts (loc, probe)
	      && check_event (loc, sdt_spelled_name (probe), event);

  free (event);
  return good;
}

/* The probe of this unit that has the event of the is-enabled SPOT, under another
   name; null if it has none, or if SPOT's own name is there.  */
static const struct sdt_spot *
other_spelling (const struct sdt_spot *spot)
{
  char *event = event_name (spot);
  const struct sdt_spot *found = NULL;

  for (unsigned i = 0; i < sdt_nr_spots (); i++)
    {
      const struct sdt_spot *s = sdt_get_spot (i);

      if (sdt_is_enabled (s) || !s->nr_sites)
	continue;
      if (sdt_is_same_event (s, spot))
	{
	  found = NULL;
	  break;
	}
      char *other = event_name (s);
      if (!strcmp (other, event))
	found = s;
      free (other);
    }
  free (event);
  return found;
}

/* PLUGIN_FINISH_UNIT: a DTRACE_PROBE_ENABLED () may ask for a probe of another
   unit, which is what "sdtinfo link" knows about.  But no module has two names
   for one event, so what is here under another name is there under none.  */
void
sdt_check_enabled (void *, void *)
{
  if (seen_error ())
    return;
  for (unsigned i = 0; i < sdt_nr_spots (); i++)
    {
      const struct sdt_spot *spot = sdt_get_spot (i), *other;
      auto_diagnostic_group group;

      if (!(spot->flags & SDT_PROBE_IS_ENABLED) || !spot->nr_sites
	  || !(other = other_spelling (spot)))
	continue;
      error_at (spot->loc, "there is no probe %qs; did you mean %qs?",
		sdt_full_name (spot), sdt_full_name (other));
      inform (other->loc, "%qs is here", sdt_full_name (other));
    }
}
