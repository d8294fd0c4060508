/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * help.h - the tables of a verb, and what users see of them: help, manual page, completion
 */
#ifndef SDTINFO_HELP_H
#define SDTINFO_HELP_H

#include <argp.h>
#include <stdio.h>

#include "lib/error.h"
#include "lib/option.h"

/**
 * struct command_form - one of the ways to use a verb
 * @leads: names of the options that it must have, which choose it; NULL: none
 * @options: names of those that it can have; NULL: all that do not lead another form, and do not
 *	need an option that does
 * @arguments: what follows them, as in a manual page; "": nothing
 */
struct command_form {
	const char *leads;
	const char *options;
	const char *arguments;
};

/**
 * struct command - a verb
 * @name: what the user types
 * @summary: one line that begins in lower case
 * @help: what "sdtinfo help VERB" adds, whole lines
 * @options: its options, except --help; NULL if there are none
 * @forms: the ways to use it; the last one has no @arguments
 * @lacks: what to say is missing if there are no arguments in a form that needs some
 * @run: the verb; argv[0] is its name.  NULL: it takes libtracefs, which this build lacks
 */
struct command {
	const char *name;
	const char *summary;
	const char *help;
	const struct verb_option *options;
	struct command_form forms[8];
	const char *lacks;
	enum exit_code (*run)(int argc, char **argv);
};

/* form_options() - all options that a form can have */
option_set form_options(const struct command *command, const struct command_form *form);

/* help_options() - the options of a verb and --help for argp(3); caller frees */
struct argp_option *help_options(const struct command *command);

/* help_option() - the number of the option that argp(3) calls @key; is it one? */
bool help_option(const struct command *command, int key, size_t *number);

/* help_synopsis() - print a line for each form of a verb, and more lines where it is long */
void help_synopsis(FILE *out, const struct command *command);

/* help_print() - print a verb's help */
void help_print(const struct command *command);

/* help_man_synopsis(), help_man_options() - print these as source of the manual page */
void help_man_synopsis(const struct command *command);
void help_man_options(const struct command *command);

/* help_words() - print the options for completion, one per line: "--kernel=RELEASE" */
void help_words(const struct command *command);

#endif /* SDTINFO_HELP_H */
