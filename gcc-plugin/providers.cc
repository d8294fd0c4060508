/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * providers.cc - which provider a probe has
 *
 * The name in DTRACE_PROBE () can begin with a provider: __io_start is probe start of
 * provider io.  That is one of those below, which Solaris and Oracle Linux have, or
 * one that the unit has declared before.  Of several that fit it is the longest.  Two
 * underscores in front of another word mean nothing.  The macros of FreeBSD name
 * their provider by itself; it must be one that the unit has declared.
 */

#include "sdt_plugin.h"

/* The providers that are known without a declaration, and what names begin with.  */
static const struct
{
  const char *prefix;
  const char *provider;
} known[] = {
  { "__sdt_", SDT_DEFAULT_PROVIDER },
  { "__sched_", "sched" }, { "__proc_", "proc" }, { "__io_", "io" },
  { "__iscsi_", "iscsi" }, { "__nfsv3_", "nfsv3" }, { "__nfsv4_", "nfsv4" },
  { "__smb_", "smb" }, { "__ip_", "ip" }, { "__tcp_", "tcp" },
  { "__udp_", "udp" }, { "__sysevent_", "sysevent" }, { "__xpv_", "xpv" },
  { "__fc_", "fc" }, { "__srp_", "srp" }, { "__lockstat_", "lockstat" },
  { "__vtrace_", "vtrace" }, { "__cpu_sysinfo_", "sysinfo" },
  { "__cpu_vminfo_", "vminfo" }, { "__fpuinfo_", "fpuinfo" },
  { "__mib_", "mib" }, { "__fsinfo_", "fsinfo" }, { "__perf_", "perf" }
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

/* Has the unit declared PROBE's provider, as it must have for FreeBSD's macros?  */
bool
sdt_check_declared_provider (location_t loc, const struct sdt_probe *probe)
{
  const char *provider = probe->provider;
  auto_diagnostic_group group;

  if (!strcmp (provider, SDT_DEFAULT_PROVIDER) || contains (declared, provider))
    return true;
  error_at (loc, "provider %qs of probe %qs has not been declared", provider,
	    probe->name);
  inform (loc, "write %<SDT_PROVIDER_DECLARE (%s);%> in front of it, and "
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

/* The length of "__PROVIDER_" if NAME begins with that and goes on, else 0.  */
static size_t
prefix_length (const char *name, const char *provider)
{
  size_t length = strlen (provider);

  return startswith (name, "__") && startswith (name + 2, provider)
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
    if (startswith (written, k.prefix) && written[strlen (k.prefix)]
	&& strlen (k.prefix) > longest)
      {
	longest = strlen (k.prefix);
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
