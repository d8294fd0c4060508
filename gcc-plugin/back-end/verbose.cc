/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * verbose.cc - report what became of each probe, for -fplugin-arg-sdt_plugin-verbose
 *
 * Prints a note at the author's line for each site, and for each probe that the
 * optimizers have removed.
 */

#include "back-end/back_end_internal.h"
#include "settings.h"
#include "unit.h"
#include "tree.h"
#include "diagnostic-core.h"

/* A pattern for the probe of SPOT; the module is not known here.  */
static char *
full_name (const struct sdt_spot *spot)
{
  bool has_function = !sdt_is_enabled_test (spot)
		      || (spot->flags & SDT_PROBE_QUALIFIED);
  char *provider = sdt_dtrace_name (spot->provider, 0);
  char *name = sdt_dtrace_name (spot->name, spot->flags);
  char *full = concat (provider, "::", has_function ? spot->function : "", ":",
		       name, NULL);

  free (provider);
  free (name);
  return full;
}

/* A site of SPOT is in the machine code of FNDECL.  */
void
sdt_report_site (const struct sdt_spot *spot, tree fndecl)
{
  char *name;

  if (!sdt_verbose)
    return;
  name = full_name (spot);
  if (spot->flags & SDT_PROBE_IS_ANY)
    inform (spot->loc, "a site that tests for any enabled probe, in %qD", fndecl);
  else if (spot->flags & SDT_PROBE_IS_ENABLED)
    inform (spot->loc, "a site that tests whether probe %qs is enabled, in %qD",
	    name, fndecl);
  else if (!strcmp (IDENTIFIER_POINTER (DECL_NAME (fndecl)), spot->function))
    inform_n (spot->loc, spot->nr_args,
	      "a site of probe %qs with %u argument",
	      "a site of probe %qs with %u arguments", name, spot->nr_args);
  else
    inform_n (spot->loc, spot->nr_args,
	      "a site of probe %qs with %u argument, in %qD",
	      "a site of probe %qs with %u arguments, in %qD",
	      name, spot->nr_args, fndecl);
  free (name);
}

/* PLUGIN_FINISH_UNIT: reports spots without a site.  */
void
sdt_report_removed (void *, void *)
{
  if (!sdt_verbose || seen_error ())
    return;
  for (unsigned i = 0; i < sdt_nr_spots (); i++)
    {
      const struct sdt_spot *spot = sdt_get_spot (i);

      if (spot->nr_sites)
	continue;
      if (spot->flags & SDT_PROBE_IS_ANY)
	{
	  inform (spot->loc, "%<SDT_PROBES_ENABLED%> has no site here: GCC removed its "
		  "code");
	  continue;
	}
      char *name = full_name (spot);
      inform (spot->loc, "probe %qs has no site here: GCC removed its code",
	      name);
      free (name);
    }
}
