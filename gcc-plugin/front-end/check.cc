/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * check.cc - check whether a unit can have probes, and the names of a probe
 *
 * <linux/sdt_abi.h> says which names are valid.  "sdtinfo link" and sdt.ko refuse the
 * others as well, but only the compiler knows the author's line.
 */

#include "front-end/front_end_internal.h"
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
      inform (loc, "an object for link-time optimization has no machine code; "
	      "compile this file with %<-fno-lto%>");
    }
  told = true;
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

  /* After a prefix, "__io_", a second one would not help.  */
  if (!probe->written || startswith (probe->written, "__")
      || !(parameter = sdt_expanded_name (marker_loc, &macro, &place)))
    return false;
  inform (place, "macro %qs expands its parameter %qs; write %<__sdt_##%s%> here "
	  "to use the name as passed", macro, parameter, parameter);
  free (parameter);
  return true;
}

/* Tells what to do about NAME, one of PROBE's names, which is not valid.  */
static void
inform_name (location_t loc, location_t marker_loc, const struct sdt_probe *probe,
	     const char *name)
{
  if (!sdt_is_identifier (name, false))
    {
      if (name == probe->name && !inform_expanded (marker_loc, probe) && strchr (name, '-'))
	inform (loc, "write a dash in a probe%'s name as two underscores");
    }
  else if (strlen (name) > SDT_MAX_NAME)
    inform (loc, "shorten the name of the probe or of its function");
  else if (name == probe->name)
    {
      char *dtrace = sdt_dtrace_name (name, probe->flags);
      if (sdt_has_all_parts (dtrace))
	inform (loc, "rename the probe");
      else
	inform (loc, "two underscores become a dash, which must be between two "
		"parts of the name");
      free (dtrace);
    }
}

/*
 * Are PROBE's names valid? If not, reports an error at LOC. MARKER_LOC is that of its
 * marker, or UNKNOWN_LOCATION.
 */
bool
sdt_check_names (location_t loc, location_t marker_loc,
		 const struct sdt_probe *probe)
{
  const struct sdt_names names = sdt_written_names (probe);
  char why[SDT_WHY_SIZE];
  const char *what = sdt_wrong_name (&names, why, sizeof (why));
  auto_diagnostic_group group;

  if (!what)
    return true;
  const char *name = *what == 'f' ? probe->function
		     : !strcmp (what, "provider") ? probe->provider : probe->name;
  error_at (loc, "%qs cannot name a %s: %s",
	    name == probe->name ? sdt_spelled_name (probe) : name, what, why);
  inform_name (loc, marker_loc, probe, name);
  return false;
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
      error_at (spot->loc, "unknown probe %qs; did you mean %qs?",
		sdt_full_name (spot), sdt_full_name (other));
      inform (other->loc, "%qs is here", sdt_full_name (other));
    }
}
