/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_handler.h - how a kernel module listens to probes
 *
 * For modules that want to be called when a statically defined probe of
 * another module fires.  The module that holds the probe needs none of this:
 * it includes <linux/sdt.h>.
 *
 *	static void on_hit(const struct sdt_hit *hit, void *cookie)
 *	{
 *		pr_info("%s: %llu\n", hit->probe->name, hit->args[0]);
 *	}
 *
 *	handler = sdt_attach("sdt:revdev::write-*", on_hit, NULL);
 *	...
 *	sdt_detach(handler);
 *
 * A module detaches what it attached before it goes, as a rule in its exit
 * function; it keeps sdt.ko loaded by using these symbols.
 */
#ifndef _LINUX_SDT_HANDLER_H
#define _LINUX_SDT_HANDLER_H

#include <linux/types.h>
#include <linux/sdt_abi.h>

/**
 * struct sdt_arg - what is known of one argument of a probe
 * @name: the argument's name in the source, or "argN"; unique in its probe
 * @declared: its type as the author of the probe wrote it
 * @type: the C type that its value has
 * @aka: that type without typedefs, "short unsigned int" of "u16"; else @type
 * @size: size of that type in bytes: 1, 2, 4 or 8
 * @kind: what kind of type that is
 * @is_signed: the value was sign-extended to 64 bits, else zero-extended
 * @is_user: the value points to user space (__user)
 * @is_percpu: it points to a per-CPU variable (__percpu)
 * @is_rcu: it points to what RCU protects (__rcu)
 * @is_iomem: it points to a device's registers (__iomem)
 *
 * Where a pointer points to is what its author or the compiler said of it.
 */
struct sdt_arg {
	const char *name;
	const char *declared;
	const char *type;
	const char *aka;
	unsigned int size;
	enum sdt_arg_kind kind;
	bool is_signed;
	bool is_user;
	bool is_percpu;
	bool is_rcu;
	bool is_iomem;
};

/**
 * struct sdt_probe - a probe, known by DTrace's four names
 * @provider: "sdt" where the author named no other
 * @module: the module that it is in
 * @function: the function of the source that it is written in
 * @name: its name in DTrace's form, "read-entry"
 * @nr_args: number of arguments, 0 to SDT_MAX_ARGS
 * @args: that many descriptions
 *
 * Lives as long as its module and sdt.ko are loaded.
 */
struct sdt_probe {
	const char *provider;
	const char *module;
	const char *function;
	const char *name;
	unsigned int nr_args;
	const struct sdt_arg *args;
};

/**
 * struct sdt_site - one place in the code where a probe fires
 * @probe: the probe that fires there
 * @file: source file, as the compiler was given it
 * @line: line in that file, from 1
 * @ip: address of the instruction that was patched; of the first, if the
 *	compiler let several places share one call
 */
struct sdt_site {
	const struct sdt_probe *probe;
	const char *file;
	unsigned int line;
	unsigned long ip;
};

/**
 * struct sdt_hit - what a handler is told when a probe fires
 * @site: where it fired
 * @probe: the probe, the same as @site->probe
 * @args: @probe->nr_args values, each sign- or zero-extended to 64 bits as
 *	its type asks for
 *
 * Valid until the handler returns.
 */
struct sdt_hit {
	const struct sdt_site *site;
	const struct sdt_probe *probe;
	const u64 *args;
};

/**
 * typedef sdt_handler_fn - called when a probe fires
 * @hit: what fired, and the arguments
 * @cookie: what sdt_attach() was given
 *
 * Context: Whatever context the probe is in: any, including NMI.  Preemption
 * is off.  It must not sleep and must not take a lock that the instrumented
 * code may hold.  A probe that the handler itself runs into is not delivered
 * to anyone, but counted (recursion drops).
 */
typedef void (*sdt_handler_fn)(const struct sdt_hit *hit, void *cookie);

struct sdt_handler;

struct sdt_handler *sdt_attach(const char *pattern, sdt_handler_fn fn,
			       void *cookie);
void sdt_detach(struct sdt_handler *handler);

#endif /* _LINUX_SDT_HANDLER_H */
