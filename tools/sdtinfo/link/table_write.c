// SPDX-License-Identifier: GPL-2.0-only
/*
 * table_write.c - a module's probe table and trampoline as assembler source
 *
 * The one place that lays out a module's table.  Comments make the output readable.
 * Only strings and comments may hold names from the module's source.
 *
 * All is laid out as <linux/sdt_abi.h> describes it, in the order in which the probes use it,
 * before anything is written.
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

struct writer {
	const char *module;
	struct probe_merge *merge;
	const struct event_classes *classes;
	struct sdt_table head;
	struct sdt_events events;
	struct sdt_table_probe *probes;
	struct sdt_table_extra *extras;
	struct pool strings, args, xlated, enumerators;
};

static size_t string(struct writer *writer, const char *text)
{
	return pool_add_string(&writer->strings, text);
}

/* The string at an offset */
static const char *text_at(const struct writer *writer, size_t offset)
{
	return (const char *)writer->strings.elements + offset;
}

static struct sdt_table_arg lay_out_arg(struct writer *writer, const struct probe_arg *arg)
{
	struct sdt_table_arg raw = {
		.nr_enumerators = arg->nr_enumerators,
		.size = arg->size,
		.kind = arg->kind,
		.flags = arg->flags,
	};

	raw.name = string(writer, arg->name);
	raw.declared = string(writer, arg->declared);
	raw.type = string(writer, arg->type);
	raw.aka = string(writer, arg->aka);
	raw.bound = arg->bound;
	if (arg->nr_enumerators)
		raw.first_enumerator =
			pool_add_enumerators(&writer->enumerators, &writer->strings, arg);
	return raw;
}

/* A message, and the translated arguments */
static void lay_out_extra(struct writer *writer, size_t i, size_t message)
{
	const struct probe *probe = &writer->merge->probes[i];
	struct sdt_table_xlated xlated[SDT_MAX_ARGS];
	unsigned int j;

	for (j = 0; j < probe->nr_xlated; j++) {
		xlated[j] = (struct sdt_table_xlated){ .arg = probe->xlated[j].arg };
		xlated[j].name = string(writer, probe->xlated[j].name);
		xlated[j].type = string(writer, probe->xlated[j].type);
	}
	if (*probe->message || probe->nr_xlated)
		writer->extras[writer->head.nr_extras++] = (struct sdt_table_extra){
			.probe = i,
			.message = message,
			.first_xlated = pool_add(&writer->xlated, xlated, probe->nr_xlated),
			.nr_xlated = probe->nr_xlated,
		};
}

/* @provider: the number of the provider of the probe before, of which this can be another */
static size_t lay_out_probe(struct writer *writer, size_t i, size_t provider)
{
	const struct probe *probe = &writer->merge->probes[i];
	struct sdt_table_probe *raw = &writer->probes[i];
	struct sdt_table_arg args[SDT_MAX_ARGS];
	size_t message;
	unsigned int j;

	while (strcmp(writer->merge->providers[provider].name, probe->provider))
		provider++;
	raw->function = string(writer, probe->function);
	raw->name = string(writer, probe->name);
	raw->file = string(writer, probe->file);
	message = string(writer, probe->message);
	for (j = 0; j < probe->nr_args; j++)
		args[j] = lay_out_arg(writer, &probe->args[j]);
	raw->first_arg = pool_add(&writer->args, args, probe->nr_args);
	raw->nr_args = probe->nr_args;
	raw->provider = provider;
	raw->flags = probe->flags;
	lay_out_extra(writer, i, message);
	return provider;
}

/* What TRACE_DEFINE_ENUM() says of a module's TRACE_EVENTs, if it has any */
static void lay_out_events(struct writer *writer)
{
	const struct probe_merge *merge = writer->merge;
	const struct event_classes *classes = writer->classes;
	struct sdt_table_enumerator *enums;
	size_t i;

	for (i = 0; i < merge->nr_probes; i++)
		writer->events.nr_events += !!(merge->probes[i].flags & SDT_PROBE_IS_EVENT);
	if (!writer->events.nr_events)
		return;
	enums = xcalloc(classes->nr_enums, sizeof(*enums));
	for (i = 0; i < classes->nr_enums; i++)
		enums[i] = (struct sdt_table_enumerator){
			.name = string(writer, classes->enums[i].name),
			.value_low = classes->enums[i].value,
			.value_high = classes->enums[i].value >> 32,
		};
	writer->events.first_enumerator = pool_add(&writer->enumerators, enums, classes->nr_enums);
	writer->events.nr_enumerators = classes->nr_enums;
	free(enums);
}

static int lay_out(struct writer *writer)
{
	const struct probe_merge *merge = writer->merge;
	struct sdt_table *head = &writer->head;
	size_t i, provider = 0;
	uint64_t size;

	head->module = string(writer, writer->module);
	for (i = 0; i < merge->nr_providers; i++) {
		string(writer, merge->providers[i].name);
		stability_set(&merge->providers[i]);
	}
	for (i = 0; i < merge->nr_probes; i++)
		provider = lay_out_probe(writer, i, provider);
	for (i = 0; i < merge->nr_places; i++)
		string(writer, merge->places[i].file);
	lay_out_events(writer);
	head->kind = SDT_TABLE_MODULE;
	head->strings_size = (writer->strings.nr_elements + 3) & ~(size_t)3;
	head->nr_providers = merge->nr_providers;
	head->nr_probes = merge->nr_probes;
	head->nr_places = merge->nr_places;
	head->nr_args = writer->args.nr_elements;
	head->nr_xlated = writer->xlated.nr_elements;
	head->nr_enumerators = writer->enumerators.nr_elements;
	head->nr_sites = merge->nr_sites;
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

static void write_probe(const struct writer *writer, FILE *out, size_t i)
{
	const struct probe *probe = &writer->merge->probes[i];
	const struct sdt_table_probe *raw = &writer->probes[i];

	fprintf(out, "\n\t/* probe %zu: %s:", i, probe->provider);
	out_comment(out, writer->module);
	fprintf(out, ":%s:%s, ", probe->function, probe->name);
	out_comment(out, probe->file);
	fprintf(out, ":%u */\n", probe->line);
	fprintf(out, "\t.long\t%u, %u, %u, %u\t/* function, name, file, first_arg */\n",
		raw->function, raw->name, raw->file, raw->first_arg);
	fprintf(out, "\t.byte\t%u, %u\t\t/* nr_args, provider */\n", raw->nr_args, raw->provider);
	fprintf(out, "\t.short\t%u\t\t/* flags */\n", raw->flags);
}

static void write_extras(const struct writer *writer, FILE *out)
{
	const struct sdt_table_extra *extra = writer->extras;

	fputs("\n\t/* extras: probe, message, first_xlated, nr_xlated */\n", out);
	for (; extra < writer->extras + writer->head.nr_extras; extra++)
		fprintf(out, "\t.long\t%u, %u, %u, %u\n", extra->probe, extra->message,
			extra->first_xlated, extra->nr_xlated);
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

/* The end of a line: a comment with a number, a name and, if it is not NULL, a type */
static void write_comment(FILE *out, ptrdiff_t number, const char *name, const char *type)
{
	fprintf(out, "\t/* %td, ", number);
	out_comment(out, name);
	if (type) {
		fputs(": ", out);
		out_comment(out, type);
	}
	fputs(" */\n", out);
}

static void write_args(const struct writer *writer, FILE *out)
{
	const struct sdt_table_arg *arg, *args = writer->args.elements;

	if (!writer->head.nr_args)
		return;
	fputs("\n\t/* arguments: name, declared, type, aka, first_enumerator or bound,\n"
	      "\t * nr_enumerators, size, kind, flags */\n", out);
	for (arg = args; arg < args + writer->head.nr_args; arg++) {
		fprintf(out, arg->nr_enumerators ? "\t.long\t%u, %u, %u, %u, %u" :
			"\t.long\t%u, %u, %u, %u, %#x", arg->name, arg->declared, arg->type,
			arg->aka, arg->bound);
		write_comment(out, arg - args, text_at(writer, arg->name),
			      text_at(writer, arg->type));
		fprintf(out, "\t.byte\t%u, %u, %u, %u\n", arg->nr_enumerators,
			arg->size, arg->kind, arg->flags);
	}
}

static void write_xlated(const struct writer *writer, FILE *out)
{
	const struct sdt_table_xlated *x, *all = writer->xlated.elements;

	if (!writer->head.nr_xlated)
		return;
	fputs("\n\t/* translated arguments: name, type, arg */\n", out);
	for (x = all; x < all + writer->head.nr_xlated; x++) {
		fprintf(out, "\t.long\t%u, %u", x->name, x->type);
		write_comment(out, x - all, text_at(writer, x->name), text_at(writer, x->type));
		fprintf(out, "\t.byte\t%u, 0, 0, 0\n", x->arg);
	}
}

static void write_enumerators(const struct writer *writer, FILE *out)
{
	const struct sdt_table_enumerator *e, *all = writer->enumerators.elements;

	if (!writer->head.nr_enumerators)
		return;
	fputs("\n\t/* enumerators: name, value_low, value_high */\n", out);
	for (e = all; e < all + writer->head.nr_enumerators; e++) {
		fprintf(out, "\t.long\t%u, %#x, %#x", e->name, e->value_low, e->value_high);
		write_comment(out, e - all, text_at(writer, e->name), NULL);
	}
}

static void write_strings(const struct writer *writer, FILE *out)
{
	size_t offset, size = writer->strings.nr_elements;

	fputs("\n\t/* strings */\n", out);
	for (offset = 0; offset < size; offset += strlen(text_at(writer, offset)) + 1) {
		fputs("\t.asciz\t", out);
		out_asm_string(out, text_at(writer, offset));
		fprintf(out, "\t/* %zu */\n", offset);
	}
	for (; offset < writer->head.strings_size; offset++)
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

static void write_events(const struct writer *writer, FILE *out)
{
	const struct probe_merge *merge = writer->merge;
	size_t i;

	if (!writer->events.nr_events)
		return;
	fputs("\n\t.section .rodata, \"a\", %progbits\n\t.balign\t4\n.Lsdt_events:\n", out);
	fprintf(out, "\t.long\t%#x\t/* magic */\n", SDT_EVENTS_MAGIC);
	fprintf(out, "\t.long\t%u, %u, %u\t/* events, first_enumerator, enumerators */\n",
		writer->events.nr_events, writer->events.first_enumerator,
		writer->events.nr_enumerators);
	for (i = 0; i < merge->nr_probes; i++)
		if (merge->probes[i].flags & SDT_PROBE_IS_EVENT)
			fprintf(out, "\t.long\t%zu, \"%s\" - .\n", i,
				event_class_symbol(writer->classes, &merge->probes[i]));
}

static void write_table(struct writer *writer, FILE *out, const struct arch *arch,
			const char *returns)
{
	size_t i;

	write_head(out, &writer->head);
	for (i = 0; i < writer->merge->nr_probes; i++)
		write_probe(writer, out, i);
	write_providers(writer, out);
	write_extras(writer, out);
	write_places(writer, out);
	write_args(writer, out);
	write_xlated(writer, out);
	write_enumerators(writer, out);
	write_strings(writer, out);
	write_events(writer, out);
	arch->write_trampoline(out, returns, writer->events.nr_events ? ".Lsdt_events - ." : "0");
	if (calls_fire(writer->merge))
		arch->write_fire(out, returns);
}

static int write_file(struct writer *writer, const char *path,
		      const struct arch *arch, const char *returns, struct name_list *names)
{
	const struct probe_merge *merge = writer->merge;
	struct out_file file;

	if (merge->nr_probes && lay_out(writer))
		return -1;
	if (out_file_open(&file, path))
		return -1;
	fputs("/* Generated by \"sdtinfo link\": the probe table of module ", file.stream);
	out_comment(file.stream, writer->module);
	fputs(" */\n", file.stream);
	if (merge->nr_probes)
		write_table(writer, file.stream, arch, returns);
	if (merge->nr_symbols)
		write_symbols(merge, file.stream);
	if (merge->nr_probes && names)
		types_write(file.stream, writer->module, merge, names);
	fputs("\n\t.section .note.GNU-stack, \"\", %progbits\n", file.stream);
	return out_file_commit(&file);
}

int table_write(const char *path, const char *module, struct probe_merge *merge,
		const struct event_classes *classes, const struct arch *arch, const char *returns,
		struct name_list *names)
{
	struct writer writer = {
		.module = module,
		.merge = merge,
		.classes = classes,
		.probes = xcalloc(merge->nr_probes, sizeof(*writer.probes)),
		.extras = xcalloc(merge->nr_probes, sizeof(*writer.extras)),
		.strings.size = 1,
		.args.size = sizeof(struct sdt_table_arg),
		.xlated.size = sizeof(struct sdt_table_xlated),
		.enumerators.size = sizeof(struct sdt_table_enumerator),
	};
	int failed = write_file(&writer, path, arch, returns, names);

	free(writer.probes);
	free(writer.extras);
	pool_free(&writer.strings);
	pool_free(&writer.args);
	pool_free(&writer.xlated);
	pool_free(&writer.enumerators);
	return failed;
}
