/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe.cc - the names of a probe and of its event
 */

#include "probe.h"

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
char *
sdt_event_name (const struct sdt_probe *probe)
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
sdt_is_enabled_test (const struct sdt_probe *probe)
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
