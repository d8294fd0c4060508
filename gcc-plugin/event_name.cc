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

/* The event's name.  */
static char *
event_name (const char *provider, const char *name)
{
  char *dtrace = sdt_dtrace_name (name), *event;

  if (strcmp (provider, SDT_DEFAULT_PROVIDER))
    event = concat (provider, "_", dtrace, NULL);
  else
    event = xstrdup (dtrace);
  for (char *s = event; *s; s++)
    if (*s == '-')
      *s = '_';
  free (dtrace);
  return event;
}

static bool
check_parts (location_t loc, const char *name)
{
  char *dtrace = sdt_dtrace_name (name);
  size_t len = strlen (dtrace);
  bool good = *dtrace != '-' && dtrace[len - 1] != '-' && !strstr (dtrace, "--");
  auto_diagnostic_group group;

  if (!good)
    {
      error_at (loc, "%qs cannot name a probe: a part of %qs is empty", name,
		dtrace);
      inform (loc, "two underscores are a dash, which must stand between two "
	      "parts of the name");
    }
  free (dtrace);
  return good;
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
	inform (loc, "give the probe another name, such as %<do_%s%>", name);
	return false;
      }
  return true;
}

/* Can a probe of PROVIDER have the identifier NAME?  If not, says why.  */
bool
sdt_check_event_name (location_t loc, const char *provider, const char *name)
{
  char *event = event_name (provider, name);
  bool good = check_parts (loc, name) && check_event (loc, name, event);

  free (event);
  return good;
}

/* The probe of this unit that has the event of the is-enabled SPOT, under another
   name; null if it has none, or if SPOT's own name is there.  */
static const struct sdt_spot *
other_spelling (const struct sdt_spot *spot)
{
  char *event = event_name (spot->provider, spot->name);
  const struct sdt_spot *found = NULL;

  for (unsigned i = 0; i < sdt_nr_spots (); i++)
    {
      const struct sdt_spot *s = sdt_get_spot (i);

      if (s->is_enabled || !s->nr_sites)
	continue;
      if (!strcmp (s->name, spot->name))
	{
	  found = NULL;
	  break;
	}
      char *other = event_name (s->provider, s->name);
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

      if (!spot->is_enabled || !spot->nr_sites
	  || !(other = other_spelling (spot)))
	continue;
      error_at (spot->loc, "there is no probe %qs; did you mean %qs?",
		spot->name, other->name);
      inform (other->loc, "%qs is here", other->name);
    }
}
