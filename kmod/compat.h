/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compat.h - the differences between kernel versions
 *
 * Only this file uses LINUX_VERSION_CODE.  The rest of sdt.ko reads as if there were
 * one kernel.
 */
#ifndef _SDT_COMPAT_H
#define _SDT_COMPAT_H

#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/tracepoint.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
# include <linux/unaligned.h>
#else
# include <asm/unaligned.h>
#endif

#ifndef CONFIG_JUMP_LABEL
# error "sdt.ko needs a kernel with CONFIG_JUMP_LABEL"
#endif
#ifndef CONFIG_PERF_EVENTS
# error "sdt.ko needs a kernel with CONFIG_PERF_EVENTS"
#endif

/* The number of bytes from @addr to the end of @size at @base; 0 if outside. */
static inline size_t sdt_room(const void *base, size_t size,
			      unsigned long addr)
{
	unsigned long start = (unsigned long)base;

	return addr >= start && addr - start < size ? size - (addr - start) : 0;
}

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0)

static inline size_t sdt_memory_room(const struct module *mod,
				     enum mod_mem_type type, unsigned long addr)
{
	return sdt_room(mod->mem[type].base, mod->mem[type].size, addr);
}

/* As sdt_room(), for the part of the module's permanent memory that contains @addr. */
static inline size_t sdt_module_room(const struct module *mod,
				     unsigned long addr)
{
	for_class_mod_mem_type(type, core) {
		size_t room = sdt_memory_room(mod, type, addr);

		if (room)
			return room;
	}
	return 0;
}

/* Whether @size bytes at @addr are module memory that stays writable. */
static inline bool sdt_module_writable(const struct module *mod,
				       unsigned long addr, size_t size)
{
	return sdt_memory_room(mod, MOD_DATA, addr) >= size;
}

/* As sdt_room(), for the module's code, including that of its init sections. */
static inline size_t sdt_module_code_room(const struct module *mod,
					  unsigned long addr)
{
	return sdt_memory_room(mod, MOD_TEXT, addr) ?:
	       sdt_memory_room(mod, MOD_INIT_TEXT, addr);
}

#else /* before 6.4 */

static inline size_t sdt_module_room(const struct module *mod,
				     unsigned long addr)
{
#ifdef CONFIG_ARCH_WANTS_MODULES_DATA_IN_VMALLOC
	size_t room = sdt_room(mod->data_layout.base, mod->data_layout.size,
			       addr);

	if (room)
		return room;
#endif
	return sdt_room(mod->core_layout.base, mod->core_layout.size, addr);
}

static inline bool sdt_module_writable(const struct module *mod,
				       unsigned long addr, size_t size)
{
#ifdef CONFIG_ARCH_WANTS_MODULES_DATA_IN_VMALLOC
	const struct module_layout *layout = &mod->data_layout;
#else
	const struct module_layout *layout = &mod->core_layout;
#endif
	unsigned int fixed = layout->ro_after_init_size;

	return sdt_room(layout->base + fixed, layout->size - fixed, addr) >= size;
}

static inline size_t sdt_module_code_room(const struct module *mod,
					  unsigned long addr)
{
	return sdt_room(mod->core_layout.base, mod->core_layout.text_size,
			addr) ?:
	       sdt_room(mod->init_layout.base, mod->init_layout.text_size,
			addr);
}

#endif

/*
 * Wait until no CPU and no preempted task executes code that it entered before the
 * call, in any function.  Sleeps.
 */
#if defined(CONFIG_PREEMPTION) && !defined(CONFIG_TASKS_RCU)
# error "sdt.ko needs CONFIG_TASKS_RCU in a preemptible kernel (tracing selects it)"
#endif
static inline void sdt_wait_for_code(void)
{
#ifdef CONFIG_TASKS_RCU
	synchronize_rcu_tasks();	/* preempted tasks */
#endif
#ifdef CONFIG_TASKS_RUDE_RCU
	synchronize_rcu_tasks_rude();	/* idle tasks, interrupts */
#endif
	synchronize_rcu();
}

/*
 * How record sinks protect the objects of the tracing core that they use
 *
 * A sink that writes records uses objects of the core: the event's file in a trace
 * instance, that file's filter and triggers, the instance's buffer, and perf's list of
 * events (call->perf_events).  The core frees them
 *
 *  - after event_reg() has ended the use of the event: perf_trace_event_unreg(), and
 *    event_trace_del_tracer() for the files of an instance;
 *  - without a callback, while the event stays in use: trigger_data_free().
 *
 * In each case it calls tracepoint_synchronize_unregister() first.  (Filters are freed
 * in the second way, too, but since 7.0 delay_free_filter() waits for RCU itself.)
 *
 * Before Linux 7.0, this includes synchronize_rcu(), which waits for every CPU that
 * has preemption disabled, and thus for the sinks.
 *
 * Since 7.0, tracepoints are called with preemption enabled, and it waits only for
 * readers of tracepoint_srcu and of RCU Tasks Trace.  Both are "SRCU-fast" now.  A grace
 * period of that kind contains one of RCU (srcu_readers_active_idx_check()), and the
 * events of kprobes and some code of BPF rely on it.  But SRCU does not promise it,
 * and rcu_trace_implies_rcu_gp(), which told whether RCU Tasks Trace does, is gone.
 * So the sinks read tracepoint_srcu like the callbacks of tracepoints: from
 * sdt_core_enter() to sdt_core_leave().
 *
 * That alone is not enough if a CPU calls a sink before event_reg() ends its use and
 * enters after the core has waited.  So event_reg() marks the user as gone, and
 * sdt_core_enter() checks the mark.  Either the core waits for the reader, or the
 * reader sees the mark.
 *
 * If event_reg() fails to start a use, perf frees its buffers without waiting, so
 * event_connect() waits for RCU itself.
 *
 * A synchronize_rcu() at each end of a use would cost a grace period for each event of
 * each "echo 0 > events/enable", and would not help with triggers.
 *
 * Nothing else needs this.  trace_call_bpf() protects BPF programs and their array by
 * itself, call_rcu() frees a struct perf_event, and an event's files are freed along
 * with the event when its module's code no longer runs, or after the
 * synchronize_rcu() in sdt_modules_exit().
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 0, 0)

struct sdt_core_reader {
	struct srcu_ctr __percpu *ctr;
};

/* Returns false if the user is @gone; then do not call sdt_core_leave(). */
static __always_inline bool sdt_core_enter(struct sdt_core_reader *reader,
					   const bool *gone)
{
	reader->ctr = srcu_read_lock_fast_notrace(&tracepoint_srcu);
	if (likely(!READ_ONCE(*gone)))
		return true;
	srcu_read_unlock_fast_notrace(&tracepoint_srcu, reader->ctr);
	return false;
}

static __always_inline void sdt_core_leave(const struct sdt_core_reader *reader)
{
	srcu_read_unlock_fast_notrace(&tracepoint_srcu, reader->ctr);
}

#else /* before 7.0 */

struct sdt_core_reader {
};

static __always_inline bool sdt_core_enter(struct sdt_core_reader *reader,
					   const bool *gone)
{
	return true;
}

static __always_inline void sdt_core_leave(const struct sdt_core_reader *reader)
{
}

#endif

#endif /* _SDT_COMPAT_H */
