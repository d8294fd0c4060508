// SPDX-License-Identifier: GPL-2.0-only
/*
 * run.c - run the programs of a raw tracepoint that was hit
 *
 * Runs when probes fire, in any context, with preemption disabled.  Takes no lock.  The
 * kernel frees a tracepoint's array of programs after an RCU grace period; since 7.0, after
 * one of tracepoint_srcu, and a program after one of RCU.
 *
 * The kernel calls a program of a tracepoint by a function of its array.  Here, that is
 * always bpf_trace_run1(), ... or bpf_trace_run12(), each for that many arguments, or a
 * function that does nothing: it replaces a program that was removed while memory was short.
 */
#include <linux/rcupdate.h>

#include "raw/raw.h"

#define ARGS_1	hit->args[0]
#define ARGS_2	ARGS_1, hit->args[1]
#define ARGS_3	ARGS_2, hit->args[2]
#define ARGS_4	ARGS_3, hit->args[3]
#define ARGS_5	ARGS_4, hit->args[4]
#define ARGS_6	ARGS_5, hit->args[5]
#define ARGS_7	ARGS_6, hit->args[6]
#define ARGS_8	ARGS_7, hit->args[7]
#define ARGS_9	ARGS_8, hit->args[8]
#define ARGS_10	ARGS_9, hit->args[9]
#define ARGS_11	ARGS_10, hit->args[10]
#define ARGS_12	ARGS_11, hit->args[11]

/* With one program, which is usual, the call is the last thing to do before 7.0: a jump. */
#define RUN(name, run, ...)							\
	static noinline notrace void name##_each(const struct sdt_hit *hit,	\
						 const struct tracepoint_func *func) \
	{									\
		for (; func->func; func++)					\
			if (READ_ONCE(func->func) == run)			\
				run(func->data, __VA_ARGS__);			\
	}									\
										\
	static notrace void name(const struct sdt_hit *hit, void *cookie)	\
	{									\
		struct sdt_raw *raw = cookie;					\
		struct srcu_ctr __percpu *ctr = sdt_tracepoint_lock();		\
		const struct tracepoint_func *func;				\
										\
		func = rcu_dereference_raw(sdt_raw_tp(raw)->funcs);		\
		if (likely(func && !func[1].func)) {				\
			if (likely(READ_ONCE(func->func) == run))		\
				run(func->data, __VA_ARGS__);			\
		} else if (func) {						\
			name##_each(hit, func);					\
		}								\
		sdt_tracepoint_unlock(ctr);					\
	}

#define RUN_ARGS(n)	RUN(run_##n, bpf_trace_run##n, ARGS_##n)

RUN(run_0, bpf_trace_run1, 0)
RUN_ARGS(1)
RUN_ARGS(2)
RUN_ARGS(3)
RUN_ARGS(4)
RUN_ARGS(5)
RUN_ARGS(6)
RUN_ARGS(7)
RUN_ARGS(8)
RUN_ARGS(9)
RUN_ARGS(10)
RUN_ARGS(11)
RUN_ARGS(12)

/* By number of arguments.  The kernel has no function for none. */
const struct sdt_raw_runner sdt_raw_runners[] = {
	{ run_0, bpf_trace_run1 },
	{ run_1, bpf_trace_run1 },
	{ run_2, bpf_trace_run2 },
	{ run_3, bpf_trace_run3 },
	{ run_4, bpf_trace_run4 },
	{ run_5, bpf_trace_run5 },
	{ run_6, bpf_trace_run6 },
	{ run_7, bpf_trace_run7 },
	{ run_8, bpf_trace_run8 },
	{ run_9, bpf_trace_run9 },
	{ run_10, bpf_trace_run10 },
	{ run_11, bpf_trace_run11 },
	{ run_12, bpf_trace_run12 },
};

/* The handler of a raw tracepoint whose pattern matches other probes, too */
notrace void sdt_raw_run_checked(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_raw *raw = cookie;

	if (sdt_raw_is_of(raw, hit->site->probe))
		sdt_raw_runner(raw)->fn(hit, cookie);
}
