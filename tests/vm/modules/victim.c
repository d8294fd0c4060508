// SPDX-License-Identifier: GPL-2.0-only
/*
 * victim.c - the instrumented module that badmodules.t makes bad variants of
 *
 *	echo 1 > /sys/module/victim/parameters/fire	fires each probe once
 *	cat .../fired					how often that was done
 *
 * It has what a table can tell: arguments of all kinds and sizes, one name in two
 * functions, names that are nearly one event's, translated arguments, two providers, two
 * sites of one probe, an is-enabled site, sites in init and exit code, a long type, a message,
 * TRACE_EVENTs where the kernel has what these need.  And
 * places of each kind of memory that a changed pointer can lead to, where a record can be
 * forged.
 */
#include <linux/module.h>
#include <linux/sdt.h>

#include "license.h"

enum victim_state { VICTIM_IDLE, VICTIM_BUSY };

#if __has_include(<trace/stages/init.h>)
# define CREATE_TRACE_POINTS
# include "victim_trace.h"
#else
static void trace_victim_open(int n) { }
static void trace_victim_close(int n) { }
#endif

static unsigned long fired;
module_param(fired, ulong, 0400);

/* Not zero, so that the file has bytes for them. */
u64 victim_data[32] = { 1 };
u64 victim_after_init[32] __ro_after_init = { 1 };
u64 victim_init_data[32] __initdata = { 1 };
const char victim_text[] = "a text that is longer than a record, so that a pointer can lead into its middle";

static noinline void kinds(const char *text, void (*fn)(void),
			   enum victim_state state, bool flag)
{
	u8 byte = text[0];
	s16 half = -text[0];

	DTRACE_PROBE8(kinds__entry, const char *, text, void *, &fired,
		      void *, fn, enum victim_state, state, bool, flag,
		      u8, byte, s16, half, unsigned int, (unsigned int)fired);
	DTRACE_PROBE1(kinds__return, const char __user *,
		      (const char __user *)text);
}

static noinline void first(int n)
{
	DTRACE_PROBE2(same, int, n, long, fired);
	barrier();
	if (DTRACE_PROBE_ENABLED(same))
		barrier();
	DTRACE_PROBE2(twice, int, n, long, fired);
	barrier();
#line 51 "other.c"
	DTRACE_PROBE2(twice, int, n + 1, long, fired);
#line 52 "victim.c"
}

static noinline void second(int n)
{
	DTRACE_PROBE2(same, int, n, long, fired);
	barrier();
	DTRACE_PROBE0(none);
	trace_victim_open(n);
	DTRACE_PROBE0(one__way);
	DTRACE_PROBE0(one_day);
	DTRACE_PROBE2(view, int n : (first_t one, second_t two), n,
		      long fired : third_t three, fired);
}

static noinline void third(int n)
{
	DTRACE_PROBE2(view, int n : (first_t one, second_t two), n,
		      long fired : third_t three, fired);
	barrier();
	trace_victim_open(n);
	trace_victim_close(n);
	DTRACE_UDP1(send, int, n);
	DTRACE_PRINTF_NAMED(said, "%d of %s, %*lu %pM in the memory of the module", n, victim_text,
			    n + 1, fired, (u8 *)victim_data);
	/* longer than the two names of an event can be */
	DTRACE_PROBE1(callback, void (*callback)(
		unsigned long, unsigned long, unsigned long, unsigned long, unsigned long,
		unsigned long, unsigned long, unsigned long, unsigned long, unsigned long,
		unsigned long, unsigned long, unsigned long, unsigned long, unsigned long,
		unsigned long, unsigned long, unsigned long, unsigned long, unsigned long,
		unsigned long, unsigned long, unsigned long, unsigned long, unsigned long,
		unsigned long, unsigned long, unsigned long, unsigned long, unsigned long,
		unsigned long, unsigned long),
		NULL);
}

static int fire(const char *text, const struct kernel_param *kp)
{
	fired++;
	kinds(text, NULL, VICTIM_BUSY, true);
	first(1);
	second(2);
	third(3);
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };
module_param_cb(fire, &fire_ops, NULL, 0200);

static int __init victim_init(void)
{
	DTRACE_PROBE1(init, u64, victim_init_data[0]);
	return 0;
}

static void __exit victim_exit(void)
{
	DTRACE_PROBE1(exit, u64, victim_after_init[0] + victim_data[0]);
}

module_init(victim_init);
module_exit(victim_exit);
MODULE_LICENSE(PROPRIETARY);
MODULE_DESCRIPTION("An instrumented module to make bad variants of");
