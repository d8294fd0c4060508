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

static bool is_enum(const struct probe_arg *arg)
{
	return arg->nr_enumerators && arg->kind != SDT_ARG_BITMASK;
}

static bool is_bitmask(const struct probe_arg *arg)
{
	return arg->nr_enumerators && arg->kind == SDT_ARG_BITMASK;
}

static bool is_copied(const struct probe_arg *arg)
{
	return gen_is_followed(arg) || gen_has_bytes(arg);
}

/* Something for which the handler needs room */
static bool needs_room(const struct probe_arg *arg)
{
	return is_copied(arg) || is_bitmask(arg);
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

static const char *handler_cast(const struct probe_arg *arg)
{
	static const char *const casts[] = {
		"(u8)", "(s8)", "(u16)", "(s16)", "(u32)", "(s32)", "", "(s64)",
	};

	if (probe_arg_is_pointer(arg))
		return "(void *)";
	return gen_type(arg, (arg->flags & SDT_ARG_SIGNED) && !probe_arg_is_hex(arg), casts);
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

	fprintf(out, ",\n\t\t%s%s", handler_cast(arg), value);
	if (arg->kind == SDT_ARG_FUNCTION)
		fprintf(out, ", (void *)%s", value);
	else if (is_copied(arg))
		print_handler_copy(out, arg, native, value, (*text)++);
	else if (is_bitmask(arg))
		fprintf(out, ", names_of(text[%u], &probe->args[%u], %s)",
			(*text)++, native, value);
	else if (arg->nr_enumerators)
		fprintf(out, ", name_of(&probe->args[%u], %s)", native, value);
	free(value);
}

static void print_pr_info(const struct gen_file *gen, const struct gen_args *args,
			  unsigned int first, unsigned int end)
{
	unsigned int i, text = 0;

	fputs("\tpr_info(\"%s[%d] %s:%s:%s:%s", gen->out);
	for (i = first; i < end; i++)
		print_handler_format(gen->out, &args->probe->args[i]);
	fputs("\\n\",\n\t\tcurrent->comm, current->tgid,\n"
	      "\t\tprobe->provider, probe->module, probe->function, probe->name", gen->out);
	for (i = first; i < end; i++)
		print_handler_value(gen->out, args->probe, i, &text);
	fputs(");\n", gen->out);
}

/* All arguments, which are of the same types in all probes of an event */
static struct gen_args handler_args(const struct gen_file *gen)
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

static bool has_args(const struct gen_file *gen)
{
	const struct probe *probe = gen->probe->fields;

	return probe->nr_args && !(probe->flags & SDT_PROBE_TRANSLATED);
}

static bool needs_translators(const struct gen_file *gen)
{
	const struct probe *probe = gen->probe->fields;

	return probe->nr_args && probe->flags & SDT_PROBE_TRANSLATED;
}

/* What the handler could do with translators, as a comment */
static void print_translators(const struct gen_file *gen)
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

/* How many texts one call has at the most */
static void count_texts(const struct gen_file *gen, const struct gen_args *args,
			unsigned int first, unsigned int end)
{
	unsigned int *max = gen->data, nr = 0;

	for (; first < end; first++)
		nr += needs_room(&args->probe->args[first]);
	if (nr > *max)
		*max = nr;
}

static unsigned int max_texts(const struct gen_file *gen)
{
	const struct gen_args args = handler_args(gen);
	unsigned int max = 0;
	const struct gen_file counting = { .data = &max };

	gen_calls(&counting, &args, MAX_TEXTS, count_texts);
	return max;
}

static bool has_texts(const struct gen_file *gen)
{
	return max_texts(gen);
}

static void print_nr_texts(const struct gen_file *gen)
{
	fprintf(gen->out, "%u", max_texts(gen));
}

static void print_handler_calls(const struct gen_file *gen)
{
	const struct gen_args args = handler_args(gen);

	gen_calls(gen, &args, MAX_TEXTS, print_pr_info);
}

static const struct gen_word handler_words[] = {
	{ .word = "ANY_TEXTS", .any = needs_room },
	{ .word = "ANY_COPIES", .any = is_copied },
	{ .word = "ANY_BYTES", .any = gen_has_bytes },
	{ .word = "ANY_STRINGS", .any = gen_is_followed },
	{ .word = "ANY_ENUMS", .any = is_enum },
	{ .word = "ANY_BITMASKS", .any = is_bitmask },
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
	const struct gen_file gen = { .out = out, .events = events };

	gen_template(&gen, handler_template, handler_words);
	return events->nr_events;
}
