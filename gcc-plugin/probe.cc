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

/*
 * The event's name: the provider unless it is the default one, the function if the
 * author named it, and the name.
 */
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

/*
 * PROBE's name in messages where the name alone would be ambiguous: provider and name,
 * or the name as written, "__own_x", if that names no provider.
 */
const char *
sdt_full_name (const struct sdt_probe *probe)
{
  bool is_qualified = probe->flags & SDT_PROBE_QUALIFIED;

  if (!strcmp (probe->provider, SDT_DEFAULT_PROVIDER) && !is_qualified)
    return probe->written ? probe->written : probe->name;
  return concat (probe->provider, "::", is_qualified ? probe->function : "", ":",
		 probe->name, NULL);
}

/*
 * PROBE's name in messages about that name: as its author wrote it, with the provider
 * if the macro implies one.
 */
const char *
sdt_spelled_name (const struct sdt_probe *probe)
{
  return probe->written ? sdt_full_name (probe) : probe->name;
}

/* Does PROBE test whether probes are enabled, rather than fire?  */
bool
sdt_is_enabled_test (const struct sdt_probe *probe)
{
  return probe->flags & (SDT_PROBE_IS_ENABLED | SDT_PROBE_IS_ANY);
}

/* Do A and B belong to one event?  */
bool
sdt_is_same_event (const struct sdt_probe *a, const struct sdt_probe *b)
{
  return !((a->flags ^ b->flags) & SDT_PROBE_QUALIFIED)
	 && !strcmp (a->provider, b->provider) && !strcmp (a->name, b->name)
	 && (!(a->flags & SDT_PROBE_QUALIFIED)
	     || !strcmp (a->function, b->function));
}
