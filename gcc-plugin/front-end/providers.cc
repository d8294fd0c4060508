/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * providers.cc - which provider a probe has
 *
 * The name in DTRACE_PROBE () can begin with a provider: __io_start is the probe start of
 * provider io.  The providers are those listed below, which Solaris and Oracle Linux
 * have, and those that the unit has declared before; the longest match wins.  Two
 * underscores before any other word mean nothing.  FreeBSD's macros name their provider
 * explicitly; the unit must have declared it.
 */

#include "front-end/internal.h"
#include "unit.h"
#include "diagnostic-core.h"

/*
 * The providers that need no declaration, and the words between the underscores that
 * their probes' names begin with.
 */
static const struct
{
  const char *word;
  const char *provider;
} known[] = {
  { "sdt", SDT_DEFAULT_PROVIDER },
  { "sched", "sched" }, { "proc", "proc" }, { "io", "io" },
  { "iscsi", "iscsi" }, { "nfsv3", "nfsv3" }, { "nfsv4", "nfsv4" },
  { "smb", "smb" }, { "smb2", "smb2" }, { "ip", "ip" }, { "tcp", "tcp" },
  { "udp", "udp" }, { "sysevent", "sysevent" }, { "xpv", "xpv" },
  { "fc", "fc" }, { "srp", "srp" }, { "lockstat", "lockstat" },
  { "vtrace", "vtrace" }, { "cpu_sysinfo", "sysinfo" },
  { "cpu_vminfo", "vminfo" }, { "fpuinfo", "fpuinfo" },
  { "mib", "mib" }, { "fsinfo", "fsinfo" }, { "perf", "perf" }
};

static auto_vec<const char *> declared;
static auto_vec<const char *> defined;

static bool
contains (const vec<const char *> &list, const char *s)
{
  for (const char *t : list)
    if (!strcmp (s, t))
      return true;
  return false;
}

/* The unit declares PROVIDER at LOC.  False if it cannot be one.  */
bool
sdt_declare_provider (location_t loc, const char *provider)
{
  if (!sdt_check_provider (loc, provider))
    return false;
  if (!contains (declared, provider))
    declared.safe_push (provider);
  return true;
}

/* The unit defines PROVIDER, which it has declared.  */
void
sdt_define_provider (const char *provider)
{
  if (contains (declared, provider) && !contains (defined, provider))
    defined.safe_push (provider);
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

  if (!strcmp (provider, SDT_DEFAULT_PROVIDER) || contains (declared, provider))
    return true;
  if (sdt_gcc_found_errors ())
    return false;
  error_at (loc, "provider %qs of probe %qs has not been declared", provider,
	    probe->name);
  inform (loc, "write %<SDT_PROVIDER_DECLARE (%s);%> before it, and "
	  "%<SDT_PROVIDER_DEFINE (%s);%> once in the module", provider, provider);
  return false;
}

bool
sdt_is_defined_provider (const char *provider)
{
  return contains (defined, provider);
}

unsigned
sdt_nr_defined_providers (void)
{
  return defined.length ();
}

const char *
sdt_get_defined_provider (unsigned n)
{
  return defined[n];
}

/* The length of "__WORD_" if NAME begins with it and goes on, else 0.  */
static size_t
prefix_length (const char *name, const char *word)
{
  size_t length = strlen (word);

  return startswith (name, "__") && startswith (name + 2, word)
	 && name[2 + length] == '_' && name[2 + length + 1] ? length + 3 : 0;
}

/* The name of the probe that is WRITTEN in DTRACE_PROBE (), and its *PROVIDER.  */
const char *
sdt_split_name (const char *written, const char **provider)
{
  size_t longest = 0, length;

  *provider = SDT_DEFAULT_PROVIDER;
  if (!startswith (written, "__"))
    return written;
  for (auto &k : known)
    if ((length = prefix_length (written, k.word)) > longest)
      {
	longest = length;
	*provider = k.provider;
      }
  for (const char *p : declared)
    if ((length = prefix_length (written, p)) > longest)
      {
	longest = length;
	*provider = p;
      }
  if (longest)
    return written + longest;
  length = strcspn (written + 2, "_");
  return length && written[2 + length] && written[2 + length + 1]
	 && written[2 + length + 1] != '_' ? written + 2 : written;
}
