/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compat.h - the differences between versions of the kernel, and of GCC
 *
 * Only this file uses LINUX_VERSION_CODE.  The rest of sdt.ko reads as if there were
 * one kernel.
 */
#ifndef _SDT_COMPAT_H
#define _SDT_COMPAT_H

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/trace.h>
#include <linux/tracepoint.h>
#include <linux/version.h>
#include <linux/workqueue.h>

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

/* GCC 11 has neither the attribute nor -ftrivial-auto-var-init, which it is for. */
#if __has_attribute(__uninitialized__)
# define __sdt_uninitialized __attribute__((__uninitialized__))
#else
# define __sdt_uninitialized
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

/* The offset of @addr in the module's init code; -1 if outside, or if the kernel has freed it. */
static inline long sdt_init_text_offset(const struct module *mod, unsigned long addr)
{
	return sdt_memory_room(mod, MOD_INIT_TEXT, addr) ?
	       (long)(addr - (unsigned long)mod->mem[MOD_INIT_TEXT].base) : -1;
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

static inline long sdt_init_text_offset(const struct module *mod, unsigned long addr)
{
	return sdt_room(mod->init_layout.base, mod->init_layout.text_size, addr) ?
	       (long)(addr - (unsigned long)mod->init_layout.base) : -1;
}

#endif

#ifdef CONFIG_X86_64
/* preempt_count() of each CPU, with PREEMPT_NEED_RESCHED */
# if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 15, 0) || \
	LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)
#  define sdt_percpu_preempt_count	__preempt_count
# else
#  define sdt_percpu_preempt_count	pcpu_hot.preempt_count
# endif
#endif

static inline long sdt_return_zero(void *unused)
{
	return 0;
}

/*
 * Wait until no CPU and no preempted task executes code that it entered before the
 * call, in any function.  Sleeps.
 */
#if defined(CONFIG_PREEMPTION) && !defined(CONFIG_TASKS_RCU)
# error "sdt.ko needs CONFIG_TASKS_RCU in a preemptible kernel (tracing selects it)"
#endif
static inline void sdt_wait_for_code(void)
{
	int cpu;

#ifdef CONFIG_TASKS_RCU
	synchronize_rcu_tasks();	/* preempted tasks */
#endif
	synchronize_rcu();		/* code with preemption disabled, interrupts */
	/*
	 * Idle tasks that RCU does not watch: each CPU runs another task.  Since 6.12,
	 * synchronize_rcu_tasks_rude() does nothing where such code cannot be traced.
	 */
	cpus_read_lock();
	for_each_online_cpu(cpu)
		work_on_cpu(cpu, sdt_return_zero, NULL);
	cpus_read_unlock();
}

/* Wait for what was passed to call_rcu_tasks() before. */
static inline void sdt_wait_for_tasks_callbacks(void)
{
#ifdef CONFIG_TASKS_RCU
	rcu_barrier_tasks();
#else
	rcu_barrier();
#endif
}

/*
 * Since 7.0, tracepoints are called with preemption enabled, and who removes what they
 * use waits for readers of tracepoint_srcu.  Before, synchronize_rcu() waits for them.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 0, 0)

#define SDT_HAVE_TRACEPOINT_SRCU	1

static __always_inline struct srcu_ctr __percpu *sdt_tracepoint_lock(void)
{
	return srcu_read_lock_fast_notrace(&tracepoint_srcu);
}

static __always_inline void sdt_tracepoint_unlock(struct srcu_ctr __percpu *ctr)
{
	srcu_read_unlock_fast_notrace(&tracepoint_srcu, ctr);
}

#else /* before 7.0 */

#define SDT_HAVE_TRACEPOINT_SRCU	0

struct srcu_ctr;

static __always_inline struct srcu_ctr __percpu *sdt_tracepoint_lock(void)
{
	return NULL;
}

static __always_inline void sdt_tracepoint_unlock(struct srcu_ctr __percpu *ctr)
{
}

#endif

/*
 * From 6.2 on, typed BPF programs follow trusted pointers unguarded.  Up to 6.12.5, the verifier
 * assumes that these are not NULL, and can even remove a program's own test.
 */
#define SDT_BPF_TRUSTS_NULL	(LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0) && \
				 LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 6))

/* The trace instance with a name, made if there is none, with a reference; or NULL */
static inline struct trace_array *sdt_trace_array_get(const char *name)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 0)
	return trace_array_get_by_name(name, NULL);
#else
	return trace_array_get_by_name(name);
#endif
}

/* A tracepoint that is made at run time, with what the kernel calls for its users */
struct sdt_tracepoint {
	struct tracepoint tp;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	struct tracepoint_ext ext;
#endif
};

static inline void sdt_tracepoint_set_functions(struct sdt_tracepoint *tracepoint,
						int (*first)(void), void (*last)(void))
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	tracepoint->ext.regfunc = first;
	tracepoint->ext.unregfunc = last;
	tracepoint->tp.ext = &tracepoint->ext;
#else
	tracepoint->tp.regfunc = first;
	tracepoint->tp.unregfunc = last;
#endif
}

#endif /* _SDT_COMPAT_H */
