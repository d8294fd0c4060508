// SPDX-License-Identifier: GPL-2.0-only
/*
 * known_providers.c - how stable the probes of a provider are, in DTrace's terms
 *
 * Serves link, dump and list.  This is the only place of the project that knows what
 * Solaris and Oracle Linux have published:
 *
 *  - the "Stability" tables of the providers' chapters in the Solaris Dynamic Tracing
 *    Guide: sched, proc, io, mib, fpuinfo, sysinfo, vminfo, nfsv3, nfsv4, iscsi, ip, tcp,
 *    udp, fc, srp, xpv, sysevent, sdt, and lockstat, which is a driver of its own there
 *  - the attributes that illumos (sdt_subr.c) and Oracle's UEK (dtrace/sdt_mod.c)
 *    register these providers with, and vtrace, fsinfo, smb (illumos, as nfsv4) and
 *    perf (UEK, as fc)
 *
 * UEK gives lockstat the attributes of sched; those of Solaris's guide are here.
 */
#include <string.h>

#include "probe.h"

#define ATTR(names, data, dependency)					\
	{ SDT_STABILITY_##names, SDT_STABILITY_##data, SDT_DEPENDENCY_##dependency }
#define EVOLVING(dependency)	ATTR(EVOLVING, EVOLVING, dependency)
#define PRIVATE(dependency)	ATTR(PRIVATE, PRIVATE, dependency)
#define UNSTABLE(dependency)	ATTR(UNSTABLE, UNSTABLE, dependency)

/* Modules and functions are private to their authors. */
static const struct published {
	const char *name;
	struct attributes provider, names, args;
} published[] = {
	{ SDT_DEFAULT_PROVIDER, EVOLVING(ISA), PRIVATE(ISA), PRIVATE(ISA) },
	{ "fc", EVOLVING(ISA), PRIVATE(ISA), EVOLVING(ISA) },
	{ "fpuinfo", EVOLVING(ISA), EVOLVING(CPU), PRIVATE(ISA) },
	{ "fsinfo", EVOLVING(ISA), PRIVATE(UNKNOWN), EVOLVING(ISA) },
	{ "io", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "ip", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "iscsi", EVOLVING(ISA), PRIVATE(ISA), EVOLVING(ISA) },
	{ "lockstat", EVOLVING(COMMON), EVOLVING(COMMON), EVOLVING(COMMON) },
	{ "mib", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "nfsv3", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "nfsv4", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "perf", EVOLVING(ISA), PRIVATE(ISA), EVOLVING(ISA) },
	{ "proc", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "sched", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "smb", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "srp", EVOLVING(ISA), PRIVATE(ISA), EVOLVING(ISA) },
	{ "sysevent", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "sysinfo", EVOLVING(ISA), EVOLVING(ISA), PRIVATE(ISA) },
	{ "tcp", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "udp", EVOLVING(ISA), EVOLVING(ISA), EVOLVING(ISA) },
	{ "vminfo", EVOLVING(ISA), EVOLVING(ISA), PRIVATE(ISA) },
	{ "vtrace", UNSTABLE(ISA), PRIVATE(UNKNOWN), UNSTABLE(ISA) },
	{ "xpv", EVOLVING(PLATFORM), PRIVATE(PLATFORM), PRIVATE(PLATFORM) },
};

static void set(struct probe_provider *provider, enum stability_of of, struct attributes a)
{
	provider->stability[3 * of] = a.names;
	provider->stability[3 * of + 1] = a.data;
	provider->stability[3 * of + 2] = a.dependency;
}

/* A provider that nobody published has the attributes of the default one. */
void stability_set(struct probe_provider *provider)
{
	static const struct attributes private = PRIVATE(UNKNOWN);
	const struct published *found = published;
	size_t i;

	for (i = 1; i < sizeof(published) / sizeof(published[0]); i++)
		if (!strcmp(published[i].name, provider->name))
			found = &published[i];
	set(provider, STABILITY_OF_PROVIDER, found->provider);
	set(provider, STABILITY_OF_MODULES, private);
	set(provider, STABILITY_OF_FUNCTIONS, private);
	set(provider, STABILITY_OF_NAMES, found->names);
	set(provider, STABILITY_OF_ARGS, found->args);
}

struct attributes stability_get(const struct probe_provider *provider, enum stability_of of)
{
	const uint8_t *a = &provider->stability[3 * of];

	return (struct attributes){ a[0], a[1], a[2] };
}

static uint8_t weaker(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

struct attributes stability_of_probes(const struct probe_provider *provider)
{
	struct attributes a, sum = stability_get(provider, STABILITY_OF_PROVIDER);
	enum stability_of of;

	for (of = STABILITY_OF_MODULES; of <= STABILITY_OF_NAMES; of++) {
		a = stability_get(provider, of);
		sum.names = weaker(sum.names, a.names);
		sum.data = weaker(sum.data, a.data);
		sum.dependency = weaker(sum.dependency, a.dependency);
	}
	return sum;
}
