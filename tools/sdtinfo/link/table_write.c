// SPDX-License-Identifier: GPL-2.0-only
/*
 * table_write.c - a module's probe table and trampoline as assembler source
 *
 * The one place that lays out a module's table.  Comments make the output readable.
 * Only strings and comments may hold names from the module's source.
 *
 * Strings and arguments are laid out first, in the order in which the probes use
 * them, so that the second pass over the probes finds all their places.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"
#include "link.h"
#include "table/pool.h"
#include "table/probe.h"

struct writer {
	const char *module;
	struct probe_merge *merge;
	struct pool strings, args, xlated, enumerators;
};

static size_t string(struct writer *writer, const char *text)
{
	return pool_add_string(&writer->strings, text);
}

static size_t first_arg(struct writer *writer, const struct probe *probe)
{
	return pool_add(&writer->args, probe->args, probe->nr_args);
}

static size_t first_xlated(struct writer *writer, const struct probe *probe)
{
	return pool_add(&writer->xlated, probe->xlated, probe->nr_xlated);
}

static size_t first_enumerator(struct writer *writer, const struct probe_arg *arg)
{
	return pool_add(&writer->enumerators, arg->enumerators,
			     arg->nr_enumerators);
}

static void lay_out_arg(struct writer *writer, const struct probe_arg *arg)
{
	size_t i;

	string(writer, arg->name);
	string(writer, arg->declared);
	string(writer, arg->type);
	string(writer, arg->aka);
	first_enumerator(writer, arg);
	for (i = 0; i < arg->nr_enumerators; i++)
		string(writer, arg->enumerators[i].name);
}

/* Does a probe have what only some probes have? */
static bool has_extra(const struct probe *probe)
{
	return *probe->message || probe->nr_xlated;
}

static int lay_out(struct writer *writer, struct sdt_table *head)
{
	const struct probe_merge *merge = writer->merge;
	uint64_t size;
	size_t i, j;

	string(writer, writer->module);
	for (i = 0; i < merge->nr_providers; i++) {
		string(writer, merge->providers[i].name);
		stability_set(&merge->providers[i]);
	}
	for (i = 0; i < merge->nr_probes; i++) {
		const struct probe *probe = &merge->probes[i];

		string(writer, probe->function);
		string(writer, probe->name);
		string(writer, probe->file);
		string(writer, probe->message);
		head->nr_extras += has_extra(probe);
		for (j = 0; j < probe->nr_args; j++)
			lay_out_arg(writer, &probe->args[j]);
		for (j = 0; j < probe->nr_xlated; j++) {
			string(writer, probe->xlated[j].name);
			string(writer, probe->xlated[j].type);
		}
		first_arg(writer, probe);
		first_xlated(writer, probe);
	}
	for (i = 0; i < merge->nr_places; i++)
		string(writer, merge->places[i].file);
	head->kind = SDT_TABLE_MODULE;
	head->strings_size = (writer->strings.nr_elements + 3) & ~(size_t)3;
	head->nr_providers = merge->nr_providers;
	head->nr_probes = merge->nr_probes;
	head->nr_places = merge->nr_places;
	head->nr_args = writer->args.nr_elements;
	head->nr_xlated = writer->xlated.nr_elements;
	head->nr_enumerators = writer->enumerators.nr_elements;
	head->nr_sites = merge->nr_sites;
	head->module = string(writer, writer->module);
	if (head->nr_providers > SDT_MAX_PROVIDERS)
		return error_file(writer->module, "has probes of %u providers, at most %u are possible; use fewer",
				  head->nr_providers, SDT_MAX_PROVIDERS);
	size = sdt_table_size(head);
	head->size = size;
	if (size > UINT32_MAX || writer->strings.nr_elements > UINT32_MAX - 3 ||
	    merge->nr_sites > UINT32_MAX)
		return error_file(writer->module, "its probe table would need more than 4 GiB");
	return 0;
}

static void write_head(FILE *out, const struct sdt_table *head)
{
	fprintf(out, "\t.section \"%s\", \"a\", %%progbits\n\t.balign\t4\n.Lsdt_table:\n",
		SDT_TABLE_SECTION);
	fprintf(out, "\t.long\t%#x\t/* magic */\n", SDT_TABLE_MAGIC);
	fprintf(out, "\t.short\t%d, %d\t\t/* version, kind */\n",
		SDT_ABI_VERSION, SDT_TABLE_MODULE);
	fprintf(out, "\t.long\t%u\t\t/* size */\n", head->size);
	fprintf(out, "\t.long\t%u, %u, %u, %u\t/* providers, probes, extras, places */\n",
		head->nr_providers, head->nr_probes, head->nr_extras, head->nr_places);
	fprintf(out, "\t.long\t%u, %u, %u, %u\t/* arguments, translated, enumerators, sites */\n",
		head->nr_args, head->nr_xlated, head->nr_enumerators, head->nr_sites);
	fprintf(out, "\t.long\t%u\t\t/* strings_size */\n", head->strings_size);
	fprintf(out, "\t.long\t%u\t\t/* module */\n", head->module);
}

/* The assembler refuses a symbol twice: two files whose names have the same identifier. */
static void write_symbols(const struct probe_merge *merge, FILE *out)
{
	size_t i;

	fputs("\n\t/* what site records refer to: numbers of a probe and a file */\n", out);
	for (i = 0; i < merge->nr_symbols; i++)
		fprintf(out, "\t.globl\t\"%s\"\n\t.equiv\t\"%s\", %#" PRIx64 "\n",
			merge->symbols[i].name, merge->symbols[i].name,
			(uint64_t)merge->symbols[i].line << 32 | merge->symbols[i].place);
}

static void write_probe(struct writer *writer, FILE *out, size_t i)
{
	const struct probe *probe = &writer->merge->probes[i];

	fprintf(out, "\n\t/* probe %zu: %s:", i, probe->provider);
	out_comment(out, writer->module);
	fprintf(out, ":%s:%s, ", probe->function, probe->name);
	out_comment(out, probe->file);
	fprintf(out, ":%u */\n", probe->line);
	fprintf(out, "\t.long\t%zu, %zu, %zu, %zu\t/* function, name, file, first_arg */\n",
		string(writer, probe->function), string(writer, probe->name),
		string(writer, probe->file), first_arg(writer, probe));
	fprintf(out, "\t.byte\t%u, %zu\t\t/* nr_args, provider */\n", probe->nr_args,
		probe_merge_provider(writer->merge, probe->provider));
	fprintf(out, "\t.short\t%u\t\t/* flags */\n", probe->flags);
}

static void write_extras(struct writer *writer, FILE *out)
{
	const struct probe_merge *merge = writer->merge;
	size_t i;

	fputs("\n\t/* extras: probe, message, first_xlated, nr_xlated */\n", out);
	for (i = 0; i < merge->nr_probes; i++) {
		const struct probe *probe = &merge->probes[i];

		if (has_extra(probe))
			fprintf(out, "\t.long\t%zu, %zu, %zu, %u\n", i,
				string(writer, probe->message),
				first_xlated(writer, probe), probe->nr_xlated);
	}
}

static void write_places(struct writer *writer, FILE *out)
{
	const struct probe_merge *merge = writer->merge;
	size_t i;

	fputs("\n\t/* places: probe, file */\n", out);
	for (i = 0; i < merge->nr_places; i++)
		fprintf(out, "\t.long\t%u, %zu\n", merge->places[i].probe,
			string(writer, merge->places[i].file));
}

static void write_providers(struct writer *writer, FILE *out)
{
	const struct probe_merge *merge = writer->merge;
	size_t i, j;

	fputs("\n\t/* providers: name, stability, flags */\n", out);
	for (i = 0; i < merge->nr_providers; i++) {
		const struct probe_provider *provider = &merge->providers[i];

		fprintf(out, "\t.long\t%zu\t/* %zu: %s */\n\t.byte\t",
			string(writer, provider->name), i, provider->name);
		for (j = 0; j < NR_ATTRIBUTES; j++)
			fprintf(out, "%u, ", provider->stability[j]);
		fprintf(out, "%u\n", provider->flags);
	}
}

static void write_args(struct writer *writer, FILE *out)
{
	const struct probe_arg *arg, *args = writer->args.elements;
	size_t nr = writer->args.nr_elements;

	if (!nr)
		return;
	fputs("\n\t/* arguments: name, declared, type, aka, first_enumerator or bound,\n"
	      "\t * nr_enumerators, size, kind, flags */\n", out);
	for (arg = args; arg < args + nr; arg++) {
		fprintf(out, "\t.long\t%zu, %zu, %zu, %zu, ",
			string(writer, arg->name), string(writer, arg->declared),
			string(writer, arg->type), string(writer, arg->aka));
		if (arg->bound)
			fprintf(out, "%#x", arg->bound);
		else
			fprintf(out, "%zu", first_enumerator(writer, arg));
		fprintf(out, "\t/* %td, ", arg - args);
		out_comment(out, arg->name);
		fputs(": ", out);
		out_comment(out, arg->type);
		fputs(" */\n", out);
		fprintf(out, "\t.byte\t%u, %u, %u, %u\n", arg->nr_enumerators,
			arg->size, arg->kind, arg->flags);
	}
}

static void write_xlated(struct writer *writer, FILE *out)
{
	const struct probe_xlated *x, *all = writer->xlated.elements;
	size_t nr = writer->xlated.nr_elements;

	if (!nr)
		return;
	fputs("\n\t/* translated arguments: name, type, arg */\n", out);
	for (x = all; x < all + nr; x++) {
		fprintf(out, "\t.long\t%zu, %zu\t/* %td, ",
			string(writer, x->name), string(writer, x->type), x - all);
		out_comment(out, x->name);
		fputs(": ", out);
		out_comment(out, x->type);
		fputs(" */\n", out);
		fprintf(out, "\t.byte\t%u, 0, 0, 0\n", x->arg);
	}
}

static void write_enumerators(struct writer *writer, FILE *out)
{
	const struct probe_enumerator *e, *all = writer->enumerators.elements;
	size_t nr = writer->enumerators.nr_elements;

	if (!nr)
		return;
	fputs("\n\t/* enumerators: name, value_low, value_high */\n", out);
	for (e = all; e < all + nr; e++) {
		fprintf(out, "\t.long\t%zu, %#x, %#x\t/* %td, ",
			string(writer, e->name), (uint32_t)e->value,
			(uint32_t)(e->value >> 32), e - all);
		out_comment(out, e->name);
		fputs(" */\n", out);
	}
}

static void write_strings(const struct writer *writer, FILE *out,
			  const struct sdt_table *head)
{
	const char *strings = writer->strings.elements;
	size_t offset, size = writer->strings.nr_elements;

	fputs("\n\t/* strings */\n", out);
	for (offset = 0; offset < size; offset += strlen(strings + offset) + 1) {
		fputs("\t.asciz\t", out);
		out_asm_string(out, strings + offset);
		fprintf(out, "\t/* %zu */\n", offset);
	}
	for (; offset < head->strings_size; offset++)
		fputs("\t.byte\t0\n", out);
	fprintf(out, "\n\t.long\t%#x\t/* magic */\n", SDT_TABLE_MAGIC);
}

/* Are there sites that were compiled without the plugin? */
static bool calls_fire(const struct probe_merge *merge)
{
	size_t i;

	for (i = 0; i < merge->nr_symbols; i++)
		if (merge->symbols[i].line && merge->symbols[i].place != SDT_NO_PLACE)
			return true;
	return false;
}

static void write_table(struct writer *writer, FILE *out,
			const struct sdt_table *head, const struct arch *arch,
			const char *returns)
{
	size_t i;

	write_head(out, head);
	for (i = 0; i < writer->merge->nr_probes; i++)
		write_probe(writer, out, i);
	write_providers(writer, out);
	write_extras(writer, out);
	write_places(writer, out);
	write_args(writer, out);
	write_xlated(writer, out);
	write_enumerators(writer, out);
	write_strings(writer, out, head);
	arch->write_trampoline(out, returns);
	if (calls_fire(writer->merge))
		arch->write_fire(out);
}

static int write_file(struct writer *writer, const char *path,
		      const struct arch *arch, const char *returns)
{
	const struct probe_merge *merge = writer->merge;
	struct sdt_table head = { 0 };
	struct out_file file;

	if (merge->nr_probes && lay_out(writer, &head))
		return -1;
	if (out_file_open(&file, path))
		return -1;
	fputs("/* Generated by \"sdtinfo link\": the probe table of module ",
	      file.stream);
	out_comment(file.stream, writer->module);
	fputs(" */\n", file.stream);
	if (merge->nr_probes)
		write_table(writer, file.stream, &head, arch, returns);
	if (merge->nr_symbols)
		write_symbols(merge, file.stream);
	fputs("\n\t.section .note.GNU-stack, \"\", %progbits\n", file.stream);
	return out_file_commit(&file);
}

int table_write(const char *path, const char *module, struct probe_merge *merge,
		const struct arch *arch, const char *returns)
{
	struct writer writer = {
		.module = module,
		.merge = merge,
		.strings.kind = &pool_of_strings,
		.args.kind = &pool_of_args,
		.xlated.kind = &pool_of_xlated,
		.enumerators.kind = &pool_of_enumerators,
	};
	int failed = write_file(&writer, path, arch, returns);

	pool_free(&writer.strings);
	pool_free(&writer.args);
	pool_free(&writer.xlated);
	pool_free(&writer.enumerators);
	return failed;
}
