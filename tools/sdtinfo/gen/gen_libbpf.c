// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen_libbpf.c - BPF programs in C, and their loader
 *
 * libbpf.c.in has both: compiled for BPF, it is the programs, else the loader.  Records are
 * structures as kmod/events/fields.c lays them out in the layout linux; of a raw tracepoint,
 * the arguments as handlers get them.  The file needs neither vmlinux.h nor BTF.  Serves
 * cmd_gen.c.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"
#include "lib/output.h"
#include "lib/util.h"
#include "rules/rules.h"
#include "table/probe.h"
#include "text/arg.h"

GEN_TEMPLATE(libbpf_template, "libbpf.c.in");

/* The members that each structure has */
#define COMMON_FIELDS	"common_fields"
#define IP_FIELD	"__probe_ip"

/* bpf_trace_run12() of Linux is the last one. */
#define MAX_RAW_ARGS	12

/* Where the comments beside members begin */
#define COMMENT_COLUMN	32
#define TAB		8

/* The names of a structure's members so far */
struct members {
	const struct probe *probe;
	struct name_list names;
};

/* Keywords of C, and macros that compilers define */
static const char *const reserved[] = {
	"alignas", "alignof", "asm", "auto", "bool", "break", "case", "char",
	"const", "constexpr", "continue", "default", "do", "double", "else",
	"enum", "extern", "false", "float", "for", "goto", "if", "inline",
	"int", "long", "nullptr", "register", "restrict", "return", "short",
	"signed", "sizeof", "static", "static_assert", "struct", "switch",
	"thread_local", "true", "typedef", "typeof", "typeof_unqual", "union",
	"unsigned", "void", "volatile", "while",
	"bpf", "linux", "unix",
};

/* "__func__", "__LINE__" and "_Bool" are the compiler's, too; none is with a '_' behind it. */
static bool is_reserved(const char *name)
{
	return sdt_is_one_of(reserved, sizeof(reserved) / sizeof(reserved[0]), name) ||
	       (name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1])));
}

static bool is_argument(const struct members *members, const char *name)
{
	unsigned int i;

	for (i = 0; i < members->probe->nr_args; i++)
		if (!strcmp(members->probe->args[i].name, name))
			return true;
	return false;
}

/* The field's own name if possible; a made up one is not that of another argument. */
static const char *member_name(struct members *members, const char *field)
{
	char *name = gen_identifier(field);

	if (is_reserved(name))
		name = xappend(name, "_");
	while (names_have(&members->names, name) ||
	       (strcmp(name, field) && is_argument(members, name)))
		name = xappend(name, "_");
	names_add(&members->names, name);
	free(name);
	return members->names.list[members->names.nr - 1];
}

/*
 * @type: what stands between it and the name: "__u64 ", "void *"
 * @attribute: what follows the name
 * @field: follows the comment if it is not the name
 */
static void print_member(FILE *out, const char *type, const char *name, const char *attribute,
			 const char *comment, const char *field)
{
	size_t column = TAB + strlen(type) + strlen(name) + strlen(attribute) + strlen(";");

	fprintf(out, "\t%s%s%s;", type, name, attribute);
	do {
		fputc('\t', out);
		column += TAB - column % TAB;
	} while (column < COMMENT_COLUMN);
	fputs("/* ", out);
	out_comment(out, comment);
	if (strcmp(name, field)) {
		fputs(": ", out);
		out_comment(out, field);
	}
	fputs(" */\n", out);
}

static const char *member_type(const struct probe_arg *arg)
{
	static const char *const types[] = {
		"__u8 ", "__s8 ", "__u16 ", "__s16 ", "__u32 ", "__s32 ", "__u64 ", "__s64 ",
	};

	if (probe_arg_is_pointer(arg))
		return arg->kind == SDT_ARG_STRING ? "char *" : "void *";
	return gen_type(arg, arg->flags & SDT_ARG_SIGNED, types);
}

/* What reads there is another helper of BPF, or none. */
static const char *memory_text(const struct probe_arg *arg)
{
	return arg->flags & SDT_ARG_USER ? ", user memory" :
	       arg->flags & SDT_ARG_PERCPU ? ", per-CPU data" :
	       arg->flags & SDT_ARG_IOMEM ? ", device registers" :
					    "";
}

/* "size_t {aka long unsigned int}" */
static void print_member_argument(FILE *out, struct members *members,
				  const struct probe *native, unsigned int i,
				  const char *type, const char *attribute)
{
	const struct probe_arg *arg = &members->probe->args[i];
	char *comment = members->probe != native && native->flags & SDT_PROBE_TRANSLATED ?
			arg_xlated_text(arg) : arg_type_text(arg);
	char *format = arg_format_text(native, arg);

	comment = xappend(comment, "%s%s%s", format ? ", " : "", format ? format : "",
			  memory_text(arg));
	print_member(out, type, member_name(members, arg->name), attribute, comment,
		     arg->name);
	free(comment);
	free(format);
}

/* The letter of a "%pI4" or the like whose bytes are in a field of that size, or 0 */
static char fixed_letter(const struct probe *probe, unsigned int i)
{
	struct sdt_message_part part = { .end = probe->message };

	while (sdt_message_next(&part))
		if (part.arg == (int)i && part.show == SDT_SHOW_BYTES) {
			const char letter = strchr(part.conversion, 'p')[1];

			return letter != 'h' && probe->args[i].bound == part.nr_bytes ? letter : 0;
		}
	return 0;
}

/* The copy of what a pointer leads to: of a fixed size among the arguments, or behind them */
static void print_member_copy(FILE *out, struct members *members, unsigned int i, bool is_fixed)
{
	const char letter = fixed_letter(members->probe, i);
	const bool is_number = letter == 'a' || letter == '4';
	char *field = is_fixed == !!letter ? event_copy_field(members->probe, i) : NULL;
	const char *name;
	char *text;

	if (!field)
		return;
	name = member_name(members, field);
	if (is_fixed) {
		text = xasprintf(is_number ? "" : "[%u]", members->probe->args[i].bound);
		print_member(out, letter == 'a' ? "__u64 " : letter == '4' ? "__u32 " : "__u8 ",
			     name, text, "a copy", field);
	} else {
		text = xasprintf("COPY(record, %s)", name);
		print_member(out, "__u32 ", name, "", text, field);
	}
	free(text);
	free(field);
}

/*
 * The template's words
 */

static void print_members(const struct gen_file *gen)
{
	struct members members = { .probe = gen->probe->fields };
	unsigned int i;

	names_add(&members.names, COMMON_FIELDS);
	names_add(&members.names, IP_FIELD);
	print_member(gen->out, "__u8 ", COMMON_FIELDS, "[COMMON_SIZE]",
		     "a program cannot read them", COMMON_FIELDS);
	for (i = 0; i < members.probe->nr_args; i++)
		print_member_argument(gen->out, &members, gen->probe->probe, i,
				      member_type(&members.probe->args[i]), "");
	for (i = 0; i < members.probe->nr_args; i++)
		print_member_copy(gen->out, &members, i, true);
	print_member(gen->out, "__u64 ", IP_FIELD, "", "the address of the probe", IP_FIELD);
	for (i = 0; i < members.probe->nr_args; i++)
		print_member_copy(gen->out, &members, i, false);
	names_free(&members.names);
}

/* Those that a program of a raw tracepoint gets.  C has no structure without members. */
static void print_arguments(const struct gen_file *gen)
{
	struct members members = { .probe = gen->probe->probe };
	const struct probe_arg *arg = members.probe->args;
	unsigned int i;
	const char *type;

	for (i = 0; i < members.probe->nr_args && i < MAX_RAW_ARGS; i++, arg++) {
		type = gen->probe->is_typed && probe_arg_is_trusted(arg) ? probe_arg_struct(arg) : NULL;
		print_member_argument(gen->out, &members, gen->probe->probe, i,
				      type ? type : member_type(arg), " __arg8");
	}
	if (!i)
		fprintf(gen->out, "\t__u64 none[0];\n");
	names_free(&members.names);
}

static bool is_raw(const struct gen_file *gen)
{
	return gen->data;
}

static bool is_typed(const struct gen_file *gen)
{
	return gen->probe->is_typed;
}

static bool has_copy(const struct probe_arg *arg)
{
	return (gen_is_followed(arg) || gen_has_bytes(arg)) && !(arg->flags & SDT_ARG_USER);
}

static const struct gen_word libbpf_words[] = {
	{ .word = "MEMBERS", .print = print_members },
	{ .word = "ARGUMENTS", .print = print_arguments },
	{ .word = "RAW", .is = is_raw },
	{ .word = "TYPED", .is = is_typed },
	{ .word = "COPIES", .any = has_copy },
	{ 0 }
};

static size_t print(FILE *out, const struct gen_events *events, bool raw)
{
	const struct gen_file gen = { .out = out, .events = events, .data = raw ? &raw : NULL };

	gen_template(&gen, libbpf_template, libbpf_words);
	return events->nr_events;
}

size_t gen_libbpf(FILE *out, const struct gen_events *events)
{
	return print(out, events, false);
}

size_t gen_libbpf_raw(FILE *out, const struct gen_events *events)
{
	return print(out, events, true);
}
