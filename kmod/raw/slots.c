// SPDX-License-Identifier: GPL-2.0-only
/*
 * slots.c - what the kernel knows of the raw tracepoints
 *
 * The kernel lists the section __bpf_raw_tp_map of a module when it is loaded, and looks for
 * the name of a raw tracepoint there until it is unloaded.  So sdt_raw.ko has a section with
 * a fixed number of slots, which are filled as modules with probes come.  A slot that is
 * not filled has a name that nobody can ask for.
 *
 * A program that is attached to the tracepoint in a slot holds a reference to the module with
 * the slot, sdt_raw.ko.  The kernel calls a function when the first program comes and when the
 * last one goes, but without an argument.  So each slot has two functions of its own.
 *
 * The kernel calls them with its tracepoints_mutex held, before the tracepoint has its
 * first program, and while it has its last one.
 */
#include <linux/module.h>

#include "raw/raw.h"
#include "wait.h"

/* The kernel takes names of up to 127 bytes. */
static const char no_name[] = { [0 ... 127] = ' ', '\0' };

static struct tracepoint no_tracepoint = { .name = no_name };

static struct bpf_raw_event_map slots[SDT_RAW_SLOTS] __used __section("__bpf_raw_tp_map") = {
	[0 ... SDT_RAW_SLOTS - 1] = { .tp = &no_tracepoint },
};

struct sdt_raw *sdt_raws[SDT_RAW_SLOTS];	/* in the slots */

#define FUNCTIONS(n)						\
	static notrace int connect_##n(void)			\
	{							\
		return sdt_raw_connect(sdt_raws[0x##n]);		\
	}							\
								\
	static notrace void disconnect_##n(void)		\
	{							\
		sdt_raw_disconnect(sdt_raws[0x##n]);		\
	}

#define ENTRY(n)	[0x##n] = { connect_##n, disconnect_##n },

#define TIMES_16(what, n)							\
	what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5)	\
	what(n##6) what(n##7) what(n##8) what(n##9) what(n##a) what(n##b)	\
	what(n##c) what(n##d) what(n##e) what(n##f)

#define TIMES_256(what, n)							\
	TIMES_16(what, n##0) TIMES_16(what, n##1) TIMES_16(what, n##2)		\
	TIMES_16(what, n##3) TIMES_16(what, n##4) TIMES_16(what, n##5)		\
	TIMES_16(what, n##6) TIMES_16(what, n##7) TIMES_16(what, n##8)		\
	TIMES_16(what, n##9) TIMES_16(what, n##a) TIMES_16(what, n##b)		\
	TIMES_16(what, n##c) TIMES_16(what, n##d) TIMES_16(what, n##e)		\
	TIMES_16(what, n##f)

TIMES_256(FUNCTIONS, 0)
TIMES_256(FUNCTIONS, 1)
TIMES_256(FUNCTIONS, 2)
TIMES_256(FUNCTIONS, 3)

static const struct {
	int (*connect)(void);
	void (*disconnect)(void);
} functions[SDT_RAW_SLOTS] = {
	TIMES_256(ENTRY, 0)
	TIMES_256(ENTRY, 1)
	TIMES_256(ENTRY, 2)
	TIMES_256(ENTRY, 3)
};

/*
 * Makes a raw tracepoint, which has its name, known to the kernel.  The slot must not have been
 * filled.
 */
void sdt_raw_slot_fill(unsigned int slot, struct sdt_raw *raw)
{
	sdt_raws[slot] = raw;
	sdt_tracepoint_set_functions(&raw->tracepoint, functions[slot].connect,
				     functions[slot].disconnect);
	slots[slot].bpf_func = sdt_raw_program;
	slots[slot].num_args = min_t(unsigned int, raw->nr_args, SDT_RAW_MAX_ARGS);
	/* The kernel reads the rest after it has found the name. */
	smp_store_release(&slots[slot].tp, sdt_raw_tp(raw));
}

/*
 * Takes all raw tracepoints from the kernel, when no program is attached, nor can be any more.
 * Sleeps.
 *
 * The kernel looks for names until the module's exit function has returned and longer.  It does
 * not sleep on its way through the slots.
 */
void sdt_raw_slots_clear(void)
{
	unsigned int i;

	for (i = 0; i < SDT_RAW_SLOTS; i++)
		WRITE_ONCE(slots[i].tp, &no_tracepoint);
	sdt_wait_for_code();
}
