// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen_d.c - a script for DTrace
 *
 * dtrace.d.in is the template.  Arguments are numbers with casts: DTrace does not know the
 * modules' own types.  Serves cmd_gen.c.
 */
#include <stdlib.h>

#include "gen.h"
#include "lib/output.h"
#include "table/probe.h"

GEN_TEMPLATE(d_template, "dtrace.d.in");

/* How many bytes are shown at most if a field has the length, in lines of 16 */
#define MAX_BYTES	256U

/* Can D name the argument with the number of bytes, if there is one? */
static bool d_knows_bound(const struct probe *probe, unsigned int i)
{
	return probe_bound_arg(&probe->args[i]) == NO_BOUND_ARG ||
	       event_bound_field(probe, i) < DTRACE_MAX_ARGS;
}

static void print_d_format(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];

	fputc(' ', out);
	out_escaped(out, arg->name);
	if (probe_arg_is_pointer(arg) || probe_arg_is_hex(arg))
		fputs("=0x%x", out);
	else if (probe_arg_is_device(arg))
		fputs("=%u:%u", out);
	else
		fputs(arg->flags & SDT_ARG_SIGNED ? "=%d" : "=%u", out);
	if (arg->kind == SDT_ARG_FUNCTION)
		fputs(" %a", out);
	else if (gen_is_followed(arg) && d_knows_bound(probe, i))
		fputs(" \\\"%s\\\"", out);
}

/* D's arguments are unsigned numbers. */
static const char *cast(const struct probe_arg *arg, bool is_signed)
{
	static const char *const casts[] = {
		"(unsigned char)", "(signed char)", "(unsigned short)", "(short)",
		"(unsigned int)", "(int)", "(unsigned long long)", "(long long)",
	};

	return probe_arg_is_pointer(arg) ? "" : gen_type(arg, is_signed, casts);
}

static const char *number_cast(const struct probe_arg *arg)
{
	return cast(arg, arg->flags & SDT_ARG_SIGNED);
}

/* Up to its NUL or its length; substr() would count a negative length from the end. */
static void print_d_string(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	const uint32_t field = event_bound_field(probe, i);
	const char *number;

	if (field != NO_BOUND_ARG) {
		number = number_cast(&probe->args[field]);
		fprintf(out, ",\n\t       arg%u && %sarg%u > 0 ? substr(stringof((char *)arg%u), 0, %sarg%u) : \"\"",
			i, number, field, i, number, field);
	} else if (arg->bound) {
		fprintf(out, ", arg%u ? substr(stringof((char *)arg%u), 0, %u) : \"\"",
			i, i, arg->bound);
	} else {
		fprintf(out, ", arg%u ? stringof((char *)arg%u) : \"\"", i, i);
	}
}

/* A bad address ends the clause with a message, so strings at address 0 are not read. */
static void print_d_value(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];

	if (probe_arg_is_device(arg))
		fprintf(out, ",\n\t       (unsigned int)arg%u >> %u, arg%u & %u", i, SDT_MINOR_BITS, i,
			SDT_MINOR_MASK);
	else
		fprintf(out, ",\n\t       %sarg%u",
			probe_arg_is_hex(arg) ? cast(arg, false) : number_cast(arg), i);
	if (arg->kind == SDT_ARG_FUNCTION)
		fprintf(out, ", arg%u", i);
	else if (gen_is_followed(arg) && d_knows_bound(probe, i))
		print_d_string(out, probe, i);
}

/* Each in a clause of its own, because a bad address ends the clause. */
static void print_d_tracemem(const struct gen_file *gen, const char *name, unsigned int i)
{
	const struct probe *probe = gen->probe->fields;
	const struct probe_arg *arg = &probe->args[i];
	const uint32_t field = event_bound_field(probe, i);
	const char *number;

	if (!gen_has_bytes(arg) || !d_knows_bound(probe, i))
		return;
	fprintf(gen->out, "\nsdt:%s::%s\n", gen->probe->probe->group, name);
	if (field == NO_BOUND_ARG) {
		fprintf(gen->out, "/arg%u/\n{\n\ttracemem(arg%u, %u);\n}\n", i, i,
			arg->bound < MAX_BYTES ? arg->bound : MAX_BYTES);
		return;
	}
	number = number_cast(&probe->args[field]);
	fprintf(gen->out, "/arg%u && %sarg%u > 0/\n{\n\ttracemem(arg%u, %u, %sarg%u);\n}\n",
		i, number, field, i, MAX_BYTES, number, field);
}

/*
 * The template's words
 */

static unsigned int nr_d_args(const struct gen_file *gen)
{
	const unsigned int nr = gen->probe->fields->nr_args;

	return nr > DTRACE_MAX_ARGS ? DTRACE_MAX_ARGS : nr;
}

static void print_d_name(const struct gen_file *gen)
{
	out_comment(gen->out, gen->probe->probe->dtrace_event);
}

static void print_d_title(const struct gen_file *gen)
{
	out_comment(gen->out, gen->probe->probe->group);
	fputs("::", gen->out);
	print_d_name(gen);
}

static void print_d_missing(const struct gen_file *gen)
{
	const struct probe *probe = gen->probe->fields;
	unsigned int i;

	for (i = DTRACE_MAX_ARGS; i < probe->nr_args; i++) {
		fputs(i == DTRACE_MAX_ARGS ? ".\n * Without " : ", ", gen->out);
		out_comment(gen->out, probe->args[i].name);
	}
	if (probe->nr_args > DTRACE_MAX_ARGS)
		fprintf(gen->out, ": DTrace has %d arguments", DTRACE_MAX_ARGS);
}

static void print_d_formats(const struct gen_file *gen)
{
	unsigned int i;

	for (i = 0; i < nr_d_args(gen); i++)
		print_d_format(gen->out, gen->probe->fields, i);
}

static void print_d_values(const struct gen_file *gen)
{
	unsigned int i;

	for (i = 0; i < nr_d_args(gen); i++)
		print_d_value(gen->out, gen->probe->fields, i);
}

static void print_d_bytes(const struct gen_file *gen)
{
	const char *name = gen->probe->probe->dtrace_event;
	unsigned int i;

	for (i = 0; i < nr_d_args(gen); i++)
		print_d_tracemem(gen, name, i);
}

static const struct gen_word d_words[] = {
	{ .word = "DTRACE_NAME", .print = print_d_name },
	{ .word = "DTRACE_TITLE", .print = print_d_title },
	{ .word = "MISSING", .print = print_d_missing },
	{ .word = "FORMATS", .print = print_d_formats },
	{ .word = "VALUES", .print = print_d_values },
	{ .word = "BYTES", .print = print_d_bytes },
	{ 0 }
};

size_t gen_d(FILE *out, const struct gen_events *events)
{
	const struct gen_file gen = { .out = out, .events = events };

	gen_template(&gen, d_template, d_words);
	return gen_nr_named(events);
}
