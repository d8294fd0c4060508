/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe.h - a probe, its arguments, its sites, the fields of its event, its provider
 */
#ifndef SDTINFO_PROBE_H
#define SDTINFO_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/sdt_abi.h>

#include "rules/rules.h"

/* How many attributes of stability a provider has: three of each of five things */
#define NR_ATTRIBUTES	sizeof(((struct sdt_table_provider *)NULL)->stability)

struct probe_provider {
	const char *name;
	uint8_t stability[NR_ATTRIBUTES];
	uint8_t flags;		/* SDT_PROVIDER_* */
};

struct probe_enumerator {
	const char *name;
	uint64_t value;		/* extended by the sign of the enum */
};

struct probe_arg {
	const char *name;	/* "" in a definition that gives none */
	const char *declared;
	const char *type;
	const char *aka;	/* the type without typedefs; "" if it is @type */
	uint16_t size;		/* in bytes: 1, 2, 4 or 8; 0 for SDT_ARG_UNKNOWN */
	uint8_t kind;		/* enum sdt_arg_kind */
	uint8_t flags;		/* SDT_ARG_* of a module's table */
	bool is_named;		/* by its author; only in an object's table */
	bool is_zero;		/* SDT_ARG_ZERO; likewise */
	bool is_struct;		/* SDT_ARG_STRUCT; likewise */
	bool is_guess;		/* its type is that of a text, without debugging information;
				   likewise */
	uint8_t nr_enumerators;
	uint32_t bound;		/* as in struct sdt_table_arg; 0 if there is none */
	const struct probe_enumerator *enumerators;
};

struct probe_xlated {
	const char *name;	/* "" in an object if its author gave none */
	const char *type;
	uint8_t arg;		/* the native argument that it is made from */
};

/* A probe, or another entry of an object's table: see @flags */
struct probe {
	const char *provider;
	const char *function;	/* "" if in none */
	const char *name;
	const char *file;	/* of its first site, */
	uint32_t line;		/* 0 in a module's table */
	uint8_t nr_args;
	uint8_t nr_xlated;
	uint16_t flags;		/* SDT_PROBE_* */
	const char *group;	/* the event's group, of a module's table; likewise */
	const char *event;	/* the event's name, "read_entry"; "" in an object */
	const char *dtrace_event; /* likewise, in the dtrace layout: "read-entry" */
	const char *message;	/* the text of each hit, or "" */
	const char *symbol_name; /* while linking: its name in symbols, or NULL: @name */
	const char *site;	/* likewise: the symbol in its site record, if that has the line, too */
	const struct probe *asked;	/* likewise, of an is-enabled entry: the probe that it is
					   of, or NULL */
	bool is_removed;	/* likewise: a declaration that is a probe in removed code */
	const struct probe_arg *args;
	const struct probe_xlated *xlated;
};

/* A place in a section of a file; section 0 is no place. */
struct elf_place {
	size_t section;
	uint64_t offset;
};

/* By section and offset */
int elf_place_compare(struct elf_place a, struct elf_place b);

/* The probe of a site that leads to none */
#define NO_PROBE	UINT32_MAX

/*
 * A NOP of a site.  Several that share one call lead to one site record, and are one site.
 * Or a site record alone.
 */
struct probe_site {
	size_t record;		/* its number, from 0 */
	uint32_t probe;		/* its number in the table, or NO_PROBE */
	uint32_t line;
	char *file;		/* the source; "" if there is none */
	char *place;		/* "revdev_read+0x1c"; NULL: not known */
	bool is_enabled;	/* a DTRACE_PROBE_ENABLED */
	bool is_any;		/* with @is_enabled: an SDT_PROBES_ENABLED */
	bool is_left_alone;	/* by sdt.ko: its place is SDT_NO_PLACE */
	const char *symbol;	/* in an object: what its record has as its place */
	bool is_on;		/* in a loaded module */
	bool is_init;		/* in the init code of one, at this offset */
	uint64_t init_offset;
	/* in a file only */
	struct elf_place jump;	/* the jump label; section 0: there is none */
	struct elf_place first;	/* @code of the first NOP of the site */
	struct elf_place code;	/* what the jump label patches, */
	struct elf_place target; /* to a jump to here */
	unsigned int flags;	/* of its key, two bits */
};

/* The site records of a module; the compiler may copy a site's code to many places. */
struct site_count {
	size_t fire;		/* the number of sites */
	size_t is_enabled;	/* those of DTRACE_PROBE_ENABLED, which are counted apart */
};

/* Who listens to a probe */
struct probe_use {
	uint64_t users;
	bool is_published;	/* as a trace event */
};

/* By provider, function and name, the order of a module's table */
int probe_compare_names(const struct probe *a, const struct probe *b);

/* By event: provider and name, and the function of a qualified probe */
int probe_compare_events(const struct probe *a, const struct probe *b);

/* By source file and line */
int probe_compare_places(const struct probe *a, const struct probe *b);

/* How two arguments differ that should have the same type */
enum arg_difference {
	ARG_SAME,
	ARG_OTHER_TYPE,		/* or its @aka */
	ARG_OTHER_SIZE,
	ARG_OTHER_KIND,
	ARG_OTHER_SIGN,
	ARG_OTHER_TARGET,	/* where a pointer leads: user space, ... */
	ARG_OTHER_ENUMERATORS,
	ARG_OTHER_BOUND,
	ARG_OTHER_HEX,
	ARG_OTHER_TRUST,
};

/* probe_compare_args() - the first difference; names and comments do not count */
enum arg_difference probe_compare_args(const struct probe_arg *a,
				       const struct probe_arg *b);

/* probe_type_unqualified() - what follows "const" and "volatile" in a type's name */
const char *probe_type_unqualified(const char *type);

/* probe_arg_is_pointer() - is its value an address? */
bool probe_arg_is_pointer(const struct probe_arg *arg);

/* probe_arg_is_device() - is the number shown as a device's numbers, 8:1? */
bool probe_arg_is_device(const struct probe_arg *arg);

/* probe_arg_is_hex() - is the number shown in hexadecimal, in the width of its type? */
bool probe_arg_is_hex(const struct probe_arg *arg);

/* probe_arg_is_trusted() - a pointer that its author promises is valid or NULL? */
bool probe_arg_is_trusted(const struct probe_arg *arg);

/* probe_arg_aka() - its type without typedefs */
const char *probe_arg_aka(const struct probe_arg *arg);

/*
 * probe_arg_struct() - "struct foo *" or "union foo *", if that is the argument's type
 *
 * Without qualifiers and typedefs.  NULL if it is another, or has no tag, or none that every
 * compiler and BTF take.
 */
const char *probe_arg_struct(const struct probe_arg *arg);

/* probe_arg_mask() - the bits that an argument of this size has */
uint64_t probe_arg_mask(const struct probe_arg *arg);

/* probe_arg_extend() - the lowest bits, as many as the argument has, as C converts it to 64 bits */
uint64_t probe_arg_extend(const struct probe_arg *arg, uint64_t value);

/*
 * probe_bound_arg() - the number of the argument whose value the bound of @arg is
 *
 * NO_BOUND_ARG if the bound is a constant, or if there is none.
 */
#define NO_BOUND_ARG	UINT32_MAX
uint32_t probe_bound_arg(const struct probe_arg *arg);

/*
 * probe_names() - DTrace's four names, "sdt:revdev:revdev_read:read-entry"; caller frees
 * @function: the probe's, or "" if hits of several functions are meant
 */
char *probe_names(const struct probe *probe, const char *module, const char *function);

/* probe_rule_names() - the names as the rules that sdt.ko shares take them */
struct sdt_names probe_rule_names(const struct probe *probe, const char *module);

/*
 * probe_event_name() - make the name of an object's probe's event; caller frees
 * @dash: '_', or '-' for the dtrace layout
 */
char *probe_event_name(const struct probe *probe, const char *module, char dash);

/* probe_raw_tracepoint() - the name of its raw tracepoint, "revdev_read_entry"; caller frees */
char *probe_raw_tracepoint(const struct probe *probe, const char *module);

/* Is it a DTRACE_PRINTF(), whose name can be made of its message? */
bool probe_is_printf(const struct probe *probe);

/* A probe's names in symbols, which are followed by the file; caller frees. */
char *probe_symbol(const struct probe *probe);
char *probe_enabled_symbol(const struct probe *probe);

/* probe_file_symbol() - the symbol of a probe in a file; frees @symbol, caller frees */
char *probe_file_symbol(char *symbol, const char *file);

/* "read__entry" of "read-entry"; caller frees */
char *probe_raw_name(const char *name);

/*
 * The fields of a probe's event, as clients use them
 */

/* DTrace has args[0] to args[9]. */
#define DTRACE_MAX_ARGS	10

/*
 * event_copy_field() - the field with a copy of what a pointer leads to
 *
 * @probe: from event_fields()
 *
 * In the linux layout, "NAME_str" for a string, "NAME_bytes" for bytes; of a TRACE_EVENT, the
 * field itself.  NULL if the argument is neither, or not copied.  Caller frees.
 */
char *event_copy_field(const struct probe *probe, unsigned int arg);

/*
 * event_bound_field() - the number of the field whose value is the bound of another
 *
 * @probe: from event_fields()
 *
 * NO_BOUND_ARG if that bound is a constant, or no field of the event.
 */
uint32_t event_bound_field(const struct probe *probe, unsigned int arg);

/* A probe as its event shows it */
struct event_fields {
	struct probe probe;
	struct probe_arg args[SDT_MAX_ARGS];
};

/*
 * event_fields() - a probe whose arguments are the fields of @probe's event
 * @room: holds the result if it is not @probe itself
 *
 * The fields of a translated probe are its translated arguments, under their names; but
 * each has the value and the type of the native argument that it is to be made from.
 * What its author wrote as the translated type is @declared.  Those of a TRACE_EVENT are not known
 * here: there are none.
 */
const struct probe *event_fields(const struct probe *probe, struct event_fields *room);

/* event_is_word() - nothing but ASCII letters, digits and '_'? */
bool event_is_word(const char *name);

/* event_bpftrace_knows() - can a field of bpftrace 0.17 and 0.23 have this name? */
bool event_bpftrace_knows(const char *field);

/*
 * How stable the probes of a provider are, in DTrace's terms: known_providers.c
 */

/* What attributes describe, in the order of the table */
enum stability_of {
	STABILITY_OF_PROVIDER,
	STABILITY_OF_MODULES,
	STABILITY_OF_FUNCTIONS,
	STABILITY_OF_NAMES,
	STABILITY_OF_ARGS,
	NR_STABILITIES,
};

struct attributes {
	uint8_t names;		/* enum sdt_stability_level */
	uint8_t data;		/* likewise */
	uint8_t dependency;	/* enum sdt_dependency */
};

/* stability_set() - give a provider the attributes that are published for its name */
void stability_set(struct probe_provider *provider);

/* stability_get() - the attributes that a table has */
struct attributes stability_get(const struct probe_provider *provider,
				enum stability_of of);

/*
 * stability_of_probes() - those of a provider's probes as "dtrace -lv" shows them
 *
 * The weakest of what the provider, the modules, the functions and the names have.
 */
struct attributes stability_of_probes(const struct probe_provider *provider);

#endif /* SDTINFO_PROBE_H */
