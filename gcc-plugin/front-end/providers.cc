/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * providers.cc - which provider a probe has
 *
 * The name in DTRACE_PROBE () can begin with a provider (kmod/rules/providers.c): a known
 * one, or one that the unit has declared before.  FreeBSD's macros name their provider
 * explicitly; the unit must have declared it.
 */

#include "front-end/front_end_internal.h"
#include "unit.h"
#include "diagnostic-core.h"

static auto_vec<const char *> declared;
static auto_vec<unsigned> declared_flags;	/* SDT_PROVIDER_*, of each */

/* The flags of PROVIDER, or null if the unit has not declared it.  */
static unsigned *
find_flags (const char *provider)
{
  for (unsigned i = 0; i < declared.length (); i++)
    if (!strcmp (declared[i], provider))
      return &declared_flags[i];
  return NULL;
}

/* The unit declares PROVIDER at LOC, with FLAGS.  False if it cannot be one.  */
bool
sdt_declare_provider (location_t loc, const char *provider, unsigned flags)
{
  char why[SDT_WHY_SIZE];

  if (!sdt_provider_ok (provider, why, sizeof (why)))
    {
      error_at (loc, "%qs cannot name a provider: %s", provider, why);
      return false;
    }
  if (!find_flags (provider))
    {
      declared.safe_push (provider);
      declared_flags.safe_push (0);
    }
  *find_flags (provider) |= flags;
  return true;
}

/* The unit defines PROVIDER, which it has declared.  */
void
sdt_define_provider (const char *provider)
{
  if (unsigned *flags = find_flags (provider))
    *flags |= SDT_PROVIDER_DEFINED;
}

/*
 * Has the unit declared PROBE's provider, as FreeBSD's macros require? If not, an error
 * has been reported.
 */
bool
sdt_check_declared_provider (location_t loc, const struct sdt_probe *probe)
{
  const char *provider = probe->provider;
  auto_diagnostic_group group;

  if (!strcmp (provider, SDT_DEFAULT_PROVIDER) || find_flags (provider))
    return true;
  if (sdt_gcc_found_errors ())
    return false;
  error_at (loc, "provider %qs of probe %qs has not been declared", provider,
	    probe->name);
  inform (loc, "write %<SDT_PROVIDER_DECLARE (%s);%> before it, and "
	  "%<SDT_PROVIDER_DEFINE (%s);%> once in the module", provider, provider);
  return false;
}

/* What the unit says of PROVIDER: SDT_PROVIDER_*.  */
unsigned
sdt_provider_flags (const char *provider)
{
  const unsigned *flags = find_flags (provider);

  return flags ? *flags : 0;
}

unsigned
sdt_nr_declared_providers (void)
{
  return declared.length ();
}

const char *
sdt_get_declared_provider (unsigned n)
{
  return declared[n];
}

/* The name of the probe that is WRITTEN in DTRACE_PROBE (), and its *PROVIDER.  */
const char *
sdt_split_name (const char *written, const char **provider)
{
  return sdt_split_provider (written, declared.address (), declared.length (),
			     provider);
}

/* Fills TO with the name of MESSAGE after its prefix: kmod/rules/words.c.  */
void
sdt_name_message (char *to, const struct sdt_message *message)
{
  sdt_message_name (to, message, declared.address (), declared.length ());
}
