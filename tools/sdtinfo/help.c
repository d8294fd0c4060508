// SPDX-License-Identifier: GPL-2.0-only
/*
 * help.c - what users see of the tables of a verb: help, manual page, completion
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/util.h"

#define COLUMNS		80

/* An option without a letter: more than any character */
#define LONG_OPTION	0x100

static size_t count_options(const struct command *command)
{
	size_t nr = 0;

	while (command->options && command->options[nr].name)
		nr++;
	return nr;
}

/*
 * For argp(3)
 */

struct argp_option *help_options(const struct command *command)
{
	const size_t nr = count_options(command);
	struct argp_option *list = xcalloc(nr + 2, sizeof(*list));
	size_t i;

	for (i = 0; i < nr; i++) {
		const struct verb_option *option = &command->options[i];

		list[i] = (struct argp_option){
			option->name, option->letter ?: LONG_OPTION + (int)i, option->argument,
			option->text ? 0 : OPTION_HIDDEN, option->text, 0,
		};
	}
	list[nr] = (struct argp_option){ "help", 'h', NULL, 0, "print this help", -1 };
	return list;
}

bool help_option(const struct command *command, int key, size_t *number)
{
	const size_t nr = count_options(command);

	for (*number = 0; *number < nr; ++*number)
		if (key == LONG_OPTION + (int)*number || key == command->options[*number].letter)
			return true;
	return false;
}

/*
 * Synopsis
 */

/* All options that lead no form, and need none that does */
static option_set common_options(const struct command *command)
{
	const struct command_form *form;
	option_set leads = 0, needs, common = 0;
	size_t i, nr = count_options(command);

	for (form = command->forms; form->arguments; form++)
		leads |= options_named(command->options, form->leads);
	for (i = 0; i < nr; i++) {
		needs = options_named(command->options, command->options[i].needs);
		if (!needs || needs & ~leads)
			common |= UINT64_C(1) << i;
	}
	return common & ~leads;
}

option_set form_options(const struct command *command, const struct command_form *form)
{
	return options_named(command->options, form->leads) |
	       (form->options ? options_named(command->options, form->options) :
				common_options(command));
}

/* Adds "--kernel RELEASE" of an option that leads a form, or "[-f FILTER]" */
static void add_option(struct name_list *parts, const struct verb_option *option, bool leads)
{
	const char *space = option->argument ? " " : "", *argument = option->argument ?: "";
	char *word;

	if (leads)
		word = xasprintf("--%s%s%s", option->name, space, argument);
	else if (option->letter)
		word = xasprintf("[-%c%s%s]", option->letter, space, argument);
	else
		word = xasprintf("[--%s%s%s]", option->name, space, argument);
	names_add(parts, word);
	free(word);
}

/* The parts of a form, which are not divided between lines */
static struct name_list form_parts(const struct command *command, const struct command_form *form)
{
	const option_set leads = options_named(command->options, form->leads);
	const option_set set = form_options(command, form) & ~leads;
	const struct verb_option *option = command->options;
	struct name_list parts = { 0 };
	size_t i;

	for (i = 0; i < count_options(command); i++)
		if (leads & UINT64_C(1) << i)
			add_option(&parts, &option[i], true);
	for (i = 0; i < count_options(command); i++)
		if ((set & UINT64_C(1) << i) && option[i].text)
			add_option(&parts, &option[i], false);
	if (*form->arguments)
		names_add(&parts, form->arguments);
	return parts;
}

void help_synopsis(FILE *out, const struct command *command)
{
	const struct command_form *form;
	struct name_list parts;
	size_t i, column;
	int indent;

	for (form = command->forms; form->arguments; form++) {
		parts = form_parts(command, form);
		indent = fprintf(out, "  sdtinfo %s", command->name);
		column = indent;
		for (i = 0; i < parts.nr; i++) {
			if (column + 1 + strlen(parts.list[i]) >= COLUMNS)
				column = fprintf(out, "\n%*s", indent, "") - 1;
			column += fprintf(out, " %s", parts.list[i]);
		}
		fputc('\n', out);
		names_free(&parts);
	}
}

void help_print(const struct command *command)
{
	struct argp_option *options = help_options(command);
	const struct argp argp = { .options = options };

	printf("sdtinfo %s - %s\n\nUsage:\n", command->name, command->summary);
	help_synopsis(stdout, command);
	printf("%s%s\n", *command->help ? "\n" : "", command->help);
	argp_help(&argp, stdout, ARGP_HELP_LONG, (char *)command->name);
	free(options);
}

/*
 * Source of the manual page: see mdoc(7)
 */

/* A word of a part: "-f" is "Fl f", "FILTER" is "Ar FILTER" */
static void print_man_word(const char *before, const char *word, int length)
{
	if (*word == '-')
		printf("%sFl %.*s", before, length - 1, word + 1);
	else
		printf("%s%s%.*s", before, *word == '|' ? "" : "Ar ", length, word);
}

/* "[-f FILTER]", as one line */
static void print_man_part(const char *part)
{
	const char *before = ".";
	int length;

	for (; *part; part += length) {
		length = strcspn(part, " []");
		if (length)
			print_man_word(before, part, length);
		else if (*part != ' ')
			printf("%s%s", before, *part == '[' ? "Oo" : "Oc");
		before = " ";
		length += !length;
	}
	putchar('\n');
}

void help_man_synopsis(const struct command *command)
{
	const struct command_form *form;
	struct name_list parts;
	size_t i;

	for (form = command->forms; form->arguments; form++) {
		parts = form_parts(command, form);
		printf(".Nm\n.Cm %s\n", command->name);
		for (i = 0; i < parts.nr; i++)
			print_man_part(parts.list[i]);
		names_free(&parts);
	}
}

/* A word of a text, which must not be a request or a special character */
static void print_man_text(const char *word, int length)
{
	for (; length--; word++) {
		if (*word == '\'')
			fputs("\\(aq", stdout);
		else if (*word == '\\')
			fputs("\\e", stdout);
		else if (*word == '-')
			fputs("\\-", stdout);
		else
			putchar(*word);
	}
}

/* Sentences, each on lines of its own */
static void print_man_sentences(const char *text)
{
	const char *space = "";
	int length, column = 0;

	for (; *text; text += length + (text[length] == ' ')) {
		length = strcspn(text, " ");
		if (column && column + 1 + length > 70) {
			space = "\n";
			column = 0;
		}
		fputs(space, stdout);
		if (*text == '.')
			fputs("\\&", stdout);
		print_man_text(text, length);
		column += 1 + length;
		space = " ";
		if (length > 1 && text[length - 1] == '.' && text[length - 2] != '.') {
			space = "\n";
			column = 0;
		}
	}
	putchar('\n');
}

/* Print the words of a paragraph that were gathered, if there are any, and free them. */
static void end_man_paragraph(char **words)
{
	if (*words)
		print_man_sentences(*words);
	free(*words);
	*words = NULL;
}

/* Paragraphs are filled; indented lines stay as they are. */
static void print_man_help(const char *text)
{
	char *copy = xasprintf("%s", text), *rest = copy, *line, *word, *words = NULL;
	bool is_literal = false, is_new = false;

	while ((line = strsep(&rest, "\n"))) {
		if (!*line || is_literal != (*line == ' '))
			end_man_paragraph(&words);
		if (is_literal && *line != ' ')
			puts(".Ed");
		else if (!is_literal && *line == ' ')
			puts(".Bd -literal");
		else if (is_new && *line && *line != ' ')
			puts(".Pp");
		is_literal = *line == ' ';
		is_new = !*line;
		if (is_literal) {
			line += strspn(line, " ") < 2 ? 0 : 2;
			print_man_text(line, strlen(line));
			putchar('\n');
			continue;
		}
		while ((word = strsep(&line, " ")))
			if (*word)
				words = words ? xappend(words, " %s", word) : xasprintf("%s", word);
	}
	end_man_paragraph(&words);
	free(copy);
}

void help_man_verb(const struct command *command)
{
	const struct verb_option *option = command->options;
	char *text;

	print_man_help(command->help);

	puts(".Bl -tag -width Ds");
	for (; option && option->name; option++) {
		if (!option->text)
			continue;
		if (option->letter)
			printf(".It Fl %c , Fl -%s", option->letter, option->name);
		else
			printf(".It Fl -%s", option->name);
		printf(option->argument ? " Ar %s\n" : "\n", option->argument);
		text = xasprintf("%s.%s%s", option->text, option->more ? " " : "",
				 option->more ?: "");
		*text = toupper(*text);
		print_man_sentences(text);
		free(text);
	}
	puts(".El");
}

/*
 * Completion
 */

void help_words(const struct command *command)
{
	const struct verb_option *option = command->options;

	for (; option && option->name; option++) {
		const char *equal = option->argument ? "=" : "", *value = option->argument ?: "";

		if (!option->text)
			continue;
		if (option->letter)
			printf("-%c%s%s\n", option->letter, equal, value);
		printf("--%s%s%s\n", option->name, equal, value);
	}
	puts("-h\n--help");
}
