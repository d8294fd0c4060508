/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd_dump.c - sdtinfo dump: show the probes of finished modules
 *
 * Serves driver authors and those who trace their drivers.  Knows what a
 * module's probe table, site records and jump labels mean together; how they
 * are found in an ELF file is module_elf.c's business.
 *
 * Where the sites are is written in no table: a jump label leads to a place in
 * the code and, as its key, to a site record; the record leads to a probe.  In
 * a module that is not loaded all three are relocations:
 *
 *	__jump_table entry	 .long code - .
 *				 .long target - .
 *				 .quad key - .		(two low bits: flags)
 *	  key -> __sdt_sites	 struct sdt_site_record
 *		   .probe  -> __sdt_table	struct sdt_table_probe
 *		   .file   -> a string
 */
#include <getopt.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "module_elf.h"
#include "output.h"
#include "probe_table.h"

#define JUMP_SECTION	"__jump_table"

/* struct jump_entry of a kernel with relative jump labels, 64 bits */
#define JUMP_SIZE	16
#define JUMP_CODE	0
#define JUMP_KEY	8
#define JUMP_KEY_FLAGS	3

/* A column that is wider than this is not worth its alignment. */
#define MAX_COLUMN	28

/* An enum has as many in a line. */
#define MAX_ENUMERATORS	8

/* A site record, and with it one place in the code that leads to it. */
struct site {
	size_t record;		/* its number, from 0 */
	uint32_t probe;		/* its number in the table */
	bool is_enabled;
	uint32_t line;
	const char *file;
	struct elf_place code;	/* section 0: no jump label leads here */
};

struct dump {
	const char *path;
	struct module_elf *elf;
	const struct elf_section *table_section;
	const struct elf_section *site_section;
	struct probe_table table;
	struct site *records;	/* one for each record */
	size_t nr_records;
	struct site *sites;	/* one for each place, sorted by probe */
	size_t nr_sites;
	size_t room;
	struct out_column names[3], arg_name, arg_type, place;
};

/*
 * Reading
 */

/* The one section of a name; NULL with or without a message in *failed. */
static const struct elf_section *only_section(const struct dump *dump,
					      const char *name, bool *failed)
{
	const struct elf_section *section;

	section = module_elf_section(dump->elf, name, NULL);
	if (section && module_elf_section(dump->elf, name, section)) {
		error_file(dump->path, "has several sections %s", name);
		*failed = true;
		return NULL;
	}
	return section;
}

static enum exit_code no_table(const struct dump *dump)
{
	if (module_elf_section(dump->elf, SDT_OBJECT_SECTION, NULL))
		error_file(dump->path, "no probes in it yet: it is one object of a module, dump the .ko");
	else
		error_file(dump->path, "no probes in it");
	return EXIT_NO_PROBES;
}

static enum exit_code read_table(struct dump *dump)
{
	struct problem problem;
	const void *bytes;
	bool failed = false;

	dump->table_section = only_section(dump, SDT_TABLE_SECTION, &failed);
	if (failed)
		return EXIT_FAILED;
	if (!dump->table_section)
		return no_table(dump);
	bytes = module_elf_data(dump->elf, dump->table_section);
	if (!bytes)
		return EXIT_FAILED;
	if (probe_table_read(&dump->table, bytes, dump->table_section->size,
			     SDT_TABLE_MODULE, &problem)) {
		error_file(dump->path, "%s: %s", SDT_TABLE_SECTION,
			   problem.text);
		return EXIT_FAILED;
	}
	if (dump->table.size != dump->table_section->size) {
		error_file(dump->path, "%s: %" PRIu64 " bytes behind the probe table",
			   SDT_TABLE_SECTION,
			   dump->table_section->size - dump->table.size);
		return EXIT_FAILED;
	}
	if (!dump->table.nr_probes)
		return no_table(dump);
	return EXIT_DONE;
}

static int record_failed(const struct dump *dump, size_t record,
			 const char *what)
{
	error_file(dump->path, "%s+0x%zx: %s", SDT_SITES_SECTION,
		   record * sizeof(struct sdt_site_record), what);
	return -1;
}

/* The probe that a record's relocation leads to, as its number. */
static int find_probe(const struct dump *dump, const struct elf_reloc *reloc,
		      uint32_t *probe)
{
	uint64_t offset;

	if (!reloc || reloc->kind != ELF_RELOC_PC32 ||
	    reloc->target.section != dump->table_section->index)
		return -1;
	offset = reloc->target.offset - sizeof(struct sdt_table);
	if (reloc->target.offset < sizeof(struct sdt_table) ||
	    offset % sizeof(struct sdt_table_probe) ||
	    offset / sizeof(struct sdt_table_probe) >= dump->table.nr_probes)
		return -1;
	*probe = offset / sizeof(struct sdt_table_probe);
	return 0;
}

static int read_record(const struct dump *dump, const unsigned char *bytes,
		       const struct elf_relocs *relocs, size_t i)
{
	struct site *site = &dump->records[i];
	const struct elf_reloc *reloc;
	struct sdt_site_record record;
	uint64_t offset = i * sizeof(record);

	memcpy(&record, bytes + offset, sizeof(record));
	if (memcmp(record.magic, SDT_SITE_MAGIC, sizeof(record.magic)))
		return record_failed(dump, i, "no site record where one should be");
	if (record.version != SDT_ABI_VERSION) {
		error_file(dump->path, "site record has ABI version %u, this sdtinfo knows version %u only: build both with the same SDT",
			   record.version, SDT_ABI_VERSION);
		return -1;
	}
	reloc = elf_relocs_at(relocs, offset +
			      offsetof(struct sdt_site_record, probe));
	if (find_probe(dump, reloc, &site->probe))
		return record_failed(dump, i, "site record leads to no probe of the table");
	reloc = elf_relocs_at(relocs, offset +
			      offsetof(struct sdt_site_record, file));
	if (reloc && reloc->kind == ELF_RELOC_PC32)
		site->file = module_elf_string(dump->elf, reloc->target,
					       PROBE_STRING_MAX);
	if (!site->file)
		return record_failed(dump, i, "site record leads to no file name");
	site->record = i;
	site->is_enabled = record.line & SDT_SITE_IS_ENABLED;
	site->line = record.line & ~SDT_SITE_IS_ENABLED;
	return 0;
}

static int read_records(struct dump *dump)
{
	const unsigned char *bytes;
	struct elf_relocs relocs;
	bool failed = false;
	size_t i;

	dump->site_section = only_section(dump, SDT_SITES_SECTION, &failed);
	if (!dump->site_section)
		return failed ? -1 : 0;
	if (dump->site_section->size % sizeof(struct sdt_site_record)) {
		error_file(dump->path, "%s: %" PRIu64 " bytes are no whole number of site records",
			   SDT_SITES_SECTION, dump->site_section->size);
		return -1;
	}
	bytes = module_elf_data(dump->elf, dump->site_section);
	if (!bytes || module_elf_relocs(dump->elf, dump->site_section, &relocs))
		return -1;
	dump->nr_records = dump->site_section->size /
			   sizeof(struct sdt_site_record);
	dump->records = xcalloc(dump->nr_records, sizeof(*dump->records));
	for (i = 0; i < dump->nr_records && !failed; i++)
		failed = read_record(dump, bytes, &relocs, i);
	elf_relocs_free(&relocs);
	return failed ? -1 : 0;
}

static void add_site(struct dump *dump, size_t record,
		     const struct elf_place *code)
{
	struct site *site;

	if (dump->nr_sites == dump->room) {
		dump->room = 2 * dump->room + dump->nr_records;
		dump->sites = xreallocarray(dump->sites, dump->room,
					    sizeof(*dump->sites));
	}
	site = &dump->sites[dump->nr_sites++];
	*site = dump->records[record];
	if (code)
		site->code = *code;
}

/* One jump label: ours if its key lies in a site record. */
static int read_jump(struct dump *dump, const struct elf_relocs *relocs,
		     uint64_t offset, bool *seen)
{
	const struct elf_reloc *code, *key;
	uint64_t place;

	key = elf_relocs_at(relocs, offset + JUMP_KEY);
	if (!key || key->target.section != dump->site_section->index)
		return 0;
	code = elf_relocs_at(relocs, offset + JUMP_CODE);
	place = key->target.offset & ~(uint64_t)JUMP_KEY_FLAGS;
	if (key->kind != ELF_RELOC_PC64 ||
	    place % sizeof(struct sdt_site_record) ||
	    place / sizeof(struct sdt_site_record) >= dump->nr_records) {
		error_file(dump->path, JUMP_SECTION "+0x%" PRIx64 ": its key is no site record's",
			   offset);
		return -1;
	}
	if (!code || code->kind != ELF_RELOC_PC32 || !code->target.section) {
		error_file(dump->path, JUMP_SECTION "+0x%" PRIx64 ": it leads to no code",
			   offset);
		return -1;
	}
	place /= sizeof(struct sdt_site_record);
	seen[place] = true;
	add_site(dump, place, &code->target);
	return 0;
}

static int read_jumps_of(struct dump *dump, const struct elf_section *section,
			 bool *seen)
{
	struct elf_relocs relocs;
	uint64_t offset;
	int failed = 0;

	if (section->size % JUMP_SIZE) {
		error_file(dump->path, JUMP_SECTION ": %" PRIu64 " bytes are no whole number of jump labels",
			   section->size);
		return -1;
	}
	if (module_elf_relocs(dump->elf, section, &relocs))
		return -1;
	for (offset = 0; offset < section->size && !failed; offset += JUMP_SIZE)
		failed = read_jump(dump, &relocs, offset, seen);
	elf_relocs_free(&relocs);
	return failed;
}

static int by_probe(const void *x, const void *y)
{
	const struct site *a = x, *b = y;

	if (a->probe != b->probe)
		return a->probe < b->probe ? -1 : 1;
	if (a->is_enabled != b->is_enabled)
		return b->is_enabled ? -1 : 1;
	if (a->code.section != b->code.section)
		return a->code.section < b->code.section ? -1 : 1;
	if (a->code.offset != b->code.offset)
		return a->code.offset < b->code.offset ? -1 : 1;
	return (a->record > b->record) - (a->record < b->record);
}

static int read_sites(struct dump *dump)
{
	const struct elf_section *section = NULL;
	bool *seen;
	int failed;
	size_t i;

	failed = read_records(dump);
	if (failed || !dump->nr_records)
		return failed;
	seen = xcalloc(dump->nr_records, sizeof(*seen));
	while (!failed && (section = module_elf_section(dump->elf, JUMP_SECTION,
							section)))
		failed = read_jumps_of(dump, section, seen);
	for (i = 0; i < dump->nr_records && !failed; i++)
		if (!seen[i])
			add_site(dump, i, NULL);
	free(seen);
	if (!failed)
		qsort(dump->sites, dump->nr_sites, sizeof(*dump->sites),
		      by_probe);
	return failed;
}

/*
 * Printing
 */

/* "revdev_read+0x1c", or ".text+0x5c" where no function is known */
static char *place_text(const struct dump *dump, struct elf_place code)
{
	const struct elf_function *function;

	if (!code.section)
		return xasprintf("(no jump label)");
	function = module_elf_function(dump->elf, code);
	if (function)
		return xasprintf("%s+0x%" PRIx64, function->name,
				 code.offset - function->start.offset);
	return xasprintf("%s+0x%" PRIx64,
			 module_elf_section_at(dump->elf, code.section)->name,
			 code.offset);
}

/* The words of C that may stand in any order, or be left out. */
enum { W_LONG, W_SHORT, W_UNSIGNED, W_SIGNED, W_INT, W_CHAR, W_BOOL, W_CONST,
       NR_WORDS };

static const struct {
	const char *text;
	int word;
} words[] = {
	{ "long", W_LONG }, { "short", W_SHORT }, { "unsigned", W_UNSIGNED },
	{ "signed", W_SIGNED }, { "int", W_INT }, { "char", W_CHAR },
	{ "bool", W_BOOL }, { "_Bool", W_BOOL }, { "const", W_CONST },
};

/* Count the words that begin a type; returns what is behind them. */
static const char *count_words(const char *type, unsigned int count[NR_WORDS])
{
	size_t i, n;

	memset(count, 0, NR_WORDS * sizeof(*count));
	for (;;) {
		type += strspn(type, " ");
		n = strcspn(type, " *()[]");
		for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (strlen(words[i].text) == n &&
			    !strncmp(words[i].text, type, n))
				break;
		if (i == sizeof(words) / sizeof(words[0]))
			break;
		count[words[i].word]++;
		type += n;
	}
	if (count[W_SIGNED] && !count[W_CHAR]) {
		count[W_SIGNED] = 0;
		count[W_INT] = 1;
	}
	if (count[W_LONG] || count[W_SHORT] || count[W_UNSIGNED])
		count[W_INT] = 0;
	return type;
}

/* Is it one type in other words?  The compiler's are "long unsigned int". */
static bool same_type(const char *a, const char *b)
{
	unsigned int x[NR_WORDS], y[NR_WORDS];

	a = count_words(a, x);
	b = count_words(b, y);
	if (memcmp(x, y, sizeof(x)))
		return false;
	for (;; a++, b++) {
		a += strspn(a, " ");
		b += strspn(b, " ");
		if (*a != *b || !*a)
			return *a == *b;
	}
}

/* "port_t {aka short unsigned int}"; caller frees */
static char *type_text(const struct probe_arg *arg)
{
	return *arg->aka ? xasprintf("%s {aka %s}", arg->type, arg->aka) :
			   xasprintf("%s", arg->type);
}

/* "{RED, GREEN, BLUE = 7}", as in the source: each is one more than the last. */
static void print_enumerators(const struct probe_arg *arg)
{
	const struct probe_enumerator *e = arg->enumerators;
	uint64_t next = 0;
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators && i < MAX_ENUMERATORS; i++) {
		fputs(i ? ", " : " {", stdout);
		out_text(stdout, e[i].name);
		if (e[i].value != next)
			printf(arg->flags & SDT_ARG_SIGNED ? " = %" PRId64 :
							     " = %" PRIu64,
			       e[i].value);
		next = e[i].value + 1;
	}
	if (i < arg->nr_enumerators)
		printf(", ... %u more", arg->nr_enumerators - i);
	if (i)
		putchar('}');
}

/* "8-byte unsigned integer", "8-byte user string pointer" */
static void print_kind(const struct probe_arg *arg)
{
	const char *sign = arg->flags & SDT_ARG_SIGNED ? "signed" : "unsigned";

	printf("%u-byte %s%s%s%s", arg->size,
	       arg->flags & SDT_ARG_USER ? "user " : "",
	       arg->flags & SDT_ARG_PERCPU ? "percpu " : "",
	       arg->flags & SDT_ARG_RCU ? "rcu " : "",
	       arg->flags & SDT_ARG_IOMEM ? "iomem " : "");
	switch (arg->kind) {
	case SDT_ARG_INTEGER:
		printf("%s integer", sign);
		break;
	case SDT_ARG_BOOL:
		printf("bool");
		break;
	case SDT_ARG_ENUM:
		printf("%s enum", sign);
		print_enumerators(arg);
		break;
	case SDT_ARG_POINTER:
		printf("pointer");
		break;
	case SDT_ARG_STRING:
		printf("string pointer");
		break;
	case SDT_ARG_FUNCTION:
		printf("function pointer");
		break;
	}
}

static void print_arg(const struct dump *dump, unsigned int i,
		      const struct probe_arg *arg)
{
	char *type = type_text(arg);

	printf("    arg%-2u  ", i);
	out_cell(stdout, &dump->arg_name, arg->name);
	out_cell(stdout, &dump->arg_type, type);
	print_kind(arg);
	if (*arg->declared && !same_type(arg->declared, arg->type)) {
		printf(", declared ");
		out_text(stdout, arg->declared);
	}
	putchar('\n');
	free(type);
}

static void print_site(const struct dump *dump, const struct site *site)
{
	const struct elf_section *section;
	char *place = place_text(dump, site->code);

	printf("    site   ");
	out_cell(stdout, &dump->place, place);
	out_text(stdout, site->file);
	printf(":%u", site->line);
	if (site->is_enabled)
		printf(", is-enabled");
	section = module_elf_section_at(dump->elf, site->code.section);
	if (section && (!strncmp(section->name, ".init", 5) ||
			!strncmp(section->name, ".exit", 5))) {
		printf(", in ");
		out_text(stdout, section->name);
	}
	putchar('\n');
	free(place);
}

static void fit_columns(struct dump *dump)
{
	static const char *const heads[3] = { "PROVIDER", "MODULE", "FUNCTION" };
	size_t i;
	char *place, *type;

	for (i = 0; i < 3; i++) {
		dump->names[i].limit = MAX_COLUMN;
		out_column_fit(&dump->names[i], heads[i]);
	}
	dump->arg_name.limit = MAX_COLUMN / 2;
	dump->arg_type.limit = MAX_COLUMN + MAX_COLUMN / 2;
	dump->place.limit = MAX_COLUMN + MAX_COLUMN / 2;
	out_column_fit(&dump->names[1], dump->table.module);
	for (i = 0; i < dump->table.nr_probes; i++) {
		out_column_fit(&dump->names[0], dump->table.probes[i].provider);
		out_column_fit(&dump->names[2], dump->table.probes[i].function);
	}
	for (i = 0; i < dump->table.nr_args; i++) {
		out_column_fit(&dump->arg_name, dump->table.args[i].name);
		type = type_text(&dump->table.args[i]);
		out_column_fit(&dump->arg_type, type);
		free(type);
	}
	for (i = 0; i < dump->nr_sites; i++) {
		place = place_text(dump, dump->sites[i].code);
		out_column_fit(&dump->place, place);
		free(place);
	}
}

static void print_names(const struct dump *dump, const char *provider,
			const char *module, const char *function,
			const char *name)
{
	out_cell(stdout, &dump->names[0], provider);
	out_cell(stdout, &dump->names[1], module);
	out_cell(stdout, &dump->names[2], function);
	out_text(stdout, name);
	putchar('\n');
}

static void print_module(struct dump *dump)
{
	const struct probe_table *table = &dump->table;
	size_t i, j, next = 0;

	fit_columns(dump);
	out_text(stdout, dump->path);
	printf(": module ");
	out_text(stdout, table->module);
	printf(", %zu probe%s, %zu site%s\n\n", table->nr_probes,
	       table->nr_probes == 1 ? "" : "s", dump->nr_sites,
	       dump->nr_sites == 1 ? "" : "s");
	print_names(dump, "PROVIDER", "MODULE", "FUNCTION", "NAME");
	for (i = 0; i < table->nr_probes; i++) {
		const struct probe *probe = &table->probes[i];

		print_names(dump, probe->provider, table->module,
			    probe->function, probe->name);
		for (j = 0; j < probe->nr_args; j++)
			print_arg(dump, j, &probe->args[j]);
		for (; next < dump->nr_sites && dump->sites[next].probe == i;
		     next++)
			print_site(dump, &dump->sites[next]);
	}
}

/*
 * The verb
 */

static enum exit_code dump_module(struct dump *dump, bool *printed)
{
	enum exit_code code = read_table(dump);

	if (code != EXIT_DONE)
		return code;
	if (read_sites(dump))
		return EXIT_FAILED;
	if (*printed)
		putchar('\n');
	*printed = true;
	print_module(dump);
	if (dump->nr_records != dump->table.nr_sites) {
		fflush(stdout);
		error_file(dump->path, "its probe table counts %u sites, there are %zu site records",
			   dump->table.nr_sites, dump->nr_records);
		return EXIT_FAILED;
	}
	return EXIT_DONE;
}

static enum exit_code dump_file(const char *path, bool *printed)
{
	struct dump dump = { .path = path };
	enum exit_code code;

	dump.elf = module_elf_open(path);
	if (!dump.elf)
		return EXIT_FAILED;
	code = dump_module(&dump, printed);
	probe_table_free(&dump.table);
	free(dump.records);
	free(dump.sites);
	module_elf_close(dump.elf);
	return code;
}

static enum exit_code run_dump(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	enum exit_code code = EXIT_DONE;
	bool printed = false;
	int c;

	while ((c = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		if (c != 'h')
			return error_usage("dump", "there is no option '%s'",
					   argv[optind - 1]);
		command_help(&cmd_dump);
		return EXIT_DONE;
	}
	if (optind == argc)
		return error_usage("dump", "which module? FILE.ko");
	for (; optind < argc; optind++)
		code = exit_worse(code, dump_file(argv[optind], &printed));
	return code;
}

const struct command cmd_dump = {
	.name = "dump",
	.synopsis = "FILE.ko...",
	.summary = "show the probes of modules: arguments, and sites in the code",
	.help =
"For each probe: its four names, its arguments (field name, C type, {aka what\n"
"that is without typedefs}, size and kind, the first enumerators of an enum,\n"
"the type that the author declared where that differs), and its sites: the NOP\n"
"that is patched when the probe is enabled, as function+offset, and the line of\n"
"the source.  A site marked is-enabled is a DTRACE_PROBE_ENABLED.\n",
	.run = run_dump,
};
