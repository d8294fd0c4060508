/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compat.h - the differences between kernels
 *
 * The rest of sdt.ko reads as if there were one kernel.  No version decides, but what the kernel's
 * headers and exports have: kmod/features sets SDT_HAVE_...
 */
#ifndef _SDT_COMPAT_H
#define _SDT_COMPAT_H

#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/trace.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>

#ifdef SDT_HAVE_LINUX_UNALIGNED	/* since 6.12 */
# include <linux/unaligned.h>
#else
# include <asm/unaligned.h>
#endif

#ifdef CONFIG_X86
# include <asm/nops.h>
#endif

#ifndef CONFIG_JUMP_LABEL
# error "sdt.ko needs a kernel with CONFIG_JUMP_LABEL"
#endif
#ifndef CONFIG_PERF_EVENTS
# error "sdt.ko needs a kernel with CONFIG_PERF_EVENTS"
#endif

/* The number of bytes from @addr to the end of @size at @base; 0 if outside. */
static inline size_t sdt_room(const void *base, size_t size, unsigned long addr)
{
	unsigned long start = (unsigned long)base;

	return addr >= start && addr - start < size ? size - (addr - start) : 0;
}

#ifdef CONFIG_ARCH_WANTS_MODULES_DATA_IN_VMALLOC
# define sdt_data_layout	data_layout
#else
# define sdt_data_layout	core_layout
#endif

enum sdt_memory {
	SDT_MEMORY_TEXT,
	SDT_MEMORY_INIT_TEXT,
	SDT_MEMORY_DATA,		/* that stays writable */
};

/* The part @what of a module's memory, and its size; NULL: the kernel has freed it */
static inline const void *sdt_memory(const struct module *mod, enum sdt_memory what, size_t *size)
{
#ifdef SDT_HAVE_MODULE_MEMORY	/* since 6.4 */
	const struct module_memory *memory =
		&mod->mem[what == SDT_MEMORY_TEXT ? MOD_TEXT :
			  what == SDT_MEMORY_INIT_TEXT ? MOD_INIT_TEXT : MOD_DATA];

	*size = memory->size;
	return memory->base;
#else
	const struct module_layout *layout =
		what == SDT_MEMORY_TEXT ? &mod->core_layout :
		what == SDT_MEMORY_INIT_TEXT ? &mod->init_layout : &mod->sdt_data_layout;
	unsigned int fixed = what == SDT_MEMORY_DATA ? layout->ro_after_init_size : 0;

	*size = what == SDT_MEMORY_DATA ? layout->size - fixed : layout->text_size;
	return layout->base + fixed;
#endif
}

static inline size_t sdt_memory_room(const struct module *mod, enum sdt_memory what,
				     unsigned long addr)
{
	size_t size;
	const void *base = sdt_memory(mod, what, &size);

	return sdt_room(base, size, addr);
}

/* As sdt_room(), for the part of the module's permanent memory that contains @addr. */
static inline size_t sdt_module_room(const struct module *mod, unsigned long addr)
{
#ifdef SDT_HAVE_MODULE_MEMORY
	size_t room = 0;

	for_class_mod_mem_type(type, core)
		room = room ?: sdt_room(mod->mem[type].base, mod->mem[type].size, addr);
	return room;
#else
	return sdt_room(mod->core_layout.base, mod->core_layout.size, addr) ?:
	       sdt_room(mod->sdt_data_layout.base, mod->sdt_data_layout.size, addr);
#endif
}

/* Whether @size bytes at @addr are module memory that stays writable. */
static inline bool sdt_module_writable(const struct module *mod, unsigned long addr, size_t size)
{
	return sdt_memory_room(mod, SDT_MEMORY_DATA, addr) >= size;
}

/* As sdt_room(), for the module's code, including that of its init sections. */
static inline size_t sdt_module_code_room(const struct module *mod, unsigned long addr)
{
	return sdt_memory_room(mod, SDT_MEMORY_TEXT, addr) ?:
	       sdt_memory_room(mod, SDT_MEMORY_INIT_TEXT, addr);
}

/* The offset of @addr in the module's init code; -1 if outside, or if the kernel has freed it. */
static inline long sdt_init_text_offset(const struct module *mod, unsigned long addr)
{
	size_t size;
	const void *base = sdt_memory(mod, SDT_MEMORY_INIT_TEXT, &size);

	return sdt_room(base, size, addr) ? (long)(addr - (unsigned long)base) : -1;
}

/* x86-64: preempt_count() of each CPU, with PREEMPT_NEED_RESCHED */
#ifdef SDT_HAVE_PCPU_HOT	/* 6.2 to 6.14 */
# define sdt_percpu_preempt_count	pcpu_hot.preempt_count
#else
# define sdt_percpu_preempt_count	__preempt_count
#endif

/* Before 5.13, the kernel replaces the NOPs of jump labels on processors that prefer another. */
#ifdef K8_NOP5_ATOMIC
# define SDT_OTHER_NOP	{ K8_NOP5_ATOMIC }
#else
# define SDT_OTHER_NOP
#endif

/* Does the kernel patch jump labels in the init code of a module that is coming?  Since 5.12. */
#define SDT_PATCHES_INIT_CODE	IS_ENABLED(SDT_HAVE_INIT_LABELS)

/* 0 in a task, 1 in a softirq, 2 in a hard irq, 3 in an NMI */
static __always_inline unsigned char sdt_context_level(void)
{
#ifdef SDT_HAVE_CONTEXT_LEVEL	/* since 5.16 */
	return interrupt_context_level();
#else
	return !!in_nmi() + !!(in_nmi() || in_irq()) + !!(in_nmi() || in_irq() || in_serving_softirq());
#endif
}

/*
 * Since 7.0, tracepoints are called with preemption enabled, and who removes what they
 * use waits for readers of tracepoint_srcu.  Before, synchronize_rcu() waits for them.
 */
#define SDT_USES_TRACEPOINT_SRCU	IS_ENABLED(SDT_HAVE_TRACEPOINT_SRCU)

struct srcu_ctr;

static __always_inline struct srcu_ctr __percpu *sdt_tracepoint_lock(void)
{
#ifdef SDT_HAVE_TRACEPOINT_SRCU
	return srcu_read_lock_fast_notrace(&tracepoint_srcu);
#else
	return NULL;
#endif
}

static __always_inline void sdt_tracepoint_unlock(struct srcu_ctr __percpu *ctr)
{
#ifdef SDT_HAVE_TRACEPOINT_SRCU
	srcu_read_unlock_fast_notrace(&tracepoint_srcu, ctr);
#endif
}

/*
 * From 6.2 on, typed BPF programs follow trusted pointers unguarded.  Up to 6.12.5, the verifier
 * assumes that these are not NULL, and can even remove a program's own test.
 */
#define SDT_BPF_TRUSTS_NULL	(IS_ENABLED(SDT_HAVE_BPF_TRUSTED) && \
				 !IS_ENABLED(SDT_HAVE_BPF_NULL_TESTS))

/*
 * Whether the core adds and removes an event when it is told to: since 5.18.  Before, modprobe loads
 * the carrier with sdt.ko, for the modules that are there.
 */
#ifdef SDT_HAVE_ADD_EVENT
# define SDT_CAN_ADD_EVENTS		true
# define SDT_CARRIER
# define sdt_add_event_call(call)	trace_add_event_call(call)
# define sdt_remove_event_call(call)	trace_remove_event_call(call)
#else
# define SDT_CAN_ADD_EVENTS		false
# define SDT_CARRIER			MODULE_SOFTDEP("post: sdt_carrier");
# define sdt_add_event_call(call)	(-EOPNOTSUPP)
# define sdt_remove_event_call(call)	(-EOPNOTSUPP)
#endif

/* The module of a trace event */
#ifdef SDT_HAVE_EVENT_MODULE	/* since 5.15 */
# define sdt_call_module(call)	((call)->module)
#else
# define sdt_call_module(call)	(*(struct module **)&(call)->mod)
#endif

/*
 * The flag of a trace event on which the core makes no event probes.  Those of kprobes have it, too,
 * and it has no other effect.
 */
#ifdef SDT_HAVE_EVENT_PROBES	/* since 5.15 */
# define SDT_NO_EVENT_PROBES	TRACE_EVENT_FL_EPROBE
#else
# define SDT_NO_EVENT_PROBES	0
#endif

/* The number of elements in the initializer of a field, which the core else finds in the type */
#ifdef SDT_HAVE_FIELD_LEN	/* since 6.2 */
# define SDT_FIELD_LEN(n)	.len = (n),
#else
# define SDT_FIELD_LEN(n)
#endif

/* Reserves a record in a trace buffer, without telling its context. */
#ifdef SDT_HAVE_RESERVE_CONTEXT	/* since 5.12: one argument */
# define sdt_buffer_reserve(...)	trace_event_buffer_lock_reserve(__VA_ARGS__, 0)
#else
# define sdt_buffer_reserve(...)	trace_event_buffer_lock_reserve(__VA_ARGS__, 0, 0)
#endif

/* The trace instance with a name, made if there is none, with a reference; or NULL */
static inline struct trace_array *sdt_trace_array_get(const char *name)
{
#ifdef SDT_HAVE_INSTANCE_SYSTEMS	/* since 6.8 */
	return trace_array_get_by_name(name, NULL);
#else
	return trace_array_get_by_name(name);
#endif
}

/* A tracepoint that is made at run time, with what the kernel calls for its users */
struct sdt_tracepoint {
	struct tracepoint tp;
#ifdef SDT_HAVE_TRACEPOINT_EXT	/* since 6.13 */
	struct tracepoint_ext ext;
#endif
};

static inline void sdt_tracepoint_set_functions(struct sdt_tracepoint *tracepoint,
						int (*first)(void), void (*last)(void))
{
#ifdef SDT_HAVE_TRACEPOINT_EXT
	tracepoint->ext.regfunc = first;
	tracepoint->ext.unregfunc = last;
	tracepoint->tp.ext = &tracepoint->ext;
#else
	tracepoint->tp.regfunc = first;
	tracepoint->tp.unregfunc = last;
#endif
}

#endif /* _SDT_COMPAT_H */
