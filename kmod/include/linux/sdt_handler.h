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
 *		pr_info("%s: %llu\n", hit->site->probe->name, hit->args[0]);
 *	}
 *
 *	handler = sdt_attach("sdt:revdev::write-*", on_hit, NULL);
 *	...
 *	sdt_detach(handler);
 *
 * docs/handlers.md tells the whole of it, with examples.
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
 * struct sdt_arg - what is known of one argument of a probe
 * @name: the argument's name in the source, or "argN"; unique in its probe
 * @declared: its type as the author of the probe wrote it
 * @type: the C type that its value has
 * @aka: that type without typedefs, "short unsigned int" of "u16"; else @type
 * @enumerators: @nr_enumerators names of values, in the order of the source; see
 *	sdt_enumerator_name().  Of kind SDT_ARG_BITMASK they are names of bits, or of
 *	several bits together.
 * @kind: what kind of type that is
 * @bound: how many bytes @kind SDT_ARG_BYTES or SDT_ARG_STRING points to: a number, or
 *	SDT_BOUND_IS_ARG and the number of the argument whose value it is; 0 is a string
 *	up to its NUL.  See sdt_bound().
 * @nr_enumerators: 0 to SDT_MAX_ENUMERATORS; 0 unless @kind is SDT_ARG_ENUM or
 *	SDT_ARG_BITMASK, and for an enum with more than that many
 * @size: size of that type in bytes: 1, 2, 4 or 8
 * @is_signed: the value was sign-extended to 64 bits, else zero-extended
 * @is_user: the value points to user space (__user)
 * @is_percpu: it points to a per-CPU variable (__percpu)
 * @is_rcu: it points to what RCU protects (__rcu)
 * @is_iomem: it points to a device's registers (__iomem)
 * @is_hex: an integer to be shown in hexadecimal (DTRACE_HEX)
 *
 * Where a pointer points to is what its author or the compiler said of it.
 * Arguments with equal enumerators have them at the same address.
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
};

/**
 * sdt_enumerator_name - what an enum calls a value
 * @arg: the description of an argument
 * @value: the argument's value, as a hit has it
 *
 * Context: Any.
 * Return: the first enumerator with that value, or NULL: there is none, the
 * argument is no enum, or the enum's enumerators are not known.
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
 * struct sdt_attributes - how far one can rely on something, in DTrace's words
 * @name: stability of the name: "Private", "Evolving", ...
 * @data: stability of what it stands for, likewise
 * @dependency: which systems have it: "Unknown", "ISA", ...
 */
struct sdt_attributes {
	const char *name;
	const char *data;
	const char *dependency;
};

/**
 * struct sdt_stability - the five attributes of a DTrace probe
 * @provider: of the provider's name
 * @module: of the module's
 * @function: of the function's
 * @name: of the probe's
 * @args: of its arguments
 *
 * They are those that Solaris and Oracle Linux give the probes of a provider; those of a
 * provider that they do not know are those of provider sdt.
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
 * @type: its type as the author of the probe wrote it, one that programs which use
 *	the probe know: "bufinfo_t *"
 * @arg: the native argument that it is made from, an index of the probe's @args
 *
 * See sdt_translate().
 */
struct sdt_xlated {
	const char *name;
	const char *type;
	unsigned int arg;
};

/**
 * struct sdt_probe - a probe, known by DTrace's four names
 * @provider: "sdt", or the one that its author named
 * @module: the module that it is in
 * @function: the function of the source that it is written in, or the one that its
 *	author named
 * @name: its name in DTrace's form, "read-entry"
 * @stability: how far one can rely on it
 * @nr_sites: how many places of the code it fires at, at least 1
 * @nr_args: number of arguments, 0 to SDT_MAX_ARGS
 * @args: that many descriptions
 * @nr_xlated: number of translated arguments, 0 to SDT_MAX_ARGS
 * @xlated: that many of them; 0 and NULL unless @is_translated
 * @is_translated: its author wrote how DTrace is to show the arguments
 * @is_qualified: its author named @function, which is a part of its event's name
 *
 * Lives as long as its module and sdt.ko are loaded; see sdt_get_probe() and
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
 * @site: where it fired, and which probe
 * @args: @site->probe->nr_args values, each sign- or zero-extended to 64 bits
 *	as its type asks for; copies, on the stack of the code that fired
 *
 * Valid until the handler returns.
 */
struct sdt_hit {
	const struct sdt_site *site;
	u64 args[];
};

/**
 * sdt_bound - how many bytes an argument points to
 * @hit: what fired
 * @n: number of an argument, from 0
 *
 * That is what the author of the probe says of an argument "u8 mac[6]" or, where
 * another argument is the length, "u8 data[len]".  A string, "char text[len]", can end
 * before, with a NUL.
 *
 * Context: Any.
 * Return: the number of bytes; 0 if the probe has no such argument, if that has no
 * bound, or if its length is 0 or negative.
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

struct sdt_handler *__sdt_attach(const char *pattern, sdt_handler_fn fn,
				 void *cookie, struct module *owner);
#define sdt_attach(pattern, fn, cookie)					\
	__sdt_attach(pattern, fn, cookie, THIS_MODULE)
void sdt_detach(struct sdt_handler *handler);

int sdt_for_each_probe(const char *pattern,
		       int (*fn)(const struct sdt_probe *probe, void *data),
		       void *data);
int sdt_for_each_site(const char *pattern,
		      int (*fn)(const struct sdt_site *site, void *data),
		      void *data);
const struct sdt_probe *sdt_get_probe(const char *pattern);
void sdt_put_probe(const struct sdt_probe *probe);
int sdt_site_symbol(const struct sdt_site *site, char *buf, size_t size);

struct sdt_translator;

/**
 * typedef sdt_translator_fn - make a translated argument
 * @native: the value of the native argument, as struct sdt_hit has it
 * @to: what to fill
 * @size: how many bytes there are at @to
 * @cookie: what sdt_translator_register() was given
 *
 * Context: as sdt_handler_fn.
 * Return: 0, or a negative error code: -EMSGSIZE if @size is not that of what the
 * function makes.
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
 * sdt_xlated_native - the native value that a translated argument is made from
 * @hit: what fired
 * @n: number of a translated argument, from 0
 *
 * Context: Any.
 * Return: the value, or 0 if there is no such argument.
 */
static inline u64 sdt_xlated_native(const struct sdt_hit *hit, unsigned int n)
{
	const struct sdt_probe *probe = hit->site->probe;

	return n < probe->nr_xlated ? hit->args[probe->xlated[n].arg] : 0;
}

/**
 * enum sdt_news - what a notifier is told of a probe
 * @SDT_PROBE_COMES: it is there, and has not fired yet if its module comes
 *	just now
 * @SDT_PROBE_GOES: it has fired for the last time, and its handlers are about
 *	to be taken off; the probe and all that is in it are gone afterwards
 */
enum sdt_news {
	SDT_PROBE_COMES,
	SDT_PROBE_GOES,
};

int sdt_register_notifier(struct notifier_block *nb);
int sdt_unregister_notifier(struct notifier_block *nb);

#endif /* _LINUX_SDT_HANDLER_H */
