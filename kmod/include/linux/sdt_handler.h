/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_handler.h - attach handlers to the probes of other modules
 *
 * For handler modules, which sdt.ko calls when a statically defined probe of another
 * module fires.  The module that contains the probe includes <linux/sdt.h> instead.
 *
 *	static void on_hit(const struct sdt_hit *hit, void *cookie)
 *	{
 *		pr_info("%s: %llu\n", hit->site->probe->name, hit->args[0]);
 *	}
 *
 *	handler = sdt_attach("sdt:revdev::write-*", on_hit, NULL);
 *	...
 *	sdt_detach(handler);
 *
 * See docs/handlers.md for details and examples, docs/patterns.md for patterns.
 */
#ifndef _LINUX_SDT_HANDLER_H
#define _LINUX_SDT_HANDLER_H

#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/types.h>
#include <linux/sdt_abi.h>

/**
 * struct sdt_enumerator - a name that an enum gives a value
 * @name: the name
 * @value: the value, sign- or zero-extended to 64 bits as an argument's would be
 */
struct sdt_enumerator {
	const char *name;
	u64 value;
};

/**
 * struct sdt_arg - the description of one argument of a probe
 * @name: the argument's name in the source, or "argN"; unique in its probe
 * @declared: its type as the author of the probe wrote it
 * @type: the C type of its value
 * @aka: @type without typedefs: "short unsigned int" for "u16"; else @type itself
 * @enumerators: @nr_enumerators names of values, in the order of the source; see
 *	sdt_enumerator_name().  For kind SDT_ARG_BITMASK, they name bits or
 *	combinations of bits.
 * @kind: the kind of @type
 * @bound: for @kind SDT_ARG_BYTES or SDT_ARG_STRING, the number of bytes behind the
 *	pointer: a constant, or SDT_BOUND_IS_ARG plus the number of the argument that
 *	holds it; 0 for a NUL-terminated string.  See sdt_bound().
 * @nr_enumerators: 0 to SDT_MAX_ENUMERATORS; 0 unless @kind is SDT_ARG_ENUM or
 *	SDT_ARG_BITMASK, and 0 for an enum with more than that many
 * @size: size of @type in bytes: 1, 2, 4 or 8
 * @is_signed: the value was sign-extended to 64 bits, not zero-extended
 * @is_user: the value points to user space (__user)
 * @is_percpu: it points to a per-CPU variable (__percpu)
 * @is_rcu: it points to RCU-protected data (__rcu)
 * @is_iomem: it points to a device's registers (__iomem)
 * @is_hex: an integer to be shown in hexadecimal (DTRACE_HEX)
 * @is_trusted: a pointer that is NULL or points to a structure or union of its type during a hit,
 *	as the author promises (DTRACE_TRUSTED)
 *
 * The address space of a pointer is declared by the author or known to the compiler.
 * Arguments with equal enumerators share one array.
 */
struct sdt_arg {
	const char *name;
	const char *declared;
	const char *type;
	const char *aka;
	const struct sdt_enumerator *enumerators;
	u32 bound;
	enum sdt_arg_kind kind;
	u8 nr_enumerators;
	u8 size;
	bool is_signed:1;
	bool is_user:1;
	bool is_percpu:1;
	bool is_rcu:1;
	bool is_iomem:1;
	bool is_hex:1;
	bool is_trusted:1;
};

/**
 * sdt_enumerator_name - get the name of an enum's value
 * @arg: the description of an argument
 * @value: the argument's value, as in struct sdt_hit
 *
 * Context: Any context.
 * Return: the first enumerator with that value, or NULL if there is none, the
 * argument is not an enum, or the enumerators are not known.
 */
static inline const char *sdt_enumerator_name(const struct sdt_arg *arg,
					      u64 value)
{
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		if (arg->enumerators[i].value == value)
			return arg->enumerators[i].name;
	return NULL;
}

/**
 * struct sdt_attributes - the stability of something, in DTrace's terms
 * @name: stability of the name: "Private", "Evolving", ...
 * @data: stability of the data behind the name, likewise
 * @dependency: dependency class, the set of systems that have it: "Unknown", "ISA", ...
 */
struct sdt_attributes {
	const char *name;
	const char *data;
	const char *dependency;
};

/**
 * struct sdt_stability - the five attributes of a DTrace probe
 * @provider: of the provider
 * @module: of the module
 * @function: of the function
 * @name: of the probe's name
 * @args: of its arguments
 *
 * The values are those of Solaris and Oracle Linux for the provider.  A provider that
 * is unknown there has the values of provider sdt.
 */
struct sdt_stability {
	struct sdt_attributes provider;
	struct sdt_attributes module;
	struct sdt_attributes function;
	struct sdt_attributes name;
	struct sdt_attributes args;
};

/**
 * struct sdt_xlated - a translated argument of a probe
 * @name: its name; unique in its probe
 * @type: its type as the author of the probe wrote it, known to the programs that
 *	use the probe: "bufinfo_t *"
 * @arg: index in the probe's @args of the native argument that it is made from
 *
 * See sdt_translate().
 */
struct sdt_xlated {
	const char *name;
	const char *type;
	unsigned int arg;
};

/**
 * struct sdt_probe - a probe, identified by DTrace's four names
 * @provider: "sdt", or the provider that its author named
 * @module: the module that contains it
 * @function: the function in the source that contains it, or the one that its author
 *	named
 * @name: its name in DTrace's form, "read-entry"
 * @stability: the stability of its names and arguments
 * @nr_sites: number of sites that fire it, at least 1
 * @nr_args: number of arguments, 0 to SDT_MAX_ARGS
 * @args: that many descriptions
 * @nr_xlated: number of translated arguments, 0 to SDT_MAX_ARGS
 * @xlated: @nr_xlated of them; 0 and NULL unless @is_translated
 * @is_translated: its author declared how DTrace shows the arguments
 * @is_qualified: its author named @function, which is part of its event's name
 * @is_event: it is a TRACE_EVENT(): @provider is its TRACE_SYSTEM, and @args are the tracepoint's,
 *	not the fields of its event
 * @message: the text of a DTRACE_PRINTF() or DTRACE_PROBE_TEXT(), whose conversions show @args; or ""
 *
 * It is valid as long as its module and sdt.ko are loaded; see sdt_get_probe() and
 * sdt_register_notifier().
 */
struct sdt_probe {
	const char *provider;
	const char *module;
	const char *function;
	const char *name;
	const struct sdt_stability *stability;
	unsigned int nr_sites;
	unsigned int nr_args;
	const struct sdt_arg *args;
	unsigned int nr_xlated;
	const struct sdt_xlated *xlated;
	bool is_translated;
	bool is_qualified;
	bool is_event;
	const char *message;
};

/**
 * struct sdt_site - a place in the code where a probe fires
 * @probe: the probe that fires there
 * @file: source file, relative to the folder that was built (M=) or to sdt-srcroot
 * @line: line in that file, from 1
 * @ip: address of the patched instruction; of the first one if several places
 *	share one call, outside init code if there is one
 */
struct sdt_site {
	const struct sdt_probe *probe;
	const char *file;
	unsigned int line;
	unsigned long ip;
};

/**
 * struct sdt_hit - one hit of a probe, as a handler gets it
 * @site: the site that fired
 * @args: @site->probe->nr_args values, each sign- or zero-extended to 64 bits
 *	according to its type; copies on the stack of the code that fired
 *
 * It is valid until the handler returns.
 */
struct sdt_hit {
	const struct sdt_site *site;
	u64 args[];
};

/**
 * sdt_bound - get the number of bytes behind an argument
 * @hit: the hit, as passed to the handler
 * @n: number of an argument, from 0
 *
 * The author of the probe declares it as a constant, "u8 mac[6]", or as another
 * argument, "u8 data[len]".  A string, "char text[len]", can end earlier, with a NUL.
 *
 * Context: Any context.
 * Return: the number of bytes; 0 if the probe has no such argument, if the argument has
 * no bound, or if the length is 0 or negative.
 */
static inline u64 sdt_bound(const struct sdt_hit *hit, unsigned int n)
{
	const struct sdt_probe *probe = hit->site->probe;
	u32 bound = n < probe->nr_args ? probe->args[n].bound : 0;
	u64 length;

	if (!(bound & SDT_BOUND_IS_ARG))
		return bound;
	bound &= ~SDT_BOUND_IS_ARG;
	length = hit->args[bound];
	return probe->args[bound].is_signed && (s64)length < 0 ? 0 : length;
}

/**
 * typedef sdt_handler_fn - called when a probe fires
 * @hit: the site that fired, and the arguments
 * @cookie: as passed to sdt_attach()
 *
 * Context: The context of the probe, which can be any, including NMI.  Preemption
 * is disabled.  The handler must not sleep and must not take a lock that the
 * instrumented code may hold.  If the handler itself runs into a probe, only listeners
 * with SDT_HANDLER_REENTRANT get that hit; for others it is counted (recursion drops).  What a
 * handler with that flag runs into may reach all listeners.
 */
typedef void (*sdt_handler_fn)(const struct sdt_hit *hit, void *cookie);

struct sdt_handler;

/*
 * A flag of sdt_attach_flags(): the handler can be entered again in the same context, when it,
 * or what it calls, runs into one of its probes.  It must make sure that this ends.  A hit
 * takes fewer instructions, because it needs no guard.
 */
#define SDT_HANDLER_REENTRANT	0x01

struct sdt_handler *__sdt_attach(const char *pattern, sdt_handler_fn fn,
				 void *cookie, unsigned int flags,
				 struct module *owner);

/* See __sdt_attach(). */
#define sdt_attach(pattern, fn, cookie)					\
	sdt_attach_flags(pattern, fn, cookie, 0)
#define sdt_attach_flags(pattern, fn, cookie, flags)			\
	__sdt_attach(pattern, fn, cookie, flags, THIS_MODULE)
void sdt_detach(struct sdt_handler *handler);

int sdt_for_each_probe(const char *pattern,
		       int (*fn)(const struct sdt_probe *probe, void *data),
		       void *data);
int sdt_for_each_site(const char *pattern,
		      int (*fn)(const struct sdt_site *site, void *data),
		      void *data);
const struct sdt_probe *sdt_get_probe(const char *pattern);
void sdt_put_probe(const struct sdt_probe *probe);
const char *sdt_probe_event(const struct sdt_probe *probe);
int sdt_site_symbol(const struct sdt_site *site, char *buf, size_t size);

struct sdt_translator;

/**
 * typedef sdt_translator_fn - fill in a translated argument
 * @native: the value of the native argument, as in struct sdt_hit
 * @to: buffer to fill
 * @size: size of @to in bytes
 * @cookie: as passed to sdt_translator_register()
 *
 * Context: as for sdt_handler_fn.
 * Return: 0, or a negative error code: -EMSGSIZE if @size is not the size of the
 * translated argument.
 */
typedef int (*sdt_translator_fn)(u64 native, void *to, size_t size,
				 void *cookie);

struct sdt_translator *__sdt_translator_register(const char *native,
						 const char *translated,
						 sdt_translator_fn fn,
						 void *cookie,
						 struct module *owner);

/* See __sdt_translator_register(). */
#define sdt_translator_register(native, translated, fn, cookie)		\
	__sdt_translator_register(native, translated, fn, cookie, THIS_MODULE)
void sdt_translator_unregister(struct sdt_translator *translator);

int sdt_translate(const struct sdt_hit *hit, unsigned int n, void *to,
		  size_t size);

/**
 * sdt_xlated_native - get the native value that a translated argument is made from
 * @hit: the hit, as passed to the handler
 * @n: number of a translated argument, from 0
 *
 * Context: Any context.
 * Return: the value, or 0 if there is no such argument.
 */
static inline u64 sdt_xlated_native(const struct sdt_hit *hit, unsigned int n)
{
	const struct sdt_probe *probe = hit->site->probe;

	return n < probe->nr_xlated ? hit->args[probe->xlated[n].arg] : 0;
}

/**
 * enum sdt_news - the events that a notifier gets for a probe
 * @SDT_PROBE_COMES: the probe was added.  If its module is being loaded, it has not fired
 *	yet.
 * @SDT_PROBE_GOES: the probe has fired for the last time, and its handlers are about
 *	to be detached.  The probe and everything in it are freed afterwards.
 */
enum sdt_news {
	SDT_PROBE_COMES,
	SDT_PROBE_GOES,
};

int __sdt_register_notifier(struct notifier_block *nb, const struct module *owner);

/* See __sdt_register_notifier(). */
#define sdt_register_notifier(nb)	__sdt_register_notifier(nb, THIS_MODULE)
int sdt_unregister_notifier(struct notifier_block *nb);

#endif /* _LINUX_SDT_HANDLER_H */
