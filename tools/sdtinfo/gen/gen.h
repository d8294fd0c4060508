/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gen.h - what the generators of scripts are given, and what they share
 *
 * For cmd_gen.c, which chooses one of them, and for gen_bpftrace.c, gen_d.c and
 * gen_handler.c, which have a language each.
 */
#ifndef SDTINFO_GEN_H
#define SDTINFO_GEN_H

#include <stdbool.h>
#include <stdio.h>

#include "table/clients.h"
#include "table/probe_table.h"

struct gen_probe {
	const char *module;
	const struct probe *probe;
	const struct probe *fields; /* it, or what is in @room: see client_fields() */
	struct client_fields *room;
	char *event;		/* as client_event() has it */
	size_t order;		/* in which it was read */
	bool chosen;
};

/*
 * struct gen_event - the probes of a module that are one event, in any of its functions
 *
 * At least one was chosen.  The @fields of the first are those of the event; those of
 * the others can have other names only.
 */
struct gen_event {
	const struct gen_probe *probes;
	size_t nr_probes;
};

/* By module, event and function; nothing is there twice. */
struct gen_events {
	struct gen_event *events;
	size_t nr_events;
	struct gen_probe *probes;
	size_t nr_probes;
};

/* Each prints a whole file, and returns how many of the events are in it. */
size_t gen_bpftrace(FILE *out, const struct gen_events *events);
size_t gen_d(FILE *out, const struct gen_events *events);
size_t gen_handler(FILE *out, const struct gen_events *events);

/* gen_print_modules() - the names, as lines of a comment */
void gen_print_modules(FILE *out, const struct gen_events *events);

/* gen_print_functions() - "In f() and g()": where a hit of the event can come from */
void gen_print_functions(FILE *out, const struct gen_event *event);

/* gen_has_name() - can bpftrace and D name the event?  D's has '-' for some '_'. */
bool gen_has_name(const struct gen_event *event);

bool gen_is_pointer(const struct probe_arg *arg);

/* gen_is_followed() - is it a string whose address sdt.ko and scripts may follow? */
bool gen_is_followed(const struct probe_arg *arg);

/* gen_has_bytes() - the same of bytes of a length */
bool gen_has_bytes(const struct probe_arg *arg);

/* gen_is_hex() - is the number printed in hexadecimal, in the width of its type? */
bool gen_is_hex(const struct probe_arg *arg);

/* gen_mask() - the bits that an argument of this size has */
uint64_t gen_mask(const struct probe_arg *arg);

/*
 * gen_has_bits() - does a bit mask have names, and not too many for a script?
 * gen_print_bits() - " (URGENT=%d LAST=%d)": formats of its bits
 * gen_print_tests() - for each of these formats whether all its bits are set in @value
 */
#define GEN_MAX_BITS	8	/* they take as much of a BPF program's stack as a text */
bool gen_has_bits(const struct probe_arg *arg);
void gen_print_bits(FILE *out, const struct probe_arg *arg);
void gen_print_tests(FILE *out, const struct probe_arg *arg, const char *value);

/* gen_has_text() - is a text printed beside its number: a string, or a value's name? */
bool gen_has_text(const struct probe_arg *arg);

/*
 * gen_nr_names() - how many values have a name
 * gen_next_name() - the next enumerator that is the name of a value
 * @i: where to begin: 0, then what was returned last plus 1
 *
 * Pass over those that are the second name of their value.  gen_next_name() returns
 * arg->nr_enumerators if there is none.
 */
unsigned int gen_nr_names(const struct probe_arg *arg);
unsigned int gen_next_name(const struct probe_arg *arg, unsigned int i);

/* gen_next_bits() - the same, but for a name of 0: no bit is set for that */
unsigned int gen_next_bits(const struct probe_arg *arg, unsigned int i);

/* Those arguments of an event that a language can print */
struct gen_args {
	const struct probe *probe;
	unsigned int nr;
	unsigned int number[SDT_MAX_ARGS];
};

/*
 * gen_call_end() - where the next call of printf() ends that begins at args->number[i]
 * @max_texts: so many texts are for one call
 */
unsigned int gen_call_end(const struct gen_args *args, unsigned int i,
			  unsigned int max_texts);

#endif /* SDTINFO_GEN_H */
