/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * sdt.h - statically defined tracing probes for kernel modules
 *
 * What an author of probes includes:
 *
 *	#include <linux/sdt.h>
 *
 *	static ssize_t foo_read(struct file *fp, char __user *buf, size_t n, ...)
 *	{
 *		DTRACE_PROBE2(read__entry, struct file *, fp, size_t, n);
 *
 * makes the probe sdt:foo:foo_read:read-entry with two arguments.  The module's
 * Kbuild file includes kbuild/sdt.mk on its last line; nothing else is needed,
 * and the module loads with and without sdt.ko.
 *
 * While nobody listens, a probe is one NOP and its arguments are not evaluated.
 *
 * The macros only mark the place: the compiler plugin makes the probe of it.
 * Compiled without the plugin they produce no code; their arguments are still
 * parsed, so that what does not compile here does not compile there.
 */
#ifndef _LINUX_SDT_H
#define _LINUX_SDT_H

#ifdef __has_attribute
# if __has_attribute(sdt_plugin)
#  define __SDT_PLUGIN
# endif
#endif

#ifdef __SDT_PLUGIN
/* Functions in front of this name have no markers: the plugin does not look. */
struct __sdt_markers;

/*
 * The marker that the plugin replaces: an asm statement, because the operands
 * of one keep their own type, where a function call promotes them.  Its
 * template holds the kind of the marker, the name, and the types as written.
 */
# define __SDT_MARK(text, ...)						\
	do { asm volatile ("#sdt-probe\n" text : : __VA_ARGS__); } while (0)
# define __SDT_ARG(a)	"r" (a)
# define __SDT_ENABLED(text)						\
	({								\
		_Bool __sdt_on = 0;					\
		asm volatile ("#sdt-enabled\n" text : "+r" (__sdt_on));	\
		__sdt_on;						\
	})
#else
# define __SDT_MARK(text, ...)						\
	do { if (0) { __SDT_DROP(__VA_ARGS__, , , , , , , , ); } } while (0)
# define __SDT_DROP(a1, a2, a3, a4, a5, a6, a7, a8, ...)			\
	a1; a2; a3; a4; a5; a6; a7; a8
# define __SDT_ARG(a)	(void)(a)
# define __SDT_ENABLED(text)	((_Bool)0)
#endif

/**
 * DTRACE_PROBE() - a probe without arguments
 * @name: an identifier; two underscores in it become a dash in DTrace's name
 *
 * Context: Any code of a module but noinstr code.
 */
#define DTRACE_PROBE(name)	__SDT_MARK(#name)

/**
 * DTRACE_PROBE_ENABLED() - does anybody listen?
 * @name: the name of a probe of this module, in whatever function
 *
 * For code that computes what only a probe needs.  While nobody listens it
 * costs one NOP, like a probe.
 *
 * Return: true while at least one probe of that name in this module is enabled.
 */
#define DTRACE_PROBE_ENABLED(name)	__SDT_ENABLED(#name)

/*
 * DTRACE_PROBE0() to DTRACE_PROBE8() - a probe with as many arguments
 *
 * After the name come pairs of a type and an expression.  A type that the
 * compiler does not know ("file *") is taken for a comment, and the type of
 * the expression is used.  The expression has a scalar type of at most 64 bits
 * that is no floating point type, and is evaluated only while the probe is
 * enabled: it must not have side effects.
 */
#define DTRACE_PROBE0(name)						\
	__SDT_MARK(#name)

#define DTRACE_PROBE1(name, t1, a1)					\
	__SDT_MARK(#name "\n" #t1,					\
		   __SDT_ARG(a1))

#define DTRACE_PROBE2(name, t1, a1, t2, a2)				\
	__SDT_MARK(#name "\n" #t1 "\n" #t2,				\
		   __SDT_ARG(a1), __SDT_ARG(a2))

#define DTRACE_PROBE3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_MARK(#name "\n" #t1 "\n" #t2 "\n" #t3,			\
		   __SDT_ARG(a1), __SDT_ARG(a2), __SDT_ARG(a3))

#define DTRACE_PROBE4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_MARK(#name "\n" #t1 "\n" #t2 "\n" #t3 "\n" #t4,		\
		   __SDT_ARG(a1), __SDT_ARG(a2), __SDT_ARG(a3),		\
		   __SDT_ARG(a4))

#define DTRACE_PROBE5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_MARK(#name "\n" #t1 "\n" #t2 "\n" #t3 "\n" #t4 "\n" #t5,	\
		   __SDT_ARG(a1), __SDT_ARG(a2), __SDT_ARG(a3),		\
		   __SDT_ARG(a4), __SDT_ARG(a5))

#define DTRACE_PROBE6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		      t6, a6)						\
	__SDT_MARK(#name "\n" #t1 "\n" #t2 "\n" #t3 "\n" #t4 "\n" #t5	\
		   "\n" #t6,						\
		   __SDT_ARG(a1), __SDT_ARG(a2), __SDT_ARG(a3),		\
		   __SDT_ARG(a4), __SDT_ARG(a5), __SDT_ARG(a6))

#define DTRACE_PROBE7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		      t6, a6, t7, a7)					\
	__SDT_MARK(#name "\n" #t1 "\n" #t2 "\n" #t3 "\n" #t4 "\n" #t5	\
		   "\n" #t6 "\n" #t7,					\
		   __SDT_ARG(a1), __SDT_ARG(a2), __SDT_ARG(a3),		\
		   __SDT_ARG(a4), __SDT_ARG(a5), __SDT_ARG(a6),		\
		   __SDT_ARG(a7))

#define DTRACE_PROBE8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		      t6, a6, t7, a7, t8, a8)				\
	__SDT_MARK(#name "\n" #t1 "\n" #t2 "\n" #t3 "\n" #t4 "\n" #t5	\
		   "\n" #t6 "\n" #t7 "\n" #t8,				\
		   __SDT_ARG(a1), __SDT_ARG(a2), __SDT_ARG(a3),		\
		   __SDT_ARG(a4), __SDT_ARG(a5), __SDT_ARG(a6),		\
		   __SDT_ARG(a7), __SDT_ARG(a8))

#endif /* _LINUX_SDT_H */
