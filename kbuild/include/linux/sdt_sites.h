/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * sdt_sites.h - probes for compilers without the plugin, for <linux/sdt.h>
 *
 * All identifiers here are reserved ones: the author may have defined any other as a macro.
 *
 * For this form, sdt.mk defines __SDT_UNIT, a string that differs in each object of the module,
 * and, if the types before arguments must not be compiled, __SDT_TYPES_ARE_TEXT.
 *
 * A probe is a jump label of the kernel, and a call in a block that is never executed while
 * the probe is disabled.  The compiler also writes
 *
 *  - the site record, whose layout <linux/sdt_abi.h> describes.  If it copies the jump
 *    label, all copies lead to that record.
 *  - the mark, in a section that the module does not have: what "sdtinfo link" needs to
 *    describe the probe.  The jump label has the mark as an operand, so that it is there
 *    if a jump label is.
 *  - a mark with only the names, which is also there if the compiler removes the site.
 *
 * "sdtinfo link" also defines __sdt_place$UNIT$N, the probe's number and line in the record,
 * and the functions that probes call.
 */
#ifndef _LINUX_SDT_SITES_H
#define _LINUX_SDT_SITES_H

#define __SDT_MARK_MAGIC	0x4d544453u	/* "SDTM" read as bytes */
#define __SDT_MARK_SECTION	".discard.sdt_marks"
#define __SDT_MARK_NAME		"__UNIQUE_ID_sdt_mark"	/* in a function, in DWARF */
#define __SDT_SAID_NAME		"__UNIQUE_ID_sdt_said_"	/* the same at file scope, followed by N */
#define __SDT_SITE_VERSION	13		/* SDT_ABI_VERSION */
#define __SDT_PLACE_SYMBOL	"__sdt_place$"
#define __SDT_SAVE_FIRE_SYMBOL	"__sdt_save_fire"
#define __SDT_RESTORE_SYMBOL	"__sdt_restore"
#define __SDT_FIRE_SYMBOL	"__sdt_fire"
/* Bytes of registers that __sdt_save_fire() saves */
#define __SDT_X86_SAVED		64	/* %rax, %rcx, %rdx, %rsi, %rdi, %r8-10 */
#define __SDT_ARM64_SAVED	128	/* x0-15 */

/*
 * A mark.  In a function it is followed by @__sdt_nr_kinds bytes, enum __sdt_kind, one of each
 * argument, one byte more, and strings, each with a NUL: the source file, UNIT$N, the kind of
 * the mark and the names, the format of a message or "", the list of the arguments, and the
 * types of pairs with their macros expanded, one per line.  Then comes a pointer, 0, whose type
 * is for debugging information: to a function with the arguments.  At file scope the mark is
 * followed by the file, UNIT$N, the kind, and @__sdt_nr_kinds more strings.
 */
struct __sdt_mark {
	unsigned int __sdt_magic;
	unsigned int __sdt_size;	/* of the mark, with what follows */
	unsigned int __sdt_line;
	unsigned short __sdt_nr_kinds;
	unsigned short __sdt_flags;
	const char *__sdt_function;	/* 0 at file scope */
};

/* Flag: the kinds are those of the expressions, whatever the types of pairs say */
#define __SDT_MARK_TEXT		1
/* Flag: it has only the kind and the names, and stays if the compiler removes the site */
#define __SDT_MARK_NAMES	2
/* Flag: do not warn about conversions that a record cannot hold */
#define __SDT_MARK_SILENT	4
#ifdef __SDT_NO_WARN_MESSAGES
# define __SDT_SILENT		__SDT_MARK_SILENT
#else
# define __SDT_SILENT		0
#endif

/*
 * Sections of the object that defines a header's TRACE_EVENTs, in both forms: strings, three for each
 * event, its provider, its name and the symbol of its class; and what TRACE_DEFINE_ENUM() says, a
 * struct __sdt_enum_mark for each name, followed by two strings, the provider and the name.  The
 * module does not have them.
 */
#define __SDT_EVENTS_SECTION	".discard.sdt_events"
#define __SDT_ENUMS_SECTION	".discard.sdt_enums"

struct __sdt_enum_mark {
	unsigned long __sdt_value;
	unsigned int __sdt_size;	/* of the mark, with the strings, a multiple of 8 */
};

struct __sdt_site {
	unsigned int __sdt_enabled;
	char __sdt_magic[3];
	unsigned char __sdt_version;
	unsigned long __sdt_entries;
	const char *__sdt_place;	/* its address is place and line */
	unsigned long __sdt_runtime;
};

/* The kind of an argument's type, as the compiler sees it */
enum __sdt_kind {
	__SDT_POINTER,			/* none of the others */
	__SDT_BOOL,
	__SDT_S8, __SDT_U8, __SDT_S16, __SDT_U16, __SDT_S32, __SDT_U32,
	__SDT_LONG, __SDT_ULONG, __SDT_LLONG, __SDT_ULLONG,
	__SDT_CHAR, __SDT_UCHAR,	/* char, which is signed or not */
	__SDT_STRING, __SDT_CONST_STRING,	/* pointer to char */
	__SDT_BYTES,			/* pointer to signed or unsigned char */
	__SDT_NO_KIND,			/* no value of a probe */
};

#ifdef __SDT_UNIT

#define __SDT_HAS_SITES

/* The compiler does not see a word such as DTRACE_HEX; the list has it. */
#define __SDT_SHOWN(word)

/*
 * The kinds, as types of variables that are only declared: arrays of the type that a value is
 * converted to before it becomes a word.  The number of the kind is that of the elements, less one.
 */
extern unsigned long __sdt_pointer[__SDT_POINTER + 1];
extern _Bool __sdt_bool[__SDT_BOOL + 1];
extern signed char __sdt_s8[__SDT_S8 + 1];
extern unsigned char __sdt_u8[__SDT_U8 + 1];
extern short __sdt_s16[__SDT_S16 + 1];
extern unsigned short __sdt_u16[__SDT_U16 + 1];
extern int __sdt_s32[__SDT_S32 + 1];
extern unsigned int __sdt_u32[__SDT_U32 + 1];
extern unsigned long __sdt_long[__SDT_LONG + 1];
extern unsigned long __sdt_ulong[__SDT_ULONG + 1];
extern unsigned long __sdt_llong[__SDT_LLONG + 1];
extern unsigned long __sdt_ullong[__SDT_ULLONG + 1];
extern char __sdt_char[(char)-1 < 0 ? __SDT_CHAR + 1 : __SDT_UCHAR + 1];
extern unsigned long __sdt_string[__SDT_STRING + 1];
extern unsigned long __sdt_const_string[__SDT_CONST_STRING + 1];
extern unsigned long __sdt_bytes[__SDT_BYTES + 1];

/*
 * The kind of a function's last parameter, as a type.  TAKES is the type of a pointer to the
 * function, @... are the parameters in front of the last one, each with a comma: its type can be
 * an array with one of them as its bound.
 */
#define __SDT_KIND(takes, ...)						\
	__typeof__(_Generic((takes)0,					\
		 void (*)(__VA_ARGS__ _Bool): __sdt_bool,		\
		 void (*)(__VA_ARGS__ signed char): __sdt_s8,		\
		 void (*)(__VA_ARGS__ unsigned char): __sdt_u8,		\
		 void (*)(__VA_ARGS__ short): __sdt_s16,		\
		 void (*)(__VA_ARGS__ unsigned short): __sdt_u16,	\
		 void (*)(__VA_ARGS__ int): __sdt_s32,			\
		 void (*)(__VA_ARGS__ unsigned): __sdt_u32,		\
		 void (*)(__VA_ARGS__ long): __sdt_long,		\
		 void (*)(__VA_ARGS__ unsigned long): __sdt_ulong,	\
		 void (*)(__VA_ARGS__ long long): __sdt_llong,		\
		 void (*)(__VA_ARGS__ unsigned long long): __sdt_ullong,	\
		 void (*)(__VA_ARGS__ char): __sdt_char,		\
		 void (*)(__VA_ARGS__ char *): __sdt_string,		\
		 void (*)(__VA_ARGS__ const char *): __sdt_const_string,	\
		 void (*)(__VA_ARGS__ unsigned char *): __sdt_bytes,	\
		 void (*)(__VA_ARGS__ const unsigned char *): __sdt_bytes,	\
		 void (*)(__VA_ARGS__ signed char *): __sdt_bytes,	\
		 void (*)(__VA_ARGS__ const signed char *): __sdt_bytes,	\
		 default: __sdt_pointer))

/*
 * The type of argument NR before conversion.  The macros repeat its expression as rarely as
 * possible: it may be long, and clang rejects compound literals in code for file scope.
 */
#define __SDT_OWN(nr, a)						\
	__typeof__(((void)0, (a))) *__sdt_own_##nr __attribute__((__unused__));	\
	__SDT_ASSERT(__builtin_classify_type(a) < 8 && sizeof(__typeof__(((void)0, (a)))) <= 8)
#define __SDT_OWN_TYPE(nr)	__typeof__(*__sdt_own_##nr)

/*
 * What the first word of the text T tells:
 *
 *	_OWN		"__auto_type"; "_Atomic", which _Generic cannot turn into a plain type; or
 *			all texts are only text: the type is the expression's
 *	_ADDRESS	"struct", "union" or "void": a value of this type can only be a pointer
 *	_WRONG		"struct" and a keyword, as in "struct char *", which GCC takes for "int *"
 *	_TYPE		anything else
 *
 * A text that begins with no word is an error here that shows the name.
 */
#ifdef __SDT_TYPES_ARE_TEXT
# define __SDT_LOOK(t)		_OWN
# define __SDT_FLAGS		__SDT_MARK_TEXT
#else
# define __SDT_LOOK(t)		__SDT_JOIN(__SDT_LOOK_, __SDT_FIRST_WORD(t))(t)
# define __SDT_FLAGS		0
#endif
#define __SDT_FIRST_WORD(t)	__SDT_SECOND(__text_before_an_argument_is_not_a_type_##t, _TYPE, )
#define __text_before_an_argument_is_not_a_type___auto_type	, _OWN,
#define __text_before_an_argument_is_not_a_type__Atomic		, _OWN,
#define __text_before_an_argument_is_not_a_type_void		, _ADDRESS,
#define __text_before_an_argument_is_not_a_type_struct		, _STRUCT,
#define __text_before_an_argument_is_not_a_type_union		, _STRUCT,
#define __text_before_an_argument_is_not_a_type_enum		, _ENUM,
#define __SDT_LOOK__TYPE(t)	_TYPE
#define __SDT_LOOK__OWN(t)	_OWN
#define __SDT_LOOK__ADDRESS(t)	_ADDRESS
#define __SDT_LOOK__STRUCT(t)	__SDT_LOOK_BEHIND(_ADDRESS, __SDT_SECOND(__sdt_tag_##t, , ))
#define __SDT_LOOK__ENUM(t)	__SDT_LOOK_BEHIND(_TYPE, __SDT_SECOND(__sdt_tag_##t, , ))
#define __SDT_LOOK_BEHIND(look, t)	__SDT_LOOK_BEHIND_(look, t)
#define __SDT_LOOK_BEHIND_(look, t)	__SDT_SECOND(__not_the_name_of_a_struct_##t, look, )
#define __sdt_tag_struct	,
#define __sdt_tag_union		,
#define __sdt_tag_enum		,
#define __not_the_name_of_a_struct_void		, _WRONG,
#define __not_the_name_of_a_struct__Bool	, _WRONG,
#define __not_the_name_of_a_struct_char		, _WRONG,
#define __not_the_name_of_a_struct_short	, _WRONG,
#define __not_the_name_of_a_struct_int		, _WRONG,
#define __not_the_name_of_a_struct_long		, _WRONG,
#define __not_the_name_of_a_struct_signed	, _WRONG,
#define __not_the_name_of_a_struct_unsigned	, _WRONG,
#define __not_the_name_of_a_struct_float	, _WRONG,
#define __not_the_name_of_a_struct_double	, _WRONG,
#define __not_the_name_of_a_struct_struct	, _WRONG,
#define __not_the_name_of_a_struct_union	, _WRONG,
#define __not_the_name_of_a_struct_enum		, _WRONG,

/*
 * A pair whose text T is replaced by what T tells, as a word with (NR, T) behind it.  Macros paste
 * it to a name: __SDT_TYPE_##t calls __SDT_TYPE__OWN(nr, t), for instance.
 */
#define __SDT_PAIR_LOOK(nr, t, a)	, __SDT_LOOK(t)(nr, t), a

/* T, or if that is not a type, the type of argument NR */
#define __SDT_TYPE__TYPE(nr, t)		t
#define __SDT_TYPE__ADDRESS(nr, t)	t
#define __SDT_TYPE__OWN(nr, t)		__SDT_OWN_TYPE(nr)
#define __SDT_TYPE__WRONG(nr, t)	__SDT_OWN_TYPE(nr)

/*
 * Declare the kind of argument NR; @... are preceding types, each with a comma.  GCC gives a
 * bit-field a type that C does not have; "long" holds all its values.
 */
#define __SDT_KIND_OF(before, a, ...)	__SDT_KIND_OF_(before, a, __VA_ARGS__)
#define __SDT_KIND_OF_(before, a, m, nr, t)	m(nr, t, a, __SDT_IN before)
#define __SDT_BEFORE__TYPE(nr, t)	t,
#define __SDT_BEFORE__ADDRESS(nr, t)
#define __SDT_BEFORE__OWN(nr, t)
#define __SDT_BEFORE__WRONG(nr, t)
#define __SDT_HOW__TYPE(nr, t)		__SDT_KIND__TYPE, nr, t
#define __SDT_HOW__ADDRESS(nr, t)	__SDT_KIND__ADDRESS, nr, t
#define __SDT_HOW__OWN(nr, t)		__SDT_KIND__OWN, nr, t
#define __SDT_HOW__WRONG(nr, t)		__SDT_KIND__OWN, nr, t
#define __SDT_KIND__TYPE(nr, t, a, ...)					\
	typedef __SDT_KIND(void (*)(__VA_ARGS__ t), __VA_ARGS__) __sdt_kind_##nr;
#define __SDT_KIND__ADDRESS(nr, t, a, ...)				\
	typedef __typeof__(__sdt_pointer) __sdt_kind_##nr;
#define __SDT_KIND__OWN(nr, t, a, ...)					\
	typedef __SDT_KIND(void (*)(__SDT_OWN_TYPE(nr)), ) __sdt_type_##nr;	\
	typedef __typeof__(__builtin_choose_expr(			\
		__SDT_KIND_NR(__sdt_type_##nr) == __SDT_POINTER &&	\
		__builtin_classify_type(a) == 1,			\
		__sdt_long, *(__sdt_type_##nr *)0)) __sdt_kind_##nr;
#define __SDT_KIND_NR(kind)	(sizeof(kind) / sizeof((*(kind *)0)[0]) - 1)

/*
 * The type for the first conversion of an argument: to bool, all of its 128 bits must count.  No
 * other kind has the size of __sdt_bool.
 */
#define __SDT_FIRST_TYPE(kind)						\
	__typeof__(__builtin_choose_expr(sizeof(kind) == sizeof(__sdt_bool), (_Bool)0, 0ul))

/*
 * The call
 *
 * The words of an enabled site are on the stack, where sdt.ko reads them.  A call of C may change
 * registers, so values that the hot path needs afterwards could not be in these.  An asm statement
 * that calls can keep them: there is room below the words, where __sdt_save_fire() saves registers
 * and __sdt_restore() finds them.  Both leave the stack pointer alone, and the former jumps to the
 * trampoline, so the kernel's stack traces find the frame that the compiler, or objtool, knows.
 * The statement changes only registers that compilers use last.  It is "inline", which makes it
 * count as one instruction when they choose what to inline.
 *
 *	__SDT_STORE(nr), __SDT_STORE_PAIR(nr, next)	stores words, by their numbers from 1
 *	__SDT_CALL(nr, operands)			a call with NR words
 */
#if defined(__x86_64__)
# define __SDT_NOP		".byte 0x0f, 0x1f, 0x44, 0x00, 0x00"
# define __SDT_REGISTERS(_, a, b, c, d, e, f, ...)	a, b, c, d, e, f
# define __SDT_SAVED		__SDT_TEXT(__SDT_X86_SAVED)
/* "r" could be the stack pointer. */
# define __SDT_OPERAND		"le"
# define __SDT_STORE(nr)						\
	"movq	%[__sdt_word" #nr "], " __SDT_SAVED " + 8 * " #nr "(%%rsp)\n\t"
# define __SDT_STORE_PAIR(nr, next)	__SDT_STORE(nr) __SDT_STORE(next)
# define __SDT_CALL(nr, ...)						\
	__asm__ __volatile__ __inline (					\
		"subq	$" __SDT_SAVED " + 8 * (" #nr " + 1), %%rsp\n\t"	\
		__SDT_STORES_##nr						\
		"movq	%c[__sdt_runtime](%%rip), %%r11\n\t"		\
		"movq	%%r11, " __SDT_SAVED "(%%rsp)\n\t"		\
		"call	" __SDT_SAVE_FIRE_SYMBOL "\n\t"			\
		"call	" __SDT_RESTORE_SYMBOL "\n\t"			\
		"addq	$" __SDT_SAVED " + 8 * (" #nr " + 1), %%rsp"	\
		: : [__sdt_runtime] "i" (&__tracepoint_sdt_site.__sdt_runtime)	\
		  __VA_ARGS__ __SDT_FRAME				\
		: "r11", "memory", "cc")
#elif defined(__aarch64__)
# define __SDT_NOP		"nop"
# define __SDT_REGISTERS(_, a, b, c, d, e, f, g, h, ...)	a, b, c, d, e, f, g, h
# define __SDT_SAVED		__SDT_TEXT(__SDT_ARM64_SAVED)
# define __SDT_OPERAND		"rZ"
# define __SDT_STORE(nr)						\
	"str	%x[__sdt_word" #nr "], [sp, " __SDT_SAVED " + 8 * " #nr "]\n\t"
# define __SDT_STORE_PAIR(nr, next)					\
	"stp	%x[__sdt_word" #nr "], %x[__sdt_word" #next "], "	\
	"[sp, " __SDT_SAVED " + 8 * " #nr "]\n\t"
/* A shadow call stack has x18. */
# ifdef CONFIG_SHADOW_CALL_STACK
#  define __SDT_X18
# else
#  define __SDT_X18		"x18",
# endif
# define __SDT_CALL(nr, ...)						\
	__asm__ __volatile__ __inline (					\
		"sub	sp, sp, #(" __SDT_SAVED " + 8 * (" #nr " + 2)) & -16\n\t"	\
		__SDT_STORES_##nr						\
		"adrp	x16, %c[__sdt_runtime]\n\t"			\
		"ldr	x16, [x16, #:lo12:%c[__sdt_runtime]]\n\t"	\
		"str	x16, [sp, " __SDT_SAVED "]\n\t"			\
		"bl	" __SDT_SAVE_FIRE_SYMBOL "\n\t"			\
		"bl	" __SDT_RESTORE_SYMBOL "\n\t"			\
		"add	sp, sp, #(" __SDT_SAVED " + 8 * (" #nr " + 2)) & -16"	\
		: : [__sdt_runtime] "i" (&__tracepoint_sdt_site.__sdt_runtime)	\
		  __VA_ARGS__ __SDT_FRAME				\
		: "x16", "x17", __SDT_X18 "x30", "memory", "cc")
#else
# error "a probe is for 64-bit kernel code on x86-64 or arm64"
#endif
/* For stack traces by frame pointers, a function that calls nothing else needs a frame, too. */
#ifdef CONFIG_FRAME_POINTER
# define __SDT_FRAME		, "r" (__builtin_frame_address(0))
#else
# define __SDT_FRAME
#endif
#define __SDT_WORD(nr, word)	, [__sdt_word##nr] __SDT_OPERAND (word)
#define __SDT_STORES_0
#define __SDT_STORES_1	__SDT_STORE(1)
#define __SDT_STORES_2	__SDT_STORE_PAIR(1, 2)
#define __SDT_STORES_3	__SDT_STORES_2 __SDT_STORE(3)
#define __SDT_STORES_4	__SDT_STORES_2 __SDT_STORE_PAIR(3, 4)
#define __SDT_STORES_5	__SDT_STORES_4 __SDT_STORE(5)
#define __SDT_STORES_6	__SDT_STORES_4 __SDT_STORE_PAIR(5, 6)
#define __SDT_STORES_7	__SDT_STORES_6 __SDT_STORE(7)
#define __SDT_STORES_8	__SDT_STORES_6 __SDT_STORE_PAIR(7, 8)
#define __SDT_CALL_0(_)	__SDT_CALL(0,)
#define __SDT_CALL_1(_, a)	__SDT_CALL(1, __SDT_WORD(1, a))
#define __SDT_CALL_2(_, a, b) \
	__SDT_CALL(2, __SDT_WORD(1, a) __SDT_WORD(2, b))
#define __SDT_CALL_3(_, a, b, c) \
	__SDT_CALL(3, __SDT_WORD(1, a) __SDT_WORD(2, b) __SDT_WORD(3, c))
#define __SDT_CALL_4(_, a, b, c, d) \
	__SDT_CALL(4, __SDT_WORD(1, a) __SDT_WORD(2, b) __SDT_WORD(3, c) __SDT_WORD(4, d))
#define __SDT_CALL_5(_, a, b, c, d, e) \
	__SDT_CALL(5, __SDT_WORD(1, a) __SDT_WORD(2, b) __SDT_WORD(3, c) __SDT_WORD(4, d) \
		   __SDT_WORD(5, e))
#define __SDT_CALL_6(_, a, b, c, d, e, f) \
	__SDT_CALL(6, __SDT_WORD(1, a) __SDT_WORD(2, b) __SDT_WORD(3, c) __SDT_WORD(4, d) \
		   __SDT_WORD(5, e) __SDT_WORD(6, f))
#define __SDT_CALL_7(_, a, b, c, d, e, f, g) \
	__SDT_CALL(7, __SDT_WORD(1, a) __SDT_WORD(2, b) __SDT_WORD(3, c) __SDT_WORD(4, d) \
		   __SDT_WORD(5, e) __SDT_WORD(6, f) __SDT_WORD(7, g))
#define __SDT_CALL_8(_, a, b, c, d, e, f, g, h) \
	__SDT_CALL(8, __SDT_WORD(1, a) __SDT_WORD(2, b) __SDT_WORD(3, c) __SDT_WORD(4, d) \
		   __SDT_WORD(5, e) __SDT_WORD(6, f) __SDT_WORD(7, g) __SDT_WORD(8, h))

/*
 * More words could need more registers than there are.  A call of C puts them on the stack, as the
 * registers of arguments are taken by the first words again.
 */
void __sdt_fire(unsigned long __sdt_in_register, ...)
__asm__(__SDT_FIRE_SYMBOL) __attribute__((__cold__));
#define __SDT_CALL_9(...)						\
	__asm__ volatile ("" : : : "memory");				\
	__sdt_fire(__SDT_IN_REGISTERS(__VA_ARGS__),		\
			 __tracepoint_sdt_site.__sdt_runtime, __SDT_BEHIND(__VA_ARGS__))
#define __SDT_IN_REGISTERS(...)	__SDT_REGISTERS(__VA_ARGS__)
#define __SDT_BEHIND(_, ...)	__VA_ARGS__
#define __SDT_CALL_10	__SDT_CALL_9
#define __SDT_CALL_11	__SDT_CALL_9
#define __SDT_CALL_12	__SDT_CALL_9
#define __SDT_CALL_13	__SDT_CALL_9
#define __SDT_CALL_14	__SDT_CALL_9
#define __SDT_CALL_15	__SDT_CALL_9
#define __SDT_CALL_16	__SDT_CALL_9
#define __SDT_CALL_17	__SDT_CALL_9
#define __SDT_CALL_18	__SDT_CALL_9
#define __SDT_CALL_19	__SDT_CALL_9
#define __SDT_CALL_20	__SDT_CALL_9
#define __SDT_CALL_21	__SDT_CALL_9
#define __SDT_CALL_22	__SDT_CALL_9
#define __SDT_CALL_23	__SDT_CALL_9
#define __SDT_CALL_24	__SDT_CALL_9
#define __SDT_CALL_25	__SDT_CALL_9
#define __SDT_CALL_26	__SDT_CALL_9
#define __SDT_CALL_27	__SDT_CALL_9
#define __SDT_CALL_28	__SDT_CALL_9
#define __SDT_CALL_29	__SDT_CALL_9
#define __SDT_CALL_30	__SDT_CALL_9
#define __SDT_CALL_31	__SDT_CALL_9
#define __SDT_CALL_32	__SDT_CALL_9
#define __SDT_CALL_33	__SDT_CALL_9	/* too many, which is an error anyway */

/* GCC takes the target of an asm goto for a hot block.  clang has no such attribute. */
#ifdef __clang__
# define __SDT_COLD
#else
# define __SDT_COLD	__attribute__((__cold__));
#endif

/* objtool finds the entries of __jump_table by what the kernel calls ANNOTATE_DATA_SPECIAL. */
#define __SDT_JUMP_LABEL(site, mark, label)				\
	__asm__ __inline goto ("1:	" __SDT_NOP "\n"				\
		      "	.pushsection __jump_table, \"aw\"\n"		\
		      "	.balign 8\n"					\
		      "2:	.pushsection .discard.annotate_data, \"M\", %%progbits, 8\n" \
		      "	.long 2b - ., 1\n"				\
		      "	.popsection\n"					\
		      "	.long 1b - ., %l[" #label "] - .\n"		\
		      "	.quad %c0 - .\n"				\
		      "	.popsection\n"					\
		      : : "i" (site), "i" (mark) : : label)

/*
 * Before version 17, clang takes the labels of all asm gotos in a function for targets of each of
 * them, and reports jumps into and out of the scopes of variables: those with a cleanup, which
 * guard() declares, and arrays of variable size.  There the jump label has a function of its own,
 * as the kernel's have, which needs optimization.
 */
#if defined(__clang__) && __clang_major__ < 17 && defined(__OPTIMIZE__)
static inline __attribute__((__always_inline__, __unused__)) _Bool
__sdt_jumps(const struct __sdt_site *__sdt_site, const void *__sdt_mark)
{
	__SDT_JUMP_LABEL(__sdt_site, __sdt_mark, __sdt_jump);
	return 0;
__sdt_jump:
	return 1;
}
# define __SDT_GOTO(label)						\
	if (__builtin_expect(__sdt_jumps(&__tracepoint_sdt_site, &__UNIQUE_ID_sdt_mark), 0))	\
		goto label
#else
# define __SDT_GOTO(label)						\
	__SDT_JUMP_LABEL(&__tracepoint_sdt_site, &__UNIQUE_ID_sdt_mark, label)
#endif

/* M, or if NR is one of the ERRORS instead of a number of arguments, the macro that reports it */
#define __SDT_UNLESS_ERROR(errors, nr, m)	__SDT_UNLESS_ERROR_(errors, nr, m)
#define __SDT_UNLESS_ERROR_(errors, nr, m)	__SDT_SECOND(errors##nr, m, )
#define __SDT_PAIRS_ERROR_ODD	, __SDT_PAIRS__ODD
#define __SDT_PAIRS_ERROR_MANY	, __SDT_PAIRS_SITE__MANY
#define __SDT_PAIRS_SITE__MANY(n, kind_and_names, check, format, list, nr, ...)	\
	__SDT_PAIRS__MANY(n, nr, __VA_ARGS__)
#define __SDT_PAIRS_ERROR_OTHER	, __SDT_PAIRS__OTHER
#define __SDT_ARGS_ERROR_OTHER	, __SDT_ARGS__OTHER

/* The code for argument NR, with a type (PAIR) or without (ARG) */
#define __SDT_PAIR_CHECK(nr, t, a)	__SDT_CHECK_##t(nr, a)
#define __SDT_CHECK__TYPE(nr, t)	__SDT_CHECK
#define __SDT_CHECK__ADDRESS(nr, t)	__SDT_CHECK
#define __SDT_CHECK__OWN(nr, t)		__SDT_OWN
#define __SDT_CHECK__WRONG(nr, t)					\
	_Static_assert(0, "the text before argument " #nr " is not a type");	\
	__SDT_OWN
#define __SDT_CHECK(nr, a)	__SDT_ASSERT(__builtin_classify_type(a) < 8)
#define __SDT_ASSERT(is_value)						\
	_Static_assert(is_value,					\
		       "an argument of a probe is an integer of at most 64 bits, or a pointer");
#define __SDT_PAIR_TYPE(nr, t, a)	__SDT_TYPE_##t,
#define __SDT_PAIR_USE(nr, t, a)	__SDT_KIND_NR(__sdt_kind_##nr),
#define __SDT_PAIR_VALUE(nr, t, a)	a,
#define __SDT_PAIR_TEXT(nr, t, a)	__SDT_TEXT_##t "\n"
#define __SDT_TEXT__TYPE(nr, t)		__SDT_TEXT(t)
#define __SDT_TEXT__ADDRESS(nr, t)	__SDT_TEXT(t)
#define __SDT_TEXT__OWN(nr, t)		__SDT_TEXT(t)
#define __SDT_TEXT__WRONG(nr, t)	__SDT_TEXT(t)
#define __SDT_PAIR_WORD(nr, t, a)					\
	const __SDT_FIRST_TYPE(__sdt_kind_##nr) __sdt_value_##nr =	\
		(__SDT_FIRST_TYPE(__sdt_kind_##nr))(a);			\
	const unsigned long __sdt_word_##nr =				\
		(unsigned long)(__typeof__((*(__sdt_kind_##nr *)0)[0]))__sdt_value_##nr;
#define __SDT_PAIR_PASS(nr, t, a)	, __sdt_word_##nr
#define __SDT_ARG_KIND(nr, a)						\
	__SDT_OWN(nr, a)						\
	__SDT_KIND__OWN(nr, , a, )
#define __SDT_ARG_USE(nr, a)	__SDT_PAIR_USE(nr, , a)
#define __SDT_ARG_WORD(nr, a)	__SDT_PAIR_WORD(nr, , a)
#define __SDT_ARG_PASS(nr, a)	__SDT_PAIR_PASS(nr, , a)
#define __SDT_ARG_TYPE(nr, a)	__SDT_OWN_TYPE(nr),
#define __SDT_ARG_TEXT(nr, a)	"\0" __SDT_SECOND(__SDT_IS_NULL a, a, )
#define __SDT_IS_NULL(...)	, ""

/*
 * The kinds of a list of pairs; BEFORE has the preceding types that can have the name of a bound,
 * each with a comma.
 */
#define __SDT_KINDS(nr)		__SDT_JOIN(__SDT_KINDS_, nr)
#define __SDT_KINDS_0(before, ...)
#define __SDT_KINDS_1(before, t, a)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)
#define __SDT_KINDS_2(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_1((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_3(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_2((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_4(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_3((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_5(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_4((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_6(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_5((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_7(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_6((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_8(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_7((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_9(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_8((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_10(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_9((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_11(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_10((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_12(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_11((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_13(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_12((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_14(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_13((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_15(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_14((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_16(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_15((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_17(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_16((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_18(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_17((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_19(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_18((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_20(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_19((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_21(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_20((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_22(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_21((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_23(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_22((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_24(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_23((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_25(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_24((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_26(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_25((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_27(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_26((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_28(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_27((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_29(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_28((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_30(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_29((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_31(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_30((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)
#define __SDT_KINDS_32(before, t, a, ...)	__SDT_KIND_OF(before, a, __SDT_HOW_##t)	\
	__SDT_KINDS_31((__SDT_IN before __SDT_BEFORE_##t), __VA_ARGS__)

/* The names of mark N, and the section where it is; for the names of variables see sdt.h */
#define __SDT_NAMES(n, kind_and_names)					\
	__FILE__ "\0" __SDT_UNIT "$" #n "\0" kind_and_names
#define __SDT_IN_MARKS							\
	__attribute__((__section__(__SDT_MARK_SECTION), __aligned__(8)))

/*
 * The record and the mark of site N.  TAKES is the type of a pointer to a function with its
 * arguments; @... are the kinds of these.
 */
#define __SDT_SITE(n, kind_and_names, format, list, types, takes, nr, ...)	\
	extern const char __sdt_place_##n[]				\
	__asm__(__SDT_PLACE_SYMBOL __SDT_UNIT "$" #n);			\
	__SDT_VARIABLE(static struct __sdt_site __tracepoint_sdt_site	\
	__attribute__((__section__("__sdt_sites"), __aligned__(8))) = {	\
		0, { 'S', 'D', 'T' }, __SDT_SITE_VERSION, 0, __sdt_place_##n, 0	\
	};)								\
	static const struct {						\
		struct __sdt_mark __sdt_head;				\
		unsigned char __sdt_kinds[nr + 1];			\
		char __sdt_names[sizeof(__SDT_NAMES(n, kind_and_names))];	\
		char __sdt_text[sizeof(format)];			\
		char __sdt_list[sizeof(list "\0" types)];		\
		__typeof__(takes) __sdt_takes;				\
	} __UNIQUE_ID_sdt_mark __SDT_IN_MARKS = {			\
		{ __SDT_MARK_MAGIC, sizeof(__UNIQUE_ID_sdt_mark), __LINE__, nr,	\
		  __SDT_FLAGS | __SDT_SILENT, __func__ },		\
		{ __VA_ARGS__ }, __SDT_NAMES(n, kind_and_names), format,	\
		list "\0" types, 0					\
	}

/* The names of site N, for tests of a probe that the compiler removed */
#define __SDT_NAMED(n, kind_and_names)					\
	__SDT_VARIABLE(static const struct {				\
		struct __sdt_mark __sdt_head;				\
		char __sdt_names[sizeof(__SDT_NAMES(n, kind_and_names))];	\
	} __UNIQUE_ID_sdt_named __attribute__((__used__)) __SDT_IN_MARKS = {	\
		{ __SDT_MARK_MAGIC, sizeof(__UNIQUE_ID_sdt_named), __LINE__, 0,	\
		  __SDT_MARK_NAMES, 0 },				\
		__SDT_NAMES(n, kind_and_names)				\
	})

/* clang warns of a static variable in a function that is "extern inline". */
#ifdef __clang__
# define __SDT_VARIABLE(...)						\
	_Pragma("GCC diagnostic push")					\
	__SDT_IGNORE("-Wstatic-local-in-inline")			\
	__VA_ARGS__							\
	_Pragma("GCC diagnostic pop")
#else
# define __SDT_VARIABLE(...)	__VA_ARGS__
#endif
#define __SDT_PRAGMA(x)		_Pragma(#x)
#define __SDT_IGNORE(warning)	__SDT_PRAGMA(GCC diagnostic ignored warning)

/*
 * The code of a site.  It is in parentheses, so that its commas do not split the arguments of
 * an author's macro that it is passed to.
 */
#define __SDT_STATEMENT(...)						\
	do {								\
		__extension__ ({					\
			__label__ __sdt_fires, __sdt_done;		\
			__VA_ARGS__					\
__sdt_done: ;								\
		});							\
	} while (0)

/*
 * The jump label of a site.  WORDS declare its arguments, PASS lists them.  Their evaluation may
 * sleep, so the first word is read after it.
 */
#define __SDT_FIRE(nr, words, pass)					\
	__SDT_GOTO(__sdt_fires);					\
	goto __sdt_done;						\
__sdt_fires: __SDT_COLD {						\
		words							\
		__SDT_JOIN(__SDT_CALL_, nr)(0 pass);		\
	}

/*
 * A constant string can be an argument of type "char *", the bound of an array another argument,
 * and the name of an argument that of a variable.
 */
#ifdef __clang__
# define __SDT_QUALIFIERS	"-Wincompatible-pointer-types-discards-qualifiers"
#else
# define __SDT_QUALIFIERS	"-Wdiscarded-qualifiers"
#endif

/*
 * If the text before an argument is not a type, compilers report it.  If it is in the first
 * expression of a _Generic, they skip the rest, so one _Generic has all of a site.  clang accepts a
 * pointer to a function with a wrong parameter, but not a call of the function; there, a text that
 * is a name would be the parameter's, of type int.
 */
#ifdef __clang__
# define __SDT_DECLARE(n, nr, ...)					\
	__SDT_IGNORE("-Wpointer-to-int-cast")				\
	__SDT_PRAGMA(GCC diagnostic error "-Wimplicit-int")		\
	void __sdt_typed_##n(int, __SDT_PAIRS(nr)(__SDT_PAIR_TYPE, 1, __VA_ARGS__) int);
# define __SDT_TYPED(n, nr, ...)					\
	((__typeof__(&__sdt_typed_##n))0)				\
		(0, __SDT_PAIRS(nr)(__SDT_PAIR_ANY, 1, __VA_ARGS__) 0)
# define __SDT_PAIR_ANY(nr, t, a)	__SDT_ANY_##t,
# define __SDT_ANY__TYPE(nr, t)		0
# define __SDT_ANY__ADDRESS(nr, t)	0
# define __SDT_ANY__OWN(nr, t)		*__sdt_own_##nr
# define __SDT_ANY__WRONG(nr, t)	*__sdt_own_##nr
#else
# define __SDT_DECLARE(n, nr, ...)
# define __SDT_TYPED(n, nr, ...)					\
	(void (*)(__SDT_PAIRS(nr)(__SDT_PAIR_TYPE, 1, __VA_ARGS__) int))0
#endif

/*
 * Compares a format with the types of NR pairs.  A value of a type itself cannot be written: the
 * text can have the argument's name in it.  So there is one of its kind, which -Wformat takes for
 * the same, and which is not 0, for GCC knows that "%s" does not read from there.
 */
#define __SDT_NO_TEXT(format, nr, ...)
#define __SDT_CHECK_TEXT(format, nr, ...)				\
	__SDT_CHECK_LITERAL(format)					\
	if (0)								\
		(DTRACE_PRINTF)(format __SDT_PAIRS(nr)(__SDT_PAIR_SHOWN, 1, __VA_ARGS__));
#define __SDT_PAIR_SHOWN(nr, t, a)	, __SDT_LIKE_##t(nr)
#define __SDT_LIKE__TYPE(nr, t)		__SDT_LIKE_KIND
#define __SDT_LIKE__ADDRESS(nr, t)	__SDT_LIKE_KIND
#define __SDT_LIKE__OWN(nr, t)		__SDT_LIKE_OWN
#define __SDT_LIKE__WRONG(nr, t)	__SDT_LIKE_OWN
#define __SDT_LIKE_OWN(nr)		*__sdt_own_##nr
#define __SDT_LIKE_KIND(nr)						\
	_Generic((__sdt_kind_##nr *)0,					\
		 __typeof__(__sdt_bool) *: (_Bool)1,			\
		 __typeof__(__sdt_s8) *: (signed char)1,		\
		 __typeof__(__sdt_u8) *: (unsigned char)1,		\
		 __typeof__(__sdt_s16) *: (short)1,			\
		 __typeof__(__sdt_u16) *: (unsigned short)1,		\
		 __typeof__(__sdt_s32) *: 1,				\
		 __typeof__(__sdt_u32) *: 1u,				\
		 __typeof__(__sdt_long) *: 1l,				\
		 __typeof__(__sdt_ulong) *: 1ul,			\
		 __typeof__(__sdt_llong) *: 1ll,			\
		 __typeof__(__sdt_ullong) *: 1ull,			\
		 __typeof__(__sdt_char) *: (char)1,			\
		 __typeof__(__sdt_string) *: (char *)1,			\
		 __typeof__(__sdt_const_string) *: (const char *)1,	\
		 __typeof__(__sdt_bytes) *: (unsigned char *)1,		\
		 default: (void *)1)

/*
 * A site with pairs.  DTRACE_PROBE is a pointer to a function with its arguments, and one more,
 * so that in a list each type has a comma behind it: compilers name it when they report an
 * argument of another type.
 */
#define __SDT_PAIRS_MARK(kind_and_names, list, nr, ...)			\
	__SDT_UNLESS_ERROR(__SDT_PAIRS_ERROR, nr, __SDT_PAIRS_SITE)	\
		(__COUNTER__, kind_and_names, __SDT_NO_TEXT, "", list, nr, __VA_ARGS__)
#define __SDT_TEXT_MARK(kind_and_names, format, list, nr, ...)		\
	__SDT_UNLESS_ERROR(__SDT_PAIRS_ERROR, nr, __SDT_PAIRS_SITE)	\
		(__COUNTER__, kind_and_names, __SDT_CHECK_TEXT, format, list, nr, __VA_ARGS__)
#define __SDT_PAIRS_SITE(n, kind_and_names, check, format, list, nr, ...)	\
	__SDT_PAIRS_SITE_(n, kind_and_names, check, format, list, nr	\
			  __SDT_PAIRS(nr)(__SDT_PAIR_LOOK, 1, __VA_ARGS__))
#define __SDT_PAIRS_SITE_(...)	__SDT_PAIRS_SITE__(__VA_ARGS__)
#define __SDT_PAIRS_SITE__(n, kind_and_names, check, format, list, nr, ...)	\
	do {								\
		__extension__ ({					\
			_Pragma("GCC diagnostic push")			\
			__SDT_IGNORE(__SDT_QUALIFIERS)			\
			__SDT_IGNORE("-Wvla")				\
			__SDT_IGNORE("-Wshadow")			\
			__SDT_PAIRS(nr)(__SDT_PAIR_CHECK, 1, __VA_ARGS__)	\
			__SDT_DECLARE(n, nr, __VA_ARGS__)		\
			_Generic(__SDT_TYPED(n, nr, __VA_ARGS__), default: __extension__ ({	\
				__label__ __sdt_fires, __sdt_done;	\
				void (*DTRACE_PROBE)(			\
					__SDT_PAIRS(nr)(__SDT_PAIR_TYPE, 1, __VA_ARGS__) int) = 0; \
				__SDT_KINDS(nr)((), __VA_ARGS__)	\
				__SDT_NAMED(n, kind_and_names);		\
				check(format, nr, __VA_ARGS__)		\
				__SDT_SITE(n, kind_and_names, format, list,	\
					   __SDT_PAIRS(nr)(__SDT_PAIR_TEXT, 1, __VA_ARGS__) "",	\
					   __typeof__(DTRACE_PROBE), nr,	\
					   __SDT_PAIRS(nr)(__SDT_PAIR_USE, 1, __VA_ARGS__) 0);	\
				if (0)					\
					(DTRACE_PROBE)(__SDT_PAIRS(nr)(__SDT_PAIR_VALUE, 1,	\
									__VA_ARGS__) 0);	\
				__SDT_FIRE(nr, __SDT_PAIRS(nr)(__SDT_PAIR_WORD, 1, __VA_ARGS__), \
					   __SDT_PAIRS(nr)(__SDT_PAIR_PASS, 1, __VA_ARGS__))	\
__sdt_done: ;								\
			}));						\
			_Pragma("GCC diagnostic pop")			\
		});							\
	} while (0)

#define __SDT_ARGS_MARK(kind_and_names, list, nr, ...)			\
	__SDT_UNLESS_ERROR(__SDT_ARGS_ERROR, nr, __SDT_ARGS_SITE)	\
		(__COUNTER__, kind_and_names, "", list, nr, __VA_ARGS__)
#define __SDT_ARGS_SITE(...)	__SDT_ARGS_SITE_(__VA_ARGS__)
#define __SDT_ARGS_SITE_(n, kind_and_names, format, list, nr, ...)	\
	__SDT_STATEMENT(						\
		__SDT_ARGS(nr)(__SDT_ARG_KIND, __VA_ARGS__)		\
		__SDT_SITE(n, kind_and_names, format, list, "",		\
			   void (*)(__SDT_ARGS(nr)(__SDT_ARG_TYPE, __VA_ARGS__) int), nr,	\
			   __SDT_ARGS(nr)(__SDT_ARG_USE, __VA_ARGS__) 0);	\
		__SDT_FIRE(nr, __SDT_ARGS(nr)(__SDT_ARG_WORD, __VA_ARGS__),	\
			   __SDT_ARGS(nr)(__SDT_ARG_PASS, __VA_ARGS__)))

#define __SDT_MESSAGE(kind_and_names, list, nr, format, ...)		\
	do {								\
		__SDT_CHECK_MESSAGE(nr, format, ##__VA_ARGS__);		\
		__SDT_ARGS_SITE(__COUNTER__, kind_and_names, format, list, nr,	\
				__VA_ARGS__);				\
	} while (0)

#define __SDT_ENABLED(kind_and_names)	__SDT_ENABLED_(__COUNTER__, kind_and_names)
#define __SDT_ENABLED_(n, kind_and_names)	__SDT_ENABLED__(n, kind_and_names)
#define __SDT_ENABLED__(n, kind_and_names)				\
	__extension__ ({						\
		__label__ __sdt_is_on;					\
		_Bool __sdt_on = 0;					\
		__SDT_SITE(n, kind_and_names, "", "", "", void (*)(int), 0, 0);	\
		__SDT_GOTO(__sdt_is_on);				\
		if (0) {						\
__sdt_is_on:								\
			__sdt_on = 1;					\
		}							\
		__sdt_on;						\
	})

/* A mark without a site: its strings follow the kind.  NULL is "". */
#define __SDT_SAY(kind, ...)	__SDT_SAY_(__COUNTER__, kind, __VA_ARGS__)
#define __SDT_SAY_(n, kind, ...)					\
	__SDT_SAY__(n, "#" #kind, __SDT_NR_ARGS(0, __VA_ARGS__),	\
		    __SDT_ARGS(__SDT_NR_ARGS(0, __VA_ARGS__))(__SDT_ARG_TEXT, __VA_ARGS__))
#define __SDT_SAY__(n, kind, nr, strings)				\
	static const struct {						\
		struct __sdt_mark __sdt_head;				\
		char __sdt_names[sizeof(__SDT_NAMES(n, kind) strings)];	\
	} __UNIQUE_ID_sdt_said_##n __attribute__((__used__)) __SDT_IN_MARKS = {	\
		{ __SDT_MARK_MAGIC, sizeof(__UNIQUE_ID_sdt_said_##n), __LINE__, nr, 0, 0 },	\
		__SDT_NAMES(n, kind) strings				\
	}

#endif /* __SDT_UNIT */

#endif /* _LINUX_SDT_SITES_H */
