/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd_link.c - sdtinfo link: join the probe tables of a module's objects
 *
 * Serves the Kbuild build (kbuild/sdt.mk), which assembles the output and
 * links it into the module.  Knows nothing of how ELF files or tables are laid
 * out to be read; it is the one place that lays out a module's table.
 *
 *  1. read the tables of all objects, and see that each agrees with the number
 *     of site records that the object has
 *  2. merge them; report what does not agree, at both places of the source
 *  3. write the module's table and trampoline as assembler source, which shows
 *     on review what is in it.  It goes through the C preprocessor: only strings and comments
 *     may hold names from the source.
 */
#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/exit_code.h"
#include "lib/findings.h"
#include "lib/memory.h"
#include "lib/options.h"
#include "lib/out_file.h"
#include "lib/output.h"
#include "link/probe_merge.h"
#include "link/probe_xlate.h"
#include "module/module_elf.h"
#include "table/clients.h"
#include "table/list_pool.h"
#include "table/probe_table.h"
#include "table/stability.h"
#include "table/string_pool.h"
#include "text/arg_text.h"

/* After so many disagreements the rest is only counted. */
#define MAX_CONFLICTS	20

#define ALLOW_EMPTY	OPTION_LONG(0)

struct link {
	char *module;
	const char *output;
	bool allow_empty;
	struct probe_table *tables;
	size_t nr_tables;
	void **bytes;		/* what the tables were read from */
	size_t nr_bytes;
	struct probe_merge merge;
	struct string_pool strings;
	struct list_pool args;
	struct list_pool xlated;
	struct list_pool enumerators;
};

/*
 * Reading
 */

/* The table outlives the object's ELF file: keep a copy. */
static const unsigned char *keep(struct link *link, const void *data,
				 size_t size)
{
	unsigned char *bytes = memcpy(xcalloc(size, 1), data, size);

	link->bytes = xroom_for_one(link->bytes, link->nr_bytes,
				    sizeof(*link->bytes));
	link->bytes[link->nr_bytes++] = bytes;
	return bytes;
}

/*
 * Read the tables in one section: one after the other if the object was
 * linked of several, with zeros between them where the linker aligned them.
 */
static int read_section(struct link *link, struct module_elf *elf,
			const char *path, const struct elf_section *section,
			uint64_t *sites)
{
	const unsigned char *bytes = module_elf_data(elf, section);
	struct findings findings = { 0 };
	struct probe_table *table;
	size_t offset = 0;
	char *where;
	int failed;

	if (!bytes)
		return -1;
	bytes = keep(link, bytes, section->size);
	while (offset < section->size) {
		if (section->size - offset >= 4 &&
		    !memcmp(bytes + offset, "\0\0\0", 4)) {
			offset += 4;
			continue;
		}
		link->tables = xroom_for_one(link->tables, link->nr_tables,
					     sizeof(*link->tables));
		table = &link->tables[link->nr_tables++];
		where = xasprintf("%s+0x%zx", section->name, offset);
		failed = probe_table_read(table, bytes + offset,
					  section->size - offset,
					  SDT_TABLE_OBJECT, where, &findings);
		free(where);
		findings_report(&findings, path);
		findings_free(&findings);
		if (failed)
			return -1;
		*sites += table->nr_sites;
		offset += table->size;
	}
	return 0;
}

static int read_sections(struct link *link, struct module_elf *elf,
			 const char *path)
{
	const struct elf_section *section = NULL;
	uint64_t expected = 0, size = 0;

	while ((section = module_elf_section(elf, SDT_OBJECT_SECTION, section)))
		if (read_section(link, elf, path, section, &expected))
			return -1;
	while ((section = module_elf_section(elf, SDT_SITES_SECTION, section)))
		size += section->size;
	if (size != expected * sizeof(struct sdt_site_record)) {
		error_file(path, "its probe tables count %llu sites, its section %s holds %llu bytes instead of %zu for each",
			   (unsigned long long)expected, SDT_SITES_SECTION,
			   (unsigned long long)size,
			   sizeof(struct sdt_site_record));
		return -1;
	}
	return 0;
}

static int read_object(struct link *link, const char *path)
{
	struct module_elf *elf = module_elf_open(path);
	int failed;

	if (!elf)
		return -1;
	failed = read_sections(link, elf, path);
	module_elf_close(elf);
	return failed;
}

/*
 * Conflicts
 */

/* What @probe says about the thing that is in conflict; caller frees. */
static char *claim(const struct probe_conflict *c, const struct probe *probe)
{
	const struct probe *other = probe == c->first ? c->second : c->first;

	if (c->kind == CONFLICT_COUNT)
		return xasprintf("%u argument%s", probe->nr_args,
				 probe->nr_args == 1 ? "" : "s");
	return arg_claim(c->how, &probe->args[c->arg], &other->args[c->arg]);
}

/*
 * ", in f()", or what it is instead; caller frees.  A function that the author named need
 * not be where the probe is written.
 */
static char *where(const struct probe *p)
{
	return p->flags & SDT_PROBE_IS_DEFINITION ?
	       xasprintf(", at its definition") :
	       p->flags & SDT_PROBE_QUALIFIED ? xasprintf("%s", "") :
	       xasprintf(", in %s()", p->function);
}

static void report_disagreement(const struct link *link,
				const struct probe_conflict *c)
{
	char *first = claim(c, c->first), *second = claim(c, c->second);
	const struct probe *p = c->first;
	char *place = where(c->second);

	if (c->kind == CONFLICT_COUNT)
		error_source(p->file, p->line,
			     "probe %s:%s:%s:%s has %s here", p->provider,
			     link->module, p->function, p->name, first);
	else
		error_source(p->file, p->line,
			     "arg%u (%s) of probe %s:%s:%s:%s is %s here",
			     c->arg, p->args[c->arg].name, p->provider,
			     link->module, p->function, p->name, first);
	p = c->second;
	if (p->flags & SDT_PROBE_IS_DEFINITION)
		note_source(p->file, p->line, "... but its definition has %s",
			    second);
	else
		note_source(p->file, p->line, "... but %s here%s: probes of one name are one event and have one set of types; rename one of them",
			    second, place);
	free(place);
	free(first);
	free(second);
}

static void report_names(const struct link *link, const struct probe_conflict *c)
{
	unsigned int other = c->kind == CONFLICT_NAME ? c->arg : c->other_arg;
	const struct probe *p = c->first, *q = c->second;
	char *place = where(q);

	error_source(p->file, p->line, "arg%u of probe %s:%s:%s:%s is named '%s' here",
		     c->arg, p->provider, link->module, p->function, p->name,
		     p->args[c->arg].name);
	if (c->kind == CONFLICT_NAME)
		note_source(q->file, q->line, "... but '%s' here%s: probes of one name are one event and have one set of fields; use one name for the argument",
			    q->args[other].name, place);
	else
		note_source(q->file, q->line, "... and so is arg%u here%s: probes of one name are one event and have one set of fields; rename one of them",
			    other, place);
	free(place);
}

static void report_same_event(const struct link *link,
			      const struct probe_conflict *c)
{
	const struct probe *p = c->first;
	char *event = client_event(p);

	error_source(p->file, p->line, "probe %s:%s:%s:%s is event %s here",
		     p->provider, link->module, p->function, p->name, event);
	p = c->second;
	note_source(p->file, p->line, "... and so is probe %s:%s:%s:%s here: rename one of them",
		    p->provider, link->module, p->function, p->name);
	free(event);
}

static void report_bad_event(const struct link *link, const struct probe *p)
{
	char *problem = client_event_problem(p);

	error_source(p->file, p->line, "probe %s:%s:%s:%s: %s: rename it",
		     p->provider, link->module, p->function, p->name, problem);
	free(problem);
}

static void report_view(const struct link *link, const struct probe_conflict *c)
{
	const struct probe *p = c->first, *q = c->second;
	char *first = probe_xlate_text(p), *second = probe_xlate_text(q);
	char *place = where(q);

	if (c->kind == CONFLICT_XLATED_TWICE) {
		error_source(p->file, p->line, "translated argument %u of probe %s:%s:%s:%s is named '%s' here",
			     c->arg, p->provider, link->module, p->function,
			     p->name, p->xlated[c->arg].name);
		note_source(q->file, q->line, "... and so is translated argument %u here%s: probes of one name are one event and have one set of fields; rename one of them",
			    c->other_arg, place);
	} else if (c->kind == CONFLICT_XLATED_NAME) {
		error_source(p->file, p->line, "translated argument %u of probe %s:%s:%s:%s is named '%s' here",
			     c->arg, p->provider, link->module, p->function,
			     p->name, p->xlated[c->arg].name);
		note_source(q->file, q->line, "... but '%s' here%s: probes of one name are one event and have one set of fields; use one name for the argument",
			    q->xlated[c->arg].name, place);
	} else {
		error_source(p->file, p->line, "the arguments of probe %s:%s:%s:%s are %s%s here",
			     p->provider, link->module, p->function, p->name,
			     probe_xlate_says(p) ? "translated to " :
						   "not translated",
			     probe_xlate_says(p) ? first : "");
		note_source(q->file, q->line, "... but %s%s here%s: probes of one name are one event and have one set of translated arguments",
			    probe_xlate_says(q) ? "translated to " :
						  "not translated",
			    probe_xlate_says(q) ? second : "", place);
	}
	free(place);
	free(second);
	free(first);
}

/* "io, , submit_bio, start": what the macros of FreeBSD are given; caller frees */
static char *macro_names(const struct probe *p)
{
	char *provider = probe_raw_name(p->provider);
	char *name = probe_raw_name(p->name);
	const char *function = p->flags & SDT_PROBE_QUALIFIED ? p->function : "";
	char *text = xasprintf("%s, , %s, %s", provider, function,
			       name);

	free(name);
	free(provider);
	return text;
}

/* "SDT_PROBE_DEFINE1(io, , , start, "struct bio *")"; caller frees */
static char *macro_definition(const struct probe *p)
{
	char *names = macro_names(p), *text;
	unsigned int i;

	text = xasprintf("SDT_PROBE_DEFINE%u(%s", p->nr_args, names);
	for (i = 0; i < p->nr_args; i++)
		text = xappend(text, ", \"%s\"", p->args[i].type);
	free(names);
	return xappend(text, ")");
}

static void report_undefined(const struct link *link,
			     const struct probe_conflict *c)
{
	const struct probe *p = c->first, *q = c->second ? c->second : p;
	char *names = macro_names(p);
	char *definition = p->flags & SDT_PROBE_IS_ENABLED ?
			   xasprintf("SDT_PROBE_DEFINE(%s)", names) :
			   macro_definition(p);

	error_source(p->file, p->line, "probe %s:%s:%s:%s is nowhere defined in the module",
		     p->provider, link->module, p->function, p->name);
	note_source(q->file, q->line, "%sone of its files needs %s",
		    c->second ? "it is declared here; " : "", definition);
	free(definition);
	free(names);
}

static void report_twice(const struct link *link, const struct probe_conflict *c)
{
	const struct probe *p = c->first, *q = c->second;
	char *names = macro_names(p);

	error_source(p->file, p->line, "probe %s:%s:%s:%s is defined here",
		     p->provider, link->module, p->function, p->name);
	if (!strcmp(p->file, q->file) && p->line == q->line)
		note_source(q->file, q->line, "... and here again, in another object: in a header it has to be SDT_PROBE_DECLARE(%s)",
			    names);
	else
		note_source(q->file, q->line, "... and here again: a module has one definition of it; replace one by SDT_PROBE_DECLARE(%s)",
			    names);
	free(names);
}

static void report_qualified(const struct link *link,
			     const struct probe_conflict *c)
{
	const bool is_first = c->first->flags & SDT_PROBE_QUALIFIED;
	const struct probe *p = is_first ? c->first : c->second;
	const struct probe *q = is_first ? c->second : c->first;

	error_source(p->file, p->line, "probe %s:%s:%s:%s is given its function here",
		     p->provider, link->module, p->function, p->name);
	note_source(q->file, q->line, "... and has the same one here, without being given it: they would be two events; rename one of them");
}

static void report_no_site(const struct link *link,
			   const struct probe_conflict *c)
{
	const struct probe *p = c->first;
	char *names = macro_names(p), *place = where(p);

	error_source(p->file, p->line, "SDT_PROBE_ENABLED(%s)%s: the probe has no site in module %s",
		     names, place, link->module);
	free(place);
	p = c->second;
	note_source(p->file, p->line, "it is defined here");
	free(names);
}

static void report_no_probes(const struct link *link, const struct probe *p)
{
	error_source(p->file, p->line, "SDT_PROBES_ENABLED(): module %s has no probes",
		     link->module);
}

/* Is there a probe of the same event, under another name? */
static const struct probe *other_spelling(const struct link *link,
					  const struct probe *p)
{
	const struct probe *found = NULL;
	char *other, *event = client_event(p);
	size_t i;

	for (i = 0; i < link->merge.nr_entries && !found; i++) {
		const struct probe *entry = link->merge.entries[i];

		if (!entry->nr_sites || (entry->flags & SDT_PROBE_IS_ENABLED))
			continue;
		other = client_event(entry);
		if (!strcmp(other, event))
			found = entry;
		free(other);
	}
	free(event);
	return found;
}

static void report_no_probe(const struct link *link, const struct probe *p)
{
	const struct probe *other = other_spelling(link, p);
	char *name = probe_raw_name(p->name);

	if (!strcmp(p->provider, SDT_DEFAULT_PROVIDER))
		error_source(p->file, p->line,
			     "DTRACE_PROBE_ENABLED(%s) in %s(): module %s has no such probe",
			     name, p->function, link->module);
	else
		error_source(p->file, p->line,
			     "DTRACE_PROBE_ENABLED(%s) in %s(): module %s has no such probe of provider %s",
			     name, p->function, link->module, p->provider);
	free(name);
	if (!other)
		return;
	name = probe_raw_name(other->name);
	note_source(other->file, other->line, "did you mean %s, which is here?",
		    name);
	free(name);
}

static void report_conflict(const struct link *link,
			    const struct probe_conflict *c)
{
	switch (c->kind) {
	case CONFLICT_COUNT:
	case CONFLICT_ARG:
		report_disagreement(link, c);
		break;
	case CONFLICT_NAME:
	case CONFLICT_NAME_TWICE:
		report_names(link, c);
		break;
	case CONFLICT_EVENT:
		report_same_event(link, c);
		break;
	case CONFLICT_BAD_EVENT:
		report_bad_event(link, c->first);
		break;
	case CONFLICT_NO_PROBE:
		report_no_probe(link, c->first);
		break;
	case CONFLICT_NO_SITE:
		report_no_site(link, c);
		break;
	case CONFLICT_NO_PROBES:
		report_no_probes(link, c->first);
		break;
	case CONFLICT_UNDEFINED:
		report_undefined(link, c);
		break;
	case CONFLICT_DEFINED_TWICE:
		report_twice(link, c);
		break;
	case CONFLICT_VIEW:
	case CONFLICT_XLATED_TWICE:
	case CONFLICT_XLATED_NAME:
		report_view(link, c);
		break;
	case CONFLICT_QUALIFIED:
		report_qualified(link, c);
		break;
	}
}

static int report_conflicts(const struct link *link)
{
	const struct probe_merge *merge = &link->merge;
	size_t i;

	for (i = 0; i < merge->nr_conflicts && i < MAX_CONFLICTS; i++)
		report_conflict(link, &merge->conflicts[i]);
	if (i < merge->nr_conflicts)
		error_file(link->module, "and %zu more such errors",
			   merge->nr_conflicts - i);
	return merge->nr_conflicts ? -1 : 0;
}

/*
 * Writing
 *
 * Strings and arguments are laid out first, in the order in which the probes use
 * them, so that the second pass over the probes finds all their places.
 */

static size_t string(struct link *link, const char *text)
{
	return string_pool_add(&link->strings, text);
}

static size_t first_arg(struct link *link, const struct probe *probe)
{
	return list_pool_add(&link->args, probe->args, probe->nr_args);
}

static size_t first_xlated(struct link *link, const struct probe *probe)
{
	return list_pool_add(&link->xlated, probe->xlated, probe->nr_xlated);
}

static size_t first_enumerator(struct link *link, const struct probe_arg *arg)
{
	return list_pool_add(&link->enumerators, arg->enumerators,
			     arg->nr_enumerators);
}

static void lay_out_arg(struct link *link, const struct probe_arg *arg)
{
	size_t i;

	string(link, arg->name);
	string(link, arg->declared);
	string(link, arg->type);
	string(link, arg->aka);
	first_enumerator(link, arg);
	for (i = 0; i < arg->nr_enumerators; i++)
		string(link, arg->enumerators[i].name);
}

static int lay_out(struct link *link, struct sdt_table *head)
{
	const struct probe_merge *merge = &link->merge;
	uint64_t size;
	size_t i, j;

	string(link, link->module);
	for (i = 0; i < merge->nr_providers; i++) {
		string(link, merge->providers[i].name);
		stability_set(&merge->providers[i]);
	}
	for (i = 0; i < merge->nr_probes; i++) {
		const struct probe *probe = &merge->probes[i];

		string(link, probe->function);
		string(link, probe->name);
		for (j = 0; j < probe->nr_args; j++)
			lay_out_arg(link, &probe->args[j]);
		for (j = 0; j < probe->nr_xlated; j++) {
			string(link, probe->xlated[j].name);
			string(link, probe->xlated[j].type);
		}
		first_arg(link, probe);
		first_xlated(link, probe);
	}
	size = (link->strings.size + 3) & ~(uint64_t)3;
	head->strings_size = size;
	size += sizeof(*head) +
		merge->nr_providers * sizeof(struct sdt_table_provider) +
		merge->nr_probes * sizeof(struct sdt_table_probe) +
		link->args.nr_elements * sizeof(struct sdt_table_arg) +
		link->xlated.nr_elements * sizeof(struct sdt_table_xlated) +
		link->enumerators.nr_elements *
			sizeof(struct sdt_table_enumerator) + 4;
	if (size > UINT32_MAX || merge->nr_sites > UINT32_MAX) {
		error_file(link->module, "its probe table would need more than 4 GiB");
		return -1;
	}
	head->size = size;
	head->nr_providers = merge->nr_providers;
	head->nr_probes = merge->nr_probes;
	head->nr_args = link->args.nr_elements;
	head->nr_xlated = link->xlated.nr_elements;
	head->nr_enumerators = link->enumerators.nr_elements;
	head->nr_sites = merge->nr_sites;
	head->module = string(link, link->module);
	return 0;
}

static void write_head(FILE *out, const struct sdt_table *head)
{
	fprintf(out, "\t.section \"%s\", \"a\", %%progbits\n\t.balign\t4\n",
		SDT_TABLE_SECTION);
	fprintf(out, "\t.long\t%#x\t/* magic */\n", SDT_TABLE_MAGIC);
	fprintf(out, "\t.short\t%u, %u\t\t/* version, kind */\n",
		SDT_ABI_VERSION, SDT_TABLE_MODULE);
	fprintf(out, "\t.long\t%u\t\t/* size */\n", head->size);
	fprintf(out, "\t.long\t%u, %u, %u, %u\t/* providers, probes, arguments, translated */\n",
		head->nr_providers, head->nr_probes, head->nr_args,
		head->nr_xlated);
	fprintf(out, "\t.long\t%u, %u\t\t/* enumerators, sites */\n",
		head->nr_enumerators, head->nr_sites);
	fprintf(out, "\t.long\t%u\t\t/* strings_size */\n", head->strings_size);
	fprintf(out, "\t.long\t%u\t\t/* module */\n", head->module);
	fputs("\t.long\t.Lsdt_trampoline - .\n", out);
}

/*
 * What all sites of the module call.
 *  1. The kernel says what a return is, RET, which is an instruction where no
 *     header says otherwise.  No indirect branch leads here, which is why there
 *     is no ENDBR.
 *  2. It wants room in front of a function for what it may patch in there.
 *  3. A kprobe would put its own byte into what sdt.ko patches.
 *  4. objtool knows by the name __SCT__ that this is a static call's trampoline.
 *     The sites use the other name, or objtool would list them for the kernel to
 *     patch, each of them.
 */
static void write_trampoline(FILE *out)
{
	fputs("\n#ifdef __KERNEL__\n"
	      "#include <linux/linkage.h>\n"
	      "#include <linux/objtool.h>\n"
	      "#include <asm/asm.h>\n"
	      "#else\n"
	      "#define ANNOTATE_NOENDBR\n"
	      "#define _ASM_NOKPROBE(name)\n"
	      "#endif\n"
	      "\t.text\n"
	      "\t.balign\t16\n"
	      "\t.skip\t16, 0x90\n"
	      "\t.globl\t" SDT_TRAMPOLINE_SYMBOL ", __SCT__sdt\n"
	      "\t.type\t__SCT__sdt, %function\n"
	      SDT_TRAMPOLINE_SYMBOL ":\n"
	      "__SCT__sdt:\n"
	      "\tANNOTATE_NOENDBR\n"
	      "\tRET\n"
	      "\t.org\t__SCT__sdt + 5, 0xcc\n"
	      "\t.byte\t0x0f, 0xb9, 0xcc\n"
	      "\t.size\t__SCT__sdt, . - __SCT__sdt\n"
	      "\t_ASM_NOKPROBE(__SCT__sdt)\n"
	      "\n\t.data\n"
	      "\t.balign\t8\n"
	      ".Lsdt_trampoline:\n"
	      "\t.quad\t0, 0\t\t/* key */\n", out);
	fprintf(out, "\t.long\t%#x\t/* magic */\n", SDT_TRAMPOLINE_MAGIC);
	fputs("\t.long\t" SDT_TRAMPOLINE_SYMBOL " - .\n", out);
}

static void write_symbol(FILE *out, char *symbol)
{
	fprintf(out, "\t.globl\t\"%s\"\n", symbol);
	fprintf(out, "\t.type\t\"%s\", %%object\n", symbol);
	fprintf(out, "\t.size\t\"%s\", %zu\n", symbol,
		sizeof(struct sdt_table_probe));
	fprintf(out, "\"%s\":\n", symbol);
	free(symbol);
}

static void write_probe(struct link *link, FILE *out, size_t i)
{
	const struct probe *probe = &link->merge.probes[i];

	fprintf(out, "\n\t/* probe %zu: %s:", i, probe->provider);
	out_comment(out, link->module);
	fprintf(out, ":%s:%s, ", probe->function, probe->name);
	out_comment(out, probe->file);
	fprintf(out, ":%u */\n", probe->line);
	if (!i && link->merge.any_enabled)
		write_symbol(out, xasprintf(SDT_ANY_ENABLED_SYMBOL));
	if (link->merge.enabled[i])
		write_symbol(out, probe_enabled_symbol(probe));
	write_symbol(out, probe_symbol(probe));
	fprintf(out, "\t.long\t%zu\t\t/* index */\n", i);
	fprintf(out, "\t.long\t%zu, %zu, %zu\t/* provider, function, name */\n",
		probe_merge_provider(&link->merge, probe->provider),
		string(link, probe->function), string(link, probe->name));
	fprintf(out, "\t.long\t%zu, %zu, %u\t/* first_arg, first_xlated, nr_sites */\n",
		first_arg(link, probe), first_xlated(link, probe),
		probe->nr_sites);
	fprintf(out, "\t.byte\t%u, %u\t\t/* nr_args, nr_xlated */\n",
		probe->nr_args, probe->nr_xlated);
	fprintf(out, "\t.short\t%u\t\t/* flags */\n", probe->flags);
}

static void write_providers(struct link *link, FILE *out)
{
	const struct probe_merge *merge = &link->merge;
	size_t i, j;

	fputs("\n\t/* providers: name, stability, flags */\n", out);
	for (i = 0; i < merge->nr_providers; i++) {
		const struct probe_provider *provider = &merge->providers[i];

		fprintf(out, "\t.long\t%zu\t/* %zu: %s */\n\t.byte\t",
			string(link, provider->name), i, provider->name);
		for (j = 0; j < NR_ATTRIBUTES; j++)
			fprintf(out, "%u, ", provider->stability[j]);
		fprintf(out, "%u\n", provider->flags);
	}
}

static void write_args(struct link *link, FILE *out)
{
	const struct probe_arg *arg, *args = link->args.elements;
	size_t nr = link->args.nr_elements;

	if (!nr)
		return;
	fputs("\n\t/* arguments: name, declared, type, aka, first_enumerator or bound,\n"
	      "\t * nr_enumerators, size, kind, flags */\n", out);
	for (arg = args; arg < args + nr; arg++) {
		fprintf(out, "\t.long\t%zu, %zu, %zu, %zu, ",
			string(link, arg->name), string(link, arg->declared),
			string(link, arg->type), string(link, arg->aka));
		if (arg->bound)
			fprintf(out, "%#x", arg->bound);
		else
			fprintf(out, "%zu", first_enumerator(link, arg));
		fprintf(out, "\t/* %td, ", arg - args);
		out_comment(out, arg->name);
		fputs(": ", out);
		out_comment(out, arg->type);
		fputs(" */\n", out);
		fprintf(out, "\t.byte\t%u, %u, %u, %u\n", arg->nr_enumerators,
			arg->size, arg->kind, arg->flags);
	}
}

static void write_xlated(struct link *link, FILE *out)
{
	const struct probe_xlated *x, *all = link->xlated.elements;
	size_t nr = link->xlated.nr_elements;

	if (!nr)
		return;
	fputs("\n\t/* translated arguments: name, type, arg */\n", out);
	for (x = all; x < all + nr; x++) {
		fprintf(out, "\t.long\t%zu, %zu\t/* %td, ",
			string(link, x->name), string(link, x->type), x - all);
		out_comment(out, x->name);
		fputs(": ", out);
		out_comment(out, x->type);
		fputs(" */\n", out);
		fprintf(out, "\t.byte\t%u, 0, 0, 0\n", x->arg);
	}
}

static void write_enumerators(struct link *link, FILE *out)
{
	const struct probe_enumerator *e, *all = link->enumerators.elements;
	size_t nr = link->enumerators.nr_elements;

	if (!nr)
		return;
	fputs("\n\t/* enumerators: name, value_low, value_high */\n", out);
	for (e = all; e < all + nr; e++) {
		fprintf(out, "\t.long\t%zu, %#x, %#x\t/* %td, ",
			string(link, e->name), (uint32_t)e->value,
			(uint32_t)(e->value >> 32), e - all);
		out_comment(out, e->name);
		fputs(" */\n", out);
	}
}

static void write_strings(const struct link *link, FILE *out,
			  const struct sdt_table *head)
{
	const struct string_pool *pool = &link->strings;
	size_t offset;

	fputs("\n\t/* strings */\n", out);
	for (offset = 0; offset < pool->size;
	     offset += strlen(pool->bytes + offset) + 1) {
		fputs("\t.asciz\t", out);
		out_asm_string(out, pool->bytes + offset);
		fprintf(out, "\t/* %zu */\n", offset);
	}
	for (; offset < head->strings_size; offset++)
		fputs("\t.byte\t0\n", out);
	fprintf(out, "\n\t.long\t%#x\t/* magic */\n", SDT_TABLE_MAGIC);
}

static int write_table(struct link *link)
{
	const struct probe_merge *merge = &link->merge;
	struct sdt_table head = { 0 };
	struct out_file file;
	size_t i;

	if (merge->nr_probes && lay_out(link, &head))
		return -1;
	if (out_file_open(&file, link->output))
		return -1;
	fputs("/* Generated by \"sdtinfo link\": the probe table of module ",
	      file.stream);
	out_comment(file.stream, link->module);
	fputs(merge->nr_probes ? " */\n" : ", which has no probes */\n",
	      file.stream);
	if (merge->nr_probes) {
		write_head(file.stream, &head);
		for (i = 0; i < merge->nr_probes; i++)
			write_probe(link, file.stream, i);
		write_providers(link, file.stream);
		write_args(link, file.stream);
		write_xlated(link, file.stream);
		write_enumerators(link, file.stream);
		write_strings(link, file.stream, &head);
		write_trampoline(file.stream);
	}
	fputs("\n\t.section .note.GNU-stack, \"\", %progbits\n", file.stream);
	return out_file_commit(&file);
}

/*
 * The verb
 */

/* The kernel's own rule: a module's name has no dashes. */
static char *module_name(const char *name)
{
	char *s, *module = xasprintf("%s", name);

	for (s = module; *s; s++)
		if (*s == '-')
			*s = '_';
	return module;
}

static int check_module_name(const char *name)
{
	const char *c;

	for (c = name; *c; c++)
		if (*c <= ' ' || *c >= 0x7f || strchr("/\"\\:", *c))
			break;
	if (!*name || *c)
		return error_usage("link", "'%s' is no name of a module",
				   name);
	return 0;
}

static int parse(struct link *link, int argc, char **argv)
{
	enum exit_code code;
	int i, c;

	while ((c = command_option(&cmd_link, argc, argv, &code)) > 0) {
		switch (c) {
		case 'm':
			if (check_module_name(optarg))
				return EXIT_USAGE;
			free(link->module);
			link->module = module_name(optarg);
			break;
		case 'o':
			link->output = optarg;
			break;
		case ALLOW_EMPTY:
			link->allow_empty = true;
			break;
		}
	}
	if (c == OPTION_STOP)
		return code == EXIT_DONE ? -1 : (int)code;
	if (!link->module)
		return error_usage("link", "which module is it for? --module NAME");
	if (!link->output)
		return error_usage("link", "where shall the table go? -o OUT.S");
	if (optind == argc)
		return error_usage("link", "which objects is the module made of?");
	for (i = optind; i < argc; i++)
		if (out_is(argv[i], link->output))
			return error_usage("link", "%s is both an object and the output",
					   link->output);
	return 0;
}

/* A module without probes may have any name. */
static int check_module_events(const struct link *link)
{
	char *problem = client_module_problem(link->module);
	int failed = link->merge.nr_probes && problem ? -1 : 0;

	if (failed)
		error_file(link->module, "%s: rename it", problem);
	free(problem);
	return failed;
}

static enum exit_code link_objects(struct link *link, int argc, char **argv)
{
	int i, failed = 0;

	for (i = optind; i < argc; i++)
		failed |= read_object(link, argv[i]);
	if (failed)
		return EXIT_FAILED;
	for (i = 0; i < (int)link->nr_tables; i++)
		probe_merge_add(&link->merge, &link->tables[i]);
	probe_merge_finish(&link->merge);
	if (report_conflicts(link) || check_module_events(link))
		return EXIT_FAILED;
	if (!link->merge.nr_probes && !link->allow_empty) {
		error_file(link->module, "no probes in its objects (--allow-empty makes that no error)");
		return EXIT_NO_PROBES;
	}
	return write_table(link) ? EXIT_FAILED : EXIT_DONE;
}

static void free_link(struct link *link)
{
	size_t i;

	for (i = 0; i < link->nr_tables; i++)
		probe_table_free(&link->tables[i]);
	for (i = 0; i < link->nr_bytes; i++)
		free(link->bytes[i]);
	free(link->tables);
	free(link->bytes);
	probe_merge_free(&link->merge);
	string_pool_free(&link->strings);
	list_pool_free(&link->args);
	list_pool_free(&link->xlated);
	list_pool_free(&link->enumerators);
	free(link->module);
}

static enum exit_code run_link(int argc, char **argv)
{
	struct link link = {
		.args.kind = &list_of_args,
		.xlated.kind = &list_of_xlated,
		.enumerators.kind = &list_of_enumerators,
	};
	int code = parse(&link, argc, argv);

	if (!code) {
		code = link_objects(&link, argc, argv);
		if (code != EXIT_DONE)
			out_remove(link.output);
	}
	free_link(&link);
	return code < 0 ? EXIT_DONE : code;
}

static const struct command_option options[] = {
	{ 'm', "module", "NAME", "the module's name; '-' in it becomes '_'" },
	{ 'o', "output", "OUT.S", "where to write; '-' for standard output" },
	{ ALLOW_EMPTY, "allow-empty", NULL,
	  "write a file without a table if there are no probes,\n"
	  "instead of exit code 3" },
	{ 0 }
};

const struct command cmd_link = {
	.name = "link",
	.synopsis = "--module NAME [--allow-empty] -o OUT.S OBJECT.o...",
	.summary = "write a module's probe table from its objects (for the build)",
	.options = options,
	.help =
"Reads the probe tables that the compiler plugin left in the objects, checks\n"
"that they agree, and writes the module's one table as assembler source.  On\n"
"failure no output file is left behind.\n",
	.run = run_link,
};
