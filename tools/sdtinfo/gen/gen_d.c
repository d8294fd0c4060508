// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen_d.c - a script for DTrace
 *
 * Arguments are numbers with casts: DTrace does not know the modules' own types.
 * Serves cmd_gen.c.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "gen.h"
#include "lib/output.h"
#include "script.h"
#include "table/event_names.h"
#include "table/probe.h"

/* An enum with more names is printed as a number: each makes the program longer. */
#define MAX_NAMES	100

/* How many bytes are shown at most if a field has the length, in lines of 16 */
#define MAX_BYTES	256U

static bool is_named(const struct probe_arg *arg)
{
	return arg->nr_enumerators && arg->kind != SDT_ARG_BITMASK &&
	       gen_nr_names(arg) <= MAX_NAMES;
}

/* Can D name the argument with the number of bytes, if there is one? */
static bool knows_bound(const struct probe *probe, unsigned int i)
{
	return probe_bound_arg(&probe->args[i]) == NO_BOUND_ARG ||
	       event_bound_field(probe, i) < DTRACE_MAX_ARGS;
}

static void print_format(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];

	fputc(' ', out);
	out_escaped(out, arg->name);
	if (probe_arg_is_pointer(arg) || probe_arg_is_hex(arg))
		fputs("=0x%x", out);
	else
		fputs(arg->flags & SDT_ARG_SIGNED ? "=%d" : "=%u", out);
	if (arg->kind == SDT_ARG_FUNCTION)
		fputs(" %a", out);
	else if (gen_is_followed(arg) && knows_bound(probe, i))
		fputs(" \\\"%s\\\"", out);
	else if (gen_has_bits(arg))
		gen_print_bits(out, arg);
	else if (is_named(arg))
		fputs(" (%s)", out);
}

/* D's arguments are unsigned numbers. */
static const char *cast(const struct probe_arg *arg, bool is_signed)
{
	if (probe_arg_is_pointer(arg))
		return "";
	switch (arg->size) {
	case 1:
		return is_signed ? "(signed char)" : "(unsigned char)";
	case 2:
		return is_signed ? "(short)" : "(unsigned short)";
	case 4:
		return is_signed ? "(int)" : "(unsigned int)";
	default:
		return is_signed ? "(long long)" : "(unsigned long long)";
	}
}

static const char *number_cast(const struct probe_arg *arg)
{
	return cast(arg, arg->flags & SDT_ARG_SIGNED);
}

static void print_names(FILE *out, const struct probe_arg *arg, unsigned int nr)
{
	uint64_t mask = probe_arg_mask(arg);
	unsigned int i;

	for (i = gen_next_name(arg, 0); i < arg->nr_enumerators;
	     i = gen_next_name(arg, i + 1)) {
		fprintf(out, "%s\n\t       arg%u == %#" PRIx64 " ? \"",
			i ? "" : ",", nr, arg->enumerators[i].value & mask);
		out_escaped(out, arg->enumerators[i].name);
		fputs("\" :", out);
	}
	fputs(" \"?\"", out);
}

/* Up to its NUL or its length; substr() would count a negative length from the end. */
static void print_string(FILE *out, const struct probe *probe, unsigned int i)
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

static void print_bits(FILE *out, const struct probe_arg *arg, unsigned int i)
{
	char value[16];

	snprintf(value, sizeof(value), "arg%u", i);
	gen_print_tests(out, arg, value);
}

/* A bad address ends the clause with a message, so strings at address 0 are not read. */
static void print_value(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];

	fprintf(out, ",\n\t       %sarg%u",
		probe_arg_is_hex(arg) ? cast(arg, false) : number_cast(arg), i);
	if (arg->kind == SDT_ARG_FUNCTION)
		fprintf(out, ", arg%u", i);
	else if (gen_is_followed(arg) && knows_bound(probe, i))
		print_string(out, probe, i);
	else if (gen_has_bits(arg))
		print_bits(out, arg, i);
	else if (is_named(arg))
		print_names(out, arg, i);
}

static void print_missing(FILE *out, const struct probe *probe)
{
	unsigned int i;

	for (i = DTRACE_MAX_ARGS; i < probe->nr_args; i++) {
		fputs(i == DTRACE_MAX_ARGS ? ".\n * Without " : ", ", out);
		out_comment(out, probe->args[i].name);
	}
	if (probe->nr_args > DTRACE_MAX_ARGS)
		fprintf(out, ": DTrace has %d arguments", DTRACE_MAX_ARGS);
}

/* Each in a clause of its own, because a bad address ends the clause. */
static void print_bytes(FILE *out, const struct gen_event *event,
			const char *name, unsigned int i)
{
	const struct probe *probe = event->probes[0].fields;
	const struct probe_arg *arg = &probe->args[i];
	const uint32_t field = event_bound_field(probe, i);
	const char *number;

	if (!gen_has_bytes(arg) || !knows_bound(probe, i))
		return;
	fprintf(out, "\nsdt:%s::%s\n", event->probes[0].module, name);
	if (field == NO_BOUND_ARG) {
		fprintf(out, "/arg%u/\n{\n\ttracemem(arg%u, %u);\n}\n", i, i,
			arg->bound < MAX_BYTES ? arg->bound : MAX_BYTES);
		return;
	}
	number = number_cast(&probe->args[field]);
	fprintf(out, "/arg%u && %sarg%u > 0/\n{\n\ttracemem(arg%u, %u, %sarg%u);\n}\n",
		i, number, field, i, MAX_BYTES, number, field);
}

static void print_clause(FILE *out, const struct gen_event *event,
			 const char *name)
{
	const char *module = event->probes[0].module;
	const struct probe *probe = event->probes[0].fields;
	unsigned int i, nr = probe->nr_args;

	if (nr > DTRACE_MAX_ARGS)
		nr = DTRACE_MAX_ARGS;
	fputs("\n/*\n * ", out);
	gen_print_functions(out, event);
	print_missing(out, probe);
	fprintf(out, ".\n */\nsdt:%s::%s\n{\n", module, name);
	fprintf(out, "\tprintf(\"%%s[%%d] %s:%s", module, name);
	for (i = 0; i < nr; i++)
		print_format(out, probe, i);
	fputs("\\n\",\n\t       execname, pid", out);
	for (i = 0; i < nr; i++)
		print_value(out, probe, i);
	fputs(");\n}\n", out);
	for (i = 0; i < nr; i++)
		print_bytes(out, event, name, i);
}

size_t gen_d(FILE *out, const struct gen_events *events)
{
	size_t i, nr = 0;
	const char *name;

	fputs("/*\n"
	      " * Prints probes of these modules as they fire, with all arguments:\n"
	      " *\n", out);
	gen_print_modules(out, events);
	fputs(" *\n"
	      " * To be run as \"dtrace -s FILE\", as root, and ended with Ctrl-C.  The modules have\n"
	      " * to be loaded, and sdt.ko with layout=dtrace.  Made by \"sdtinfo gen --d\".\n"
	      " */\n"
	      "#pragma D option quiet\n", out);
	for (i = 0; i < events->nr_events; i++) {
		const struct gen_event *event = &events->events[i];

		name = event->probes[0].probe->dtrace_event;
		if (gen_has_name(event)) {
			print_clause(out, event, name);
			nr++;
		} else {
			fputs("\n/* Without ", out);
			out_comment(out, event->probes[0].module);
			fputs("::", out);
			out_comment(out, name);
			fputs(", which D cannot name. */\n", out);
		}
	}
	return nr;
}
