/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe.cc - the names of a probe and of its event
 */

#include "probe.h"

/* NAME as it is in the table, in DTrace's form unless FLAGS, its probe's, say otherwise.  */
char *
sdt_dtrace_name (const char *name, unsigned flags)
{
  char *result = xstrdup (name);

  sdt_table_name (result, result, flags);
  return result;
}

/* PROBE's names as its author wrote them, as the rules take them.  */
struct sdt_names
sdt_written_names (const struct sdt_probe *probe)
{
  struct sdt_names names = sdt_names ();

  names.provider = probe->provider;
  names.function = probe->function;
  names.name = probe->flags & SDT_PROBE_IS_ANY ? NULL : probe->name;
  names.is_qualified = probe->flags & SDT_PROBE_QUALIFIED;
  names.is_event = probe->flags & SDT_PROBE_IS_EVENT;
  return names;
}

/* The name that "sdtinfo link" gives PROBE's event.  */
char *
sdt_probe_event (const struct sdt_probe *probe)
{
  struct sdt_names names = sdt_written_names (probe);
  char *provider = sdt_dtrace_name (probe->provider, 0);
  char *name = sdt_dtrace_name (probe->name, probe->flags);

  names.provider = provider;
  names.name = name;
  size_t size = sdt_event_name (NULL, 0, &names, '_') + 1;
  char *event = XNEWVEC (char, size);
  sdt_event_name (event, size, &names, '_');
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

/* The identifier of PROBE's message in the names of symbols.  */
unsigned
sdt_probe_message_id (const struct sdt_probe *probe)
{
  unsigned id = sdt_symbol_id (0, probe->message, 0);

  for (unsigned i = 0; i < probe->nr_args; i++)
    id = sdt_symbol_id (id, probe->args[i].type, probe->args[i].flags);
  return id;
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
