// SPDX-License-Identifier: GPL-2.0-only
/*
 * nothing.c - callbacks that do nothing, for all functions of cost.c
 *
 *	insmod nothing.ko count=4 reentrant=1
 *
 * attaches that many of each kind: handlers to probes, callbacks to tracepoints, a
 * kprobe at the entry of the functions, where users put it, one behind that, where
 * probes are, and an fprobe at the entry if the kernel has them.  The handlers can have
 * SDT_HANDLER_REENTRANT.
 */
#include <linux/err.h>
#ifdef CONFIG_FPROBE
# include <linux/fprobe.h>
#endif
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>

#include "cost_trace.h"

#define MAX_COUNT 4

static int count = 1;
module_param(count, int, 0400);

static bool reentrant;
module_param(reentrant, bool, 0400);

/* The instructions that ftrace uses, in bytes: a call, and on arm64 a move before it */
#define FTRACE_SIZE	(IS_ENABLED(CONFIG_X86) ? MCOUNT_INSN_SIZE : 2 * MCOUNT_INSN_SIZE)

static const struct kprobe_place {
	const char *symbol;
	unsigned int offset;
} kprobe_places[] = {
	{ "cost:int0_kprobe" }, { "cost:int1_kprobe" },
	{ "cost:int3_kprobe" }, { "cost:int8_kprobe" },
	{ "cost:int0_inside", FTRACE_SIZE }, { "cost:int1_inside", FTRACE_SIZE },
	{ "cost:int3_inside", FTRACE_SIZE }, { "cost:int8_inside", FTRACE_SIZE },
};

#define NR_KPROBES ARRAY_SIZE(kprobe_places)

/* What is attached in one round; its address is the tracepoints' cookie. */
static struct round {
	struct sdt_handler *handler;
	struct kprobe kprobes[NR_KPROBES];
	struct kprobe *list[NR_KPROBES];
	bool has_kprobes;
#ifdef CONFIG_FPROBE
	struct fprobe fprobe;
	bool has_fprobe;
#endif
} rounds[MAX_COUNT];

static void on_hit(const struct sdt_hit *hit, void *cookie)
{
}

static void on_int0(void *cookie, int dummy)
{
}

static void on_int1(void *cookie, int a)
{
}

static void on_int3(void *cookie, int a, long b, long c)
{
}

static void on_int8(void *cookie, int a, long b, long c, long d, long e, long f, long g,
		    long h)
{
}

static int on_kprobe(struct kprobe *kprobe, struct pt_regs *regs)
{
	return 0;
}

/* Its parameters differ from kernel to kernel. */
static int __maybe_unused on_fprobe(void)
{
	return 0;
}

static int attach_tracepoints(struct round *round)
{
	return register_trace_traced_int0(on_int0, round) ?:
		register_trace_traced_int1(on_int1, round) ?:
		register_trace_traced_int3(on_int3, round) ?:
		register_trace_traced_int8(on_int8, round);
}

static int attach_kprobes(struct round *round)
{
	struct kprobe *kprobe;
	int i, err;

	for (i = 0; i < NR_KPROBES; i++) {
		kprobe = &round->kprobes[i];
		kprobe->symbol_name = kprobe_places[i].symbol;
		kprobe->offset = kprobe_places[i].offset;
		kprobe->pre_handler = on_kprobe;
		round->list[i] = kprobe;
	}
	err = register_kprobes(round->list, NR_KPROBES);
	round->has_kprobes = !err;
	return err;
}

static int attach_fprobe(struct round *round)
{
#ifdef CONFIG_FPROBE
	int err;

	round->fprobe.entry_handler = (void *)on_fprobe;
	err = register_fprobe(&round->fprobe, "int*_fprobe", NULL);
	if (err)
		return err;
	round->has_fprobe = true;
#endif
	return 0;
}

static int attach(struct round *round)
{
	struct sdt_handler *handler = sdt_attach_flags("sdt:cost::int*", on_hit, round,
						  reentrant ? SDT_HANDLER_REENTRANT : 0);

	if (IS_ERR(handler))
		return PTR_ERR(handler);
	round->handler = handler;
	return attach_tracepoints(round) ?: attach_kprobes(round) ?: attach_fprobe(round);
}

/* A tracepoint's callback that is not registered may be unregistered. */
static void detach(struct round *round)
{
	if (!round->handler)
		return;
#ifdef CONFIG_FPROBE
	if (round->has_fprobe)
		unregister_fprobe(&round->fprobe);
#endif
	if (round->has_kprobes)
		unregister_kprobes(round->list, NR_KPROBES);
	unregister_trace_traced_int0(on_int0, round);
	unregister_trace_traced_int1(on_int1, round);
	unregister_trace_traced_int3(on_int3, round);
	unregister_trace_traced_int8(on_int8, round);
	tracepoint_synchronize_unregister();
	sdt_detach(round->handler);
}

static void __exit nothing_exit(void)
{
	int i;

	for (i = 0; i < MAX_COUNT; i++)
		detach(&rounds[i]);
}

static int __init nothing_init(void)
{
	int i, err;

	if (count < 1 || count > MAX_COUNT) {
		pr_err("count=%d is not from 1 to %d\n", count, MAX_COUNT);
		return -EINVAL;
	}
	for (i = 0; i < count; i++) {
		err = attach(&rounds[i]);
		if (err) {
			while (i >= 0)
				detach(&rounds[i--]);
			return err;
		}
	}
	return 0;
}

module_init(nothing_init);
module_exit(nothing_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Listens to cost.c and does nothing");
