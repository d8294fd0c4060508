/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * declared.h - providers and probes that are defined elsewhere; an object
 * has only those with sites in it
 */
#include <sys/sdt.h>

SDT_PROVIDER_DECLARE(foo);
SDT_PROVIDER_DECLARE(bar);
SDT_PROVIDER_DECLARE(nobodys);
SDT_PROBE_DECLARE(foo, , , read__entry);
SDT_PROBE_DECLARE(foo, , , read__entry);
SDT_PROBE_DECLARE(foo, , lookup, any);
SDT_PROBE_DECLARE(bar, , , elsewhere);
SDT_PROBE_DECLARE(bar, , , asked);
SDT_PROBE_DECLARE(nobodys, , , probe);
DTRACE_PROVIDER(other);
