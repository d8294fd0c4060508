// SPDX-License-Identifier: GPL-2.0-only
/*
 * run.c - run the programs of a raw tracepoint that was hit
 *
 * Runs when probes fire, in any context, with preemption disabled.  Takes no lock.  The
 * kernel frees a tracepoint's array of programs after an RCU grace period; since 7.0, after
 * one of tracepoint_srcu, and a program after one of RCU.
 *
 * The kernel registers sdt_raw_program() in this array for each program, with the program as
 * its data.  Another function replaces a program that was removed while memory was short.
 *
 * One program, which is usual, runs without a look at the array's size.  The kernel keeps the
 * target of the tracepoint's static call, here raw->only.func:
 *
 *	sdt_raw_program		the array has one program, or is about to come with one
 *	ONE_PROGRAM		the array has one program: set by the first hit that sees it
 *	NULL			the array has several programs, or there is no array
 *
 * The kernel writes NULL before it adds a second program, and waits for readers where the
 * first program has become another one.  Before the last one goes, it disconnects the raw
 * tracepoint, which waits for all hits.
 */
#include <linux/atomic.h>
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

#define ONE_PROGRAM	((void *)1)

/*
 * What the kernel knows as the function that calls programs.  Nothing calls it: run_*() call the
 * kernel's bpf_trace_run*().  The verifier takes the types of arguments from the prototype of this
 * function, if BTF has one of its name, else from the typedef btf_trace_NAME in the BTF of the
 * module with the probe.  In that of bpf_trace_run*(), all are integers.
 */
notrace void sdt_raw_program(void)
{
}

static __always_inline bool has_one(const struct sdt_raw *raw)
{
	/* Not READ_ONCE(): GCC would not compare in memory. */
	if (!likely(data_race(raw->only.func) == ONE_PROGRAM))
		return false;
	smp_acquire__after_ctrl_dep();
	return true;
}

/* The raw tracepoint's array, or NULL */
static __always_inline const struct tracepoint_func *programs(struct sdt_raw *raw)
{
	const struct tracepoint_func *func = rcu_dereference_raw(sdt_raw_tp(raw)->funcs);

	if (func && READ_ONCE(raw->only.func) == sdt_raw_program)
		cmpxchg(&raw->only.func, (void *)sdt_raw_program, ONE_PROGRAM);
	return func;
}

/* The call of the only program is the last thing to do before 7.0: a jump. */
#define RUN(name, run, ...)							\
	static noinline notrace void name##_each(const struct sdt_hit *hit,	\
						 struct sdt_raw *raw)		\
	{									\
		const struct tracepoint_func *func = programs(raw);		\
										\
		for (; func && func->func; func++)				\
			if (READ_ONCE(func->func) == sdt_raw_program)		\
				run(func->data, __VA_ARGS__);			\
	}									\
										\
	static notrace void name(const struct sdt_hit *hit, void *cookie)	\
	{									\
		struct sdt_raw *raw = cookie;					\
		struct srcu_ctr __percpu *ctr = sdt_tracepoint_lock();		\
										\
		if (likely(has_one(raw)))					\
			run(rcu_dereference_raw(sdt_raw_tp(raw)->funcs)->data,	\
			    __VA_ARGS__);					\
		else								\
			name##_each(hit, raw);					\
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
const sdt_handler_fn sdt_raw_runners[] = {
	run_0, run_1, run_2, run_3, run_4, run_5, run_6,
	run_7, run_8, run_9, run_10, run_11, run_12,
};

static notrace bool has_trusted_null(const struct sdt_hit *hit)
{
	const struct sdt_probe *probe = hit->site->probe;
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++)
		if (probe->args[i].is_trusted && !hit->args[i])
			return true;
	return false;
}

/*
 * The handler of a raw tracepoint whose pattern matches other probes, too, or whose programs must
 * not get NULL
 */
notrace void sdt_raw_run_checked(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_raw *raw = cookie;

	if (sdt_raw_is_of(raw, hit->site->probe) &&
	    !(SDT_BPF_TRUSTS_NULL && has_trusted_null(hit)))
		sdt_raw_runner(raw)(hit, cookie);
}
