/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * check.cc - check whether a unit can have probes, and the names of a probe
 *
 * <linux/sdt_abi.h> says which names are valid.  "sdtinfo link" and sdt.ko refuse the
 * others as well, but only the compiler knows the author's line.
 */

#include "front-end/internal.h"
#include "arch/arch.h"
#include "unit.h"
#include "diagnostic-core.h"

/* Can this unit have probes?  If not, its first one gets an error.  */
bool
sdt_check_unit (location_t loc)
{
  static bool told;
  auto_diagnostic_group group;

  if (!sdt_target_check (loc, !told))
    {
      told = true;
      return false;
    }
  if (!flag_lto)
    return true;
  if (!told)
    {
      error_at (loc, "a probe cannot be compiled with %<-flto%>");
      inform (loc, "a probe table is made from objects that have machine code; "
	      "compile this file with %<-fno-lto%>");
    }
  told = true;
  return false;
}

bool
sdt_check_length (location_t loc, const char *name)
{
  auto_diagnostic_group group;

  if (strlen (name) <= SDT_MAX_NAME)
    return true;
  error_at (loc, "%qs is too long for a probe: it has %u bytes, at most %u are "
	    "possible", name, (unsigned) strlen (name), SDT_MAX_NAME);
  inform (loc, "give the probe or the function that it is in a shorter name");
  return false;
}

/* Is PROVIDER valid? If not, reports an error.  */
bool
sdt_check_provider (location_t loc, const char *provider)
{
  auto_diagnostic_group group;

  if (!sdt_is_identifier (provider, false))
    {
      error_at (loc, "%qs cannot name a provider: only an identifier can",
		provider);
      return false;
    }
  char *dtrace = sdt_dtrace_name (provider);
  bool good = sdt_has_all_parts (dtrace);
  if (!good)
    error_at (loc, "%qs cannot name a provider: a part of %qs is empty",
	      provider, dtrace);
  free (dtrace);
  return good && sdt_check_length (loc, provider);
}

/* Is the name of PROBE's event valid? If not, reports an error.  */
static bool
check_event_name (location_t loc, const struct sdt_probe *probe)
{
  char why[SDT_WHY_SIZE];
  auto_diagnostic_group group;

  if (sdt_probe_event_ok (probe, why))
    return true;
  error_at (loc, "%qs cannot name a probe: %s", sdt_spelled_name (probe), why);
  char *dtrace = sdt_dtrace_name (probe->name);
  if (sdt_has_all_parts (dtrace))
    inform (loc, "give the probe another name");
  else
    inform (loc, "two underscores are a dash, which must stand between two "
	    "parts of the name");
  free (dtrace);
  return false;
}

/*
 * If a macro of the author's own expanded the name of PROBE, whose marker is at MARKER_LOC,
 * tells how to avoid that.
 */
static bool
inform_expanded (location_t marker_loc, const struct sdt_probe *probe)
{
  const char *macro;
  location_t place;
  char *parameter;

  /* Behind a prefix, "__io_", another one is of no use.  */
  if (!probe->written || startswith (probe->written, "__")
      || !(parameter = sdt_expanded_name (marker_loc, &macro, &place)))
    return false;
  inform (place, "macro %qs expands its parameter %qs; write %<__sdt_##%s%> here "
	  "to get the name as it is passed", macro, parameter, parameter);
  free (parameter);
  return true;
}

/* Can PROBE have its name, which a marker at MARKER_LOC may have?  */
static bool
check_name (location_t loc, location_t marker_loc, const struct sdt_probe *probe)
{
  auto_diagnostic_group group;

  if (sdt_is_identifier (probe->name, false))
    return sdt_check_length (loc, probe->name);
  error_at (loc, "%qs cannot name a probe: only an identifier can",
	    sdt_spelled_name (probe));
  if (!inform_expanded (marker_loc, probe) && strchr (probe->name, '-'))
    inform (loc, "a dash in a probe%'s name is written as two underscores");
  return false;
}

/* Can PROBE have the function that its author named?  */
static bool
check_function (location_t loc, const struct sdt_probe *probe)
{
  if (!(probe->flags & SDT_PROBE_QUALIFIED) || sdt_is_identifier (probe->function, false))
    return sdt_check_length (loc, probe->function);
  error_at (loc, "%qs cannot name a function: only an identifier can",
	    probe->function);
  return false;
}

/*
 * Are PROBE's names valid? If not, reports an error at LOC. MARKER_LOC is that of its
 * marker, or UNKNOWN_LOCATION.
 */
bool
sdt_check_names (location_t loc, location_t marker_loc,
		 const struct sdt_probe *probe)
{
  return check_name (loc, marker_loc, probe)
	 && sdt_check_provider (loc, probe->provider)
	 && check_function (loc, probe) && check_event_name (loc, probe);
}

/*
 * The probe of this unit that has the event of the is-enabled SPOT, but another name;
 * null if there is none, or if SPOT's own probe is there.
 */
static const struct sdt_spot *
other_spelling (const struct sdt_spot *spot)
{
  char *event = sdt_probe_event (spot);
  const struct sdt_spot *found = NULL;

  for (unsigned i = 0; i < sdt_nr_spots (); i++)
    {
      const struct sdt_spot *s = sdt_get_spot (i);

      if (sdt_is_enabled_test (s) || !s->nr_sites)
	continue;
      if (sdt_is_same_event (s, spot))
	{
	  found = NULL;
	  break;
	}
      char *other = sdt_probe_event (s);
      if (!strcmp (other, event))
	found = s;
      free (other);
    }
  free (event);
  return found;
}

/*
 * PLUGIN_FINISH_UNIT: DTRACE_PROBE_ENABLED () may test a probe of another unit, which
 * "sdtinfo link" checks. But a module cannot have two names for one event, so a probe
 * with another name in this unit is not in another one.
 */
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
