/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd.h - the verbs of sdtinfo
 *
 * For main.c, whose table lists them, and for the verbs' own files: one
 * cmd_VERB.c each, which describes the verb and runs it.
 */
#ifndef SDTINFO_CMD_H
#define SDTINFO_CMD_H

#include "error.h"

/**
 * struct command - a verb
 * @name: what the user types
 * @synopsis: its arguments, as in a manual page
 * @summary: one line that begins in lower case
 * @help: what "sdtinfo help VERB" adds, whole lines
 * @run: the verb; argv[0] is its name
 */
struct command {
	const char *name;
	const char *synopsis;
	const char *summary;
	const char *help;
	enum exit_code (*run)(int argc, char **argv);
};

extern const struct command cmd_dump;
extern const struct command cmd_link;

/* command_help() - print what there is to know of a verb */
void command_help(const struct command *command);

#endif /* SDTINFO_CMD_H */
