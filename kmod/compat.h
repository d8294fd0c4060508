/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compat.h - the differences between kernel versions
 *
 * The only place that knows LINUX_VERSION_CODE.  The rest of sdt.ko, and the
 * modules that the tests load, read as if there were one kernel.
 */
#ifndef _SDT_COMPAT_H
#define _SDT_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
# include <linux/unaligned.h>
#else
# include <asm/unaligned.h>
#endif

#ifndef CONFIG_HAVE_STATIC_CALL
# error "sdt.ko needs a kernel with CONFIG_HAVE_STATIC_CALL"
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

/* As sdt_room(), in that part of the module's permanent memory that @addr is in. */
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

/* As sdt_room(), in the module's code, with what is there for its init only. */
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
 * Wait until no CPU and no preempted task executes code that it entered
 * before the call, wherever that code is.  Sleeps.
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

/* A timer that calls @fn in a hard interrupt, relative to now. */
static inline void sdt_hrtimer_setup(struct hrtimer *timer,
				     enum hrtimer_restart (*fn)(struct hrtimer *))
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	hrtimer_setup(timer, fn, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	timer->function = fn;
#endif
}

/* In TP_fast_assign(): the second argument is __string()'s. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
# define sdt_assign_str(dst, src)	__assign_str(dst)
#else
# define sdt_assign_str(dst, src)	__assign_str(dst, src)
#endif

#endif /* _SDT_COMPAT_H */
