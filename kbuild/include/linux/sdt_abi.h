/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * sdt_abi.h - the contract between the compiler plugin, sdtinfo and sdt.ko
 *
 * The three share this header and the rules in kmod/rules/.  This header defines six things, in the
 * order in which a probe passes through them:
 *
 *  1. the object table  a struct sdt_table in section SDT_OBJECT_SECTION of
 *                       each object file, written by the plugin, read by
 *                       "sdtinfo link".  The kernel's module linker script
 *                       discards the section: it never reaches a .ko.
 *  2. the site record   a struct sdt_site_record in section SDT_SITES_SECTION,
 *                       one per site, written by the plugin.  It begins with
 *                       the static key of the site's jump label, and has the
 *                       number of the site's probe.
 *  3. the module table  one struct sdt_table in section SDT_TABLE_SECTION of
 *                       the .ko, written by "sdtinfo link", read by sdt.ko.
 *  4. the trampoline    code of the .ko that all its sites call, and a struct
 *                       sdt_trampoline that points to it and to the table,
 *                       written by "sdtinfo link"; sdt.ko patches it to jump
 *                       to sdt.ko.
 *  5. the events        a struct sdt_events, if the module has TRACE_EVENTs, written by
 *                       "sdtinfo link": which probes are theirs, and the classes of events
 *                       that the compiler has made of them (<linux/sdt_event_class.h>).
 *  6. the call          the code at an enabled site (at the end).
 *
 * A site record refers to its probe and its source file by symbol: the plugin leaves
 *
 *	__sdt_probe$PROVIDER$FUNCTION$NAME$FILE	  (a site that fires)
 *	__sdt_enabled$PROVIDER$FUNCTION$NAME$FILE (DTRACE_PROBE_ENABLED, SDT_PROBE_ENABLED)
 *	__sdt_enabled$FILE			  (SDT_PROBES_ENABLED)
 *
 * undefined in the object file, "sdtinfo link" defines them as numbers, and the kernel's
 * loader puts these into the records.  They are absolute symbols, which the kernel does
 * not keep.  NAME is the name as the author wrote it ("read__entry"), without a provider
 * prefix ("__io_").  FUNCTION in __sdt_enabled is empty unless the probe is
 * SDT_PROBE_QUALIFIED.  FILE is sdt_symbol_id() of the file's name (kmod/rules/names.c), in
 * eight hexadecimal digits.  A module built without "sdtinfo link" thus fails to link, and
 * the error names the probe.  A dot would have a meaning: objtool, kpatch and linkers take
 * "f.cold_start" for a part of function "f".
 *
 * Without the plugin, <linux/sdt_sites.h> writes a mark in place of an entry in the object
 * table (1), and the site record (2).  The record's @place and @line are then one undefined
 * symbol of 64 bits, __sdt_place$UNIT$N.
 *
 * A table contains no addresses, only indices and offsets, so a reader can check
 * all of it before using any of it.  All fields have the byte order of the machine
 * that the module is for.
 *
 * Any change here, including to the meaning of a field, must increment
 * SDT_ABI_VERSION.  A reader refuses every version but its own.
 */
#ifndef _LINUX_SDT_ABI_H
#define _LINUX_SDT_ABI_H

#ifdef __KERNEL__
#include <linux/types.h>
#include <linux/build_bug.h>
#else
#include <assert.h>
#include <linux/types.h>
#endif

#define SDT_ABI_VERSION		13

#define SDT_OBJECT_SECTION	".discard.sdt"
#define SDT_SITES_SECTION	"__sdt_sites"
#define SDT_TABLE_SECTION	"__sdt_table"
/* Of an object for x86-64: how its kernel's functions return, a string from <linux/sdt.h> */
#define SDT_RETURN_SECTION	".discard.sdt_return"

#define SDT_SYMBOL_SEPARATOR	"$"
/*
 * A local symbol for the site records of an object, with their size.  Without the plugin, each
 * record has its own, __tracepoint_sdt_site.  Tools that make livepatches refuse other keys in
 * modules; by these names they take them for tracepoints, which they disable in a patch.
 */
#define SDT_SITES_SYMBOL	"__tracepoint_sdt" SDT_SYMBOL_SEPARATOR "sites"
#define SDT_PROBE_SYMBOL	"__sdt_probe" SDT_SYMBOL_SEPARATOR
#define SDT_ENABLED_SYMBOL	"__sdt_enabled" SDT_SYMBOL_SEPARATOR
#define SDT_ANY_ENABLED_SYMBOL	"__sdt_enabled"
#define SDT_TRAMPOLINE_SYMBOL	"__sdt_trampoline"

/* The provider of probes whose author does not name one. */
#define SDT_DEFAULT_PROVIDER	"sdt"

/* The number of arguments that a probe can have, native or translated. */
#define SDT_MAX_ARGS		32

/* The number of providers that a table can have. */
#define SDT_MAX_PROVIDERS	256

/* The longest name of a probe, a function, an argument or an enumerator, in bytes. */
#define SDT_MAX_NAME		255

/* The longest string (a type or a file's path), in bytes without the NUL. */
#define SDT_MAX_STRING		4095

/* The longest name of an event, in bytes: tracefs has a directory of that name. */
#define SDT_MAX_EVENT_NAME	200

/*
 * The number of enumerators that an argument's descriptor can have.  For an enum
 * with more, the descriptor has none, and values are shown as numbers.
 */
#define SDT_MAX_ENUMERATORS	255

#define SDT_TABLE_MAGIC		0x54544453u	/* "SDTT" read as bytes */
#define SDT_TRAMPOLINE_MAGIC	0x4a544453u	/* "SDTJ" read as bytes */
#define SDT_EVENTS_MAGIC	0x45544453u	/* "SDTE" read as bytes */
#define SDT_EVENT_CLASS_MAGIC	0x43544453u	/* "SDTC" read as bytes */

/*
 * struct sdt_table - head of an object's or a module's table
 *
 * The table is one block of @size bytes, without padding between its parts:
 *
 *	struct sdt_table
 *	struct sdt_table_probe	[nr_probes]
 *	struct sdt_table_provider [nr_providers]
 *	struct sdt_table_extra	[nr_extras]
 *	struct sdt_table_place	[nr_places]
 *	__u32 (lines)		[nr_probes]	only in an object's table
 *	struct sdt_table_arg	[nr_args]
 *	struct sdt_table_xlated	[nr_xlated]
 *	struct sdt_table_enumerator [nr_enumerators]
 *	char			[strings_size]
 *	__u32			SDT_TABLE_MAGIC once more
 *
 * strings_size is a multiple of four.  A string is referred to by its
 * offset in the strings, is UTF-8 and ends with a NUL.  Offset 0 is the empty
 * string, and the last byte of the strings is a NUL.  In a module's table, equal strings are
 * there once, and a string can be the end of another.  The lines are those of the first
 * sites of the probes, for messages of "sdtinfo link".
 *
 * In a module's table the providers are sorted by name (strcmp order).  The probes are
 * sorted by provider, function and name, and no two have all three in common.
 *
 * Probes with the same provider and name form one event; if they are
 * SDT_PROBE_QUALIFIED, they also have the same function.  They have the same number of
 * arguments, which differ only in @name and @declared, and the same translated ones and message.
 *
 * An event's name is made of the provider and '_', unless the provider is
 * SDT_DEFAULT_PROVIDER or the module; the function and '_', if the probes are
 * SDT_PROBE_QUALIFIED; and the name of the probes; with '_' for '-' everywhere.  That of an
 * SDT_PROBE_IS_EVENT is the name of the probes alone.  It has at
 * most SDT_MAX_EVENT_NAME bytes and is unique.  With layout=dtrace it has '-' everywhere.
 * kmod/rules/names.c has this rule and those below.  tracefs has files "enable" and "filter" in the directory
 * of a module's events, so no event can have these names.  In the directory of the modules it
 * has "enable", "header_event" and "header_page", so no module with probes can have those.
 *
 * A name is 1 to SDT_MAX_NAME bytes long and consists of the characters of identifiers.
 * Names of probes and providers may contain '-', but not at either end and not twice in
 * a row.  Names of arguments, native or translated, are ASCII and do not begin with "common_" or
 * "__probe_".  An enumerator of a TRACE_EVENT can also be "sizeof(TYPE)".
 * Types and file names have no control characters and at most SDT_MAX_STRING bytes.  nr_sites
 * counts the records that entries of __jump_table refer to, each once, but for those with
 * SDT_NO_PLACE.
 */
struct sdt_table {
	__u32 magic;		/* SDT_TABLE_MAGIC */
	__u16 version;		/* SDT_ABI_VERSION */
	__u16 kind;		/* enum sdt_table_kind */
	__u32 size;		/* of the whole table, in bytes */
	__u32 nr_providers;	/* 0 .. SDT_MAX_PROVIDERS */
	__u32 nr_probes;
	__u32 nr_extras;
	__u32 nr_places;	/* 0 in an object */
	__u32 nr_args;		/* in the table: probes may share them */
	__u32 nr_xlated;	/* likewise */
	__u32 nr_enumerators;	/* likewise: arguments may share them */
	__u32 nr_sites;		/* site records that belong to this table */
	__u32 strings_size;	/* in bytes, a multiple of 4 */
	__u32 module;		/* string: the module's name; "" in an object */
};

enum sdt_table_kind {
	SDT_TABLE_OBJECT = 1,
	SDT_TABLE_MODULE = 2,
};

/*
 * struct sdt_table_provider - a provider, and how stable its probes are
 *
 * @stability holds five triples of DTrace's attributes: for the provider, its modules,
 * functions, names and arguments.  Each triple is the stability of the name, the
 * stability of the data (both enum sdt_stability_level) and the dependency class (enum
 * sdt_dependency).  "sdtinfo link" writes them; in an object they are zero.
 */
struct sdt_table_provider {
	__u32 name;		/* string */
	__u8 stability[15];
	__u8 flags;		/* SDT_PROVIDER_* */
};

/* Defined by the author with SDT_PROVIDER_DEFINE().  It may have no probes. */
#define SDT_PROVIDER_DEFINED	0x01

#define SDT_PROVIDER_FLAGS	0x01	/* all of them in a module's table */

/*
 * Only in an object's table: all pointers that can be SDT_ARG_TRUSTED are, in all probes of the
 * provider in the module (DTRACE_PROVIDER_TRUSTED).
 */
#define SDT_PROVIDER_TRUSTED	0x02

/* DTrace's stability levels and their numbers, starting with the least stable */
enum sdt_stability_level {
	SDT_STABILITY_INTERNAL = 0,
	SDT_STABILITY_PRIVATE = 1,
	SDT_STABILITY_OBSOLETE = 2,
	SDT_STABILITY_EXTERNAL = 3,
	SDT_STABILITY_UNSTABLE = 4,
	SDT_STABILITY_EVOLVING = 5,
	SDT_STABILITY_STABLE = 6,
	SDT_STABILITY_STANDARD = 7,
};

enum sdt_dependency {
	SDT_DEPENDENCY_UNKNOWN = 0,
	SDT_DEPENDENCY_CPU = 1,
	SDT_DEPENDENCY_PLATFORM = 2,
	SDT_DEPENDENCY_GROUP = 3,
	SDT_DEPENDENCY_ISA = 4,
	SDT_DEPENDENCY_COMMON = 5,
};

/*
 * struct sdt_table_probe - a probe: all sites with the same four names
 *
 * The arguments of a probe are args[first_arg .. first_arg + nr_args - 1].  Probes
 * may share all or some of them.  Each probe of a module's table has sites.
 */
struct sdt_table_probe {
	__u32 function;		/* string: the function of the source, or, if
				 * SDT_PROBE_QUALIFIED, what its author named */
	__u32 name;		/* string: DTrace's form, "read-entry" */
	__u32 file;		/* string: the source file of its first site */
	__u32 first_arg;
	__u8 nr_args;		/* 0 .. SDT_MAX_ARGS */
	__u8 provider;		/* index of its provider */
	__u16 flags;		/* SDT_PROBE_* */
};

/*
 * struct sdt_table_extra - what only some probes have: a message, or translated arguments
 *
 * They are sorted by probe, and each has another one.  The translated arguments are
 * xlated[first_xlated .. first_xlated + nr_xlated - 1].  Probes may share all or some of
 * them.
 */
struct sdt_table_extra {
	__u32 probe;		/* index of the probe */
	__u32 message;		/* string: the text of each hit, or "" */
	__u32 first_xlated;	/* 0 unless SDT_PROBE_TRANSLATED */
	__u32 nr_xlated;	/* 0 .. SDT_MAX_ARGS; likewise */
};

/*
 * struct sdt_table_place - a probe in another source file than its @file
 *
 * Functions of the same name in several files can have the same probe.  The number of a
 * place, in site records, is its index plus nr_probes; a smaller one is the index of a
 * probe, in the probe's @file.
 */
struct sdt_table_place {
	__u32 probe;		/* index of the probe */
	__u32 file;		/* string */
};

/*
 * A probe with a @message is a DTRACE_PROBE_TEXT(), or if its function is part of the event's name
 * (SDT_PROBE_QUALIFIED), a DTRACE_PRINTF().  The message has conversions like those of printk(),
 * without the log level and the end of line; kmod/rules/message_format.c splits it.  The arguments
 * are those that the conversions take, '*' included, in their order; there can be more.  An argument
 * of '*' is of kind SDT_ARG_INTEGER.  The compiler gives others the kind that fits the
 * conversion, with the bound that it has, unless their types have one: SDT_ARG_STRING for "%s",
 * SDT_ARG_BYTES for "%pM".  There are no translated arguments.
 *
 * In an object, the @name of a DTRACE_PRINTF() is made of the message's words, unless
 * SDT_PROBE_IS_NAMED, and several probes of a function can have the same one.  Their symbols are
 * __sdt_probe$PROVIDER$FUNCTION$NAME$ID$FILE, with sdt_symbol_id() of the message and the
 * arguments' types as ID; those with the same symbol but for FILE are the same probe.
 * "sdtinfo link" makes their names unique by numbers, "NAME-2", which the symbols do not have.
 */

/*
 * The author named the probe's function ("SDT_PROBE_DEFINE(vfs, , lookup, entry)"),
 * which may differ from that of its sites; or it is a DTRACE_PRINTF().  The function is then part
 * of the event's name.
 */
#define SDT_PROBE_QUALIFIED	0x0001

/*
 * Users of the probe see the translated arguments in place of the native ones.  Without a
 * struct sdt_table_extra, there are none.
 */
#define SDT_PROBE_TRANSLATED	0x0002

/*
 * It is a TRACE_EVENT(): the provider is its TRACE_SYSTEM, the name is as written, and so is that of
 * its event, which is in the provider's group.  Its arguments are the tracepoint's.  The fields and
 * the text of the event are those of a class (struct sdt_events).
 */
#define SDT_PROBE_IS_EVENT	0x0004

#define SDT_PROBE_FLAGS		0x0007	/* all of them in a module's table */

/*
 * Only in an object's table: not a probe but a DTRACE_PROBE_ENABLED(name) or
 * SDT_PROBE_ENABLED() in @function; nr_args is 0.  In a module it has become one of
 * the __sdt_enabled symbols, which is of the first probe of that provider and name (and
 * function, if SDT_PROBE_QUALIFIED), and it counts in sdt_table.nr_sites; if there is none, the
 * symbol is SDT_NO_PLACE.
 */
#define SDT_PROBE_IS_ENABLED	0x0100

/*
 * Likewise, SDT_PROBES_ENABLED(): is any probe of the module enabled?  The provider
 * is SDT_DEFAULT_PROVIDER, the name "".  The symbol is of the table's first probe, or
 * SDT_NO_PLACE.
 */
#define SDT_PROBE_IS_ANY	0x0200

/*
 * Likewise: an SDT_PROBE_DEFINE*().  @function is "" unless SDT_PROBE_QUALIFIED; there
 * are no sites.  The declared types of its arguments apply to all sites.
 */
#define SDT_PROBE_IS_DEFINITION	0x0400

/* With that: SDT_PROBE_DEFINE(), which does not describe arguments; nr_args is 0. */
#define SDT_PROBE_IS_UNTYPED	0x0800

/*
 * Likewise: a SDT_PROBE_DECLARE() of a probe that has sites in the object, but is not
 * defined there; or a probe that the compiler has removed with the code that it was in, so
 * that a DTRACE_PROBE_ENABLED of it is no mistake.  @function is as for a definition;
 * nr_args is 0, and there are no sites.
 */
#define SDT_PROBE_IS_DECLARATION 0x1000

/* Likewise: sites that need a definition, in this object or in another. */
#define SDT_PROBE_IS_USE	0x2000

/* Likewise: a DTRACE_PRINTF_NAMED(), whose author chose the @name. */
#define SDT_PROBE_IS_NAMED	0x4000

/*
 * Likewise: the name was written with two underscores in front, "__foo_start", so that it
 * could begin with a provider, and not with SDT_DEFAULT_PROVIDER.  "sdtinfo link" warns if it
 * begins with one of the module that the unit does not declare above it.
 */
#define SDT_PROBE_IS_PREFIXED	0x8000

/*
 * struct sdt_table_arg - the descriptor of one argument
 *
 * The enumerators of an argument of kind SDT_ARG_ENUM or SDT_ARG_BITMASK are
 * enumerators[first_enumerator .. first_enumerator + nr_enumerators - 1]; there are
 * none if the enum has too many.  Arguments with equal enumerators share them.
 *
 * The bound of an argument of kind SDT_ARG_BYTES or SDT_ARG_STRING is the number of
 * bytes behind the pointer: 1 .. SDT_MAX_BOUND, or SDT_BOUND_IS_ARG plus the number, from
 * 0, of the native argument that holds it.  This must be another argument of the same
 * probe, of kind SDT_ARG_INTEGER.  A bound of 0 is for SDT_ARG_STRING only: the string
 * ends with a NUL.  A string with a bound ends at the bound, or at a NUL before it.
 */
struct sdt_table_arg {
	__u32 name;		/* string: field name, unique in its probe; "" in
				 * a definition if its author gave none */
	__u32 declared;		/* string: the type as the author wrote it,
				 * without the name, if there was one */
	__u32 type;		/* string: the C type that the value has */
	__u32 aka;		/* string: that type without typedefs, "" if it
				 * has none: "short unsigned int" of "u16" */
	union {
		__u32 first_enumerator;	/* 0 unless there are enumerators */
		__u32 bound;		/* of SDT_ARG_BYTES and SDT_ARG_STRING */
	};
	__u8 nr_enumerators;	/* 0 .. SDT_MAX_ENUMERATORS */
	__u8 size;		/* of that type, in bytes: 1, 2, 4 or 8 */
	__u8 kind;		/* enum sdt_arg_kind */
	__u8 flags;		/* SDT_ARG_* */
};

enum sdt_arg_kind {
	SDT_ARG_UNKNOWN = 0,	/* only in an object's definition: @declared names
				 * no type that is known there; @type is "", @size 0 */
	SDT_ARG_INTEGER = 1,
	SDT_ARG_BOOL = 2,
	SDT_ARG_ENUM = 3,
	SDT_ARG_BITMASK = 4,	/* an enum whose enumerators are bits (DTRACE_FLAGS) */
	SDT_ARG_POINTER = 5,	/* this and what follows has 8 bytes */
	SDT_ARG_STRING = 6,	/* pointer to char, not to signed or unsigned char */
	SDT_ARG_FUNCTION = 7,	/* pointer to function */
	SDT_ARG_BYTES = 8,	/* pointer to bytes: "u8 mac[6]", "u8 data[len]" */
};

#define SDT_MAX_BOUND		0x7fffffffu	/* of bytes that a pointer points to */
#define SDT_BOUND_IS_ARG	0x80000000u

#define SDT_ARG_SIGNED		0x01	/* was sign-extended to 64 bits */

/*
 * The address space of a pointer, as declared by the author or known to the compiler.
 * Dereferencing a pointer with SDT_ARG_USER, _PERCPU or _IOMEM as kernel memory reads
 * the wrong data.
 */
#define SDT_ARG_USER		0x02	/* to user space (__user) */
#define SDT_ARG_PERCPU		0x04	/* to a per-CPU variable (__percpu) */
#define SDT_ARG_RCU		0x08	/* to RCU-protected data (__rcu) */
#define SDT_ARG_IOMEM		0x10	/* to a device's registers (__iomem) */

#define SDT_ARG_HEX		0x80	/* SDT_ARG_INTEGER, shown in hexadecimal (DTRACE_HEX) */

/*
 * The same bit of an SDT_ARG_POINTER without an address space: the author promises that during a
 * hit it is NULL or the address of a structure or union of its type (DTRACE_TRUSTED).  BPF programs
 * may follow it unchecked.
 */
#define SDT_ARG_TRUSTED		0x80

#define SDT_ARG_FLAGS		0x9f	/* all of them in a module's table */

/*
 * Only in an object's table: the author gave the argument its @name.  Otherwise the
 * plugin derived it from the expression, and a name given elsewhere replaces it.
 */
#define SDT_ARG_NAMED		0x20

/* Likewise: a null pointer or another constant 0, whose type is not significant. */
#define SDT_ARG_ZERO		0x40

/* Likewise, of an SDT_ARG_POINTER: to a structure or union that the unit defines. */
#define SDT_ARG_STRUCT		0x01

/*
 * struct sdt_table_xlated - one translated argument
 *
 * DTrace shows it in place of a probe's native argument: "struct buf * :
 * (bufinfo_t *, devinfo_t *)" turns one into two, "int :" removes it.  The types
 * are those of D programs; the module need not know them.
 */
struct sdt_table_xlated {
	__u32 name;		/* string: field name, unique in its probe; in an
				 * object "" if its author gave none */
	__u32 type;		/* string: as the author wrote it */
	__u8 arg;		/* the native argument, from 0 */
	__u8 zero[3];
};

/*
 * struct sdt_table_enumerator - a name that an enum gives a value
 *
 * They are in the order of the source.  If several have the same value, the first one is
 * its name.
 */
struct sdt_table_enumerator {
	__u32 name;		/* string */
	__u32 value_low;	/* the value, like that of an argument: sign- or */
	__u32 value_high;	/* zero-extended to 64 bits as its type is */
};

/*
 * struct sdt_site_record - one site
 *
 * It is in writable memory of the module, aligned to 8 bytes.  The __jump_table entry of
 * the site has the record's first field as its key; only that entry has the address of
 * the site.  If the compiler lets several places in the code share one call, their entries
 * share the record.
 *
 * The magic and the version are in the same bytes in all versions from 10 on.  They are
 * where a struct static_key has padding.
 */
struct sdt_site_record {
	__u32 enabled;		/* with @entries a struct static_key, initially zero */
	__u8 magic[3];		/* SDT_SITE_MAGIC, without a NUL */
	__u8 version;		/* SDT_ABI_VERSION */
	__u64 entries;
	__u32 place;		/* number of probe and file: see struct sdt_table_place */
	__u32 line;		/* from 1; SDT_SITE_IS_* may be set */
	__u64 runtime;		/* set by sdt.ko: an enabled site passes it on */
};

#define SDT_SITE_MAGIC		"SDT"

/* In the line: a DTRACE_PROBE_ENABLED, which jumps and calls nothing. */
#define SDT_SITE_IS_ENABLED	0x80000000u

/* With that: SDT_PROBES_ENABLED(), which tests all probes of the module. */
#define SDT_SITE_IS_ANY		0x40000000u

#define SDT_SITE_LINE		0x3fffffffu	/* the line itself */

/*
 * The @place of a record that sdt.ko leaves alone: no entry of __jump_table refers to it, or it
 * is of a DTRACE_PROBE_ENABLED or the like whose probe has no site in the module, and which is
 * always false.
 */
#define SDT_NO_PLACE		0xffffffffu

/*
 * The bytes of the NOP at a site, which jump labels of the kernel patch.  <linux/sdt_sites.h>,
 * which cannot include this header, has the same.
 */
#define SDT_X86_NOP		0x0f, 0x1f, 0x44, 0x00, 0x00
#define SDT_ARM64_NOP		0x1f, 0x20, 0x03, 0xd5

/* The offset of @runtime, for the code at an enabled site. */
#define SDT_SITE_RUNTIME_OFFSET	24

/*
 * struct sdt_trampoline - how sdt.ko finds the module's trampoline and table
 *
 * There is one per module, at the end of section SDT_SITES_SECTION: it follows the last
 * site record.  Initially the trampoline returns.  Once the module is loaded, only sdt.ko
 * changes it.  References are offsets relative to the field that holds them.
 *
 *  x86-64: @key and the code have the form of the kernel's static calls: a struct
 *	    static_call_key, initially all zero, and five bytes that return or jump, with
 *	    three that mark them (see arch/x86/include/asm/static_call.h).  It is in no
 *	    list of static calls; sdt.ko patches it with __static_call_update().
 *	    SDT_TRAMPOLINE_SYMBOL is the code, which sites call.
 *  arm64:  There are no static calls.  @key begins with the address of the function that
 *	    sites call, initially that of the code, which is "bti c; ret".
 *	    SDT_TRAMPOLINE_SYMBOL is @key, which sites read.
 */
struct sdt_trampoline {
	__u64 key[2];
	__u32 magic;		/* SDT_TRAMPOLINE_MAGIC */
	__s32 code;		/* offset of the code, in bytes */
	__s32 table;		/* offset of the module's struct sdt_table, in bytes */
	__s32 events;		/* offset of its struct sdt_events, in bytes; 0: there is none */
};

#define SDT_TRAMPOLINE_SIZE	8	/* of that code, in bytes */

/*
 * struct sdt_events - the classes of a module's TRACE_EVENTs
 *
 * It is in read-only memory, aligned to 4 bytes, and has an entry for each SDT_PROBE_IS_EVENT of
 * the table, in the order of the table.  Names that TRACE_DEFINE_ENUM() gives values are enumerators
 * of the table: enumerators[first_enumerator .. first_enumerator + nr_enumerators - 1].
 */
struct sdt_events {
	__u32 magic;		/* SDT_EVENTS_MAGIC */
	__u32 nr_events;	/* 1 .. nr_probes */
	__u32 first_enumerator;	/* 0 unless there are enumerators */
	__u32 nr_enumerators;
};

/* struct sdt_event_entry - what follows a struct sdt_events, nr_events of them */
struct sdt_event_entry {
	__u32 probe;		/* its index */
	__s32 event_class;	/* offset of its struct sdt_event_class from this field, in bytes */
};

/* struct sdt_event_class_head - what a struct sdt_event_class (<linux/sdt_event_class.h>) begins with */
struct sdt_event_class_head {
	__u32 magic;		/* SDT_EVENT_CLASS_MAGIC */
	__u32 version;		/* SDT_ABI_VERSION */
};

/*
 * The call
 * --------
 * The code at an enabled site of a DTRACE_PROBE evaluates the arguments, which may
 * sleep, and puts them on the stack, with the record's @runtime field.  Then it calls
 * the trampoline as a C function whose only argument is the address of this data:
 *
 *	  offset 0	@runtime
 *		 8 ...	the arguments, 64 bits each, the first one first
 *
 * A site without arguments puts nothing on the stack and passes the address of @runtime in
 * the record.
 *
 * An argument of fewer than 64 bits is sign-extended if its type is signed and
 * zero-extended otherwise.  The callee preserves the registers that C functions
 * preserve.  It does not change @runtime, since a record serves all CPUs.
 *
 *  x86-64: The argument is in %rdi, and %rbx, %rbp, %rsp, %r12 to %r15 are preserved;
 *	    the direction flag is clear, and the stack is aligned to 8 bytes.
 *  arm64:  The argument is in x0, and x19 to x29, sp and, if the compiler does not use
 *	    it, x18 are preserved; the stack is aligned to 16 bytes.  If x29 is the frame
 *	    pointer, it points to a frame record (x29, x30) of the instrumented function,
 *	    or of its caller where the function makes none and does not return.
 */

#ifndef __cplusplus
static_assert(sizeof(struct sdt_table) == 52, "sdt_table");
static_assert(sizeof(struct sdt_table_provider) == 20, "sdt_table_provider");
static_assert(sizeof(struct sdt_table_probe) == 20, "sdt_table_probe");
static_assert(sizeof(struct sdt_table_extra) == 16, "sdt_table_extra");
static_assert(sizeof(struct sdt_table_place) == 8, "sdt_table_place");
static_assert(sizeof(struct sdt_table_arg) == 24, "sdt_table_arg");
static_assert(sizeof(struct sdt_table_xlated) == 12, "sdt_table_xlated");
static_assert(sizeof(struct sdt_table_enumerator) == 12, "sdt_table_enumerator");
static_assert(sizeof(struct sdt_site_record) == 32, "sdt_site_record");
static_assert(__builtin_offsetof(struct sdt_site_record, runtime) ==
	      SDT_SITE_RUNTIME_OFFSET, "sdt_site_record.runtime");
static_assert(sizeof(struct sdt_trampoline) == 32, "sdt_trampoline");
static_assert(sizeof(struct sdt_events) == 16, "sdt_events");
static_assert(sizeof(struct sdt_event_entry) == 8, "sdt_event_entry");
#endif

#endif /* _LINUX_SDT_ABI_H */
