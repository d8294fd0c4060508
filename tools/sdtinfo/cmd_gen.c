// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_gen.c - sdtinfo gen: write a script or a program to start from
 *
 * Selects the probes and the language, and groups the probes into events.  For
 * anyone who starts tracing a module.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "gen/gen.h"
#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"
#include "select/selection.h"
#include "table/probe.h"

struct language {
	const char *option;
	const char *nothing;	/* why the file has no events; NULL if it always has */
	bool by_events;		/* it uses trace events, not raw tracepoints, */
	bool is_dtrace;		/* with the names of layout=dtrace */
	bool has_records;	/* it knows where each field is in a record */
	size_t (*print)(FILE *out, const struct gen_events *events);
};

static const struct language languages[] = {
	{ "bpftrace", "bpftrace can name none of these events", true, false, false, gen_bpftrace },
	{ "d", "D can name none of these probes", true, true, false, gen_d },
	{ "libbpf", NULL, true, false, true, gen_libbpf },
};

/* That of "--libbpf" and "--raw" */
static const struct language raw_language = { "libbpf", NULL, false, false, false,
					       gen_libbpf_raw };

#define NR_LANGUAGES	(sizeof(languages) / sizeof(languages[0]))

/* An event is all probes that probe_compare_events() finds equal. */
static int compare_events(const struct gen_probe *a, const struct gen_probe *b)
{
	int c = strcmp(a->module, b->module);

	if (!c)
		c = strcmp(a->event, b->event);
	return c ? c : probe_compare_events(a->probe, b->probe);
}

/* If two files are of one module, the one that was read first comes first. */
static int compare_probes(const void *x, const void *y)
{
	const struct gen_probe *a = x, *b = y;
	int c = compare_events(a, b);

	if (!c)
		c = strcmp(a->probe->function, b->probe->function);
	return c ? c : (a->order > b->order) - (a->order < b->order);
}

/* Does BTF have the types of a raw tracepoint?  No other type has such a name. */
static bool is_typed(const char *btf, size_t size, const struct gen_probe *probe)
{
	char *tracepoint = probe_raw_tracepoint(probe->probe, probe->module);
	char *name = xasprintf("%cbtf_trace_%s", '\0', tracepoint);
	const size_t length = strlen(name + 1) + 2;
	const bool is = btf && memmem(btf, size, name, length);

	free(tracepoint);
	free(name);
	return is;
}

/* Add all probes of a module; @chosen is the first of those that were chosen. */
static size_t add_module_events(struct gen_events *events,
				const struct catalog *catalog, size_t chosen, bool has_types)
{
	const struct module *module = catalog->probes[chosen].module;
	size_t i, nr = events->nr_probes + module->table.nr_probes;
	struct gen_probe *probe;
	size_t size = 0;
	char *btf = has_types ? module_btf(module, &size) : NULL;

	events->probes = xreallocarray(events->probes, nr, sizeof(*events->probes));
	for (i = 0; i < module->table.nr_probes; i++) {
		probe = &events->probes[events->nr_probes];
		probe->module = module->table.module;
		probe->probe = &module->table.probes[i];
		probe->event = probe->probe->event;
		probe->room = xcalloc(1, sizeof(*probe->room));
		probe->fields = event_fields(probe->probe, probe->room);
		probe->is_typed = is_typed(btf, size, probe);
		probe->order = events->nr_probes++;
		probe->chosen = chosen < catalog->nr_probes &&
				catalog->probes[chosen].probe == probe->probe;
		chosen += probe->chosen;
	}
	free(btf);
	return chosen;
}

static bool is_same_probe(const struct gen_probe *a, const struct gen_probe *b)
{
	return !compare_events(a, b) &&
	       !strcmp(a->probe->function, b->probe->function);
}

static void remove_doubles(struct gen_events *events)
{
	struct gen_probe *probes = events->probes;
	size_t i, nr = 0;

	for (i = 0; i < events->nr_probes; i++) {
		if (nr && is_same_probe(&probes[nr - 1], &probes[i])) {
			probes[nr - 1].chosen |= probes[i].chosen;
			free(probes[i].room);
		} else {
			probes[nr++] = probes[i];
		}
	}
	events->nr_probes = nr;
}

static void add_events(struct gen_events *events)
{
	const struct gen_probe *probes = events->probes;
	struct gen_event event;
	size_t i, first;
	bool chosen;

	for (first = 0; first < events->nr_probes; first = i) {
		chosen = false;
		for (i = first; i < events->nr_probes &&
		     !compare_events(&probes[first], &probes[i]); i++)
			chosen |= probes[i].chosen;
		if (!chosen)
			continue;
		event = (struct gen_event){ &probes[first], i - first };
		events->events = xroom_for_one(events->events,
					       events->nr_events,
					       sizeof(event));
		events->events[events->nr_events++] = event;
	}
}

static void make_events(struct gen_events *events, const struct catalog *catalog, bool has_types)
{
	size_t i = 0;

	while (i < catalog->nr_probes)
		i = add_module_events(events, catalog, i, has_types);
	qsort(events->probes, events->nr_probes, sizeof(*events->probes), compare_probes);
	remove_doubles(events);
	add_events(events);
}

static void free_events(struct gen_events *events)
{
	size_t i;

	for (i = 0; i < events->nr_probes; i++)
		free(events->probes[i].room);
	free(events->probes);
	free(events->events);
}

/* Generate everything before the output is touched. */
static enum exit_code generate(const struct catalog *catalog,
			       const struct language *language,
			       const char *output)
{
	struct gen_events events = { 0 };
	struct out_file file;
	size_t size, nr;
	int failed = -1;
	char *text;
	FILE *out;

	out = open_memstream(&text, &size);
	if (!out)
		out_of_memory();
	make_events(&events, catalog, !language->by_events);
	nr = language->print(out, &events);
	free_events(&events);
	if (fclose(out))
		out_of_memory();
	if (!nr) {
		error_file(strcmp(output, "-") ? output : "standard output",
			   "%s", language->nothing);
	} else if (!out_file_open(&file, output)) {
		fwrite(text, 1, size, file.stream);
		failed = out_file_commit(&file);
	}
	free(text);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

struct gen_options {
	struct selection selection;
	const struct language *language;
	bool raw;
	const char *output;
};

static void take_language(const struct verb_option *option, void *to, char *value)
{
	const struct language **language = to;
	size_t i;

	(void)value;
	for (i = 0; i < NR_LANGUAGES; i++)
		if (!strcmp(languages[i].option, option->name))
			*language = &languages[i];
}

/* The table of a module does not have the fields of a TRACE_EVENT. */
static int drop_trace_events(struct catalog *catalog)
{
	size_t i, nr = 0;

	for (i = 0; i < catalog->nr_probes; i++)
		if (!(catalog->probes[i].probe->flags & SDT_PROBE_IS_EVENT))
			catalog->probes[nr++] = catalog->probes[i];
	if (nr == catalog->nr_probes)
		return 0;
	error_file("--libbpf", "%zu TRACE_EVENTs are left out, whose fields the module's table does not have: add --raw, or use --bpftrace",
		   catalog->nr_probes - nr);
	catalog->nr_probes = nr;
	return -1;
}

static enum exit_code gen_run(int argc, char **argv)
{
	struct gen_options gen = { .output = "-", .selection.options = cmd_gen.options };
	struct selection *selection = &gen.selection;
	enum exit_code code;

	argc = command_parse(&cmd_gen, argc, argv, &gen, NULL);
	/* Do not let a mistaken "gen --d -o FILE.ko" overwrite the module. */
	if (selection_is_file(gen.output))
		error_usage("the output %s is named like a module's file", gen.output);
	if (gen.raw)
		gen.language = &raw_language;
	selection_words(selection, argv + 1, argc);
	selection->catalog.with_sites = gen.language->by_events;
	code = selection_read(selection);
	if (gen.language->by_events &&
	    selection_drop_foreign(selection, gen.language->is_dtrace))
		code = exit_worse(code, EXIT_FAILED);
	if (gen.language->has_records && drop_trace_events(&selection->catalog))
		code = EXIT_FAILED;
	if (selection->catalog.nr_probes)
		code = exit_worse(code, generate(&selection->catalog, gen.language, gen.output));
	selection_free(selection);
	return code;
}

#define LANGUAGE	SETS(take_language, const struct language *, struct gen_options, language)

static const struct verb_option gen_options[] = {
	{ "bpftrace", 0, NULL, "write a script for bpftrace, for the layout linux", LANGUAGE },
	{ "d", 0, NULL, "write a script for DTrace, for the layout dtrace", LANGUAGE },
	{ "libbpf", 0, NULL, "write BPF programs in C, for the layout linux", LANGUAGE,
	  .more = "They are one C file with their loader, for clang and libbpf. A program counts "
		  "the hits of an event, and has a structure with all arguments." },
	{ "raw", 'r', NULL, "with --libbpf: for raw tracepoints, of sdt_raw.ko",
	  SETS_FLAG(struct gen_options, raw), .needs = "libbpf",
	  .more = "These cost least. A program gets up to 12 arguments, and no copies of "
		  "strings." },
	{ "output", 'o', "FILE", "write to FILE; '-' is standard output, the default",
	  SETS_TEXT(struct gen_options, output) },
	SELECTION_OPTIONS(struct gen_options, selection.),
	{ 0 }
};

const struct command cmd_gen = {
	.name = "gen",
	.summary = "write a script or a program that shows probes as they fire",
	.options = gen_options,
	.forms = {
		{ "bpftrace", NULL, "[PATTERN...] [FILE.ko...]" },
		{ "d", NULL, "[PATTERN...] [FILE.ko...]" },
		{ "libbpf", "raw output all kernel", "[PATTERN...] [FILE.ko...]" },
	},
	.help =
"The script has a clause for each probe that matches PATTERN (see 'sdtinfo help\n"
"list') and prints each hit with all arguments.  It is complete, and meant as a\n"
"starting point for your own.  Its first lines explain how to run or build it;\n"
"comments in the clauses have the names of enum values and the texts of messages,\n"
"and say what the language cannot express.  Of a TRACE_EVENT, whose fields the\n"
"module's table does not have, only the name is printed.  The programs of\n"
"--libbpf count hits, and have all arguments in a structure.  With --raw, they\n"
"are attached to raw tracepoints, which sdt_raw.ko provides and which cost least,\n"
"and get up to 12 arguments; if the module has BTF from sdt-btf, as programs of\n"
"tp_btf, which can follow trusted pointers.\n",
	.run = gen_run,
};
