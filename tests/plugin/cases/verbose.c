// SPDX-License-Identifier: GPL-2.0-only
/*
 * verbose.c - what -fplugin-arg-sdt_plugin-verbose reports; see refused.c
 */
#include <linux/compiler.h>
#include <sys/sdt.h>

static __always_inline int inlined(int a)
{
	DTRACE_PROBE2(inner__probe, int, a, int, 1);
	/* note: a site of probe 'sdt::inlined:inner-probe' with 2 arguments, in 'one' */
	/* note: a site of probe 'sdt::inlined:inner-probe' with 2 arguments, in 'two' */
	/* note: a site of probe 'sdt::inlined:inner-probe' with 2 arguments, in 'two' */
	return a;
}

static inline void never_called(int a)
{
	DTRACE_PROBE1(here, int, a);
	/* note: probe 'sdt::never_called:here' has no site here: GCC removed its code */
}

int one(int a);
int one(int a)
{
	DTRACE_PROBE(plain);
	/* note: a site of probe 'sdt::one:plain' with 0 arguments */
	if (sizeof(a) == 1)
		DTRACE_PROBE1(removed, int, a);
		/* note: probe 'sdt::one:removed' has no site here: GCC removed its code */
	return inlined(a);
}

int two(int a);
int two(int a)
{
	DTRACE_PROBE1(single, int, a);
	/* note: a site of probe 'sdt::two:single' with 1 argument */
	if (DTRACE_PROBE_ENABLED(plain))
	/* note: a site that tests whether probe 'sdt:::plain' is enabled, in 'two' */
		a++;
	return inlined(a) + inlined(3);
}

SDT_PROBE_DEFINE1(sdt, , other, of__many, "int");

int families(int a);
int families(int a)
{
	DTRACE_IO1(start__now, int : (x, y), a);
	/* note: a site of probe 'io::families:start-now' with 1 argument */
					/* plain: error (translated types) */
	SDT_PROBE1(sdt, , other, of__many, a);
	/* note: a site of probe 'sdt::other:of-many' with 1 argument, in 'families' */
	if (SDT_PROBE_ENABLED(sdt, , other, of__many))
	/* note: a site that tests whether probe 'sdt::other:of-many' is enabled, in 'families' */
		a++;
	if (SDT_PROBES_ENABLED())
	/* note: a site that tests for any enabled probe, in 'families' */
		a++;
	if (sizeof(a) == 1)
		a += SDT_PROBES_ENABLED();
		/* note: 'SDT_PROBES_ENABLED' has no site here: GCC removed its code */
	return a;
}
