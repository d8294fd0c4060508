// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen_handler.c - the source of a module with handlers
 *
 * It does not know the modules' types: an argument is printed according to its kind,
 * size and sign.  Serves cmd_gen.c.
 */
#include <stdlib.h>

#include "gen.h"
#include "identifiers.h"
#include "lib/output.h"
#include "lib/util.h"
#include "script.h"
#include "table/probe.h"

/* A line of the kernel's log has 1,000 bytes, and a text up to 63. */
#define MAX_TEXTS	6

static const struct probe *event_probe(const struct gen_event *event)
{
	return event->probes[0].fields;
}

static bool any_arg(const struct gen_events *events,
		    bool (*is)(const struct probe_arg *arg))
{
	const struct probe *probe;
	unsigned int arg;
	size_t i;

	for (i = 0; i < events->nr_events; i++) {
		probe = event_probe(&events->events[i]);
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

static void print_format(FILE *out, const struct probe_arg *arg)
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

static void print_copy(FILE *out, const struct probe_arg *arg,
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
static void print_value(FILE *out, const struct probe *probe, unsigned int i,
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
		print_copy(out, arg, native, value, (*text)++);
	else if (is_bitmask(arg))
		fprintf(out, ", names_of(text[%u], &probe->args[%u], %s)",
			(*text)++, native, value);
	else if (arg->nr_enumerators)
		fprintf(out, ", name_of(&probe->args[%u], %s)", native, value);
	free(value);
}

static void print_call(FILE *out, const struct gen_args *args,
		       unsigned int first, unsigned int end)
{
	unsigned int i, text = 0;

	fputs("\tpr_info(\"%s[%d] %s:%s:%s:%s", out);
	for (i = first; i < end; i++)
		print_format(out, &args->probe->args[i]);
	fputs("\\n\",\n\t\tcurrent->comm, current->tgid,\n"
	      "\t\tprobe->provider, probe->module, probe->function, probe->name", out);
	for (i = first; i < end; i++)
		print_value(out, args->probe, i, &text);
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

/* A comment: what the handler could do with translators */
static void print_translators(FILE *out, const struct probe *probe)
{
	unsigned int i;

	fputs("\n/*\n"
	      " * Prints the native values.  Where a translator is registered, these make of them\n"
	      " * what the probe's author wrote:\n"
	      " *\n", out);
	for (i = 0; i < probe->nr_args; i++) {
		fprintf(out, " *\tsdt_translate(hit, %u, &to, sizeof(to))\t", i);
		out_comment(out, probe->args[i].declared);
		fputc(' ', out);
		out_comment(out, probe->args[i].name);
		fputc('\n', out);
	}
	fputs(" */", out);
}

/* All probes of an event have arguments of the same types. */
static void print_function(FILE *out, const char *name,
			   const struct probe *probe)
{
	const bool is_translated = probe->flags & SDT_PROBE_TRANSLATED;
	struct gen_args args = { .probe = probe, .nr = probe->nr_args };
	unsigned int i, end;

	for (i = 0; i < args.nr; i++)
		args.number[i] = i;
	if (is_translated && args.nr)
		print_translators(out, probe);
	fprintf(out, "\nstatic void on_%s(const struct sdt_hit *hit, void *cookie)\n{\n"
		"\tconst struct sdt_probe *probe = hit->site->probe;\n", name);
	if (args.nr && !is_translated)
		fputs("\tconst u64 *args = hit->args;\n", out);
	if (max_strings(&args))
		fprintf(out, "\tchar text[%u][TEXT_SIZE];\n",
			max_strings(&args));
	fputc('\n', out);
	i = 0;
	do {
		end = gen_call_end(&args, i, MAX_TEXTS);
		print_call(out, &args, i, end);
		i = end;
	} while (i < args.nr);
	fputs("}\n", out);
}

static void print_head(FILE *out, const struct gen_events *events)
{
	fputs("// SPDX-License-Identifier: GPL-2.0-only\n"
	      "/*\n"
	      " * Writes probes of these modules to the kernel's log as they fire, with all\n"
	      " * arguments:\n"
	      " *\n", out);
	gen_print_modules(out, events);
	fputs(" *\n"
	      " * To be built as NAME.ko: NAME.c in a folder of its own, with a Kbuild file\n"
	      " *\n"
	      " *\tobj-m := NAME.o\n"
	      " *\tinclude $(shell pkg-config --variable=sdtmk sdt)\n"
	      " *\n"
	      " * by\n"
	      " *\n"
	      " *\tmake -C /lib/modules/$(uname -r)/build M=$PWD modules\n"
	      " *\n"
	      " * If sdt is not installed: include kbuild/sdt.mk of the folder where sdt.ko was\n"
	      " * built.\n"
	      " *\n"
	      " * Made by \"sdtinfo gen --c-handler\".\n"
	      " */\n"
	      "#define pr_fmt(fmt) KBUILD_MODNAME \": \" fmt\n"
	      "\n"
	      "#include <linux/err.h>\n"
	      "#include <linux/kernel.h>\n"
	      "#include <linux/mm.h>\n"
	      "#include <linux/module.h>\n"
	      "#include <linux/sched.h>\n"
	      "#include <linux/sdt_handler.h>\n"
	      "#include <linux/uaccess.h>\n", out);
}

static void print_helpers(FILE *out, const struct gen_events *events)
{
	const bool any_text = any_arg(events, gen_is_followed);
	const bool any_bytes = any_arg(events, gen_has_bytes);

	if (any_arg(events, needs_room))
		fputs("\n#define TEXT_SIZE\t64\n", out);
	if (any_text || any_bytes)
		fputs("\n"
		      "/* Copy from any address. */\n"
		      "static long copy_from(void *to, unsigned long address, size_t size, bool is_user)\n"
		      "{\n"
		      "\tif (is_user || address < TASK_SIZE_MAX)\n"
		      "\t\treturn copy_from_user_nofault(to, (void __user *)address, size);\n"
		      "\treturn copy_from_kernel_nofault(to, (void *)address, size);\n"
		      "}\n", out);
	if (any_bytes)
		fputs("\n"
		      "/* A copy of bytes, whatever their address, and how many there are: 0 if it is bad */\n"
		      "static int bytes_at(char text[TEXT_SIZE], unsigned long address, u64 size, bool is_user)\n"
		      "{\n"
		      "\tsize = min_t(u64, size, TEXT_SIZE);\n"
		      "\treturn copy_from(text, address, size, is_user) ? 0 : size;\n"
		      "}\n", out);
	if (any_text)
		fputs("\n"
		      "/*\n"
		      " * A copy of a string, whatever its address.  Byte by byte: what is behind its end may\n"
		      " * not be there.\n"
		      " */\n"
		      "static const char *text_at(char text[TEXT_SIZE], unsigned long address, u64 size,\n"
		      "\t\t\t   bool is_user)\n"
		      "{\n"
		      "\tunsigned int i;\n"
		      "\n"
		      "\tfor (i = 0; i < size && i < TEXT_SIZE - 1; i++, address++) {\n"
		      "\t\tif (copy_from(text + i, address, 1, is_user))\n"
		      "\t\t\treturn \"(fault)\";\n"
		      "\t\tif (!text[i])\n"
		      "\t\t\treturn text;\n"
		      "\t}\n"
		      "\ttext[i] = '\\0';\n"
		      "\treturn text;\n"
		      "}\n", out);
	if (any_arg(events, is_enum))
		fputs("\n"
		      "static const char *name_of(const struct sdt_arg *arg, u64 value)\n"
		      "{\n"
		      "\tconst char *name = sdt_enumerator_name(arg, value);\n"
		      "\n"
		      "\treturn name ? name : \"?\";\n"
		      "}\n", out);
	if (any_arg(events, is_bitmask))
		fputs("\n"
		      "/* \"URGENT|LAST|0x8\" */\n"
		      "static const char *names_of(char text[TEXT_SIZE], const struct sdt_arg *arg, u64 value)\n"
		      "{\n"
		      "\tu64 rest = value;\n"
		      "\tunsigned int i;\n"
		      "\tint n = 0;\n"
		      "\n"
		      "\tfor (i = 0; i < arg->nr_enumerators; i++) {\n"
		      "\t\tconst struct sdt_enumerator *e = &arg->enumerators[i];\n"
		      "\n"
		      "\t\tif ((rest & e->value) != e->value || (!e->value && value) || (!rest && n))\n"
		      "\t\t\tcontinue;\n"
		      "\t\tn += scnprintf(text + n, TEXT_SIZE - n, \"%s%s\", n ? \"|\" : \"\", e->name);\n"
		      "\t\trest &= ~e->value;\n"
		      "\t}\n"
		      "\trest &= U64_MAX >> (64 - 8 * arg->size);\n"
		      "\tif (rest || !n)\n"
		      "\t\tscnprintf(text + n, TEXT_SIZE - n, \"%s0x%llx\", n ? \"|\" : \"\", rest);\n"
		      "\treturn text;\n"
		      "}\n", out);
}

static void print_pattern(FILE *out, const struct gen_probe *probe)
{
	out_escaped(out, probe->probe->provider);
	fputc(':', out);
	out_escaped(out, probe->module);
	fputc(':', out);
	out_escaped(out, probe->probe->function);
	fputc(':', out);
	out_escaped(out, probe->probe->name);
}

/* Only the functions that were asked for */
static void print_table(FILE *out, const struct gen_events *events,
			char **names)
{
	const struct gen_event *event;
	size_t i, j;

	fputs("\n"
	      "static const struct {\n"
	      "\tconst char *pattern;\n"
	      "\tsdt_handler_fn fn;\n"
	      "} probes[] = {\n", out);
	for (i = 0; i < events->nr_events; i++) {
		event = &events->events[i];
		for (j = 0; j < event->nr_probes; j++) {
			if (!event->probes[j].chosen)
				continue;
			fputs("\t{ \"", out);
			print_pattern(out, &event->probes[j]);
			fprintf(out, "\", on_%s },\n", names[i]);
		}
	}
	fputs("};\n", out);
}

static void print_init(FILE *out)
{
	fputs("\n"
	      "static struct sdt_handler *handlers[ARRAY_SIZE(probes)];\n"
	      "\n"
	      "static void detach(unsigned int nr)\n"
	      "{\n"
	      "\twhile (nr--)\n"
	      "\t\tsdt_detach(handlers[nr]);\n"
	      "}\n"
	      "\n"
	      "static int __init attach_all(void)\n"
	      "{\n"
	      "\tunsigned int i;\n"
	      "\n"
	      "\tfor (i = 0; i < ARRAY_SIZE(probes); i++) {\n"
	      "\t\thandlers[i] = sdt_attach(probes[i].pattern, probes[i].fn, NULL);\n"
	      "\t\tif (IS_ERR(handlers[i])) {\n"
	      "\t\t\tdetach(i);\n"
	      "\t\t\treturn PTR_ERR(handlers[i]);\n"
	      "\t\t}\n"
	      "\t}\n"
	      "\treturn 0;\n"
	      "}\n"
	      "\n"
	      "static void __exit detach_all(void)\n"
	      "{\n"
	      "\tdetach(ARRAY_SIZE(probes));\n"
	      "}\n"
	      "\n"
	      "module_init(attach_all);\n"
	      "module_exit(detach_all);\n"
	      "MODULE_LICENSE(\"GPL\");\n"
	      "MODULE_DESCRIPTION(\"Prints statically defined probes as they fire\");\n",
	      out);
}

size_t gen_handler(FILE *out, const struct gen_events *events)
{
	char **names = gen_identifiers(events);
	size_t i;

	print_head(out, events);
	print_helpers(out, events);
	for (i = 0; i < events->nr_events; i++)
		print_function(out, names[i], event_probe(&events->events[i]));
	print_table(out, events, names);
	print_init(out);
	gen_identifiers_free(names, events);
	return events->nr_events;
}
