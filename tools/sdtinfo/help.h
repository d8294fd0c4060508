/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * help.h - what users see of the tables of a verb: help, manual page, completion
 */
#ifndef SDTINFO_HELP_H
#define SDTINFO_HELP_H

#include <argp.h>
#include <stdio.h>

#include "cmd.h"

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
