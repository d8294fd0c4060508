// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen_bpftrace.c - a script for bpftrace
 *
 * For bpftrace 0.17 and later.  bpftrace.bt.in is the template.  Serves cmd_gen.c.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "gen.h"
#include "lib/output.h"
#include "lib/util.h"
#include "table/probe.h"

GEN_TEMPLATE(bpftrace_template, "bpftrace.bt.in");

/*
 * A text takes 64 bytes of a BPF program's stack of 512, and some more while a string is
 * read: bpftrace 0.17 accepts two texts in one printf(), and only one next to more than
 * eight arguments.  So is each argument of a printf().
 */
#define MAX_TEXTS	2
#define MAX_ARGS	8
#define MAX_CALL	12

/* How many bytes bpftrace 0.17 copies at once by default */
#define MAX_BYTES	64

/* Can bpftrace name the field with the number of bytes, if there is one? */
static bool bpftrace_knows_bound(const struct probe *probe, unsigned int i)
{
	const uint32_t field = event_bound_field(probe, i);

	return probe_bound_arg(&probe->args[i]) == NO_BOUND_ARG ||
	       (field != NO_BOUND_ARG && event_bpftrace_knows(probe->args[field].name));
}

static void print_bpftrace_format(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	bool is_signed = arg->flags & SDT_ARG_SIGNED;

	fprintf(out, " %s=", arg->name);
	if (probe_arg_is_pointer(arg) || probe_arg_is_hex(arg))
		fputs("0x%llx", out);
	else if (probe_arg_is_device(arg))
		fputs("%u:%u", out);
	else if (arg->size == 8)
		fputs(is_signed ? "%lld" : "%llu", out);
	else
		fputs(is_signed ? "%d" : "%u", out);
	if (arg->kind == SDT_ARG_FUNCTION)
		fputs(" %s", out);
	else if (gen_is_followed(arg) && bpftrace_knows_bound(probe, i))
		fputs(" \\\"%s\\\"", out);
	else if (gen_has_bytes(arg) && bpftrace_knows_bound(probe, i))
		fputs(" \\\"%r\\\"", out);
}

/* bpftrace 0.17 takes an unsigned value for signed when it is cast. */
static char *wide(const struct probe_arg *arg, bool is_signed)
{
	if (is_signed || arg->size == 8)
		return xasprintf("(int64)args->%s", arg->name);
	return xasprintf("(int64)args->%s & %#" PRIx64, arg->name, probe_arg_mask(arg));
}

/* bpftrace 0.17 accepts only lengths of 64 bits.  A negative length becomes 0. */
static char *bound_text(const struct probe *probe, unsigned int i)
{
	const uint32_t field = event_bound_field(probe, i);
	const struct probe_arg *arg = &probe->args[i];
	char *value, *text;

	if (field == NO_BOUND_ARG)
		return xasprintf("%u", arg->bound < MAX_BYTES ? arg->bound :
								MAX_BYTES);
	arg = &probe->args[field];
	value = wide(arg, arg->flags & SDT_ARG_SIGNED);
	if (!(arg->flags & SDT_ARG_SIGNED))
		return value;
	text = xasprintf("%s > 0 ? %s : 0", value, value);
	free(value);
	return text;
}

/*
 * Reads the string through the pointer, because bpftrace 0.23 shows all copies as empty.
 * Only the address tells whether a pointer leads to kernel or user memory.
 */
static void print_bpftrace_string(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	char *bound = arg->bound ? bound_text(probe, i) : NULL;
	char *size = bound ? xasprintf(", %s", bound) : xasprintf("%s", "");

	if (arg->flags & SDT_ARG_USER)
		fprintf(out, ", str(uptr(args->%s)%s)", arg->name, size);
	else
		fprintf(out, ",\n\t       (int64)args->%s < 0 ? str(kptr(args->%s)%s) : str(uptr(args->%s)%s)",
			arg->name, arg->name, size, arg->name, size);
	free(size);
	free(bound);
}

/* Unlike str(), buf() cannot be in an expression that tests the address. */
static void print_bpftrace_bytes(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	char *bound = bound_text(probe, i);

	fprintf(out, ",\n\t       buf(%s(args->%s), %s)",
		arg->flags & SDT_ARG_USER ? "uptr" : "kptr", arg->name, bound);
	free(bound);
}

static void print_bpftrace_value(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	char *bits = probe_arg_is_hex(arg) && (arg->flags & SDT_ARG_SIGNED) ?
		     wide(arg, false) : NULL;

	if (bits)
		fprintf(out, ",\n\t       %s", bits);
	else if (probe_arg_is_device(arg))
		fprintf(out, ",\n\t       args->%s >> %u, args->%s & %u", arg->name, SDT_MINOR_BITS,
			arg->name, SDT_MINOR_MASK);
	else
		fprintf(out, ",\n\t       args->%s", arg->name);
	free(bits);
	if (arg->kind == SDT_ARG_FUNCTION)
		fprintf(out, ", ksym(args->%s)", arg->name);
	else if (gen_is_followed(arg) && bpftrace_knows_bound(probe, i))
		print_bpftrace_string(out, probe, i);
	else if (gen_has_bytes(arg) && bpftrace_knows_bound(probe, i))
		print_bpftrace_bytes(out, probe, i);
}

/*
 * Calls of printf()
 */

/* Is a text printed behind an argument's address? */
static bool has_text(const struct probe_arg *arg)
{
	return gen_is_followed(arg) || gen_has_bytes(arg);
}

/* Where the call ends that begins with argument @i of those that bpftrace can name */
static unsigned int call_end(const struct probe *probe, const unsigned int *args, unsigned int nr,
			     unsigned int i)
{
	unsigned int nr_texts = 0, nr_values = 0;

	for (; i < nr; i++) {
		nr_texts += has_text(&probe->args[args[i]]);
		nr_values += 1 + probe_arg_is_device(&probe->args[args[i]]);
		if (nr_values > MAX_CALL || nr_texts > (nr > MAX_ARGS ? 1 : MAX_TEXTS))
			break;
	}
	return i;
}

static void print_call(const struct gen_file *gen, const unsigned int *args, unsigned int first,
		       unsigned int end)
{
	const struct probe *probe = gen->probe->fields;
	FILE *out = gen->out;
	unsigned int i;

	fprintf(out, "\tprintf(\"%%s[%%d] %s:%s", gen->probe->probe->group, gen->probe->event);
	for (i = first; i < end; i++)
		print_bpftrace_format(out, probe, args[i]);
	fputs("\\n\",\n\t       comm, pid", out);
	for (i = first; i < end; i++)
		print_bpftrace_value(out, probe, args[i]);
	fputs(");\n", out);
}

static void print_bpftrace_calls(const struct gen_file *gen)
{
	const struct probe *probe = gen->probe->fields;
	unsigned int args[SDT_MAX_ARGS], i, nr = 0, first = 0, end;

	for (i = 0; i < probe->nr_args; i++)
		if (event_bpftrace_knows(probe->args[i].name))
			args[nr++] = i;
	do {
		end = call_end(probe, args, nr, first);
		print_call(gen, args, first, end);
		first = end;
	} while (first < nr);
}

/*
 * The template's words
 */

static void print_bpftrace_missing(const struct gen_file *gen)
{
	const struct probe *probe = gen->probe->fields;
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++) {
		if (event_bpftrace_knows(probe->args[i].name))
			continue;
		fputs(".\n * Without ", gen->out);
		out_comment(gen->out, probe->args[i].name);
		fputs(", which bpftrace cannot name", gen->out);
	}
}

static const struct gen_word bpftrace_words[] = {
	{ .word = "MISSING", .print = print_bpftrace_missing },
	{ .word = "CALLS", .print = print_bpftrace_calls },
	{ 0 }
};

size_t gen_bpftrace(FILE *out, const struct gen_events *events)
{
	const struct gen_file gen = { .out = out, .events = events };

	gen_template(&gen, bpftrace_template, bpftrace_words);
	return gen_nr_named(events);
}
