/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * sdt.h - the probes of FreeBSD's SDT(9) and of dtrace4linux
 *
 *	#include <sys/sdt.h>
 *
 *	SDT_PROVIDER_DEFINE(foo);
 *	SDT_PROBE_DEFINE2(foo, , , read__entry, "struct file *", "size_t");
 *
 *	static ssize_t foo_read(struct file *fp, char __user *buf, size_t n, ...)
 *	{
 *		SDT_PROBE2(foo, , , read__entry, fp, n);
 *
 * defines foo:MODULE:foo_read:read-entry.  Declare or define a provider before its
 * probes, and a probe before its first site.  Define each probe once in the module, in
 * any of its files; "sdtinfo link" matches sites with definitions.  Two things differ
 * from FreeBSD:
 *
 *  - the module of a probe is the one that contains it; @mod is ignored, leave it empty
 *  - an empty @func stands for the function of each site.  A non-empty one is the probe's
 *    function and becomes part of its event's name.
 *
 * Without sdt.mk these macros produce no code, as in <linux/sdt.h>, which this header
 * includes.
 */
#ifndef _SYS_SDT_H
#define _SYS_SDT_H

#include <linux/sdt.h>

#pragma GCC system_header

/**
 * SDT_PROVIDER_DECLARE() - declare a provider
 * @prov: an identifier
 *
 * Provider sdt needs no declaration.
 */
#define SDT_PROVIDER_DECLARE(prov)	__SDT_SAY(__sdt_provider__, #prov)

/**
 * SDT_PROVIDER_DEFINE() - define a provider of this module
 * @prov: an identifier
 *
 * This is also a declaration.  Other modules may define the same provider.
 */
#define SDT_PROVIDER_DEFINE(prov)					\
	__SDT_SAY(__sdt_provider__, #prov);					\
	__SDT_SAY(__sdt_provider_defined__, #prov)

/**
 * SDT_PROBE_DECLARE() - declare a probe that is defined elsewhere in the module
 * @prov: its provider
 * @mod: leave empty
 * @func: empty, or the function to name it after
 * @name: an identifier; two underscores in it become a dash
 */
#define SDT_PROBE_DECLARE(prov, mod, func, name)			\
	__SDT_SAY(__sdt_declare__, #prov, #func, #name)

/**
 * SDT_PROBE_DEFINE() - define a probe whose argument types come from its sites
 * @prov: its provider
 * @mod: leave empty
 * @func: empty, or the function to name it after
 * @name: an identifier; two underscores in it become a dash
 */
#define SDT_PROBE_DEFINE(prov, mod, func, name)				\
	__SDT_SAY(__sdt_define_untyped__, #prov, #func, #name)

/* A definition whose macro has the number of arguments in its name */
#define __SDT_DEFINE(n, prov, func, name, ...)				\
	_Static_assert(__SDT_NR_ARGS(0, ##__VA_ARGS__) == n,		\
		       "SDT_PROBE_DEFINE: the number in the macro's "	\
		       "name counts types");			\
	__SDT_SAY(__sdt_define__, prov, func, name, ##__VA_ARGS__)
#define __SDT_DEFINE_XLATE(n, prov, func, name, ...)			\
	_Static_assert(__SDT_NR_ARGS(0, ##__VA_ARGS__) == 2 * n,	\
		       "SDT_PROBE_DEFINE_XLATE: the number in the macro's "	\
		       "name counts pairs of types");		\
	__SDT_SAY(__sdt_define_xlate__, prov, func, name, ##__VA_ARGS__)

/*
 * SDT_PROBE_DEFINE0() to SDT_PROBE_DEFINE7() - define a probe and the types of its
 * arguments.  Types are string literals: "struct file *".  A type can be followed by a
 * name and a bound, "u8 data[len]", as in DTRACE_PROBE().
 */
#define SDT_PROBE_DEFINE0(prov, mod, func, name, ...)			\
	__SDT_DEFINE(0, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE1(prov, mod, func, name, ...)			\
	__SDT_DEFINE(1, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE2(prov, mod, func, name, ...)			\
	__SDT_DEFINE(2, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE3(prov, mod, func, name, ...)			\
	__SDT_DEFINE(3, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE4(prov, mod, func, name, ...)			\
	__SDT_DEFINE(4, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE5(prov, mod, func, name, ...)			\
	__SDT_DEFINE(5, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE6(prov, mod, func, name, ...)			\
	__SDT_DEFINE(6, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE7(prov, mod, func, name, ...)			\
	__SDT_DEFINE(7, #prov, #func, #name, ##__VA_ARGS__)

/*
 * SDT_PROBE_DEFINE0_XLATE() to SDT_PROBE_DEFINE7_XLATE() - define a probe with, for each
 * argument, its type and the type that it is translated to.  Only users of the probe
 * need to know the latter.
 */
#define SDT_PROBE_DEFINE0_XLATE(prov, mod, func, name, ...)		\
	__SDT_DEFINE(0, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE1_XLATE(prov, mod, func, name, ...)		\
	__SDT_DEFINE_XLATE(1, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE2_XLATE(prov, mod, func, name, ...)		\
	__SDT_DEFINE_XLATE(2, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE3_XLATE(prov, mod, func, name, ...)		\
	__SDT_DEFINE_XLATE(3, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE4_XLATE(prov, mod, func, name, ...)		\
	__SDT_DEFINE_XLATE(4, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE5_XLATE(prov, mod, func, name, ...)		\
	__SDT_DEFINE_XLATE(5, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE6_XLATE(prov, mod, func, name, ...)		\
	__SDT_DEFINE_XLATE(6, #prov, #func, #name, ##__VA_ARGS__)
#define SDT_PROBE_DEFINE7_XLATE(prov, mod, func, name, ...)		\
	__SDT_DEFINE_XLATE(7, #prov, #func, #name, ##__VA_ARGS__)

/*
 * A site whose macro has the number of arguments in its name.  With another number the
 * marker has no arguments; the plugin compares the numbers and reports the error.
 */
#define __SDT_USE(n, names, ...)					\
	__SDT_USE_("#sdt-use\n" names "\n" #n "SDT_PROBE", n, __VA_ARGS__)
#define __SDT_USE_(kind_and_names, n, list, nr, ...)			\
	__SDT_ARGS_MARK(kind_and_names, list, __SDT_IF_SAME(n, nr), __VA_ARGS__)

/* SDT_PROBE0() to SDT_PROBE7() - a site of a probe that is declared or defined above */
#define SDT_PROBE0(prov, mod, func, name, ...)				\
	__SDT_USE(0, #prov "\n" #func "\n" #name, __SDT_USED(0, ##__VA_ARGS__), __VA_ARGS__)
#define SDT_PROBE1(prov, mod, func, name, ...)				\
	__SDT_USE(1, #prov "\n" #func "\n" #name, __SDT_USED(0, ##__VA_ARGS__), __VA_ARGS__)
#define SDT_PROBE2(prov, mod, func, name, ...)				\
	__SDT_USE(2, #prov "\n" #func "\n" #name, __SDT_USED(0, ##__VA_ARGS__), __VA_ARGS__)
#define SDT_PROBE3(prov, mod, func, name, ...)				\
	__SDT_USE(3, #prov "\n" #func "\n" #name, __SDT_USED(0, ##__VA_ARGS__), __VA_ARGS__)
#define SDT_PROBE4(prov, mod, func, name, ...)				\
	__SDT_USE(4, #prov "\n" #func "\n" #name, __SDT_USED(0, ##__VA_ARGS__), __VA_ARGS__)
#define SDT_PROBE5(prov, mod, func, name, ...)				\
	__SDT_USE(5, #prov "\n" #func "\n" #name, __SDT_USED(0, ##__VA_ARGS__), __VA_ARGS__)
#define SDT_PROBE6(prov, mod, func, name, ...)				\
	__SDT_USE(6, #prov "\n" #func "\n" #name, __SDT_USED(0, ##__VA_ARGS__), __VA_ARGS__)
#define SDT_PROBE7(prov, mod, func, name, ...)				\
	__SDT_USE(7, #prov "\n" #func "\n" #name, __SDT_USED(0, ##__VA_ARGS__), __VA_ARGS__)

/**
 * SDT_PROBE_ENABLED() - test whether a probe is enabled
 * @prov: its provider
 * @mod: leave empty
 * @func: as in its definition
 * @name: likewise
 *
 * Return: true while the probe is enabled at any of its sites.
 */
#define SDT_PROBE_ENABLED(prov, mod, func, name)			\
	__SDT_ENABLED("#sdt-use-enabled\n" #prov "\n" #func "\n" #name)

/**
 * SDT_PROBES_ENABLED() - test whether any probe of this module is enabled
 *
 * Use it around code that computes values for several probes.  Disabled, it is a single
 * NOP, like a probe.  In a module without probes it is always false.
 *
 * Return: true while at least one probe of the module is enabled.
 */
#define SDT_PROBES_ENABLED()	__SDT_ENABLED("#sdt-any-enabled\n")

/**
 * DTRACE_SDT_PROBE() - dtrace4linux's probe without arguments
 * @provider: an identifier; it needs no declaration
 * @module: ignored; the module is the one that contains the probe
 * @name: an identifier; two underscores in it become a dash
 * @func: the function to name it after
 */
#define DTRACE_SDT_PROBE(provider, module, name, func)			\
	__SDT_ARGS_MARK("#sdt-own\n" #provider "\n" #func "\n" #name, __SDT_WRITTEN(0), 0)

/**
 * DTRACE_SDT_PROBE1() - dtrace4linux's probe with one argument
 * @provider: an identifier; it needs no declaration
 * @module: ignored; the module is the one that contains the probe
 * @name: an identifier; two underscores in it become a dash
 * @func: the function to name it after
 * @arg1: an argument; it has the type of the expression
 */
#define DTRACE_SDT_PROBE1(provider, module, name, func, arg1)		\
	__SDT_ARGS_MARK("#sdt-own\n" #provider "\n" #func "\n" #name,	\
			__SDT_WRITTEN(0) "\2" #arg1 "\1" __SDT_TEXT(arg1), 1, arg1)

#endif /* _SYS_SDT_H */
