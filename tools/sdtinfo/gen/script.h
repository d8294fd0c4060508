/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * script.h - what the generators of scripts share
 *
 * For the files gen_*.c, which have a language each.
 */
#ifndef SDTINFO_SCRIPT_H
#define SDTINFO_SCRIPT_H

#include <stdbool.h>
#include <stdio.h>

#include "gen.h"
#include "table/probe.h"

/* gen_print_modules() - the names, as lines of a comment */
void gen_print_modules(FILE *out, const struct gen_events *events);

/* gen_print_functions() - "In f() and g()": where a hit of the event can come from */
void gen_print_functions(FILE *out, const struct gen_event *event);

/* gen_has_name() - can bpftrace and D name the event?  D's has '-' for some '_'. */
bool gen_has_name(const struct gen_event *event);

/* gen_is_followed() - is it a string whose address sdt.ko and scripts may follow? */
bool gen_is_followed(const struct probe_arg *arg);

/* gen_has_bytes() - the same of bytes of a length */
bool gen_has_bytes(const struct probe_arg *arg);

/*
 * gen_has_bits() - does a bit mask have names, and not too many for a script?
 * gen_print_bits() - " (URGENT=%d LAST=%d)": formats of its bits
 * gen_print_tests() - for each of these formats whether all its bits are set in @value
 */
#define GEN_MAX_BITS	8	/* they take as much of a BPF program's stack as a text */
bool gen_has_bits(const struct probe_arg *arg);
void gen_print_bits(FILE *out, const struct probe_arg *arg);
void gen_print_tests(FILE *out, const struct probe_arg *arg, const char *value);

/*
 * gen_nr_names() - how many values have a name
 * gen_next_name() - the next enumerator that is the name of a value
 * @i: where to begin: 0, then what was returned last plus 1
 *
 * Both skip second names of a value.  gen_next_name() returns arg->nr_enumerators if
 * there are no more.
 */
unsigned int gen_nr_names(const struct probe_arg *arg);
unsigned int gen_next_name(const struct probe_arg *arg, unsigned int i);

/* Those arguments of an event that a language can print */
struct gen_args {
	const struct probe *probe;
	unsigned int nr;
	unsigned int number[SDT_MAX_ARGS];
};

/*
 * gen_call_end() - where the next call of printf() ends that begins at args->number[i]
 * @max_texts: how many texts one call can have
 */
unsigned int gen_call_end(const struct gen_args *args, unsigned int i,
			  unsigned int max_texts);

#endif /* SDTINFO_SCRIPT_H */
