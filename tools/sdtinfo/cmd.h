/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd.h - the verbs of sdtinfo
 *
 * For main.c, whose table lists them, and for the verbs' own files: one cmd_VERB.c each,
 * which describes the verb and runs it.
 */
#ifndef SDTINFO_CMD_H
#define SDTINFO_CMD_H

#include <argp.h>

#include "lib/error.h"

/**
 * struct command - a verb
 * @name: what the user types
 * @synopsis: its arguments, as in a manual page
 * @summary: one line that begins in lower case
 * @help: what "sdtinfo help VERB" adds, whole lines
 * @options: its options, except --help; NULL if there are none
 * @parse: takes an option, as struct argp's parser; errors exit
 * @run: the verb; argv[0] is its name
 */
struct command {
	const char *name;
	const char *synopsis;
	const char *summary;
	const char *help;
	const struct argp_option *options;
	argp_parser_t parse;
	enum exit_code (*run)(int argc, char **argv);
};

/* An option without a letter: more than any character */
#define OPTION_LONG(n)	(0x100 + (n))

/*
 * command_parse() - parse the command line of a verb; exits if it is wrong, or for --help
 * @input: state->input of @command's parser
 * @other: set to the words after "--", or NULL; if @other is NULL, "--" only ends the
 *	   options
 *
 * Returns the number of arguments that are not options; they are in argv[1] and on.
 */
int command_parse(const struct command *command, int argc, char **argv, void *input,
		  char ***other);

/*
 * The value of an option: a number from 1; bytes, or with a unit: K, M or G; or a time in
 * seconds, or with a unit: ns, us, ms, s, m or h.  Exits if it is not.
 */
uint64_t command_count(const char *option, const char *text);
uint64_t command_size(const char *option, const char *text);
double command_seconds(const char *option, const char *text);

/*
 * The value of --key: a field of two events, or FROM_FIELD=TO_FIELD if the names differ; exits
 * if it is neither.  Caller frees the result, of which both are parts.
 */
char *command_keys(const char *text, const char **from, const char **to);

/* The value of --filter; exits if it is the one that the kernel takes for none */
const char *command_filter(const char *text);

/* Of verbs that have a struct tasks_wanted */
#define TASK_OPTIONS(only)						\
	{ "pid", 'p', "PIDS", 0,					\
	  only " of these processes, separated by commas, their threads and children; end with them", \
	  0 },								\
	{ "cgroup", 'g', "CGROUP", 0,					\
	  only " of tasks in this cgroup: its folder, or a part of its name such as the ID of a container", \
	  0 }

struct tasks_wanted;

/* command_tasks() - take one of TASK_OPTIONS; is it one?  Exits if its value is wrong. */
bool command_tasks(struct tasks_wanted *tasks, int key, const char *value);

/* Of verbs that watch probes, which have OPTION_LONG(0) and on for themselves */
#define OPTION_READY_FD	OPTION_LONG(0x100)
#define START_OPTIONS							\
	{ "wait", 'w', NULL, 0, "wait for modules with matching probes", 0 }, \
	{ "ready-fd", OPTION_READY_FD, "FD", 0,				\
	  "write a line to file descriptor FD when hits are not missed any more, and close it", 0 }

/* command_start() - take one of START_OPTIONS; is it one?  Exits if its value is wrong. */
bool command_start(bool *waits, int *ready_fd, int key, const char *value);

/* command_check_start() - exit if --wait is to wait for what a command does that waits for it */
void command_check_start(bool waits, char **command);

/* command_help() - print a verb's help */
void command_help(const struct command *command);

extern const struct command cmd_dump;
extern const struct command cmd_verify;
extern const struct command cmd_diff;
extern const struct command cmd_list;
extern const struct command cmd_args;
extern const struct command cmd_gen;
extern const struct command cmd_link;
extern const struct command cmd_trace;
extern const struct command cmd_record;
extern const struct command cmd_top;
extern const struct command cmd_latency;
extern const struct command cmd_report;

#endif /* SDTINFO_CMD_H */
