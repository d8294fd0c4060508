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
#include "table/pool.h"
#include "table/probe.h"

GEN_TEMPLATE(bpftrace_template, "bpftrace.bt.in");

/*
 * A text takes 64 bytes of a BPF program's stack of 512, and some more while a string is
 * read: bpftrace 0.17 accepts two texts in one printf(), and only one next to more than
 * eight arguments.
 */
#define MAX_TEXTS	2
#define MAX_ARGS	8

/* How many bytes bpftrace 0.17 copies at once by default */
#define MAX_BYTES	64

/*
 * Names of enumerators are in a map, by their list's number and value.  A map has room
 * for 4,096 of them.  In an expression, about a dozen names would fill the stack, and
 * bpftrace 0.23 accepts them only if all have the same length.
 */
#define MAX_NAMES	4096
#define MAX_NAME_SIZE	63

struct names {
	struct pool strings, lists;	/* of enumerators */
	size_t *numbers;		/* by a list's place in the pool; from 1 */
	const struct probe_arg **args;	/* by number: an argument with the list */
	size_t nr_lists;
	size_t nr_names;
};

/* 0 if the map has no room for the list */
static size_t new_number(struct names *names, const struct probe_arg *arg)
{
	unsigned int nr = gen_nr_names(arg);

	if (names->nr_names + nr > MAX_NAMES)
		return 0;
	names->args = xroom_for_one(names->args, names->nr_lists, sizeof(*names->args));
	names->args[names->nr_lists++] = arg;
	names->nr_names += nr;
	return names->nr_lists;
}

/* Number the list, if it is new; 0 if there is none, or no room in the map */
static size_t list_number(struct names *names, const struct probe_arg *arg)
{
	size_t first, nr = names->lists.nr_lists;

	if (!arg->nr_enumerators || arg->kind == SDT_ARG_BITMASK)
		return 0;
	first = pool_add_enumerators(&names->lists, &names->strings, arg);
	if (names->lists.nr_lists > nr) {
		names->numbers = xreallocarray(names->numbers, names->lists.room,
					       sizeof(*names->numbers));
		names->numbers[first] = new_number(names, arg);
	}
	return names->numbers[first];
}

static void add_names(struct names *names, const struct probe *probe)
{
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++)
		if (event_bpftrace_knows(probe->args[i].name))
			list_number(names, &probe->args[i]);
}

static void free_names(struct names *names)
{
	pool_free(&names->strings);
	pool_free(&names->lists);
	free(names->numbers);
	free(names->args);
}

/* Can bpftrace name the field with the number of bytes, if there is one? */
static bool bpftrace_knows_bound(const struct probe *probe, unsigned int i)
{
	const uint32_t field = event_bound_field(probe, i);

	return probe_bound_arg(&probe->args[i]) == NO_BOUND_ARG ||
	       (field != NO_BOUND_ARG && event_bpftrace_knows(probe->args[field].name));
}

static void print_bpftrace_format(FILE *out, struct names *names,
				  const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	bool is_signed = arg->flags & SDT_ARG_SIGNED;

	fprintf(out, " %s=", arg->name);
	if (probe_arg_is_pointer(arg) || probe_arg_is_hex(arg))
		fputs("0x%llx", out);
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
	else if (gen_has_bits(arg))
		gen_print_bits(out, arg);
	else if (list_number(names, arg))
		fputs(" (%s)", out);
}

/* Literals are signed, and there is none for the lowest number. */
static void print_number(FILE *out, uint64_t value)
{
	if (value == (uint64_t)INT64_MIN)
		fprintf(out, "(%" PRId64 " - 1)", INT64_MIN + 1);
	else
		fprintf(out, "%" PRId64, (int64_t)value);
}

static void print_list(FILE *out, const struct names *names, size_t number)
{
	const struct probe_arg *arg = names->args[number - 1];
	unsigned int i;
	char *name;

	gen_each_name(i, arg) {
		fprintf(out, "\t@name[%zu, ", number);
		print_number(out, arg->enumerators[i].value);
		fputs("] = \"", out);
		name = xasprintf("%.*s", MAX_NAME_SIZE, arg->enumerators[i].name);
		out_escaped(out, name);
		free(name);
		fputs("\";\n", out);
	}
}

/* bpftrace 0.17 takes an unsigned value for signed when it is cast. */
static char *wide(const struct probe_arg *arg, bool is_signed)
{
	if (is_signed || arg->size == 8)
		return xasprintf("(int64)args->%s", arg->name);
	return xasprintf("(int64)args->%s & %#" PRIx64, arg->name, probe_arg_mask(arg));
}

static void print_name(FILE *out, const struct probe_arg *arg, size_t list)
{
	char *value = wide(arg, arg->flags & SDT_ARG_SIGNED);

	fprintf(out, ", @name[%zu, %s]", list, value);
	free(value);
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

static void print_bpftrace_bits(FILE *out, const struct probe_arg *arg)
{
	char *value = xasprintf("args->%s", arg->name);

	gen_print_tests(out, arg, value);
	free(value);
}

static void print_bpftrace_value(FILE *out, struct names *names,
				 const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	size_t list = list_number(names, arg);
	char *bits = probe_arg_is_hex(arg) && (arg->flags & SDT_ARG_SIGNED) ?
		     wide(arg, false) : NULL;

	if (bits)
		fprintf(out, ",\n\t       %s", bits);
	else
		fprintf(out, ",\n\t       args->%s", arg->name);
	free(bits);
	if (arg->kind == SDT_ARG_FUNCTION)
		fprintf(out, ", ksym(args->%s)", arg->name);
	else if (gen_is_followed(arg) && bpftrace_knows_bound(probe, i))
		print_bpftrace_string(out, probe, i);
	else if (gen_has_bytes(arg) && bpftrace_knows_bound(probe, i))
		print_bpftrace_bytes(out, probe, i);
	else if (gen_has_bits(arg))
		print_bpftrace_bits(out, arg);
	else if (list)
		print_name(out, arg, list);
}

/*
 * Calls of printf()
 */

/* Are two texts printed for an argument, its number and what that means? */
static bool has_text(const struct probe_arg *arg)
{
	return arg->nr_enumerators || gen_is_followed(arg) || gen_has_bytes(arg);
}

/* Where the call ends that begins with argument @i of those that bpftrace can name */
static unsigned int call_end(const struct probe *probe, const unsigned int *args, unsigned int nr,
			     unsigned int i)
{
	unsigned int nr_texts = 0;

	for (; i < nr; i++) {
		nr_texts += has_text(&probe->args[args[i]]);
		if (nr_texts > (nr > MAX_ARGS ? 1 : MAX_TEXTS))
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

	fprintf(out, "\tprintf(\"%%s[%%d] %s:%s", gen->probe->module, gen->probe->event);
	for (i = first; i < end; i++)
		print_bpftrace_format(out, gen->data, probe, args[i]);
	fputs("\\n\",\n\t       comm, pid", out);
	for (i = first; i < end; i++)
		print_bpftrace_value(out, gen->data, probe, args[i]);
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

static bool has_enum_names(const struct gen_file *gen)
{
	const struct names *names = gen->data;

	return names->nr_lists;
}

static void print_enum_names(const struct gen_file *gen)
{
	const struct names *names = gen->data;
	size_t i;

	for (i = 1; i <= names->nr_lists; i++)
		print_list(gen->out, names, i);
}

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
	{ .word = "ENUMS", .is = has_enum_names, .print = print_enum_names },
	{ .word = "MISSING", .print = print_bpftrace_missing },
	{ .word = "CALLS", .print = print_bpftrace_calls },
	{ 0 }
};

size_t gen_bpftrace(FILE *out, const struct gen_events *events)
{
	struct names names = {
		.strings.size = 1, .lists.size = sizeof(struct sdt_table_enumerator),
	};
	const struct gen_file gen = { .out = out, .events = events, .data = &names };
	size_t i;

	for (i = 0; i < events->nr_events; i++)
		if (gen_has_name(&events->events[i]))
			add_names(&names, events->events[i].probes[0].fields);
	gen_template(&gen, bpftrace_template, bpftrace_words);
	free_names(&names);
	return gen_nr_named(events);
}
