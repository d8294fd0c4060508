// SPDX-License-Identifier: GPL-2.0-only
/*
 * gen.c - templates of scripts and programs, and what their generators share
 *
 * Serves the files gen_*.c, which have a language each.
 */
#include <stdlib.h>
#include <string.h>

#include "gen.h"
#include "lib/output.h"
#include "lib/util.h"
#include "table/pool.h"
#include "text/arg.h"

/*
 * Names
 */

char *gen_identifier(const char *name)
{
	char *identifier = xasprintf("%s", name), *c;

	for (c = identifier; *c; c++) {
		char text[] = { *c, '\0' };

		if (!event_is_word(text))
			*c = '_';
	}
	return identifier;
}

/* Can bpftrace and D name the event?  D's has '-' for some '_'. */
static bool has_name(const struct gen_event *event)
{
	return event_is_word(event->probes[0].module) &&
	       event_is_word(event->probes[0].event);
}

size_t gen_nr_named(const struct gen_events *events)
{
	size_t i, nr = 0;

	for (i = 0; i < events->nr_events; i++)
		nr += has_name(&events->events[i]);
	return nr;
}

/*
 * The first event keeps @text, the next ones get the next numbers.
 * @nr: how many have got one so far
 */
static char *number_identifier(struct pool *texts, char *text, unsigned int *nr)
{
	const size_t nr_texts = texts->nr_lists;
	char *name = text;

	if (!(*nr)++)
		return text;
	for (;; ++*nr) {
		name = xasprintf("%s_%u", text, *nr);
		pool_add_string(texts, name);
		if (texts->nr_lists > nr_texts)
			break;
		free(name);
	}
	free(text);
	return name;
}

/* An identifier for each event, by its number */
static char **make_identifiers(const struct gen_events *events)
{
	size_t i, nr = events->nr_events, *places = xcalloc(nr, sizeof(*places));
	char **names = xcalloc(nr, sizeof(*names));
	struct pool texts = { .size = 1 };
	unsigned int *nr_named;

	for (i = 0; i < nr; i++) {
		names[i] = gen_identifier(events->events[i].probes[0].event);
		places[i] = pool_add_string(&texts, names[i]);
	}
	nr_named = xcalloc(texts.nr_elements, sizeof(*nr_named));
	for (i = 0; i < nr; i++)
		names[i] = number_identifier(&texts, names[i], &nr_named[places[i]]);
	pool_free(&texts);
	free(nr_named);
	free(places);
	return names;
}

/*
 * The words of every template
 */

static bool is_named(const struct gen_file *gen)
{
	return has_name(gen->event);
}

static void print_modules(const struct gen_file *gen)
{
	const struct gen_events *events = gen->events;
	const char *last = "", *module;
	size_t i;

	for (i = 0; i < events->nr_events; i++) {
		module = events->events[i].probes[0].module;
		if (!strcmp(module, last))
			continue;
		fputs(" *\t", gen->out);
		out_comment(gen->out, module);
		fputc('\n', gen->out);
		last = module;
	}
}

static void print_functions(const struct gen_file *gen)
{
	const struct gen_event *event = gen->event;
	size_t i;

	fputs("In ", gen->out);
	for (i = 0; i < event->nr_probes; i++) {
		if (i)
			fputs(i + 1 < event->nr_probes ? ", " : " and ", gen->out);
		out_comment(gen->out, event->probes[i].probe->function);
		fputs("()", gen->out);
	}
}

static bool is_message(const struct gen_file *gen)
{
	return *gen->probe->probe->message;
}

static void print_message(const struct gen_file *gen)
{
	out_comment(gen->out, gen->probe->probe->message);
}

static void print_enums(const struct gen_file *gen)
{
	const struct probe *probe = gen->probe->fields;
	const struct probe_arg *arg = probe->args;
	char *text;

	for (; arg < probe->args + probe->nr_args; arg++) {
		if (!arg->nr_enumerators)
			continue;
		text = arg_kind_text(probe, arg, false);
		fputs(" * ", gen->out);
		out_comment(gen->out, arg->name);
		fputs(": ", gen->out);
		out_comment(gen->out, text);
		fputc('\n', gen->out);
		free(text);
	}
}

static void print_title(const struct gen_file *gen)
{
	out_comment(gen->out, gen->probe->probe->group);
	fputc(':', gen->out);
	out_comment(gen->out, gen->probe->event);
}

static void print_module(const struct gen_file *gen)
{
	out_escaped(gen->out, gen->probe->module);
}

static void print_group(const struct gen_file *gen)
{
	out_escaped(gen->out, gen->probe->probe->group);
}

static void print_tracepoint(const struct gen_file *gen)
{
	char *name = probe_raw_tracepoint(gen->probe->probe, gen->probe->module);

	out_escaped(gen->out, name);
	free(name);
}

static void print_event(const struct gen_file *gen)
{
	out_escaped(gen->out, gen->probe->event);
}

static void print_name(const struct gen_file *gen)
{
	fputs(gen->name, gen->out);
}

static const struct gen_word common_words[] = {
	{ .word = "MODULES", .print = print_modules },
	{ .word = "NAMED", .is = is_named },
	{ .word = "FUNCTIONS", .print = print_functions },
	{ .word = "PRINTF", .is = is_message },
	{ .word = "MESSAGE", .print = print_message },
	{ .word = "ENUMS", .print = print_enums },
	{ .word = "TITLE", .print = print_title },
	{ .word = "MODULE", .print = print_module },
	{ .word = "GROUP", .print = print_group },
	{ .word = "TRACEPOINT", .print = print_tracepoint },
	{ .word = "EVENT", .print = print_event },
	{ .word = "NAME", .print = print_name },
	{ 0 }
};

/*
 * Templates
 */

#define WORD_LETTERS	"ABCDEFGHIJKLMNOPQRSTUVWXYZ_"

struct template {
	struct gen_file gen;
	const struct gen_word *words;	/* the language's */
	char **names;			/* the events' identifiers */
};

/* A template that has another word is a mistake that any test finds. */
static const struct gen_word *find_word(const struct template *template, const char *text)
{
	const size_t length = strspn(text, WORD_LETTERS);
	const struct gen_word *lists[] = { template->words, common_words }, *word;
	size_t i;

	for (i = 0; i < 2; i++)
		for (word = lists[i]; word->word; word++)
			if (strlen(word->word) == length && !strncmp(word->word, text, length))
				return word;
	abort();
}

/* The length of "@WORD@", or 0 */
static size_t word_length(const char *text)
{
	const size_t length = *text == '@' ? strspn(text + 1, WORD_LETTERS) : 0;

	return length && text[length + 1] == '@' ? length + 2 : 0;
}

static void print_line(const struct template *template, const char *line)
{
	size_t length = word_length(line);
	const bool is_alone = length && line[length] == '\n';

	for (; *line != '\n'; line += length) {
		length = word_length(line);
		if (length) {
			find_word(template, line + 1)->print(&template->gen);
		} else {
			fputc(*line, template->gen.out);
			length = 1;
		}
	}
	if (!is_alone)
		fputc('\n', template->gen.out);
}

/* What follows @prefix, if the line begins with that, or NULL */
static const char *after(const char *line, const char *prefix)
{
	const size_t length = strlen(prefix);

	return strncmp(line, prefix, length) ? NULL : line + length;
}

static const char *print_block(struct template *template, const char *text, bool is_on);

static bool is_any_arg(const struct gen_events *events, bool (*is)(const struct probe_arg *arg))
{
	const struct probe *probe;
	unsigned int arg;
	size_t i;

	for (i = 0; i < events->nr_events; i++) {
		probe = events->events[i].probes[0].fields;
		for (arg = 0; arg < probe->nr_args; arg++)
			if (is(&probe->args[arg]))
				return true;
	}
	return false;
}

static void print_if(struct template *template, const char *text, const char *block)
{
	const bool is_not = *text == '!';
	const struct gen_word *word = find_word(template, text + is_not);
	const bool is = word->any ? is_any_arg(template->gen.events, word->any) :
				    word->is(&template->gen);

	if (is != is_not)
		print_block(template, block, true);
}

static void print_each_event(struct template *template, const char *text)
{
	const struct gen_events *events = template->gen.events;
	struct gen_file *gen = &template->gen;
	size_t i;

	for (i = 0; i < events->nr_events; i++) {
		gen->event = &events->events[i];
		gen->probe = &gen->event->probes[0];
		gen->name = template->names[i];
		print_block(template, text, true);
	}
}

/* Print @text up to an @end, or just skip that.  Returns what follows. */
static const char *print_block(struct template *template, const char *text, bool is_on)
{
	const char *line, *word;
	bool is_each;

	while (*text) {
		line = text;
		text = strchr(line, '\n') + 1;
		if (after(line, "@end\n"))
			return text;
		word = after(line, "@if ");
		is_each = after(line, "@each EVENT");
		if (is_on && word)
			print_if(template, word, text);
		else if (is_on && is_each)
			print_each_event(template, text);
		else if (is_on)
			print_line(template, line);
		if (word || is_each)
			text = print_block(template, text, false);
	}
	return text;
}

void gen_template(const struct gen_file *gen, const char *text, const struct gen_word *words)
{
	struct template template = {
		.gen = *gen,
		.words = words,
		.names = make_identifiers(gen->events),
	};
	size_t i;

	print_block(&template, text, true);
	for (i = 0; i < gen->events->nr_events; i++)
		free(template.names[i]);
	free(template.names);
}

/*
 * Arguments
 */

static bool can_follow(const struct probe_arg *arg)
{
	return !(arg->flags & (SDT_ARG_PERCPU | SDT_ARG_IOMEM));
}

bool gen_is_followed(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_STRING && can_follow(arg);
}

bool gen_has_bytes(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_BYTES && can_follow(arg);
}

const char *gen_type(const struct probe_arg *arg, bool is_signed, const char *const names[8])
{
	const unsigned int size = arg->size == 1 ? 0 : arg->size == 2 ? 1 : arg->size == 4 ? 2 : 3;

	return names[2 * size + is_signed];
}
