// SPDX-License-Identifier: GPL-2.0-only
/*
 * sites.c - counts the instructions of many disabled probes and of their peers
 *
 *	cat /sys/module/sites/parameters/sites100_none		without any
 *	cat /sys/module/sites/parameters/sites100_probe		with 100 probes
 *	cat /sys/module/sites/parameters/sites100_tracepoint	with a tracepoint
 *	cat /sys/module/sites/parameters/sites100_call		with a call that is a NOP
 *	cat /sys/module/sites/parameters/sites100_flag		with a load and a branch
 *
 * and sites1 and sites10.  errors_none, errors_probe ... are a function whose errors
 * are a probe each, as in OpenZFS.  cost.h has how it is counted.
 */
#include <linux/module.h>
#include <linux/sdt.h>
#include <linux/static_call.h>

#include "cost.h"

#define CREATE_TRACE_POINTS
#include "sites_trace.h"

/*
 * Solaris, and Oracle's DTrace for Linux 4: a call whose arguments are evaluated and
 * put into place, and which is turned into a NOP.  So is this kernel's static call
 * that leads nowhere.
 */
static void called(long a, long b, long c)
{
}
DEFINE_STATIC_CALL_NULL(called, called);
#define CALL(a, b, c) static_call_cond(called)(a, b, c)

/* FreeBSD's SDT_PROBE() until 2024 */
struct flag_probe {
	int id;
};

extern struct flag_probe flag_probe;
extern volatile bool flag_enabled;	/* as FreeBSD declares sdt_probes_enabled */
extern void (*flag_fire)(int id, long a, long b, long c, long d, long e);
struct flag_probe flag_probe;
volatile bool flag_enabled;
void (*flag_fire)(int id, long a, long b, long c, long d, long e);

#define FLAG(a, b, c)							\
	do {								\
		if (unlikely(flag_enabled)) {				\
			if (unlikely(flag_probe.id))			\
				flag_fire(flag_probe.id, a, b, c, 0, 0);	\
		}							\
	} while (0)

#define REPEAT10(...)							\
	__VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__	\
	__VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define REPEAT100(...)							\
	REPEAT10(__VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ \
		 __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__)

/* Some work for each site.  HOOK is a macro, so that each function has probes of its own. */
#define STEP(HOOK)	a = a * 3 + b; item->h ^= a; HOOK();

#define HOOK_NONE()
#define HOOK_PROBE()		DTRACE_PROBE3(step, int, a, long, b, long, item->c)
#define HOOK_TRACEPOINT()	trace_sites_step(a, b, item->c)
#define HOOK_CALL()		CALL(a, b, item->c)
#define HOOK_FLAG()		FLAG(a, b, item->c)

#define SITES(PEER, HOOK)						\
	COST_BODY(sites1_##PEER, STEP(HOOK) return a;);			\
	COST_BODY(sites10_##PEER, REPEAT10(STEP(HOOK)) return a;);	\
	COST_BODY(sites100_##PEER, REPEAT100(STEP(HOOK)) return a;)

SITES(none, HOOK_NONE);
SITES(probe, HOOK_PROBE);
SITES(tracepoint, HOOK_TRACEPOINT);
SITES(call, HOOK_CALL);
SITES(flag, HOOK_FLAG);

/* The eight errors are met in turn. */
#define ERRORS(PEER, SET_ERROR)						\
	COST_BODY(errors_##PEER,					\
		  switch (a & 7) {					\
		  case 0: if (b) return SET_ERROR(EINVAL); break;	\
		  case 1: if (item->c) return SET_ERROR(ENOENT); break;	\
		  case 2: if (item->d) return SET_ERROR(EEXIST); break;	\
		  case 3: if (item->e) return SET_ERROR(EIO); break;	\
		  case 4: if (item->f) return SET_ERROR(ENOSPC); break;	\
		  case 5: if (item->g) return SET_ERROR(EINVAL); break;	\
		  case 6: if (a) return SET_ERROR(EBUSY); break;	\
		  case 7: if (a) return SET_ERROR(ENXIO); break;	\
		  }							\
		  return 0;)

#define SET_ERROR_PLAIN(error)	(error)
#define SET_ERROR_PROBE(nr)	\
	({ DTRACE_PROBE1(set__error, int error, nr); (nr); })
#define SET_ERROR_TRACEPOINT(error)	({ trace_sites_error(error); (error); })
#define SET_ERROR_CALL(error)	({ CALL(error, 0, 0); (error); })
#define SET_ERROR_FLAG(error)	({ FLAG(error, 0, 0); (error); })

ERRORS(none, SET_ERROR_PLAIN);
ERRORS(probe, SET_ERROR_PROBE);
ERRORS(tracepoint, SET_ERROR_TRACEPOINT);
ERRORS(call, SET_ERROR_CALL);
ERRORS(flag, SET_ERROR_FLAG);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Counts the instructions of disabled probes and of their peers");
