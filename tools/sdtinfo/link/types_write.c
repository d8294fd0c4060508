// SPDX-License-Identifier: GPL-2.0-only
/*
 * types_write.c - the arguments of a module's events as debugging information
 *
 * BTF is made of debugging information.  For a raw tracepoint MODULE_EVENT, the kernel and its
 * tools look for these in the BTF of its module:
 *
 *	typedef void (*btf_trace_MODULE_EVENT)(void *, ...);
 *	void __probestub_MODULE_EVENT(void *__data, ...);
 *
 * The verifier takes the types of arguments from the first, bpftrace their names from the second.
 * There is no code: the function is an absolute symbol, which is all that pahole looks for, and
 * which the kernel does not keep.  A structure or union is only declared here.  BTF
 * deduplication replaces the declaration by the definition that the module or its kernel has.
 *
 * Programs that the verifier has accepted follow a pointer without a check, so its target has a
 * type only if the author has promised that it is valid, and if the module's own debugging
 * information defines it: else the kernel could have another structure of that name.
 */
#include <stdlib.h>
#include <string.h>

#include "link.h"

/* sdt_raw.ko has no raw tracepoint with a longer name, nor one with more arguments. */
#define MAX_NAME	127
#define MAX_ARGS	12

/* DWARF's numbers of abbreviations here, and those that it has for what they are */
static const char abbreviations[] =
	"\n\t/* the types of raw tracepoints, for BTF */\n"
	"\t.section .debug_abbrev, \"\", %progbits\n"
	".Lsdt_abbrev:\n"
	"\t.byte\t1, 0x11, 1, 0x25, 8, 0x13, 0x0b, 0, 0\t/* unit: producer, language */\n"
	"\t.byte\t2, 0x24, 0, 3, 8, 0x0b, 0x0b, 0x3e, 0x0b, 0, 0\t/* integer: name, size, encoding */\n"
	"\t.byte\t3, 0x0f, 0, 0x0b, 0x0b, 0, 0\t/* pointer to void: size */\n"
	"\t.byte\t4, 0x0f, 0, 0x0b, 0x0b, 0x49, 0x13, 0, 0\t/* pointer: size, type */\n"
	"\t.byte\t5, 0x26, 0, 0x49, 0x13, 0, 0\t/* const: type */\n"
	"\t.byte\t6, 0x04, 1, 3, 8, 0x0b, 0x0b, 0x3e, 0x0b, 0, 0\t/* enum: name, size, encoding */\n"
	"\t.byte\t7, 0x28, 0, 3, 8, 0x1c, 0x0d, 0, 0\t/* enumerator: name, value */\n"
	"\t.byte\t8, 0x15, 1, 0x27, 0x19, 0, 0\t/* function type: prototyped */\n"
	"\t.byte\t9, 0x05, 0, 3, 8, 0x49, 0x13, 0, 0\t/* parameter: name, type */\n"
	"\t.byte\t10, 0x05, 0, 0x49, 0x13, 0, 0\t/* the same without a name */\n"
	"\t.byte\t11, 0x16, 0, 3, 8, 0x49, 0x13, 0, 0\t/* typedef: name, type */\n"
	"\t.byte\t12, 0x2e, 1, 3, 8, 0x27, 0x19, 0, 0\t/* function: name, prototyped */\n"
	"\t.byte\t13, 0x13, 0, 3, 8, 0x3c, 0x19, 0, 0\t/* struct: name, only declared */\n"
	"\t.byte\t14, 0x17, 0, 3, 8, 0x3c, 0x19, 0, 0\t/* union: name, only declared */\n"
	"\t.byte\t0\n"
	"\t.section .debug_info, \"\", %progbits\n"
	".Lsdt_unit:\n"
	"\t.long\t.Lsdt_unit_end - .Lsdt_unit - 4\n"
	"\t.short\t4\n"
	"\t.long\t.Lsdt_abbrev\n"
	"\t.byte\t8, 1\n"
	"\t.asciz\t\"sdtinfo\"\n"
	"\t.byte\t12\n"
	".Lsdt_void:\n\t.byte\t3, 8\n"
	".Lsdt_char:\n\t.byte\t2\n\t.asciz\t\"char\"\n\t.byte\t1, 8\n"
	".Lsdt_const_char:\n\t.byte\t5\n\t.long\t.Lsdt_char - .Lsdt_unit\n"
	".Lsdt_text:\n\t.byte\t4, 8\n\t.long\t.Lsdt_const_char - .Lsdt_unit\n"
	".Lsdt_bool:\n\t.byte\t2\n\t.asciz\t\"_Bool\"\n\t.byte\t1, 2\n"
	".Lsdt_s1:\n\t.byte\t2\n\t.asciz\t\"signed char\"\n\t.byte\t1, 6\n"
	".Lsdt_u1:\n\t.byte\t2\n\t.asciz\t\"unsigned char\"\n\t.byte\t1, 8\n"
	".Lsdt_s2:\n\t.byte\t2\n\t.asciz\t\"short int\"\n\t.byte\t2, 5\n"
	".Lsdt_u2:\n\t.byte\t2\n\t.asciz\t\"short unsigned int\"\n\t.byte\t2, 7\n"
	".Lsdt_s4:\n\t.byte\t2\n\t.asciz\t\"int\"\n\t.byte\t4, 5\n"
	".Lsdt_u4:\n\t.byte\t2\n\t.asciz\t\"unsigned int\"\n\t.byte\t4, 7\n"
	".Lsdt_s8:\n\t.byte\t2\n\t.asciz\t\"long int\"\n\t.byte\t8, 5\n"
	".Lsdt_u8:\n\t.byte\t2\n\t.asciz\t\"long unsigned int\"\n\t.byte\t8, 7\n";

struct state {
	unsigned int next_label;
	const struct name_list *names;	/* sorted */
};

static bool is_signed(const struct probe_arg *arg)
{
	return arg->flags & SDT_ARG_SIGNED;
}

/* The kernel refuses BTF with a name that is none of C. */
static bool is_name(const char *name)
{
	return *name && event_is_word(name) && !(*name >= '0' && *name <= '9');
}

/* The tag of an enum, or NULL */
static const char *enum_tag(const struct probe_arg *arg)
{
	static const char keyword[] = "enum ";
	const char *type = probe_arg_aka(arg);

	return strncmp(type, keyword, strlen(keyword)) ? NULL : type + strlen(keyword);
}

/* Can BTF have the enum by its name, with all values? */
static bool is_enum(const struct probe_arg *arg)
{
	const char *tag = enum_tag(arg);
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		if (!is_name(arg->enumerators[i].name))
			return false;
	return i && arg->size == 4 && tag && is_name(tag);
}

static char *write_enum(FILE *out, const struct probe_arg *arg, struct state *state)
{
	char *label = xasprintf(".Lsdt_type%u", state->next_label++);
	unsigned int i;

	fprintf(out, "%s:\n\t.byte\t6\n\t.asciz\t\"%s\"\n\t.byte\t%u, %s\n", label,
		enum_tag(arg), arg->size, is_signed(arg) ? "5" : "7");
	for (i = 0; i < arg->nr_enumerators; i++)
		fprintf(out, "\t.byte\t7\n\t.asciz\t\"%s\"\n\t.sleb128\t%lld\n",
			arg->enumerators[i].name, (long long)arg->enumerators[i].value);
	fputs("\t.byte\t0\n", out);
	return label;
}

static int by_text(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

/* Is that among the names?  Frees it. */
static bool has_name(const struct name_list *names, char *name)
{
	const bool has = names->nr &&
			 bsearch(&name, names->list, names->nr, sizeof(*names->list), by_text);

	free(name);
	return has;
}

/* @type: "struct foo *" */
static bool is_defined(const struct state *state, const char *type)
{
	return has_name(state->names,
			xasprintf("%.*s", (int)(strlen(type) - strlen(" *")), type));
}

/* A pointer to a structure or union, which is only declared */
static char *write_struct(FILE *out, const char *type, struct state *state)
{
	const unsigned int number = state->next_label++;
	const char *tag = strchr(type, ' ') + 1;

	fprintf(out, ".Lsdt_type%u:\n\t.byte\t%s\n\t.asciz\t\"%.*s\"\n", number,
		*type == 's' ? "13" : "14", (int)strcspn(tag, " "), tag);
	fprintf(out, ".Lsdt_pointer%u:\n\t.byte\t4, 8\n\t.long\t.Lsdt_type%u - .Lsdt_unit\n",
		number, number);
	return xasprintf(".Lsdt_pointer%u", number);
}

/* Writes the type of an argument, if it is not among those above.  The label; caller frees. */
static char *write_type(FILE *out, const struct probe_arg *arg, struct state *state)
{
	switch (arg->kind) {
	case SDT_ARG_STRING:
		return xasprintf(".Lsdt_text");
	case SDT_ARG_POINTER:
		if (probe_arg_is_trusted(arg) && probe_arg_struct(arg) &&
		    is_defined(state, probe_arg_struct(arg)))
			return write_struct(out, probe_arg_struct(arg), state);
		return xasprintf(".Lsdt_void");
	case SDT_ARG_FUNCTION:
	case SDT_ARG_BYTES:
		return xasprintf(".Lsdt_void");
	case SDT_ARG_BOOL:
		return xasprintf(".Lsdt_bool");
	default:
		return is_enum(arg) ? write_enum(out, arg, state) :
		       xasprintf(".Lsdt_%c%u", is_signed(arg) ? 's' : 'u', arg->size);
	}
}

/* A parameter, without a name if that is NULL */
static void write_parameter(FILE *out, const char *name, const char *type)
{
	if (name)
		fprintf(out, "\t.byte\t9\n\t.asciz\t\"%s\"\n", name);
	else
		fputs("\t.byte\t10\n", out);
	fprintf(out, "\t.long\t%s - .Lsdt_unit\n", type);
}

/* typedef void (*btf_trace_NAME)(void *, ...) */
/* Since Linux 6.12, the verifier takes it from a parameter's name that a pointer can be NULL. */
static void write_typedef(FILE *out, const char *name, char *const *types, unsigned int nr,
			  const struct probe_arg *args, struct state *state)
{
	const unsigned int number = state->next_label++;
	unsigned int i;

	fprintf(out, ".Lsdt_type%u:\n\t.byte\t8\n", number);
	write_parameter(out, NULL, ".Lsdt_void");
	for (i = 0; i < nr; i++)
		write_parameter(out, probe_arg_is_trusted(&args[i]) ? "__nullable" : NULL, types[i]);
	fprintf(out, "\t.byte\t0\n.Lsdt_pointer%u:\n\t.byte\t4, 8\n\t.long\t.Lsdt_type%u - .Lsdt_unit\n"
		"\t.byte\t11\n\t.asciz\t\"btf_trace_%s\"\n\t.long\t.Lsdt_pointer%u - .Lsdt_unit\n",
		number, number, name, number);
}

/*
 * void __probestub_NAME(void *__data, ...), with the names of @args
 *
 * The symbol is not a local one, because objtool takes an object with such as linked.
 */
static void write_stub(FILE *out, const char *name, char *const *types, unsigned int nr,
		       const struct probe_arg *args)
{
	unsigned int i;
	char *other;

	fprintf(out, "\t.byte\t12\n\t.asciz\t\"__probestub_%s\"\n", name);
	write_parameter(out, "__data", ".Lsdt_void");
	for (i = 0; i < nr; i++) {
		other = xasprintf("arg%u", i);
		write_parameter(out, is_name(args[i].name) ? args[i].name : other, types[i]);
		free(other);
	}
	fprintf(out, "\t.byte\t0\n\t.weak\t__probestub_%s\n\t.type\t__probestub_%s, %%function\n"
		"\t.set\t__probestub_%s, 0\n", name, name, name);
}

static void write_event(FILE *out, const struct probe *probe, const char *name,
			struct state *state)
{
	char *types[MAX_ARGS];
	unsigned int nr;

	for (nr = 0; nr < probe->nr_args && nr < MAX_ARGS; nr++)
		types[nr] = write_type(out, &probe->args[nr], state);
	write_typedef(out, name, types, nr, probe->args, state);
	write_stub(out, name, types, nr, probe->args);
	while (nr)
		free(types[--nr]);
}

static int by_event(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x, *b = *(const struct probe **)y;
	int c = strcmp(a->event, b->event);

	return c ? c : (a > b) - (a < b);
}

void types_write(FILE *out, const char *module, const struct probe_merge *merge,
		 struct name_list *names)
{
	const struct probe **events = xcalloc(merge->nr_probes, sizeof(*events));
	struct state state = { .names = names };
	char *name;
	size_t i;

	for (i = 0; i < merge->nr_probes; i++)
		events[i] = &merge->probes[i];
	qsort(events, merge->nr_probes, sizeof(*events), by_event);
	names_sort(names);
	fputs(abbreviations, out);
	for (i = 0; i < merge->nr_probes; i++) {
		if (i && !strcmp(events[i - 1]->event, events[i]->event))
			continue;
		name = probe_raw_tracepoint(events[i], module);
		/* The kernel would find the module's tracepoint, and BTF has the types of that. */
		if (event_is_word(name) && strlen(name) <= MAX_NAME &&
		    !has_name(names, xasprintf("__tracepoint_%s", name)))
			write_event(out, events[i], name, &state);
		free(name);
	}
	fputs("\t.byte\t0\n.Lsdt_unit_end:\n", out);
	free(events);
}
