/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gen.h - scripts and programs from templates, for the events of probes
 *
 * cmd_gen.c makes the events and calls the generator of a language.  The rest is for the
 * files gen_*.c.
 */
#ifndef SDTINFO_GEN_H
#define SDTINFO_GEN_H

#include <stdbool.h>
#include <stdio.h>

#include "table/probe.h"

struct gen_probe {
	const char *module;
	const struct probe *probe;
	const struct probe *fields; /* see event_fields() */
	struct event_fields *room;
	const char *event;
	size_t order;		/* in which it was read */
	bool chosen;
	bool is_typed;		/* BTF of its module describes its raw tracepoint */
};

/*
 * struct gen_event - the probes of a module that are one event, in any of its functions
 *
 * At least one was chosen.  The @fields of the first are those of the event; those of
 * the others may differ in their names only.
 */
struct gen_event {
	const struct gen_probe *probes;
	size_t nr_probes;
};

/* Sorted by module, event and function, without duplicates */
struct gen_events {
	struct gen_event *events;
	size_t nr_events;
	struct gen_probe *probes;
	size_t nr_probes;
};

/* Each prints a whole file and returns the number of events in it. */
size_t gen_bpftrace(FILE *out, const struct gen_events *events);
size_t gen_d(FILE *out, const struct gen_events *events);
size_t gen_libbpf(FILE *out, const struct gen_events *events);
size_t gen_libbpf_raw(FILE *out, const struct gen_events *events);

/*
 * Templates
 *
 * A file *.in is what gen writes, but for
 *
 *	@WORD@		what the word's print() prints; whole lines if it is alone in its line
 *	@if WORD	the lines up to its @end, if the word's is() says so; @if !WORD
 *	@each EVENT	the lines up to its @end, for each event
 *
 * Every template has these words:
 *
 *	@MODULES@	lines of a comment with the modules' names
 *	@if NAMED	if bpftrace and D can name the event
 *	@FUNCTIONS@	"In f() and g()": where the hits of the event come from
 *	@if PRINTF	if the event has a message
 *	@MESSAGE@	its text, as part of a comment
 *	@ENUMS@		lines of a comment with the values' names of its enums
 *	@TITLE@		"module:event", as part of a comment
 *	@MODULE@ @EVENT@
 *			a name, as part of a "string"
 *	@NAME@		the event's identifier in C.  Events that have the same one, in one
 *			module or in several, are numbered: "write_entry", "write_entry_2".
 *			It can be a keyword of C, so it needs a prefix.
 */

/* struct gen_file - what is being written */
struct gen_file {
	FILE *out;
	const struct gen_events *events;
	const struct gen_event *event;	/* of @each EVENT */
	const struct gen_probe *probe;	/* the event's first */
	const char *name;		/* the event's identifier */
	void *data;			/* the generator's */
};

/* A word of a language, for its template; the last one of a list is zeroed. */
struct gen_word {
	const char *word;
	void (*print)(const struct gen_file *gen);
	bool (*is)(const struct gen_file *gen);
	bool (*any)(const struct probe_arg *arg);	/* ... of the arguments of all events */
};

/* GEN_TEMPLATE() - declare @text with what is in a file beside this one */
#define GEN_TEMPLATE(text, file)				\
	asm(".pushsection .rodata\n"				\
	    #text ": .incbin \"gen/" file "\"\n"		\
	    ".byte 0\n"						\
	    ".popsection");					\
	extern const char text[] __attribute__((visibility("hidden")))

/* gen_template() - write a template's text with its words replaced */
void gen_template(const struct gen_file *gen, const char *text, const struct gen_word *words);

/*
 * Names
 */

/* gen_identifier() - @name with '_' for all but ASCII letters and digits; caller frees */
char *gen_identifier(const char *name);

/* gen_nr_named() - how many events they can name */
size_t gen_nr_named(const struct gen_events *events);

/*
 * Arguments
 */

/* gen_is_followed() - is it a string whose address sdt.ko and scripts may follow? */
bool gen_is_followed(const struct probe_arg *arg);

/* gen_has_bytes() - the same of bytes of a length */
bool gen_has_bytes(const struct probe_arg *arg);

/*
 * gen_type() - an argument's integer type
 * @names: of 1, 2, 4 and 8 bytes, first the unsigned and then the signed one of each size
 */
const char *gen_type(const struct probe_arg *arg, bool is_signed, const char *const names[8]);

#endif /* SDTINFO_GEN_H */
