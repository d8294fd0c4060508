// SPDX-License-Identifier: GPL-2.0-only
/*
 * script.c - what the generators of scripts share
 *
 * Serves the files gen_*.c.
 */
#include <inttypes.h>
#include <string.h>

#include "lib/output.h"
#include "script.h"
#include "table/event_names.h"

void gen_print_modules(FILE *out, const struct gen_events *events)
{
	const char *last = "", *module;
	size_t i;

	for (i = 0; i < events->nr_events; i++) {
		module = events->events[i].probes[0].module;
		if (!strcmp(module, last))
			continue;
		fputs(" *\t", out);
		out_comment(out, module);
		fputc('\n', out);
		last = module;
	}
}

void gen_print_functions(FILE *out, const struct gen_event *event)
{
	size_t i;

	fputs("In ", out);
	for (i = 0; i < event->nr_probes; i++) {
		if (i)
			fputs(i + 1 < event->nr_probes ? ", " : " and ", out);
		out_comment(out, event->probes[i].probe->function);
		fputs("()", out);
	}
}

bool gen_has_name(const struct gen_event *event)
{
	return event_is_word(event->probes[0].module) &&
	       event_is_word(event->probes[0].event);
}

static bool can_follow(const struct probe_arg *arg)
{
	return !(arg->flags & (SDT_ARG_PERCPU | SDT_ARG_IOMEM));
}

bool gen_is_followed(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_STRING && can_follow(arg);
}

bool gen_has_bytes(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_BYTES && can_follow(arg);
}

/* Is a text printed beside its number: a string, or a value's name? */
static bool has_text(const struct probe_arg *arg)
{
	return arg->nr_enumerators || gen_is_followed(arg) || gen_has_bytes(arg);
}

/* As gen_next_name(), but skip a name of 0, which sets no bit. */
static unsigned int next_bits(const struct probe_arg *arg, unsigned int i)
{
	i = gen_next_name(arg, i);
	if (i < arg->nr_enumerators && !arg->enumerators[i].value)
		i = gen_next_name(arg, i + 1);
	return i;
}

bool gen_has_bits(const struct probe_arg *arg)
{
	unsigned int i, nr = 0;

	if (arg->kind != SDT_ARG_BITMASK)
		return false;
	for (i = next_bits(arg, 0); i < arg->nr_enumerators;
	     i = next_bits(arg, i + 1))
		nr++;
	return nr && nr <= GEN_MAX_BITS;
}

void gen_print_bits(FILE *out, const struct probe_arg *arg)
{
	unsigned int i;

	fputs(" (", out);
	for (i = next_bits(arg, 0); i < arg->nr_enumerators;
	     i = next_bits(arg, i + 1)) {
		fputs(i > next_bits(arg, 0) ? " " : "", out);
		out_escaped(out, arg->enumerators[i].name);
		fputs("=%d", out);
	}
	fputc(')', out);
}

void gen_print_tests(FILE *out, const struct probe_arg *arg, const char *value)
{
	const char *before = ",\n\t       ";
	unsigned int i;
	uint64_t bits;

	for (i = next_bits(arg, 0); i < arg->nr_enumerators;
	     i = next_bits(arg, i + 1)) {
		bits = arg->enumerators[i].value & probe_arg_mask(arg);
		fprintf(out, "%s(%s & %#" PRIx64 ") == %#" PRIx64 " ? 1 : 0",
			before, value, bits, bits);
		before = ", ";
	}
}

unsigned int gen_next_name(const struct probe_arg *arg, unsigned int i)
{
	unsigned int j;

	for (; i < arg->nr_enumerators; i++) {
		for (j = 0; j < i; j++)
			if (arg->enumerators[j].value ==
			    arg->enumerators[i].value)
				break;
		if (j == i)
			break;
	}
	return i;
}

unsigned int gen_nr_names(const struct probe_arg *arg)
{
	unsigned int i, nr = 0;

	for (i = gen_next_name(arg, 0); i < arg->nr_enumerators;
	     i = gen_next_name(arg, i + 1))
		nr++;
	return nr;
}

unsigned int gen_call_end(const struct gen_args *args, unsigned int i,
			  unsigned int max_texts)
{
	unsigned int texts = 0;

	for (; i < args->nr; i++) {
		texts += has_text(&args->probe->args[args->number[i]]);
		if (texts > max_texts)
			break;
	}
	return i;
}
