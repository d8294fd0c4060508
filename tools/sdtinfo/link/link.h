/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * link.h - merge the tables of a module's objects into one, and write it
 *
 * Probes of the same provider, function and name become one.  Those of the same
 * provider and name, whatever their function, are one event to clients, and must
 * agree in the number and types of their arguments.  The types as authors wrote
 * them may differ if the C types are the same ("file *" as a comment).  So may the
 * field names that come from the expressions: "ret" in one place may be "-EINVAL"
 * in another.  Such probes get common names.  A name that an author gave is used
 * everywhere, and the names that authors gave must agree.
 *
 * If the author named the function, too, only probes of that function are one event.
 * So it is with messages; those that would clash get a number: see number_messages().
 * With a definition, or sites that need one, types need not be the same: see
 * join_types().  Sites and definition must agree in how arguments are translated.
 */
#ifndef SDTINFO_LINK_H
#define SDTINFO_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arch/arch.h"
#include "lib/util.h"
#include "table/probe.h"
#include "table/probe_table.h"

enum conflict_kind {
	CONFLICT_MESSAGE,	/* two texts, or none and one */
	CONFLICT_COUNT,		/* of arguments */
	CONFLICT_ARG,		/* argument @arg differs in @how */
	CONFLICT_NAME,		/* argument @arg has two names */
	CONFLICT_NAME_TWICE,	/* arguments @arg and @other_arg have one name */
	CONFLICT_EVENT,		/* two names, one event */
	CONFLICT_BAD_EVENT,	/* @first cannot be an event */
	CONFLICT_UNDEFINED,	/* @first uses what @second (or NULL) only declares */
	CONFLICT_DEFINED_TWICE,	/* by both */
	CONFLICT_VIEW,		/* @first and @second translate differently */
	CONFLICT_QUALIFIED,	/* one probe, with its function given and without */
	CONFLICT_COPIED,	/* @first and @second are one mark: see check_copies() */
};

struct probe_conflict {
	enum conflict_kind kind;
	const struct probe *first;
	const struct probe *second;	/* NULL if there is only one */
	unsigned int arg;
	unsigned int other_arg;		/* of @second, if CONFLICT_NAME_TWICE */
	bool is_xlated;			/* the arguments are translated ones */
	enum arg_difference how;
};

/* A symbol of site records: the number of a probe in a file */
struct probe_symbol {
	char *name;
	uint32_t probe;		/* its number, or NO_PROBE */
	const char *file;
	uint32_t place;		/* the symbol's value: see struct sdt_table_place */
	uint32_t line;		/* ... above that, as in a site record; or 0 */
};

struct probe_merge {
	const char *module;	/* in: its name */
	bool exact;	/* in: of a module's table, in which all is final */
	/* in: pointers into the tables that were added */
	struct probe **entries;
	size_t nr_entries;
	struct probe_provider *added;	/* of all tables */
	size_t nr_added;
	/* out: the module's providers and probes in the order of its table */
	struct probe_provider *providers;
	size_t nr_providers;
	struct probe *probes;
	size_t nr_probes;
	struct probe_symbol *symbols;	/* each once, by name, and then those of dead records */
	size_t nr_symbols;
	size_t nr_defined;		/* without those */
	struct probe_place *places;
	size_t nr_places;
	uint64_t nr_sites;		/* of probes; see probe_merge_site() */
	const struct probe **unknown;	/* entries that test a probe that nothing else names */
	size_t nr_unknown;
	struct probe_conflict *conflicts;
	size_t nr_conflicts;
	/* while merging */
	void **kept;		/* allocated: arguments, views, names */
	size_t nr_kept;
};

/*
 * probe_merge_add() - add an object's table
 *
 * It must outlive the merge, which changes the field names in it.
 */
void probe_merge_add(struct probe_merge *merge, struct probe_table *table);

/*
 * probe_merge_finish() - group the entries that were added, find conflicts
 *
 * The result does not depend on the order in which tables were added.  It is of use
 * only if there are no conflicts.
 */
void probe_merge_finish(struct probe_merge *merge);

/*
 * probe_merge_site() - add a site record of an object, after a merge without conflicts
 * @symbol: what it refers to
 * @is_dead: no jump label leads to it
 *
 * Returns false if the object's table has nothing of that symbol.
 */
bool probe_merge_site(struct probe_merge *merge, const char *symbol, bool is_dead);

void probe_merge_free(struct probe_merge *merge);

/* given_name() - the name that an author gave an argument, or a translated one; or NULL */
const char *given_name(const struct probe *probe, unsigned int i, bool is_xlated);

/*
 * join_types() - find argument types that hold at all sites of an event
 * @args: filled except for the names; one for each argument of the sites
 * @definition: with as many arguments; NULL if there is none with types
 * @sites: at least one, all with as many arguments
 *
 * An argument has its defined type if the 64 bits that each site passes mean the same in
 * that type, else "long" or "unsigned long".  A string or bytes become a mere "void *",
 * unless each site passes a pointer to such, a void pointer or 0, because sdt.ko reads
 * them.  Without a defined type, an argument has the sites' type if they agree, else a
 * wider one.  The number of bytes that a pointer leads to is part of the type.  A format
 * is taken from the site that has one.
 */
void join_types(struct probe_arg *args, const struct probe *definition,
		struct probe *const *sites, size_t count);

/* merge_keep() - have probe_merge_free() free @memory, which it returns */
static inline void *merge_keep(struct probe_merge *merge, void *memory)
{
	merge->kept = xroom_for_one(merge->kept, merge->nr_kept, sizeof(*merge->kept));
	merge->kept[merge->nr_kept++] = memory;
	return memory;
}

/* number_messages() - give different messages different names, before a merge */
void number_messages(struct probe_merge *merge);

/* What objects say of the classes of TRACE_EVENTs; empty if all is zero */
struct event_classes {
	struct event_class {
		const char *provider;	/* these are the objects' */
		const char *event;
		const char *symbol;	/* of the struct sdt_event_class */
	} *list;
	size_t nr;
	struct probe_enumerator *enums;	/* TRACE_DEFINE_ENUM() */
	size_t nr_enums;
};

/*
 * event_classes_read(), event_enums_read() - read the sections of these of an object
 *
 * The bytes must outlive the classes.  Returns 0, or -1 if they are not what the header writes.
 */
int event_classes_read(struct event_classes *classes, const char *bytes, size_t size);
int event_enums_read(struct event_classes *classes, const char *bytes, size_t size);

/*
 * event_classes_check() - see to it that each TRACE_EVENT of a merge has a class
 *
 * To be called after all have been read.  Returns 0, or -1 when it has reported which have none.
 */
int event_classes_check(struct event_classes *classes, const struct probe_merge *merge);

/* event_class_symbol() - the symbol of the class of a TRACE_EVENT's probe, or NULL */
const char *event_class_symbol(const struct event_classes *classes, const struct probe *probe);
void event_classes_free(struct event_classes *classes);

/*
 * merge_report() - report the conflicts of a merge, and probable mistakes
 *
 * Warns of names that begin with a provider of the module that is not declared above them, once
 * for each provider and file, and of tests of probes that nothing else in the sources names.  It
 * is an error if one has another spelling of a probe that there is.
 *
 * Returns 0, or -1 after an error.
 */
int merge_report(const struct probe_merge *merge);

/*
 * table_write() - write a module's table and trampoline as assembler source
 * @path: where to; "-" for standard output
 * @merge: with probes or symbols, without conflicts; its providers are given their stability
 * @arch: has a trampoline
 * @classes: those of the merge's TRACE_EVENTs
 * @returns: how functions return in the objects' kernel, or NULL
 * @names: what the objects define, to add the types of raw tracepoints, for BTF: "struct foo" and
 *	"union foo" in debugging information, symbols "__tracepoint_foo"; else NULL
 *
 * Returns 0, or -1 when it has reported why not.
 */
int table_write(const char *path, const char *module, struct probe_merge *merge,
		const struct event_classes *classes, const struct arch *arch, const char *returns,
		struct name_list *names);

/*
 * types_write() - write the types of a module's raw tracepoints, as debugging information
 * @out: assembler source
 * @merge: without conflicts
 * @names: as above; are sorted
 */
void types_write(FILE *out, const char *module, const struct probe_merge *merge,
		 struct name_list *names);

#endif /* SDTINFO_LINK_H */
