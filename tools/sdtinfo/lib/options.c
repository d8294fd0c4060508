// SPDX-License-Identifier: GPL-2.0-only
/*
 * options.c - parse the options of a verb, and print their help
 *
 * For main.c, the verbs and select/.  Options and help come from one table, in struct
 * command.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "options.h"

/* The columns of an option's names in the help */
#define NAMES_WIDTH	20

static const struct command_option help_option = {
	'h', "help", NULL, "print this help",
};

static size_t nr_options(const struct command *command)
{
	size_t n = 0;

	while (command->options && command->options[n].name)
		n++;
	return n;
}

static const struct command_option *option_at(const struct command *command,
					      size_t i)
{
	return i < nr_options(command) ? &command->options[i] : &help_option;
}

static bool is_short(const struct command_option *option)
{
	return option->letter < OPTION_LONG(0);
}

/* The tables that getopt_long() wants; caller frees both. */
static void getopt_tables(const struct command *command, char **letters,
			  struct option **options)
{
	size_t i, n = nr_options(command) + 1;
	char *to;

	*letters = to = xcalloc(n + 1, 2);
	*options = xcalloc(n + 1, sizeof(**options));
	*to++ = ':';	/* a missing value is a ':', not a '?' */
	for (i = 0; i < n; i++) {
		const struct command_option *option = option_at(command, i);

		(*options)[i].name = option->name;
		(*options)[i].has_arg = option->value ? required_argument :
							no_argument;
		(*options)[i].val = option->letter;
		if (!is_short(option))
			continue;
		*to++ = option->letter;
		if (option->value)
			*to++ = ':';
	}
}

static enum exit_code unknown_option(const struct command *command,
				     const char *word)
{
	const char *typed = word + strspn(word, "-");
	char *meant = NULL, *hint;
	enum exit_code code;
	size_t i;

	for (i = 0; i <= nr_options(command) && !meant; i++)
		if (suggest_is_near(typed, option_at(command, i)->name))
			meant = xasprintf("--%s", option_at(command, i)->name);
	hint = suggest_text(meant);
	code = error_usage(command->name, "unknown option '%s'%s", word,
			   hint);
	free(hint);
	free(meant);
	return code;
}

/*
 * Report an option that getopt_long() rejected.  A letter may follow others in one
 * argument, so @word need not be the wrong one.  For a long option that takes no
 * value, optopt is its letter.
 */
static enum exit_code wrong_option(const struct command *command, int c,
				   const char *word)
{
	char letter[3] = { '-', optopt, '\0' };
	bool is_long = !strncmp(word, "--", 2);
	size_t i;

	if (c == ':')
		return error_usage(command->name, "%s needs a value",
				   is_long ? word : letter);
	for (i = 0; optopt && i <= nr_options(command); i++)
		if (option_at(command, i)->letter == optopt)
			return error_usage(command->name, "--%s takes no value",
					   option_at(command, i)->name);
	return unknown_option(command, optopt ? letter : word);
}

int command_option(const struct command *command, int argc, char **argv,
		   enum exit_code *code)
{
	struct option *options;
	char *letters;
	int c;

	getopt_tables(command, &letters, &options);
	c = getopt_long(argc, argv, letters, options, NULL);
	free(letters);
	free(options);
	switch (c) {
	case -1:
		return OPTION_END;
	case 'h':
		command_help(command);
		*code = EXIT_DONE;
		return OPTION_STOP;
	case '?':
	case ':':
		*code = wrong_option(command, c, argv[optind - 1]);
		return OPTION_STOP;
	default:
		return c;
	}
}

enum exit_code command_take_other(const struct command *command, int *argc, char **argv,
				  char ***other)
{
	int i;

	*other = NULL;
	for (i = 1; i < *argc && strcmp(argv[i], "--"); i++)
		;
	if (i == *argc)
		return EXIT_DONE;
	if (i == *argc - 1)
		return error_usage(command->name, "a COMMAND must follow '--'");
	*other = argv + i + 1;
	argv[i] = NULL;
	*argc = i;
	return EXIT_DONE;
}

/* "  -o, --output FILE  where to write", with further lines below it */
static void print_option(const struct command_option *option)
{
	char letter[] = { '-', option->letter, ',', '\0' };
	char *names = xasprintf("%3s --%s%s%s", is_short(option) ? letter : "",
				option->name, option->value ? " " : "",
				option->value ? option->value : "");
	const char *line = option->help, *end;

	printf("  %-*s", NAMES_WIDTH, names);
	for (; (end = strchr(line, '\n')); line = end + 1)
		printf("  %.*s\n%*s", (int)(end - line), line, NAMES_WIDTH + 2,
		       "");
	printf("  %s\n", line);
	free(names);
}

void command_help(const struct command *command)
{
	size_t i;

	printf("sdtinfo %s - %s\n\nUsage:\n  sdtinfo %s %s\n", command->name,
	       command->summary, command->name, command->synopsis);
	if (*command->help)
		printf("\n%s", command->help);
	putchar('\n');
	for (i = 0; i <= nr_options(command); i++)
		print_option(option_at(command, i));
}
