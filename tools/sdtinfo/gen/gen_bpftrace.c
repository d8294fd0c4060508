// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen_bpftrace.c - a script for bpftrace
 *
 * For bpftrace 0.17 and later.  Serves cmd_gen.c.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "gen.h"
#include "lib/output.h"
#include "lib/util.h"
#include "script.h"
#include "table/event_names.h"
#include "table/pool.h"
#include "table/probe.h"

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
	struct pool pool;		/* of enumerators */
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
	names->args = xroom_for_one(names->args, names->nr_lists,
				    sizeof(*names->args));
	names->args[names->nr_lists++] = arg;
	names->nr_names += nr;
	return names->nr_lists;
}

/* Number the list, if it is new; 0 if there is none, or no room in the map */
static size_t list_number(struct names *names, const struct probe_arg *arg)
{
	size_t first, nr = names->pool.nr_lists;

	if (!arg->nr_enumerators || arg->kind == SDT_ARG_BITMASK)
		return 0;
	first = pool_add(&names->pool, arg->enumerators,
			      arg->nr_enumerators);
	if (names->pool.nr_lists > nr) {
		names->numbers = xreallocarray(names->numbers, names->pool.room,
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
	pool_free(&names->pool);
	free(names->numbers);
	free(names->args);
}

/* Can bpftrace name the field with the number of bytes, if there is one? */
static bool knows_bound(const struct probe *probe, unsigned int i)
{
	const uint32_t field = event_bound_field(probe, i);

	return probe_bound_arg(&probe->args[i]) == NO_BOUND_ARG ||
	       (field != NO_BOUND_ARG &&
		event_bpftrace_knows(probe->args[field].name));
}

static void print_format(FILE *out, struct names *names,
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
	else if (gen_is_followed(arg) && knows_bound(probe, i))
		fputs(" \\\"%s\\\"", out);
	else if (gen_has_bytes(arg) && knows_bound(probe, i))
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

	for (i = gen_next_name(arg, 0); i < arg->nr_enumerators;
	     i = gen_next_name(arg, i + 1)) {
		fprintf(out, "\t@name[%zu, ", number);
		print_number(out, arg->enumerators[i].value);
		fputs("] = \"", out);
		name = xasprintf("%.*s", MAX_NAME_SIZE,
				 arg->enumerators[i].name);
		out_escaped(out, name);
		free(name);
		fputs("\";\n", out);
	}
}

/* bpftrace prints all maps when the script ends, so END clears this one. */
static void print_names(FILE *out, const struct names *names)
{
	size_t i;

	if (!names->nr_lists)
		return;
	fputs("\n/* The names of enums' values */\nBEGIN\n{\n", out);
	for (i = 1; i <= names->nr_lists; i++)
		print_list(out, names, i);
	fputs("}\n\nEND\n{\n\tclear(@name);\n}\n", out);
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
static void print_string(FILE *out, const struct probe *probe, unsigned int i)
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
static void print_bytes(FILE *out, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	char *bound = bound_text(probe, i);

	fprintf(out, ",\n\t       buf(%s(args->%s), %s)",
		arg->flags & SDT_ARG_USER ? "uptr" : "kptr", arg->name, bound);
	free(bound);
}

static void print_bits(FILE *out, const struct probe_arg *arg)
{
	char *value = xasprintf("args->%s", arg->name);

	gen_print_tests(out, arg, value);
	free(value);
}

static void print_value(FILE *out, struct names *names,
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
	else if (gen_is_followed(arg) && knows_bound(probe, i))
		print_string(out, probe, i);
	else if (gen_has_bytes(arg) && knows_bound(probe, i))
		print_bytes(out, probe, i);
	else if (gen_has_bits(arg))
		print_bits(out, arg);
	else if (list)
		print_name(out, arg, list);
}

static void print_call(FILE *out, struct names *names,
		       const struct gen_event *event,
		       const struct gen_args *args, unsigned int first,
		       unsigned int end)
{
	const struct gen_probe *probe = &event->probes[0];
	unsigned int i;

	fprintf(out, "\tprintf(\"%%s[%%d] %s:%s", probe->module, probe->event);
	for (i = first; i < end; i++)
		print_format(out, names, args->probe, args->number[i]);
	fputs("\\n\",\n\t       comm, pid", out);
	for (i = first; i < end; i++)
		print_value(out, names, args->probe, args->number[i]);
	fputs(");\n", out);
}

static void print_missing(FILE *out, const struct probe *probe)
{
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++) {
		if (event_bpftrace_knows(probe->args[i].name))
			continue;
		fputs(".\n * Without ", out);
		out_comment(out, probe->args[i].name);
		fputs(", which bpftrace cannot name", out);
	}
}

static unsigned int max_texts(const struct gen_args *args)
{
	return args->nr > MAX_ARGS ? 1 : MAX_TEXTS;
}

static void print_clause(FILE *out, struct names *names,
			 const struct gen_event *event)
{
	const struct probe *probe = event->probes[0].fields;
	struct gen_args args = { .probe = probe };
	unsigned int i, end;

	fputs("\n/*\n * ", out);
	gen_print_functions(out, event);
	print_missing(out, probe);
	fprintf(out, ".\n */\ntracepoint:%s:%s\n{\n", event->probes[0].module,
		event->probes[0].event);
	for (i = 0; i < probe->nr_args; i++)
		if (event_bpftrace_knows(probe->args[i].name))
			args.number[args.nr++] = i;
	i = 0;
	do {
		end = gen_call_end(&args, i, max_texts(&args));
		print_call(out, names, event, &args, i, end);
		i = end;
	} while (i < args.nr);
	fputs("}\n", out);
}

static void print_nothing(FILE *out, const struct gen_event *event)
{
	fputs("\n/* Without ", out);
	out_comment(out, event->probes[0].module);
	fputc(':', out);
	out_comment(out, event->probes[0].event);
	fputs(", which bpftrace cannot name. */\n", out);
}

size_t gen_bpftrace(FILE *out, const struct gen_events *events)
{
	struct names names = { .pool.kind = &pool_of_enumerators };
	size_t i, nr = 0;

	fputs("/*\n"
	      " * Prints probes of these modules as they fire, with all arguments:\n"
	      " *\n", out);
	gen_print_modules(out, events);
	fputs(" *\n"
	      " * To be run as \"bpftrace FILE\", as root, and ended with Ctrl-C.  The modules have\n"
	      " * to be loaded, and sdt.ko with layout=linux, as it is unless told otherwise.  A\n"
	      " * string that cannot be read is empty.  Made by \"sdtinfo gen --bpftrace\".\n"
	      " */\n", out);
	for (i = 0; i < events->nr_events; i++)
		if (gen_has_name(&events->events[i]))
			add_names(&names, events->events[i].probes[0].fields);
	print_names(out, &names);
	for (i = 0; i < events->nr_events; i++) {
		if (gen_has_name(&events->events[i])) {
			print_clause(out, &names, &events->events[i]);
			nr++;
		} else {
			print_nothing(out, &events->events[i]);
		}
	}
	free_names(&names);
	return nr;
}
