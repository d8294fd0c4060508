/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * options.h - parse the options of a verb, and print their help
 */
#ifndef SDTINFO_OPTIONS_H
#define SDTINFO_OPTIONS_H

#include "error.h"

/**
 * struct command_option - an option of a verb
 * @letter: what command_option() returns; a letter is also the short option
 * @name: the long option, without its dashes
 * @value: what its value is called; NULL if it has none
 * @help: what it does, in lines that fit behind the names
 */
struct command_option {
	int letter;
	const char *name;
	const char *value;
	const char *help;
};

/* The value of an option without a letter: more than any character */
#define OPTION_LONG(n)	(0x100 + (n))

/**
 * struct command - a verb
 * @name: what the user types
 * @synopsis: its arguments, as in a manual page
 * @summary: one line that begins in lower case
 * @options: its options except --help, which every verb has; ends with one without a
 *	     name; NULL if there are none
 * @help: what "sdtinfo help VERB" adds, whole lines
 * @run: the verb; argv[0] is its name
 */
struct command {
	const char *name;
	const char *synopsis;
	const char *summary;
	const struct command_option *options;
	const char *help;
	enum exit_code (*run)(int argc, char **argv);
};

/* What command_option() returns after the last option, or when the verb is to end */
#define OPTION_END	0
#define OPTION_STOP	(-1)

/*
 * command_option() - the next option on the command line of a verb
 * @code: what to exit with after OPTION_STOP: the help was printed, or what is
 *	  wrong was reported
 *
 * Returns the letter of the option, whose value is in optarg, OPTION_END, with the
 * other arguments from argv[optind] on, or OPTION_STOP.  Arguments may also precede
 * options.
 */
int command_option(const struct command *command, int argc, char **argv,
		   enum exit_code *code);

/*
 * command_take_other() - take "-- COMMAND [ARG...]" off the command line of a verb
 * @argc: of the verb; set to the number of words in front of it
 * @other: set to the words of the command; NULL if there is none
 *
 * To be called before command_option().  Returns EXIT_DONE, or EXIT_USAGE when it has
 * reported that nothing follows the "--".
 */
enum exit_code command_take_other(const struct command *command, int *argc, char **argv,
				  char ***other);

/* command_help() - print a verb's help */
void command_help(const struct command *command);

#endif /* SDTINFO_OPTIONS_H */
