// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen_handler.c - the source of a module with handlers
 *
 * handler.c.in is the template.  It does not know the modules' types: an argument is
 * printed according to its kind, size and sign.  Serves cmd_gen.c.
 */
#include <stdlib.h>

#include "gen.h"
#include "lib/output.h"
#include "lib/util.h"
#include "table/probe.h"

GEN_TEMPLATE(handler_template, "handler.c.in");

/* A line of the kernel's log has 1,000 bytes, and a text up to 63. */
#define MAX_TEXTS	6

static bool any_arg(const struct gen_events *events,
		    bool (*is)(const struct probe_arg *arg))
{
	const struct probe *probe;
	unsigned int arg;
	size_t i;

	for (i = 0; i < events->nr_events; i++) {
		probe = events->events[i].probes[0].fields;
		for (arg = 0; arg < probe->nr_args; arg++)
			if (is(&probe->args[arg]))
				return true;
	}
	return false;
}

static bool is_enum(const struct probe_arg *arg)
{
	return arg->nr_enumerators && arg->kind != SDT_ARG_BITMASK;
}

static bool is_bitmask(const struct probe_arg *arg)
{
	return arg->nr_enumerators && arg->kind == SDT_ARG_BITMASK;
}

/* Something for which the handler needs room */
static bool needs_room(const struct probe_arg *arg)
{
	return gen_is_followed(arg) || gen_has_bytes(arg) || is_bitmask(arg);
}

static void print_handler_format(FILE *out, const struct probe_arg *arg)
{
	bool is_signed = arg->flags & SDT_ARG_SIGNED;

	fputc(' ', out);
	out_escaped(out, arg->name);
	if (probe_arg_is_pointer(arg))
		fputs("=%p", out);
	else if (probe_arg_is_hex(arg))
		fputs(arg->size == 8 ? "=0x%llx" : "=0x%x", out);
	else if (arg->size == 8)
		fputs(is_signed ? "=%lld" : "=%llu", out);
	else
		fputs(is_signed ? "=%d" : "=%u", out);
	if (arg->kind == SDT_ARG_FUNCTION)
		fputs(" %ps", out);
	else if (gen_is_followed(arg))
		fputs(" \\\"%s\\\"", out);
	else if (gen_has_bytes(arg))
		fputs(" (%*ph)", out);
	else if (arg->nr_enumerators)
		fputs(" (%s)", out);
}

static const char *cast(const struct probe_arg *arg)
{
	bool is_signed = (arg->flags & SDT_ARG_SIGNED) && !probe_arg_is_hex(arg);

	if (probe_arg_is_pointer(arg))
		return "(void *)";
	switch (arg->size) {
	case 1:
		return is_signed ? "(s8)" : "(u8)";
	case 2:
		return is_signed ? "(s16)" : "(u16)";
	case 4:
		return is_signed ? "(s32)" : "(u32)";
	default:
		return is_signed ? "(s64)" : "";
	}
}

/* The number of bytes that the argument points to; @native: the argument's number */
static char *size_text(const struct probe_arg *arg, unsigned int native)
{
	return arg->bound ? xasprintf("sdt_bound(hit, %u)", native) :
			    xasprintf("TEXT_SIZE");
}

static void print_handler_copy(FILE *out, const struct probe_arg *arg,
			       unsigned int native, const char *value, unsigned int text)
{
	const char *is_user = arg->flags & SDT_ARG_USER ? "true" : "false";
	char *size = size_text(arg, native);

	if (gen_has_bytes(arg))
		fprintf(out, ",\n\t\tbytes_at(text[%u], %s, %s, %s), text[%u]",
			text, value, size, is_user, text);
	else
		fprintf(out, ", text_at(text[%u], %s, %s, %s)", text, value,
			size, is_user);
	free(size);
}

/* @text: the number of the next text in this call */
static void print_handler_value(FILE *out, const struct probe *probe, unsigned int i,
				unsigned int *text)
{
	const struct probe_arg *arg = &probe->args[i];
	const bool is_translated = probe->flags & SDT_PROBE_TRANSLATED;
	const unsigned int native = is_translated ? probe->xlated[i].arg : i;
	char *value = xasprintf(is_translated ? "sdt_xlated_native(hit, %u)" :
						"args[%u]", i);

	fprintf(out, ",\n\t\t%s%s", cast(arg), value);
	if (arg->kind == SDT_ARG_FUNCTION)
		fprintf(out, ", (void *)%s", value);
	else if (gen_is_followed(arg) || gen_has_bytes(arg))
		print_handler_copy(out, arg, native, value, (*text)++);
	else if (is_bitmask(arg))
		fprintf(out, ", names_of(text[%u], &probe->args[%u], %s)",
			(*text)++, native, value);
	else if (arg->nr_enumerators)
		fprintf(out, ", name_of(&probe->args[%u], %s)", native, value);
	free(value);
}

static void print_pr_info(FILE *out, const struct gen_args *args,
			  unsigned int first, unsigned int end)
{
	unsigned int i, text = 0;

	fputs("\tpr_info(\"%s[%d] %s:%s:%s:%s", out);
	for (i = first; i < end; i++)
		print_handler_format(out, &args->probe->args[i]);
	fputs("\\n\",\n\t\tcurrent->comm, current->tgid,\n"
	      "\t\tprobe->provider, probe->module, probe->function, probe->name", out);
	for (i = first; i < end; i++)
		print_handler_value(out, args->probe, i, &text);
	fputs(");\n", out);
}

static unsigned int nr_strings(const struct gen_args *args, unsigned int i,
			       unsigned int end)
{
	unsigned int nr = 0;

	for (; i < end; i++)
		nr += needs_room(&args->probe->args[i]);
	return nr;
}

/* How many texts the function needs room for at a time */
static unsigned int max_strings(const struct gen_args *args)
{
	unsigned int i, end, nr, max = 0;

	for (i = 0; i < args->nr; i = end) {
		end = gen_call_end(args, i, MAX_TEXTS);
		nr = nr_strings(args, i, end);
		if (nr > max)
			max = nr;
	}
	return max;
}

/* All arguments, which are of the same types in all probes of an event */
static struct gen_args handler_args(const struct gen *gen)
{
	const struct probe *probe = gen->event->probes[0].fields;
	struct gen_args args = { .probe = probe };

	for (; args.nr < probe->nr_args; args.nr++)
		args.number[args.nr] = args.nr;
	return args;
}

/*
 * The template's words
 */

static bool has_any_text(const struct gen *gen)
{
	return any_arg(gen->events, needs_room);
}

static bool has_any_string(const struct gen *gen)
{
	return any_arg(gen->events, gen_is_followed);
}

static bool has_any_bytes(const struct gen *gen)
{
	return any_arg(gen->events, gen_has_bytes);
}

static bool has_any_copy(const struct gen *gen)
{
	return has_any_string(gen) || has_any_bytes(gen);
}

static bool has_any_enum(const struct gen *gen)
{
	return any_arg(gen->events, is_enum);
}

static bool has_any_bitmask(const struct gen *gen)
{
	return any_arg(gen->events, is_bitmask);
}

static bool has_args(const struct gen *gen)
{
	const struct probe *probe = gen->probe->fields;

	return probe->nr_args && !(probe->flags & SDT_PROBE_TRANSLATED);
}

static bool needs_translators(const struct gen *gen)
{
	const struct probe *probe = gen->probe->fields;

	return probe->nr_args && probe->flags & SDT_PROBE_TRANSLATED;
}

/* What the handler could do with translators, as a comment */
static void print_translators(const struct gen *gen)
{
	const struct probe *probe = gen->probe->fields;
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++) {
		fprintf(gen->out, " *\tsdt_translate(hit, %u, &to, sizeof(to))\t", i);
		out_comment(gen->out, probe->args[i].declared);
		fputc(' ', gen->out);
		out_comment(gen->out, probe->args[i].name);
		fputc('\n', gen->out);
	}
}

static bool has_texts(const struct gen *gen)
{
	const struct gen_args args = handler_args(gen);

	return max_strings(&args);
}

static void print_nr_texts(const struct gen *gen)
{
	const struct gen_args args = handler_args(gen);

	fprintf(gen->out, "%u", max_strings(&args));
}

static void print_handler_calls(const struct gen *gen)
{
	const struct gen_args args = handler_args(gen);
	unsigned int i = 0, end;

	do {
		end = gen_call_end(&args, i, MAX_TEXTS);
		print_pr_info(gen->out, &args, i, end);
		i = end;
	} while (i < args.nr);
}

static const struct gen_word handler_words[] = {
	{ .word = "ANY_TEXTS", .is = has_any_text },
	{ .word = "ANY_COPIES", .is = has_any_copy },
	{ .word = "ANY_BYTES", .is = has_any_bytes },
	{ .word = "ANY_STRINGS", .is = has_any_string },
	{ .word = "ANY_ENUMS", .is = has_any_enum },
	{ .word = "ANY_BITMASKS", .is = has_any_bitmask },
	{ .word = "TRANSLATED", .is = needs_translators },
	{ .word = "TRANSLATORS", .print = print_translators },
	{ .word = "ARGS", .is = has_args },
	{ .word = "TEXTS", .is = has_texts },
	{ .word = "NR_TEXTS", .print = print_nr_texts },
	{ .word = "CALLS", .print = print_handler_calls },
	{ 0 }
};

size_t gen_handler(FILE *out, const struct gen_events *events)
{
	const struct gen gen = { .out = out, .events = events };

	gen_template(&gen, handler_template, handler_words);
	return events->nr_events;
}
