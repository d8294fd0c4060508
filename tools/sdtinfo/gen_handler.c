/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gen_handler.c - the source of a module with handlers
 *
 * It knows no type of the modules: an argument is printed as its kind, size and
 * sign say.  Serves cmd_gen.c.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "gen.h"
#include "output.h"

/* A line of the kernel's log has 1,000 bytes, and a text up to 63. */
#define MAX_TEXTS	6

/* The handlers by their probes; two probes can have the same. */
struct handlers {
	const struct gen_probe **probes;
	char **functions;
	size_t nr;
};

static bool has_text(const struct probe_arg *arg)
{
	return arg->nr_enumerators || gen_is_followed(arg);
}

static bool any_arg(const struct handlers *handlers,
		    bool (*is)(const struct probe_arg *arg))
{
	const struct probe *probe;
	unsigned int arg;
	size_t i;

	for (i = 0; i < handlers->nr; i++) {
		probe = handlers->probes[i]->probe;
		for (arg = 0; arg < probe->nr_args; arg++)
			if (is(&probe->args[arg]))
				return true;
	}
	return false;
}

static bool is_enum(const struct probe_arg *arg)
{
	return arg->nr_enumerators;
}

static bool is_taken(const struct handlers *handlers, const char *name)
{
	size_t i;

	for (i = 0; i < handlers->nr; i++)
		if (!strcmp(handlers->functions[i], name))
			return true;
	return false;
}

/* "on_write_entry", with a number behind it if there is one already */
static char *function_name(const struct handlers *handlers, const char *event)
{
	char *word = xasprintf("on_%s", event), *name, *c;
	unsigned int number = 2;

	for (c = word; *c; c++) {
		char text[] = { *c, '\0' };

		if (!gen_is_word(text))
			*c = '_';
	}
	name = xasprintf("%s", word);
	while (is_taken(handlers, name)) {
		free(name);
		name = xasprintf("%s_%u", word, number++);
	}
	free(word);
	return name;
}

/* Of one event only the names of arguments can differ. */
static bool has_same_names(const struct probe *a, const struct probe *b)
{
	unsigned int i;

	for (i = 0; i < a->nr_args; i++)
		if (strcmp(a->args[i].name, b->args[i].name))
			return false;
	return true;
}

static void add_event(struct handlers *handlers, const struct gen_event *event)
{
	const struct gen_probe *last = NULL;
	size_t i;
	char *function;

	for (i = 0; i < event->nr_probes; i++) {
		const struct gen_probe *probe = &event->probes[i];

		if (!probe->chosen)
			continue;
		if (last && has_same_names(last->probe, probe->probe))
			function = xasprintf("%s",
				handlers->functions[handlers->nr - 1]);
		else
			function = function_name(handlers, probe->event);
		handlers->probes[handlers->nr] = last = probe;
		handlers->functions[handlers->nr++] = function;
	}
}

static void make_handlers(struct handlers *handlers,
			  const struct gen_events *events)
{
	size_t i;

	handlers->probes = xcalloc(events->nr_probes,
				   sizeof(*handlers->probes));
	handlers->functions = xcalloc(events->nr_probes,
				      sizeof(*handlers->functions));
	for (i = 0; i < events->nr_events; i++)
		add_event(handlers, &events->events[i]);
}

static void free_handlers(struct handlers *handlers)
{
	size_t i;

	for (i = 0; i < handlers->nr; i++)
		free(handlers->functions[i]);
	free(handlers->functions);
	free(handlers->probes);
}

static void print_format(FILE *out, const struct probe_arg *arg)
{
	bool is_signed = arg->flags & SDT_ARG_SIGNED;

	fputc(' ', out);
	gen_print_escaped(out, arg->name);
	if (gen_is_pointer(arg))
		fputs("=%p", out);
	else if (arg->size == 8)
		fputs(is_signed ? "=%lld" : "=%llu", out);
	else
		fputs(is_signed ? "=%d" : "=%u", out);
	if (arg->kind == SDT_ARG_FUNCTION)
		fputs(" %ps", out);
	else if (gen_is_followed(arg))
		fputs(" \\\"%s\\\"", out);
	else if (arg->nr_enumerators)
		fputs(" (%s)", out);
}

static const char *cast(const struct probe_arg *arg)
{
	bool is_signed = arg->flags & SDT_ARG_SIGNED;

	if (gen_is_pointer(arg))
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

/* @text: the number of the next text in this call */
static void print_value(FILE *out, const struct probe *probe, unsigned int i,
			unsigned int *text)
{
	const struct probe_arg *arg = &probe->args[i];

	fprintf(out, ",\n\t\t%sargs[%u]", cast(arg), i);
	if (arg->kind == SDT_ARG_FUNCTION)
		fprintf(out, ", (void *)args[%u]", i);
	else if (gen_is_followed(arg))
		fprintf(out, ", text_at(text[%u], args[%u], %s)", (*text)++, i,
			arg->flags & SDT_ARG_USER ? "true" : "false");
	else if (arg->nr_enumerators)
		fprintf(out, ", name_of(&probe->args[%u], args[%u])", i, i);
}

static void print_call(FILE *out, const struct gen_args *args,
		       unsigned int first, unsigned int end)
{
	unsigned int i, text = 0;

	fputs("\tpr_info(\"%s[%d] %s:%s:%s", out);
	for (i = first; i < end; i++)
		print_format(out, &args->probe->args[i]);
	fputs("\\n\",\n\t\tcurrent->comm, current->tgid,\n"
	      "\t\tprobe->module, probe->function, probe->name", out);
	for (i = first; i < end; i++)
		print_value(out, args->probe, i, &text);
	fputs(");\n", out);
}

static unsigned int nr_strings(const struct gen_args *args, unsigned int i,
			       unsigned int end)
{
	unsigned int nr = 0;

	for (; i < end; i++)
		nr += gen_is_followed(&args->probe->args[i]);
	return nr;
}

/* How many texts the function needs room for at a time */
static unsigned int max_strings(const struct gen_args *args)
{
	unsigned int i, end, nr, max = 0;

	for (i = 0; i < args->nr; i = end) {
		end = gen_call_end(args, i, has_text, MAX_TEXTS);
		nr = nr_strings(args, i, end);
		if (nr > max)
			max = nr;
	}
	return max;
}

static void print_function(FILE *out, const char *function,
			   const struct probe *probe)
{
	struct gen_args args = { .probe = probe, .nr = probe->nr_args };
	unsigned int i, end;

	for (i = 0; i < args.nr; i++)
		args.number[i] = i;
	fprintf(out, "\nstatic void %s(const struct sdt_hit *hit, void *cookie)\n{\n"
		"\tconst struct sdt_probe *probe = hit->site->probe;\n", function);
	if (args.nr)
		fputs("\tconst u64 *args = hit->args;\n", out);
	if (max_strings(&args))
		fprintf(out, "\tchar text[%u][TEXT_SIZE];\n",
			max_strings(&args));
	fputc('\n', out);
	i = 0;
	do {
		end = gen_call_end(&args, i, has_text, MAX_TEXTS);
		print_call(out, &args, i, end);
		i = end;
	} while (i < args.nr);
	fputs("}\n", out);
}

static void print_functions(FILE *out, const struct handlers *handlers)
{
	size_t i;

	for (i = 0; i < handlers->nr; i++)
		if (!i || strcmp(handlers->functions[i - 1],
				 handlers->functions[i]))
			print_function(out, handlers->functions[i],
				       handlers->probes[i]->probe);
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
	      " *\tccflags-y += -I$(SDT)/kmod/include -I$(SDT)/kbuild/include\n"
	      " *\tKBUILD_EXTRA_SYMBOLS += $(SDT)/kmod/Module.symvers\n"
	      " *\n"
	      " * where SDT is the folder in which sdt.ko was built:\n"
	      " *\n"
	      " *\tmake -C /lib/modules/$(uname -r)/build M=$PWD SDT=FOLDER modules\n"
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

static void print_helpers(FILE *out, const struct handlers *handlers)
{
	if (any_arg(handlers, gen_is_followed))
		fputs("\n"
		      "#define TEXT_SIZE\t64\n"
		      "\n"
		      "/*\n"
		      " * A copy of a string, whatever its address.  Byte by byte: what is behind its end may\n"
		      " * not be there.\n"
		      " */\n"
		      "static const char *text_at(char text[TEXT_SIZE], unsigned long address, bool is_user)\n"
		      "{\n"
		      "\tunsigned int i;\n"
		      "\tlong err;\n"
		      "\n"
		      "\tfor (i = 0; i < TEXT_SIZE - 1; i++, address++) {\n"
		      "\t\tif (is_user || address < TASK_SIZE_MAX)\n"
		      "\t\t\terr = copy_from_user_nofault(text + i, (void __user *)address, 1);\n"
		      "\t\telse\n"
		      "\t\t\terr = copy_from_kernel_nofault(text + i, (void *)address, 1);\n"
		      "\t\tif (err)\n"
		      "\t\t\treturn \"(fault)\";\n"
		      "\t\tif (!text[i])\n"
		      "\t\t\treturn text;\n"
		      "\t}\n"
		      "\ttext[i] = '\\0';\n"
		      "\treturn text;\n"
		      "}\n", out);
	if (any_arg(handlers, is_enum))
		fputs("\n"
		      "static const char *name_of(const struct sdt_arg *arg, u64 value)\n"
		      "{\n"
		      "\tconst char *name = sdt_enumerator_name(arg, value);\n"
		      "\n"
		      "\treturn name ? name : \"?\";\n"
		      "}\n", out);
}

static void print_table(FILE *out, const struct handlers *handlers)
{
	const struct gen_probe *probe;
	size_t i;

	fputs("\n"
	      "static const struct {\n"
	      "\tconst char *pattern;\n"
	      "\tsdt_handler_fn fn;\n"
	      "} probes[] = {\n", out);
	for (i = 0; i < handlers->nr; i++) {
		probe = handlers->probes[i];
		fputs("\t{ \"", out);
		gen_print_escaped(out, probe->probe->provider);
		fputc(':', out);
		gen_print_escaped(out, probe->module);
		fputc(':', out);
		gen_print_escaped(out, probe->probe->function);
		fputc(':', out);
		gen_print_escaped(out, probe->probe->name);
		fprintf(out, "\", %s },\n", handlers->functions[i]);
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
	struct handlers handlers = { 0 };

	make_handlers(&handlers, events);
	print_head(out, events);
	print_helpers(out, &handlers);
	print_functions(out, &handlers);
	print_table(out, &handlers);
	print_init(out);
	free_handlers(&handlers);
	return events->nr_events;
}
