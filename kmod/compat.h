/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compat.h - the differences between kernel versions
 *
 * The only place that knows LINUX_VERSION_CODE.  The rest of sdt.ko reads as
 * if there were one kernel.
 */
#ifndef _SDT_COMPAT_H
#define _SDT_COMPAT_H

#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/version.h>

#ifndef CONFIG_HAVE_STATIC_CALL
# error "sdt.ko needs a kernel with CONFIG_HAVE_STATIC_CALL"
#endif

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0)

/*
 * The number of bytes from @addr to the end of that part of the module's
 * permanent memory that @addr is in; 0 if it is in none.
 */
static inline size_t sdt_module_room(const struct module *mod,
				     unsigned long addr)
{
	for_class_mod_mem_type(type, core) {
		unsigned long base = (unsigned long)mod->mem[type].base;
		unsigned long size = mod->mem[type].size;

		if (addr >= base && addr - base < size)
			return size - (addr - base);
	}
	return 0;
}

/* Whether @size bytes at @addr are module memory that stays writable. */
static inline bool sdt_module_writable(const struct module *mod,
				       unsigned long addr, size_t size)
{
	unsigned long base = (unsigned long)mod->mem[MOD_DATA].base;
	unsigned long room = mod->mem[MOD_DATA].size;

	return addr >= base && addr - base < room &&
	       size <= room - (addr - base);
}

static inline size_t sdt_memory_room(const struct module_memory *mem,
				     unsigned long addr)
{
	unsigned long base = (unsigned long)mem->base;

	return addr >= base && addr - base < mem->size ?
	       mem->size - (addr - base) : 0;
}

/* Likewise in the module's code; code that is there for its init only counts. */
static inline size_t sdt_module_code_room(const struct module *mod,
					  unsigned long addr)
{
	return sdt_memory_room(&mod->mem[MOD_TEXT], addr) ?:
	       sdt_memory_room(&mod->mem[MOD_INIT_TEXT], addr);
}

#else /* before 6.4 */

static inline size_t sdt_layout_room(const struct module_layout *layout,
				     unsigned long addr, unsigned long skip)
{
	unsigned long base = (unsigned long)layout->base + skip;
	unsigned long size = layout->size - skip;

	return addr >= base && addr - base < size ? size - (addr - base) : 0;
}

static inline size_t sdt_module_room(const struct module *mod,
				     unsigned long addr)
{
#ifdef CONFIG_ARCH_WANTS_MODULES_DATA_IN_VMALLOC
	size_t room = sdt_layout_room(&mod->data_layout, addr, 0);

	if (room)
		return room;
#endif
	return sdt_layout_room(&mod->core_layout, addr, 0);
}

static inline bool sdt_module_writable(const struct module *mod,
				       unsigned long addr, size_t size)
{
#ifdef CONFIG_ARCH_WANTS_MODULES_DATA_IN_VMALLOC
	const struct module_layout *layout = &mod->data_layout;
#else
	const struct module_layout *layout = &mod->core_layout;
#endif

	return sdt_layout_room(layout, addr,
			       layout->ro_after_init_size) >= size;
}

static inline size_t sdt_text_room(const struct module_layout *layout,
				   unsigned long addr)
{
	unsigned long base = (unsigned long)layout->base;

	return addr >= base && addr - base < layout->text_size ?
	       layout->text_size - (addr - base) : 0;
}

static inline size_t sdt_module_code_room(const struct module *mod,
					  unsigned long addr)
{
	return sdt_text_room(&mod->core_layout, addr) ?:
	       sdt_text_room(&mod->init_layout, addr);
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

#endif /* _SDT_COMPAT_H */
