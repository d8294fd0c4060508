/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gen.c - what the generators of scripts share
 *
 * Serves gen_bpftrace.c, gen_d.c and gen_handler.c.
 */
#include <string.h>

#include "clients.h"
#include "gen.h"
#include "output.h"

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
	return client_is_word(event->probes[0].module) &&
	       client_is_word(event->probes[0].event);
}

bool gen_is_pointer(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_POINTER || arg->kind == SDT_ARG_STRING ||
	       arg->kind == SDT_ARG_FUNCTION;
}

bool gen_is_followed(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_STRING &&
	       !(arg->flags & (SDT_ARG_PERCPU | SDT_ARG_IOMEM));
}

bool gen_has_text(const struct probe_arg *arg)
{
	return arg->nr_enumerators || gen_is_followed(arg);
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
		texts += gen_has_text(&args->probe->args[args->number[i]]);
		if (texts > max_texts)
			break;
	}
	return i;
}
