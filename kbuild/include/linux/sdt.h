/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * sdt.h - statically defined tracing probes for kernel modules
 *
 * For code that contains probes:
 *
 *	#include <linux/sdt.h>
 *
 *	static ssize_t foo_read(struct file *fp, char __user *buf, size_t n, ...)
 *	{
 *		DTRACE_PROBE2(read__entry, struct file *, fp, size_t, n);
 *
 * defines the probe sdt:foo:foo_read:read-entry with two arguments.  The module's
 * Kbuild file must include kbuild/sdt.mk.  Nothing else is needed, and the module loads
 * with or without sdt.ko.
 *
 * Disabled, a probe is a single NOP and its arguments are not evaluated.
 *
 * This header has the macros of Solaris and Oracle Linux.  <sys/sdt.h> adds those of
 * FreeBSD and dtrace4linux.
 *
 * The macros only mark the place; the compiler plugin turns the mark into a probe.  With
 * clang, or if sdt.mk is told to do without the plugin, <linux/sdt_sites.h> makes them
 * probes by themselves.  Without sdt.mk they produce no code.  Their arguments are still
 * parsed, so that most mistakes in them are errors there, too.
 */
#ifndef _LINUX_SDT_H
#define _LINUX_SDT_H

/* Makes the compiler report errors in an expansion at the author's line. */
#pragma GCC system_header

#ifdef __has_attribute
# if __has_attribute(__sdt_plugin__)
#  define __SDT_PLUGIN
# endif
#endif

/*
 * The forms of a probe.  Each defines, for the macros below:
 *
 *	__SDT_PAIRS_MARK(kind_and_names, list, nr, ...)	a probe with NR pairs of a type
 *						and an argument
 *	__SDT_TEXT_MARK(kind_and_names, format, list, nr, ...)	the same with a text
 *	__SDT_ARGS_MARK(kind_and_names, list, nr, ...)	a probe with NR arguments
 *	__SDT_MESSAGE(kind_and_names, list, nr, format, ...)	a message
 *	__SDT_ENABLED(kind_and_names)		a test whether probes are enabled
 *	__SDT_SAY(kind, ...)			a statement at file scope
 *	__SDT_PURE(a)				an argument without side effects
 *
 * KIND_AND_NAMES is a string, the kind of the mark and the names, one per line.  LIST is
 * the list after the name as a string, which __SDT_WRITTEN() makes.
 */
#if defined(__SDT_PLUGIN)
/* Functions before this declaration have no markers: the plugin skips them. */
struct __sdt_markers;

/*
 * The marker that the plugin replaces.  It is an asm statement, because the operands
 * of an asm keep their type, while a function call promotes its arguments.  The
 * template holds the kind of the marker and the names.  The first operand is the format
 * of a message or "", the second one is the list, and the others are the arguments.
 * With __extension__, GCC does not warn about the length of the list.
 */
# define __SDT_MARK(kind_and_names, format, list, args)			\
	do {								\
		__asm__ __volatile__ (kind_and_names : :		\
				      "i" (format), "i" (__extension__ list) args);	\
	} while (0)
# define __SDT_ARG(nr, a)	, "r" (a)
# define __SDT_PAIR(nr, t, a)	__SDT_ARG(nr, a)
# define __SDT_PAIRS_MARK(kind_and_names, list, nr, ...)			\
	__SDT_MARK(kind_and_names, "", list,				\
		   __SDT_PAIRS(nr)(__SDT_PAIR, 1, __VA_ARGS__))
# define __SDT_TEXT_MARK(kind_and_names, format, list, nr, ...)		\
	__SDT_MARK(kind_and_names, format, list,			\
		   __SDT_PAIRS(nr)(__SDT_PAIR, 1, __VA_ARGS__))
# define __SDT_ARGS_MARK(kind_and_names, list, nr, ...)			\
	__SDT_MARK(kind_and_names, "", list,				\
		   __SDT_ARGS(nr)(__SDT_ARG, __VA_ARGS__))
# define __SDT_MESSAGE(kind_and_names, list, nr, format, ...)		\
	__SDT_MARK(kind_and_names, format, list,			\
		   __SDT_ARGS(nr)(__SDT_ARG, __VA_ARGS__))
/* The plugin counts the items of the list and reports errors in it. */
# define __SDT_PAIRS__ODD(...)
# define __SDT_PAIRS__MANY(...)
# define __SDT_PAIRS__OTHER(...)
# define __SDT_ARGS__OTHER(...)
# define __SDT_ENABLED(kind_and_names)					\
	__extension__ ({						\
		_Bool __sdt_on = 0;					\
		__asm__ __volatile__ (kind_and_names			\
				      : "+r" (__sdt_on));		\
		__sdt_on;						\
	})
/* The attribute of an unused variable with a unique name */
# define __SDT_SAY(kind, ...)	__SDT_SAY_(__COUNTER__, kind, __VA_ARGS__)
# define __SDT_SAY_(n, kind, ...)	__SDT_SAY__(n, kind, __VA_ARGS__)
# define __SDT_SAY__(n, kind, ...)					\
	extern char __sdt_said_##n[] __attribute__((kind(__VA_ARGS__)))
# define __SDT_PURE(a)							\
	__extension__ ({ struct __sdt_pure; a; })
# if defined(__KERNEL__) && defined(__x86_64__)
#  define __SDT_WANTS_RETURN
# endif
#else
# define __SDT_PAIRS__ODD(...)						\
	_Static_assert(0, "DTRACE_PROBE: each argument needs a type before it; name a provider with DTRACE_PROVIDER(prov) and __prov_name");
# define __SDT_PAIRS__MANY(m, nr, ...)					\
	_Static_assert(0, "DTRACE_PROBE: " __SDT_TEXT(__SDT_NR_MANY(__VA_ARGS__))	\
		       " arguments; at most 32 are possible");
# define __SDT_PAIRS__OTHER(...)						\
	_Static_assert(0, "DTRACE_PROBE: the number in the macro's name counts pairs of a type and an argument; name a provider with DTRACE_PROVIDER(prov) and __prov_name");
# define __SDT_ARGS__OTHER(...)						\
	_Static_assert(0, "SDT_PROBE: the number in the macro's name counts arguments");
# define __SDT_CHECK_LITERAL(format)					\
	_Static_assert(__builtin_constant_p(format),			\
		       "the format of a message is not a string literal");
# define __SDT_CHECK_MESSAGE(nr, format, ...)				\
	_Static_assert((nr) <= 32, "DTRACE_PRINTF: "			\
		       __SDT_TEXT(__SDT_SECOND(__SDT_COUNT_##nr, __SDT_NOTHING, )(__VA_ARGS__)) \
		       " arguments; at most 32 are possible");		\
	__SDT_CHECK_LITERAL(format)					\
	if (0)								\
		(DTRACE_PRINTF)(format, ##__VA_ARGS__)
# define __SDT_COUNT_33	, __SDT_NR_MANY_ARGS
# define __SDT_NOTHING(...)
# define __SDT_PURE(a)		(a)
# if defined(__SDT_UNIT) && !defined(__CHECKER__)
#  include <linux/sdt_sites.h>
#  if defined(__KERNEL__) && defined(__x86_64__)
#   define __SDT_WANTS_RETURN
#  endif
# else
/* No probes.  Their arguments are still parsed. */
#  define __SDT_ARG(nr, a)	(void)(a);
#  ifdef __CHECKER__
/*
 * sparse reports a pointer to user space, or to another address space, that is cast to
 * bool.  The text before the argument need not be a type, so its length tells whether it
 * names an address space: it does not if it is shorter than what __rcu stands for.
 */
#   define __SDT_PAIR(nr, t, a)						\
	(__typeof__(__builtin_choose_expr(				\
		sizeof(__SDT_TEXT(t)) < sizeof(__SDT_TEXT(__rcu)),	\
		(_Bool)0, (void)0)))(a);
#  else
#   define __SDT_PAIR(nr, t, a)	__SDT_ARG(nr, a)
#  endif
#  define __SDT_PAIRS_MARK(kind_and_names, list, nr, ...)			\
	do { if (0) { __SDT_PAIRS(nr)(__SDT_PAIR, 1, __VA_ARGS__) } } while (0)
#  define __SDT_TEXT_MARK(kind_and_names, format, ...)			\
	do {								\
		__SDT_CHECK_LITERAL(format)				\
		__SDT_PAIRS_MARK(kind_and_names, __VA_ARGS__);		\
	} while (0)
#  define __SDT_ARGS_MARK(kind_and_names, list, nr, ...)			\
	do { if (0) { __SDT_ARGS(nr)(__SDT_ARG, __VA_ARGS__) } } while (0)
#  define __SDT_MESSAGE(kind_and_names, list, nr, format, ...)		\
	do { __SDT_CHECK_MESSAGE(nr, format, ##__VA_ARGS__); } while (0)
#  define __SDT_ENABLED(kind_and_names)	((_Bool)0)
#  define __SDT_SAY(kind, ...)	__SDT_SAY_(__COUNTER__)
#  define __SDT_SAY_(n)		__SDT_SAY__(n)
#  define __SDT_SAY__(n)	extern char __sdt_said_##n[]
# endif
#endif

#ifdef __SDT_WANTS_RETURN
# include <linux/linkage.h>
# include <asm/asm.h>
# include <linux/objtool.h>
/*
 * Assembler source for the trampoline that "sdtinfo link" writes: how this kernel's functions
 * return if they are not targets of indirect branches.  The module does not contain it.
 * kpatch-build, which looks for a file's local variables in its module, takes only a name with
 * __UNIQUE_ID_ for one that may be discarded.
 */
static const char __UNIQUE_ID_sdt_return[]
	__attribute__((__used__, __section__(".discard.sdt_return"))) =
	ANNOTATE_NOENDBR "\n\t" ASM_RET;
#endif

/*
 * Declared only, so that the compiler compares a message with its arguments.  What it reports
 * names the function.
 */
int DTRACE_PRINTF(const char *__sdt_format, ...)
	__attribute__((__format__(__printf__, 1, 2)));

/*
 * M(nr, t, a) for each pair of a list, by the number of pairs: NR counts up from 1.
 */
#define __SDT_PAIRS_0(m, ...)
#define __SDT_PAIRS_1(m, nr, t, a)	m(nr, t, a)
#define __SDT_PAIRS_2(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_1(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_3(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_2(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_4(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_3(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_5(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_4(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_6(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_5(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_7(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_6(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_8(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_7(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_9(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_8(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_10(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_9(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_11(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_10(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_12(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_11(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_13(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_12(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_14(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_13(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_15(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_14(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_16(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_15(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_17(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_16(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_18(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_17(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_19(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_18(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_20(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_19(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_21(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_20(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_22(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_21(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_23(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_22(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_24(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_23(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_25(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_24(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_26(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_25(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_27(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_26(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_28(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_27(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_29(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_28(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_30(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_29(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_31(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_30(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_PAIRS_32(m, nr, t, a, ...)	\
	m(nr, t, a) __SDT_PAIRS_31(m, __SDT_NEXT(nr), __VA_ARGS__)
#define __SDT_NEXT(nr)		__SDT_JOIN(__SDT_NEXT_, nr)
#define __SDT_NEXT_1		2
#define __SDT_NEXT_2		3
#define __SDT_NEXT_3		4
#define __SDT_NEXT_4		5
#define __SDT_NEXT_5		6
#define __SDT_NEXT_6		7
#define __SDT_NEXT_7		8
#define __SDT_NEXT_8		9
#define __SDT_NEXT_9		10
#define __SDT_NEXT_10		11
#define __SDT_NEXT_11		12
#define __SDT_NEXT_12		13
#define __SDT_NEXT_13		14
#define __SDT_NEXT_14		15
#define __SDT_NEXT_15		16
#define __SDT_NEXT_16		17
#define __SDT_NEXT_17		18
#define __SDT_NEXT_18		19
#define __SDT_NEXT_19		20
#define __SDT_NEXT_20		21
#define __SDT_NEXT_21		22
#define __SDT_NEXT_22		23
#define __SDT_NEXT_23		24
#define __SDT_NEXT_24		25
#define __SDT_NEXT_25		26
#define __SDT_NEXT_26		27
#define __SDT_NEXT_27		28
#define __SDT_NEXT_28		29
#define __SDT_NEXT_29		30
#define __SDT_NEXT_30		31
#define __SDT_NEXT_31		32
#define __SDT_NEXT_32		33
#define __SDT_JOIN(a, b)	__SDT_JOIN_(a, b)
#define __SDT_JOIN_(a, b)	a##b
#define __SDT_IN(...)	__VA_ARGS__
#define __SDT_TEXT(...)	__SDT_TEXT_(__VA_ARGS__)
#define __SDT_TEXT_(...)	#__VA_ARGS__
#ifndef __SDT_HAS_SITES
/* A word in a type that is not part of C */
# define __SDT_SHOWN(word)	word
#endif

/*
 * The number of pairs in a list, not counting its first item: 0 to 32, _ODD for half
 * a pair, _MANY for more.  Lists of more than 128 items fail with less clear errors.
 */
#define __SDT_NR_PAIRS(...)						\
	__SDT_ITEM_129(__VA_ARGS__,					\
	__SDT_32_MANY, __SDT_32_MANY,					\
	32, _ODD, 31, _ODD, 30, _ODD, 29, _ODD, 28, _ODD, 27, _ODD, 26,	\
	_ODD, 25, _ODD, 24, _ODD, 23, _ODD, 22, _ODD, 21, _ODD, 20, _ODD,	\
	19, _ODD, 18, _ODD, 17, _ODD, 16, _ODD, 15, _ODD, 14, _ODD, 13,	\
	_ODD, 12, _ODD, 11, _ODD, 10, _ODD, 9, _ODD, 8, _ODD, 7, _ODD, 6,	\
	_ODD, 5, _ODD, 4, _ODD, 3, _ODD, 2, _ODD, 1, _ODD, 0)
#define __SDT_32_MANY							\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,		\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,		\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,		\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY
#define __SDT_ITEM_129(...)	__SDT_ITEM_129_(__VA_ARGS__)
#define __SDT_ITEM_129_(						\
	_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13,	\
	_14, _15, _16, _17, _18, _19, _20, _21, _22, _23, _24, _25,	\
	_26, _27, _28, _29, _30, _31, _32, _33, _34, _35, _36, _37,	\
	_38, _39, _40, _41, _42, _43, _44, _45, _46, _47, _48, _49,	\
	_50, _51, _52, _53, _54, _55, _56, _57, _58, _59, _60, _61,	\
	_62, _63, _64, _65, _66, _67, _68, _69, _70, _71, _72, _73,	\
	_74, _75, _76, _77, _78, _79, _80, _81, _82, _83, _84, _85,	\
	_86, _87, _88, _89, _90, _91, _92, _93, _94, _95, _96, _97,	\
	_98, _99, _100, _101, _102, _103, _104, _105, _106, _107,	\
	_108, _109, _110, _111, _112, _113, _114, _115, _116, _117,	\
	_118, _119, _120, _121, _122, _123, _124, _125, _126, _127,	\
	_128, n, ...)							\
	n
/* The same of a list that is too long */
#define __SDT_NR_MANY(...)						\
	__SDT_ITEM_129(0, __VA_ARGS__,					\
	64, , 63, , 62, , 61, , 60, , 59, , 58, , 57, , 56, , 55, , 54, ,	\
	53, , 52, , 51, , 50, , 49, , 48, , 47, , 46, , 45, , 44, , 43, ,	\
	42, , 41, , 40, , 39, , 38, , 37, , 36, , 35, , 34, , 33, )
#define __SDT_PAIRS(nr)		__SDT_PAIRS_(nr)
#define __SDT_PAIRS_(nr)	__SDT_PAIRS_##nr

/*
 * The list after a name as a string, for kmod/rules/list.c.  Called as __SDT_WRITTEN(0, ##LIST),
 * where "##" keeps the items as they were written, it contains each item's text as written and
 * with macros expanded, which may be several items.  A list that is too long has only the former.
 */
#define __SDT_WRITTEN(_, ...)						\
	"" __SDT_JOIN(__SDT_WRITTEN_, __SDT_NR_WRITTEN(_, ##__VA_ARGS__))(_, ##__VA_ARGS__)
#define __SDT_NR_WRITTEN(_, ...)					\
	__SDT_ITEM_129_(_, ##__VA_ARGS__,				\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,	\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,	\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,	\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,	\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,	\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,	\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,	\
	_MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY, _MANY,	\
	64, 63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49,	\
	48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33,	\
	32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17,	\
	16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define __SDT_WRITTEN__MANY(_, ...)	"\2" #__VA_ARGS__
#define __SDT_WRITTEN_0(_)
#define __SDT_WRITTEN_1(_, a)	"\2" #a "\1" __SDT_TEXT(a)
#define __SDT_WRITTEN_2(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_1(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_3(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_2(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_4(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_3(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_5(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_4(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_6(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_5(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_7(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_6(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_8(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_7(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_9(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_8(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_10(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_9(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_11(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_10(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_12(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_11(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_13(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_12(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_14(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_13(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_15(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_14(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_16(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_15(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_17(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_16(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_18(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_17(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_19(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_18(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_20(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_19(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_21(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_20(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_22(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_21(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_23(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_22(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_24(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_23(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_25(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_24(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_26(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_25(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_27(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_26(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_28(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_27(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_29(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_28(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_30(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_29(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_31(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_30(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_32(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_31(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_33(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_32(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_34(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_33(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_35(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_34(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_36(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_35(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_37(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_36(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_38(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_37(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_39(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_38(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_40(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_39(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_41(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_40(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_42(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_41(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_43(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_42(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_44(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_43(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_45(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_44(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_46(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_45(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_47(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_46(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_48(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_47(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_49(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_48(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_50(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_49(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_51(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_50(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_52(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_51(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_53(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_52(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_54(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_53(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_55(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_54(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_56(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_55(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_57(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_56(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_58(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_57(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_59(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_58(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_60(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_59(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_61(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_60(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_62(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_61(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_63(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_62(_, ##__VA_ARGS__)
#define __SDT_WRITTEN_64(_, a, ...)	"\2" #a "\1" __SDT_TEXT(a)	\
	__SDT_WRITTEN_63(_, ##__VA_ARGS__)

/*
 * The list as a string and the number of its pairs.  A macro for authors passes both on, and then
 * the arguments without "##": else a probe in an argument would not be expanded any more, since
 * that would be in the expansion of its own macro.
 */
#define __SDT_LIST(_, ...)						\
	__SDT_WRITTEN(_, ##__VA_ARGS__), __SDT_NR_PAIRS(_, ##__VA_ARGS__)
/* The same of a list without types */
#define __SDT_USED(_, ...)						\
	__SDT_WRITTEN(_, ##__VA_ARGS__), __SDT_NR_ARGS(_, ##__VA_ARGS__)

/* A probe with the name as a string, the two of __SDT_LIST() and the arguments */
#define __SDT_PROBE(name, ...)						\
	__SDT_PAIRS_MARK("#sdt-probe\n" name, __VA_ARGS__)

/**
 * DTRACE_PROBE() - a probe with up to 32 arguments
 * @name: an identifier; two underscores in it become a dash in DTrace's name.
 *	All probes with the same name in a module must have the same argument types.
 *
 * The name is followed by one pair of a type and an expression for each argument.
 * The type can be followed by a name for the argument, as in a function's parameter
 * list:
 *
 *	DTRACE_PROBE(read__entry, struct file *, fp, size_t len, iov->iov_len);
 *
 * Without a name, the argument is named after the expression.  The bound of an array
 * of characters or bytes is their number, and the trace has a copy of them:
 * "u8 mac[ETH_ALEN]".  The bound can also be the name of another argument:
 * "size_t len, n, char text[len], p".
 *
 * The value is converted to the type as for a function's parameter.  If the type is
 * unknown, the plugin warns and uses the type of the expression; "__auto_type" asks for
 * that.  The expression must have a scalar type of at most 64 bits, and not a
 * floating-point type.  It is evaluated only while the probe is enabled, so it must have
 * no side effects.
 *
 * Context: Any code of a module except noinstr code.
 */
#define DTRACE_PROBE(name, ...)						\
	__SDT_PROBE(#name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* The same with a format, which precedes the two of __SDT_LIST() */
#define __SDT_TEXT_PROBE(kind_and_name, ...)				\
	__SDT_TEXT_MARK(kind_and_name, __VA_ARGS__)

/**
 * DTRACE_PROBE_TEXT() - a probe with up to 32 arguments and a text
 * @name: an identifier, as for DTRACE_PROBE()
 * @format: a string literal, as for DTRACE_PRINTF()
 *
 * The format is followed by pairs of a type and an expression, as for DTRACE_PROBE().  Its
 * conversions show them in their order:
 *
 *	DTRACE_PROBE_TEXT(link__up, "%s: link is up, %u Mbit/s",
 *			  const char *name, dev->name, u32 speed, readl(regs + SPEED));
 *
 * In the trace, each hit has this text.  The fields are those that the types declare.  Whatever "%s"
 * or "%pM" shows is copied; the number of bytes is that of the type, "u8 mac[6]", or else of the
 * conversion.  All probes with the same name in a module must have the same text.
 *
 * The compiler compares the format with the types (-Wformat).
 *
 * Context: Any code of a module except noinstr code.
 */
#define DTRACE_PROBE_TEXT(name, format, ...)				\
	__SDT_TEXT_PROBE("#sdt-probe-text\n" #name, format,		\
			 __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* M(nr, a) for each item of a list without types, likewise; 33 stands for more. */
#define __SDT_ARGS_0(m, ...)
#define __SDT_ARGS_1(m, a, ...)	m(1, a)
#define __SDT_ARGS_2(m, a, ...)	m(2, a) __SDT_ARGS_1(m, __VA_ARGS__)
#define __SDT_ARGS_3(m, a, ...)	m(3, a) __SDT_ARGS_2(m, __VA_ARGS__)
#define __SDT_ARGS_4(m, a, ...)	m(4, a) __SDT_ARGS_3(m, __VA_ARGS__)
#define __SDT_ARGS_5(m, a, ...)	m(5, a) __SDT_ARGS_4(m, __VA_ARGS__)
#define __SDT_ARGS_6(m, a, ...)	m(6, a) __SDT_ARGS_5(m, __VA_ARGS__)
#define __SDT_ARGS_7(m, a, ...)	m(7, a) __SDT_ARGS_6(m, __VA_ARGS__)
#define __SDT_ARGS_8(m, a, ...)	m(8, a) __SDT_ARGS_7(m, __VA_ARGS__)
#define __SDT_ARGS_9(m, a, ...)	m(9, a) __SDT_ARGS_8(m, __VA_ARGS__)
#define __SDT_ARGS_10(m, a, ...)	m(10, a) __SDT_ARGS_9(m, __VA_ARGS__)
#define __SDT_ARGS_11(m, a, ...)	m(11, a) __SDT_ARGS_10(m, __VA_ARGS__)
#define __SDT_ARGS_12(m, a, ...)	m(12, a) __SDT_ARGS_11(m, __VA_ARGS__)
#define __SDT_ARGS_13(m, a, ...)	m(13, a) __SDT_ARGS_12(m, __VA_ARGS__)
#define __SDT_ARGS_14(m, a, ...)	m(14, a) __SDT_ARGS_13(m, __VA_ARGS__)
#define __SDT_ARGS_15(m, a, ...)	m(15, a) __SDT_ARGS_14(m, __VA_ARGS__)
#define __SDT_ARGS_16(m, a, ...)	m(16, a) __SDT_ARGS_15(m, __VA_ARGS__)
#define __SDT_ARGS_17(m, a, ...)	m(17, a) __SDT_ARGS_16(m, __VA_ARGS__)
#define __SDT_ARGS_18(m, a, ...)	m(18, a) __SDT_ARGS_17(m, __VA_ARGS__)
#define __SDT_ARGS_19(m, a, ...)	m(19, a) __SDT_ARGS_18(m, __VA_ARGS__)
#define __SDT_ARGS_20(m, a, ...)	m(20, a) __SDT_ARGS_19(m, __VA_ARGS__)
#define __SDT_ARGS_21(m, a, ...)	m(21, a) __SDT_ARGS_20(m, __VA_ARGS__)
#define __SDT_ARGS_22(m, a, ...)	m(22, a) __SDT_ARGS_21(m, __VA_ARGS__)
#define __SDT_ARGS_23(m, a, ...)	m(23, a) __SDT_ARGS_22(m, __VA_ARGS__)
#define __SDT_ARGS_24(m, a, ...)	m(24, a) __SDT_ARGS_23(m, __VA_ARGS__)
#define __SDT_ARGS_25(m, a, ...)	m(25, a) __SDT_ARGS_24(m, __VA_ARGS__)
#define __SDT_ARGS_26(m, a, ...)	m(26, a) __SDT_ARGS_25(m, __VA_ARGS__)
#define __SDT_ARGS_27(m, a, ...)	m(27, a) __SDT_ARGS_26(m, __VA_ARGS__)
#define __SDT_ARGS_28(m, a, ...)	m(28, a) __SDT_ARGS_27(m, __VA_ARGS__)
#define __SDT_ARGS_29(m, a, ...)	m(29, a) __SDT_ARGS_28(m, __VA_ARGS__)
#define __SDT_ARGS_30(m, a, ...)	m(30, a) __SDT_ARGS_29(m, __VA_ARGS__)
#define __SDT_ARGS_31(m, a, ...)	m(31, a) __SDT_ARGS_30(m, __VA_ARGS__)
#define __SDT_ARGS_32(m, a, ...)	m(32, a) __SDT_ARGS_31(m, __VA_ARGS__)
#define __SDT_ARGS_33(m, a, ...)	m(33, a) __SDT_ARGS_32(m, __VA_ARGS__)
#define __SDT_ARGS(nr)		__SDT_ARGS_(nr)
#define __SDT_ARGS_(nr)		__SDT_ARGS_##nr

/* The number of items in a list, not counting its first; 33 if there are more than 32. */
#define __SDT_NR_ARGS(...)						\
	__SDT_ITEM_129(__VA_ARGS__,					\
	__SDT_32_TIMES_33, __SDT_32_TIMES_33, __SDT_32_TIMES_33,	\
	32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17,	\
	16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define __SDT_32_TIMES_33						\
	33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33,	\
	33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33
/* The same if there are more */
#define __SDT_NR_MANY_ARGS(...)						\
	__SDT_ITEM_129(0, __VA_ARGS__,					\
	128, 127, 126, 125, 124, 123, 122, 121, 120, 119, 118, 117,	\
	116, 115, 114, 113, 112, 111, 110, 109, 108, 107, 106, 105,	\
	104, 103, 102, 101, 100, 99, 98, 97, 96, 95, 94, 93,		\
	92, 91, 90, 89, 88, 87, 86, 85, 84, 83, 82, 81,			\
	80, 79, 78, 77, 76, 75, 74, 73, 72, 71, 70, 69,			\
	68, 67, 66, 65, 64, 63, 62, 61, 60, 59, 58, 57,			\
	56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45,			\
	44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, )

/*
 * Text that messages begin with and are not named after, besides the module's name: a string, of
 * several lines for several texts.  Define it before this header, as pr_fmt() before the kernel's:
 *
 *	#define DTRACE_PRINTF_UNNAMED	"FOO: "
 */
#ifndef DTRACE_PRINTF_UNNAMED
# define DTRACE_PRINTF_UNNAMED	""
#endif
#ifdef KBUILD_MODNAME
# define __SDT_UNNAMED		"\n" KBUILD_MODNAME "\n" DTRACE_PRINTF_UNNAMED
#else
# define __SDT_UNNAMED		"\n\n" DTRACE_PRINTF_UNNAMED
#endif

/*
 * A message.  The format can be a macro that adds an argument, like pr_fmt().  If that is __LINE__
 * or __FILE__, only its value tells.
 */
#define __SDT_PRINTF(kind_and_name, ...)				\
	__SDT_MESSAGE(kind_and_name __SDT_UNNAMED, __VA_ARGS__)
#define __SDT_MESSAGE_LIST(format, ...)					\
	__SDT_TEXT(__LINE__) "\1" __SDT_TEXT(__FILE__)			\
	__SDT_USED(format, ##__VA_ARGS__)
#define __SDT_MORE(...)	, ##__VA_ARGS__

/**
 * DTRACE_PRINTF() - a debug message that is a probe
 * @format: a string literal, as for printk(); a log level and the end of line are ignored
 *
 * The format is followed by the arguments that its conversions take:
 *
 *	DTRACE_PRINTF("buffer %d of %s too small: %zu < %zu\n", i, dev->name, have, want);
 *
 * Enabled, it is a trace event whose text is the message and whose fields are the
 * arguments.  They have the types and the names of the expressions.  The probe is named
 * after the words of the message, buffer-of-too-small, and its event after the function,
 * too: read_buffer_of_too_small.  The same message twice in a function is one probe.
 *
 * The compiler compares format and arguments (-Wformat).  An argument must have a scalar
 * type of at most 64 bits; there can be up to 32.  They are evaluated only while the
 * probe is enabled, so they must have no side effects.
 *
 * Context: Any code of a module except noinstr code.
 */
#define DTRACE_PRINTF(format, ...)					\
	__SDT_PRINTF("#sdt-printf\n", __SDT_MESSAGE_LIST(format, ##__VA_ARGS__),	\
		     format __SDT_MORE(__VA_ARGS__))

/**
 * DTRACE_PRINTF_NAMED() - a debug message that is a probe with a name
 * @name: an identifier, as for DTRACE_PROBE()
 * @format: a string literal, as for DTRACE_PRINTF(), followed by its arguments
 *
 * The name of the event has the function in front, as that of any message.
 *
 * Context: Any code of a module except noinstr code.
 */
#define DTRACE_PRINTF_NAMED(name, format, ...)				\
	__SDT_PRINTF("#sdt-printf-named\n" #name, __SDT_MESSAGE_LIST(format, ##__VA_ARGS__),	\
		     format __SDT_MORE(__VA_ARGS__))

/**
 * DTRACE_PRINTF_PREFIX() - a debug message that is a probe with a prefix in its name
 * @prefix: an identifier, which the name begins with; it can be a provider
 * @format: a string literal, as for DTRACE_PRINTF(), followed by its arguments
 *
 * It gives all messages of a module a provider, or those of a subsystem a prefix:
 *
 *	DTRACE_PROVIDER(foo);
 *	#define foo_dbg(mask, format, ...)				\
 *		DTRACE_PRINTF_PREFIX(__foo_##mask, format, ##__VA_ARGS__)
 *
 * foo_dbg(NET, "link of %s down\n", dev->name) is foo:::NET-link-of-down.
 *
 * Context: Any code of a module except noinstr code.
 */
#define DTRACE_PRINTF_PREFIX(prefix, format, ...)			\
	__SDT_PRINTF("#sdt-printf-prefix\n" #prefix, __SDT_MESSAGE_LIST(format, ##__VA_ARGS__),	\
		     format __SDT_MORE(__VA_ARGS__))

/**
 * DTRACE_PROBE_ENABLED() - test whether a probe is enabled
 * @name: the name of a probe in this module, in any function
 *
 * Use it around code that computes values only for a probe.  Disabled, it is a
 * single NOP, like a probe.
 *
 * Return: true while at least one probe of that name in this module is enabled.
 */
#define DTRACE_PROBE_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n" #name)

/**
 * DTRACE_PURE() - mark an argument as free of side effects
 * @expr: an argument of a probe, or a part of one
 *
 * It silences the compiler's warning about an expression that changes something, if that
 * does not matter:
 *
 *	DTRACE_PROBE1(depth, int, DTRACE_PURE(queue_depth_cached(q)));
 *
 * Return: the value of @expr.
 */
#define DTRACE_PURE(expr)	__SDT_PURE(expr)

/**
 * DTRACE_HEX - show an argument in hexadecimal
 *
 * Use it in the type of an integer.  The value is unchanged; the trace shows 31 as 0x1f:
 *
 *	DTRACE_PROBE1(irq, u32 DTRACE_HEX status, readl(regs + STATUS));
 */
#define DTRACE_HEX	__SDT_SHOWN(DTRACE_HEX)

/**
 * DTRACE_FLAGS - show an argument as names of bits
 *
 * Use it in the type of an enum whose enumerators are bits or combinations of bits.
 * The value is unchanged; the trace shows the names of the bits that are set, in the
 * order of the enum:
 *
 *	enum frame_flags { URGENT = 0x01, LAST = 0x02 };
 *	DTRACE_PROBE1(send, enum frame_flags DTRACE_FLAGS flags, f->flags);
 */
#define DTRACE_FLAGS	__SDT_SHOWN(DTRACE_FLAGS)

/**
 * DTRACE_TRUSTED - promise that a pointer is valid or NULL
 *
 * Use it in the type of a pointer to a structure or union:
 *
 *	DTRACE_PROBE1(open, struct file * DTRACE_TRUSTED fp, fp);
 *
 * BPF programs can then follow the pointer as one of that type (SEC("tp_btf/foo_open")).  The
 * kernel lets them do that without a check: if the pointer is an error code (ERR_PTR()), or leads
 * to memory that has been freed, or to an object of another type, such a program can crash the
 * machine.  So use it only where the code around the probe could follow the pointer as well.
 */
#define DTRACE_TRUSTED	__SDT_SHOWN(DTRACE_TRUSTED)

/*
 * A probe whose macro has the number of pairs in its name: @family is that name without
 * the number.  With another number of pairs the marker has no arguments; the plugin
 * compares the numbers and reports the error.
 */
#define __SDT_NUMBERED(family, n, name, ...)				\
	__SDT_NUMBERED_("#sdt-probe\n" name "\n" #n #family, n, __VA_ARGS__)
#define __SDT_NUMBERED_(kind_and_name, n, list, nr, ...)			\
	__SDT_PAIRS_MARK(kind_and_name, list, __SDT_IF_SAME(n, nr), __VA_ARGS__)
#define __SDT_IF_SAME(n, nr)	__SDT_IF_SAME_(n, nr)
#define __SDT_IF_SAME_(n, nr)	__SDT_SECOND(__SDT_SAME_##n##_##nr, _OTHER, )
#define __SDT_SECOND(...)	__SDT_SECOND_(__VA_ARGS__)
#define __SDT_SECOND_(a, b, ...)	b
#define __SDT_SAME_0_0		, 0
#define __SDT_SAME_1_1		, 1
#define __SDT_SAME_2_2		, 2
#define __SDT_SAME_3_3		, 3
#define __SDT_SAME_4_4		, 4
#define __SDT_SAME_5_5		, 5
#define __SDT_SAME_6_6		, 6
#define __SDT_SAME_7_7		, 7
#define __SDT_SAME_8_8		, 8

/*
 * DTRACE_PROBE0() to DTRACE_PROBE8() - the same with the number of arguments in the
 * name, as in Solaris
 */
#define DTRACE_PROBE0(name, ...)					\
	__SDT_NUMBERED(DTRACE_PROBE, 0, #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROBE1(name, ...)					\
	__SDT_NUMBERED(DTRACE_PROBE, 1, #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROBE2(name, ...)					\
	__SDT_NUMBERED(DTRACE_PROBE, 2, #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROBE3(name, ...)					\
	__SDT_NUMBERED(DTRACE_PROBE, 3, #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROBE4(name, ...)					\
	__SDT_NUMBERED(DTRACE_PROBE, 4, #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROBE5(name, ...)					\
	__SDT_NUMBERED(DTRACE_PROBE, 5, #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROBE6(name, ...)					\
	__SDT_NUMBERED(DTRACE_PROBE, 6, #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROBE7(name, ...)					\
	__SDT_NUMBERED(DTRACE_PROBE, 7, #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROBE8(name, ...)					\
	__SDT_NUMBERED(DTRACE_PROBE, 8, #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* There are no numbered macros for more arguments. */
#define __SDT_NO_MACRO(nr)						\
	do {								\
		_Static_assert(0, "there is no DTRACE_PROBE" #nr "(): "	\
			       "use DTRACE_PROBE(), which takes up to "	\
			       "32 pairs of a type and an argument");	\
	} while (0)
#define DTRACE_PROBE9(...)	__SDT_NO_MACRO(9)
#define DTRACE_PROBE10(...)	__SDT_NO_MACRO(10)
#define DTRACE_PROBE11(...)	__SDT_NO_MACRO(11)
#define DTRACE_PROBE12(...)	__SDT_NO_MACRO(12)
#define DTRACE_PROBE13(...)	__SDT_NO_MACRO(13)
#define DTRACE_PROBE14(...)	__SDT_NO_MACRO(14)
#define DTRACE_PROBE15(...)	__SDT_NO_MACRO(15)
#define DTRACE_PROBE16(...)	__SDT_NO_MACRO(16)

/**
 * DTRACE_PROVIDER() - declare a provider
 * @provider: an identifier
 *
 * Use it at file scope, also in a header.  After it, a probe whose name begins with two
 * underscores, the provider and one underscore belongs to that provider:
 *
 *	DTRACE_PROVIDER(foo);
 *	#define FOO_PROBE1(name, t, a)	DTRACE_PROBE1(__foo_##name, t, a)
 *
 * FOO_PROBE1(start, int, n) is foo:::start.  The providers that docs/macros.md lists
 * need no declaration.  Any other name that begins with two underscores belongs to
 * provider sdt.
 */
#define DTRACE_PROVIDER(provider)	__SDT_SAY(__sdt_provider__, #provider)

/**
 * DTRACE_PROVIDER_TRUSTED() - declare a provider whose pointers are valid or NULL
 * @provider: an identifier, as for DTRACE_PROVIDER(); "sdt" for probes without a provider
 *
 * It is DTRACE_PROVIDER(), and in all probes of that provider in the module, also in other files,
 * each pointer to a structure or union is DTRACE_TRUSTED, unless it is a __user, __percpu, __rcu or
 * __iomem pointer.
 */
#define DTRACE_PROVIDER_TRUSTED(provider)	__SDT_SAY(__sdt_provider_trusted__, #provider)

#include <linux/sdt_providers.h>

#endif /* _LINUX_SDT_H */
