// SPDX-License-Identifier: GPL-2.0-only
/*
 * stability.c - how stable the probes of a provider are, in DTrace's terms
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

#define LEVEL(name)	SDT_STABILITY_##name
#define CLASS(name)	SDT_DEPENDENCY_##name
#define ATTR(names, data, dependency)					\
	{ LEVEL(names), LEVEL(data), CLASS(dependency) }

/* Modules and functions are private to their authors. */
#define PRIVATES	ATTR(PRIVATE, PRIVATE, UNKNOWN)

struct stability {
	struct attributes of[NR_STABILITIES];
};

static const struct stability stable_names_and_args = { {
	ATTR(EVOLVING, EVOLVING, ISA), PRIVATES, PRIVATES,
	ATTR(EVOLVING, EVOLVING, ISA), ATTR(EVOLVING, EVOLVING, ISA),
} };
static const struct stability stable_names = { {
	ATTR(EVOLVING, EVOLVING, ISA), PRIVATES, PRIVATES,
	ATTR(EVOLVING, EVOLVING, ISA), ATTR(PRIVATE, PRIVATE, ISA),
} };
static const struct stability stable_args = { {
	ATTR(EVOLVING, EVOLVING, ISA), PRIVATES, PRIVATES,
	ATTR(PRIVATE, PRIVATE, ISA), ATTR(EVOLVING, EVOLVING, ISA),
} };
static const struct stability of_lockstat = { {
	ATTR(EVOLVING, EVOLVING, COMMON), PRIVATES, PRIVATES,
	ATTR(EVOLVING, EVOLVING, COMMON), ATTR(EVOLVING, EVOLVING, COMMON),
} };
static const struct stability of_fpuinfo = { {
	ATTR(EVOLVING, EVOLVING, ISA), PRIVATES, PRIVATES,
	ATTR(EVOLVING, EVOLVING, CPU), ATTR(PRIVATE, PRIVATE, ISA),
} };
static const struct stability of_fsinfo = { {
	ATTR(EVOLVING, EVOLVING, ISA), PRIVATES, PRIVATES,
	PRIVATES, ATTR(EVOLVING, EVOLVING, ISA),
} };
static const struct stability of_vtrace = { {
	ATTR(UNSTABLE, UNSTABLE, ISA), PRIVATES, PRIVATES,
	PRIVATES, ATTR(UNSTABLE, UNSTABLE, ISA),
} };
static const struct stability of_xpv = { {
	ATTR(EVOLVING, EVOLVING, PLATFORM), PRIVATES, PRIVATES,
	ATTR(PRIVATE, PRIVATE, PLATFORM), ATTR(PRIVATE, PRIVATE, PLATFORM),
} };
static const struct stability of_sdt = { {
	ATTR(EVOLVING, EVOLVING, ISA), PRIVATES, PRIVATES,
	ATTR(PRIVATE, PRIVATE, ISA), ATTR(PRIVATE, PRIVATE, ISA),
} };

static const struct {
	const char *provider;
	const struct stability *stability;
} published[] = {
	{ "fc",		&stable_args },
	{ "fpuinfo",	&of_fpuinfo },
	{ "fsinfo",	&of_fsinfo },
	{ "io",		&stable_names_and_args },
	{ "ip",		&stable_names_and_args },
	{ "iscsi",	&stable_args },
	{ "lockstat",	&of_lockstat },
	{ "mib",	&stable_names_and_args },
	{ "nfsv3",	&stable_names_and_args },
	{ "nfsv4",	&stable_names_and_args },
	{ "perf",	&stable_args },
	{ "proc",	&stable_names_and_args },
	{ "sched",	&stable_names_and_args },
	{ "smb",	&stable_names_and_args },
	{ "srp",	&stable_args },
	{ "sysevent",	&stable_names_and_args },
	{ "sysinfo",	&stable_names },
	{ "tcp",	&stable_names_and_args },
	{ "udp",	&stable_names_and_args },
	{ "vminfo",	&stable_names },
	{ "vtrace",	&of_vtrace },
	{ "xpv",	&of_xpv },
};

void stability_set(struct probe_provider *provider)
{
	const struct stability *stability = &of_sdt;
	size_t i;

	for (i = 0; i < sizeof(published) / sizeof(published[0]); i++)
		if (!strcmp(published[i].provider, provider->name))
			stability = published[i].stability;
	for (i = 0; i < NR_STABILITIES; i++) {
		provider->stability[3 * i] = stability->of[i].names;
		provider->stability[3 * i + 1] = stability->of[i].data;
		provider->stability[3 * i + 2] = stability->of[i].dependency;
	}
}

struct attributes stability_get(const struct probe_provider *provider,
				enum stability_of of)
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
