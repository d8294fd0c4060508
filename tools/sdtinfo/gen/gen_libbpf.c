// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen_libbpf.c - BPF programs in C, and their loader
 *
 * Both are in the one file that gen writes: compiled for BPF, it is the programs, else the
 * loader.  Records are structures as kmod/events/layout.c lays them out in the layout
 * linux.  The file needs neither vmlinux.h nor BTF.  Serves cmd_gen.c.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"
#include "identifiers.h"
#include "lib/output.h"
#include "lib/util.h"
#include "script.h"
#include "table/event_names.h"
#include "table/probe.h"
#include "text/arg.h"

/* The members that each structure has */
#define COMMON_FIELDS	"common_fields"
#define IP_FIELD	"__probe_ip"

/* Where the comments beside members begin */
#define COMMENT_COLUMN	32
#define TAB		8

/* The names of a structure's members so far */
struct members {
	const struct probe *probe;
	char *names[2 + 2 * SDT_MAX_ARGS];
	unsigned int nr;
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
	size_t i;

	for (i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
		if (!strcmp(reserved[i], name))
			return true;
	return name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1]));
}

static bool is_taken(const struct members *members, const char *name)
{
	unsigned int i;

	for (i = 0; i < members->nr; i++)
		if (!strcmp(members->names[i], name))
			return true;
	return false;
}

static bool is_argument(const struct members *members, const char *name)
{
	unsigned int i;

	for (i = 0; i < members->probe->nr_args; i++)
		if (!strcmp(members->probe->args[i].name, name))
			return true;
	return false;
}

static const char *take_member(struct members *members, char *name)
{
	members->names[members->nr++] = name;
	return name;
}

/* The field's own name if possible; a made up one is not that of another argument. */
static const char *member_name(struct members *members, const char *field)
{
	char *name = gen_identifier(field);

	if (is_reserved(name))
		name = xappend(name, "_");
	while (is_taken(members, name) ||
	       (strcmp(name, field) && is_argument(members, name)))
		name = xappend(name, "_");
	return take_member(members, name);
}

static void free_members(struct members *members)
{
	unsigned int i;

	for (i = 0; i < members->nr; i++)
		free(members->names[i]);
}

/* @type has what stands between it and the name: "__u64 ", "void *". */
static void print_member(FILE *out, const char *type, const char *name,
			 const char *comment)
{
	size_t column = TAB + strlen(type) + strlen(name) + strlen(";");

	fprintf(out, "\t%s%s;", type, name);
	do {
		fputc('\t', out);
		column += TAB - column % TAB;
	} while (column < COMMENT_COLUMN);
	fputs("/* ", out);
	out_comment(out, comment);
	fputs(" */\n", out);
}

static const char *member_type(const struct probe_arg *arg)
{
	const bool is_signed = arg->flags & SDT_ARG_SIGNED;

	if (probe_arg_is_pointer(arg))
		return arg->kind == SDT_ARG_STRING ? "char *" : "void *";
	switch (arg->size) {
	case 1:
		return is_signed ? "__s8 " : "__u8 ";
	case 2:
		return is_signed ? "__s16 " : "__u16 ";
	case 4:
		return is_signed ? "__s32 " : "__u32 ";
	default:
		return is_signed ? "__s64 " : "__u64 ";
	}
}

/* What reads there is another helper of BPF, or none. */
static const char *where(const struct probe_arg *arg)
{
	return arg->flags & SDT_ARG_USER ? ", user memory" :
	       arg->flags & SDT_ARG_PERCPU ? ", per-CPU data" :
	       arg->flags & SDT_ARG_IOMEM ? ", device registers" :
					    "";
}

/* "size_t {aka long unsigned int}"; with the field's name if the member has another */
static void print_argument(FILE *out, struct members *members,
			   const struct probe *native, unsigned int i)
{
	const struct probe_arg *arg = &members->probe->args[i];
	const char *name = member_name(members, arg->name);
	char *type = native->flags & SDT_PROBE_TRANSLATED ?
		     arg_xlated_text(arg) : arg_type_text(arg);
	char *format = arg_format_text(native, arg);
	char *comment = xasprintf("%s%s%s%s%s%s", type, format ? ", " : "",
				  format ? format : "", where(arg),
				  strcmp(name, arg->name) ? ": " : "",
				  strcmp(name, arg->name) ? arg->name : "");

	print_member(out, member_type(arg), name, comment);
	free(comment);
	free(format);
	free(type);
}

static void print_copy(FILE *out, struct members *members, unsigned int i)
{
	char *field = event_copy_field(members->probe, i), *comment;
	const char *name;

	if (!field)
		return;
	name = member_name(members, field);
	comment = xasprintf("COPY(record, %s)%s%s", name,
			    strcmp(name, field) ? ": " : "",
			    strcmp(name, field) ? field : "");
	print_member(out, "__u32 ", name, comment);
	free(comment);
	free(field);
}

static void print_structure(FILE *out, const struct gen_event *event,
			    const char *name)
{
	const struct gen_probe *first = &event->probes[0];
	struct members members = { .probe = first->fields };
	unsigned int i;

	fputs("\n/*\n * ", out);
	out_comment(out, first->module);
	fputc(':', out);
	out_comment(out, first->event);
	fputs(".  ", out);
	gen_print_functions(out, event);
	fprintf(out, ".\n */\nstruct record_%s {\n", name);
	take_member(&members, xasprintf("%s", COMMON_FIELDS));
	take_member(&members, xasprintf("%s", IP_FIELD));
	print_member(out, "__u8 ", COMMON_FIELDS "[COMMON_SIZE]",
		     "a program cannot read them");
	for (i = 0; i < members.probe->nr_args; i++)
		print_argument(out, &members, first->probe, i);
	print_member(out, "__u64 ", IP_FIELD, "the address of the probe");
	for (i = 0; i < members.probe->nr_args; i++)
		print_copy(out, &members, i);
	fputs("};\n", out);
	free_members(&members);
}

static bool has_copies(const struct gen_events *events)
{
	const struct probe *probe;
	unsigned int arg;
	char *field;
	size_t i;

	for (i = 0; i < events->nr_events; i++) {
		probe = events->events[i].probes[0].fields;
		for (arg = 0; arg < probe->nr_args; arg++) {
			field = event_copy_field(probe, arg);
			free(field);
			if (field)
				return true;
		}
	}
	return false;
}

static void print_head(FILE *out, const struct gen_events *events)
{
	fputs("// SPDX-License-Identifier: GPL-2.0-only\n"
	      "/*\n"
	      " * Counts hits of probes of these modules:\n"
	      " *\n", out);
	gen_print_modules(out, events);
	fputs(" *\n"
	      " * This file has the BPF programs and the program that loads them.  To be saved as\n"
	      " * NAME.bpf.c and built with clang and libbpf 1.0 or later:\n"
	      " *\n"
	      " *\tclang -target bpf -I/usr/include/$(uname -m)-linux-gnu -O2 -g -c NAME.bpf.c\n"
	      " *\tcc -O2 -o NAME NAME.bpf.c -lbpf\n"
	      " *\n"
	      " * To be run as root, and ended with Ctrl-C, unless it is told for how long:\n"
	      " *\n"
	      " *\t./NAME NAME.bpf.o [SECONDS]\n"
	      " *\n"
	      " * The modules have to be loaded, and sdt.ko with layout=linux, as it is unless told\n"
	      " * otherwise.  NAME prints each second what the programs have added up: 1 for each hit,\n"
	      " * or what you have them add() instead, record->FIELD for example.  Made by\n"
	      " * \"sdtinfo gen --libbpf\".\n"
	      " */\n"
	      "#include <linux/types.h>\n"
	      "\n"
	      "/* What all events have takes 12 bytes in Linux 6.1 with PREEMPT_RT: -DCOMMON_SIZE=12. */\n"
	      "#ifndef COMMON_SIZE\n"
	      "#define COMMON_SIZE\t8\n"
	      "#endif\n", out);
}

static void print_keys(FILE *out, const struct gen_events *events, char **names)
{
	size_t i;

	fputs("\n/* The totals, one for each event */\nenum {\n", out);
	for (i = 0; i < events->nr_events; i++)
		fprintf(out, "\tkey_%s,\n", names[i]);
	fputs("\tNR_KEYS\n};\n", out);
}

static void print_programs_head(FILE *out, const struct gen_events *events)
{
	fputs("\n"
	      "#ifdef __bpf__\n"
	      "\n"
	      "#include <linux/bpf.h>\n"
	      "#include <bpf/bpf_helpers.h>\n", out);
	if (has_copies(events))
		fputs("\n"
		      "/*\n"
		      " * Where a record has the copy of a string, for bpf_probe_read_kernel_str(), or of bytes,\n"
		      " * for bpf_probe_read_kernel(), and its size.  A string's copy has a NUL.  There are no\n"
		      " * copies if sdt.ko was loaded with string_size=0.\n"
		      " */\n"
		      "#define COPY(record, field)\t((void *)(record) + ((record)->field & 0xffff))\n"
		      "#define COPY_SIZE(record, field)\t((record)->field >> 16)\n", out);
	fputs("\n"
	      "struct {\n"
	      "\t__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);\n"
	      "\t__uint(max_entries, NR_KEYS);\n"
	      "\t__type(key, __u32);\n"
	      "\t__type(value, __u64);\n"
	      "} totals SEC(\".maps\");\n"
	      "\n"
	      "static __always_inline int add(__u32 key, __u64 value)\n"
	      "{\n"
	      "\t__u64 *total = bpf_map_lookup_elem(&totals, &key);\n"
	      "\n"
	      "\tif (total)\n"
	      "\t\t*total += value;\n"
	      "\treturn 0;\n"
	      "}\n", out);
}

static void print_program(FILE *out, const struct gen_event *event,
			  const char *name)
{
	fputs("\nSEC(\"tracepoint/", out);
	out_escaped(out, event->probes[0].module);
	fputc('/', out);
	out_escaped(out, event->probes[0].event);
	fprintf(out, "\")\n"
		"int on_%s(struct record_%s *record)\n"
		"{\n"
		"\t(void)record;\n"
		"\treturn add(key_%s, 1);\n"
		"}\n", name, name, name);
}

static void print_table(FILE *out, const struct gen_events *events, char **names)
{
	const struct gen_probe *first;
	size_t i;

	fputs("\n"
	      "static const struct {\n"
	      "\tconst char *module, *event, *program;\n"
	      "\tsize_t ip_offset;\n"
	      "} events[NR_KEYS] = {\n", out);
	for (i = 0; i < events->nr_events; i++) {
		first = &events->events[i].probes[0];
		fprintf(out, "\t[key_%s] = { \"", names[i]);
		out_escaped(out, first->module);
		fputs("\", \"", out);
		out_escaped(out, first->event);
		fprintf(out, "\", \"on_%s\",\n"
			"\t\toffsetof(struct record_%s, " IP_FIELD ") },\n",
			names[i], names[i]);
	}
	fputs("};\n", out);
}

static void print_loader_head(FILE *out)
{
	fputs("\n"
	      "char LICENSE[] SEC(\"license\") = \"GPL\";\n"
	      "\n"
	      "#else /* the loader */\n"
	      "\n"
	      "#include <errno.h>\n"
	      "#include <signal.h>\n"
	      "#include <stddef.h>\n"
	      "#include <stdio.h>\n"
	      "#include <stdlib.h>\n"
	      "#include <string.h>\n"
	      "#include <unistd.h>\n"
	      "#include <bpf/libbpf.h>\n", out);
}

static void print_check(FILE *out)
{
	fputs("\n"
	      "static volatile sig_atomic_t is_over;\n"
	      "\n"
	      "static void end(int signal)\n"
	      "{\n"
	      "\tis_over = signal;\n"
	      "}\n"
	      "\n"
	      "/* Where a record has the field behind the arguments, as the kernel says */\n"
	      "static size_t ip_offset(FILE *format)\n"
	      "{\n"
	      "\tstatic const char field[] = \" __probe_ip;\\toffset:\";\n"
	      "\tsize_t offset = 0;\n"
	      "\tchar line[1024];\n"
	      "\n"
	      "\twhile (fgets(line, sizeof(line), format))\n"
	      "\t\tif (strstr(line, field))\n"
	      "\t\t\toffset = strtoul(strstr(line, field) + strlen(field), NULL, 10);\n"
	      "\treturn offset;\n"
	      "}\n"
	      "\n"
	      "/* Is the event there, with such a record? */\n"
	      "static int check(unsigned int key)\n"
	      "{\n"
	      "\tconst size_t wanted = events[key].ip_offset;\n"
	      "\tchar path[1024];\n"
	      "\tsize_t offset;\n"
	      "\tFILE *format;\n"
	      "\n"
	      "\tsnprintf(path, sizeof(path), \"/sys/kernel/tracing/events/%s/%s/format\",\n"
	      "\t\t events[key].module, events[key].event);\n"
	      "\tformat = fopen(path, \"r\");\n"
	      "\tif (!format) {\n"
	      "\t\tfprintf(stderr, \"%s: %s%s\\n\", path, strerror(errno), errno == ENOENT ?\n"
	      "\t\t\t\": load the module, and sdt.ko without layout=dtrace\" : \"\");\n"
	      "\t\treturn -1;\n"
	      "\t}\n"
	      "\toffset = ip_offset(format);\n"
	      "\tfclose(format);\n"
	      "\tif (offset == wanted)\n"
	      "\t\treturn 0;\n"
	      "\tfprintf(stderr, \"%s: __probe_ip is at %zu, not at %zu: %s\\n\", path, offset, wanted,\n"
	      "\t\toffset ? \"the module has changed, or see COMMON_SIZE\" :\n"
	      "\t\t\t \"load sdt.ko without layout=dtrace\");\n"
	      "\treturn -1;\n"
	      "}\n", out);
}

static void print_main(FILE *out)
{
	fputs("\n"
	      "static struct bpf_object *load(const char *file)\n"
	      "{\n"
	      "\tstruct bpf_object *object = bpf_object__open_file(file, NULL);\n"
	      "\n"
	      "\tif (object && !bpf_object__load(object))\n"
	      "\t\treturn object;\n"
	      "\tfprintf(stderr, \"%s: cannot be loaded: %s\\n\", file, strerror(errno));\n"
	      "\treturn NULL;\n"
	      "}\n"
	      "\n"
	      "/* The kernel detaches the program when this process ends. */\n"
	      "static int attach(const struct bpf_object *object, unsigned int key)\n"
	      "{\n"
	      "\tstruct bpf_program *program;\n"
	      "\n"
	      "\tprogram = bpf_object__find_program_by_name(object, events[key].program);\n"
	      "\tif (program && bpf_program__attach(program))\n"
	      "\t\treturn 0;\n"
	      "\tfprintf(stderr, \"%s: cannot be attached: %s\\n\", events[key].program, strerror(errno));\n"
	      "\treturn -1;\n"
	      "}\n"
	      "\n"
	      "/* Each CPU has totals of its own. */\n"
	      "static int print(const struct bpf_object *object)\n"
	      "{\n"
	      "\tstruct bpf_map *totals = bpf_object__find_map_by_name(object, \"totals\");\n"
	      "\tint cpu, nr_cpus = libbpf_num_possible_cpus();\n"
	      "\t__u64 *values = calloc(nr_cpus > 0 ? nr_cpus : 1, sizeof(*values)), sum;\n"
	      "\t__u32 key;\n"
	      "\n"
	      "\tfor (key = 0; key < NR_KEYS; key++) {\n"
	      "\t\tif (!totals || !values ||\n"
	      "\t\t    bpf_map__lookup_elem(totals, &key, sizeof(key), values,\n"
	      "\t\t\t\t\t nr_cpus * sizeof(*values), 0)) {\n"
	      "\t\t\tfprintf(stderr, \"the totals cannot be read: %s\\n\", strerror(errno));\n"
	      "\t\t\tfree(values);\n"
	      "\t\t\treturn -1;\n"
	      "\t\t}\n"
	      "\t\tfor (cpu = 0, sum = 0; cpu < nr_cpus; cpu++)\n"
	      "\t\t\tsum += values[cpu];\n"
	      "\t\tprintf(\"%12lld  %s:%s\\n\", (long long)sum, events[key].module, events[key].event);\n"
	      "\t}\n"
	      "\tprintf(\"\\n\");\n"
	      "\tfree(values);\n"
	      "\treturn 0;\n"
	      "}\n"
	      "\n"
	      "int main(int argc, char **argv)\n"
	      "{\n"
	      "\tunsigned long seconds = argc == 3 ? strtoul(argv[2], NULL, 10) : 0, second;\n"
	      "\tstruct bpf_object *object;\n"
	      "\tunsigned int key;\n"
	      "\n"
	      "\tif (argc < 2 || argc > 3 || (argc == 3 && !seconds)) {\n"
	      "\t\tfprintf(stderr, \"usage: %s FILE.bpf.o [SECONDS]\\n\", argv[0]);\n"
	      "\t\treturn 2;\n"
	      "\t}\n"
	      "\tfor (key = 0; key < NR_KEYS; key++)\n"
	      "\t\tif (check(key))\n"
	      "\t\t\treturn 1;\n"
	      "\tobject = load(argv[1]);\n"
	      "\tif (!object)\n"
	      "\t\treturn 1;\n"
	      "\tsignal(SIGINT, end);\n"
	      "\tsignal(SIGTERM, end);\n"
	      "\tfor (key = 0; key < NR_KEYS; key++)\n"
	      "\t\tif (attach(object, key))\n"
	      "\t\t\treturn 1;\n"
	      "\tsetlinebuf(stdout);\n"
	      "\tprintf(\"attached to %u event%s\\n\\n\", NR_KEYS, NR_KEYS == 1 ? \"\" : \"s\");\n"
	      "\tfor (second = 0; !is_over && (!seconds || second < seconds); second++) {\n"
	      "\t\tsleep(1);\n"
	      "\t\tif (print(object))\n"
	      "\t\t\treturn 1;\n"
	      "\t}\n"
	      "\treturn 0;\n"
	      "}\n"
	      "\n"
	      "#endif\n", out);
}

size_t gen_libbpf(FILE *out, const struct gen_events *events)
{
	char **names = gen_identifiers(events);
	size_t i;

	print_head(out, events);
	for (i = 0; i < events->nr_events; i++)
		print_structure(out, &events->events[i], names[i]);
	print_keys(out, events, names);
	print_programs_head(out, events);
	for (i = 0; i < events->nr_events; i++)
		print_program(out, &events->events[i], names[i]);
	print_loader_head(out);
	print_table(out, events, names);
	print_check(out);
	print_main(out);
	gen_identifiers_free(names, events);
	return events->nr_events;
}
