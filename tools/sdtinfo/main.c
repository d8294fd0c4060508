// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - sdtinfo: list, check, compare and link the static probes of kernel modules
 *
 * The table of verbs, and the help and the parsing of options, which are generated from
 * their descriptions.  Knows nothing about what the verbs do.
 */
#include <errno.h>
#include <linux/sdt_version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"

static enum exit_code help_run(int argc, char **argv);

static const struct command cmd_help = {
	.name = "help",
	.synopsis = "[VERB]",
	.summary = "describe sdtinfo, or one of its verbs",
	.help = "",
	.run = help_run,
};

static const struct command *const commands[] = {
	&cmd_list,
	&cmd_args,
	&cmd_dump,
	&cmd_verify,
	&cmd_diff,
	&cmd_gen,
	&cmd_trace,
	&cmd_top,
	&cmd_latency,
	&cmd_link,
	&cmd_help,
};

#define NR_COMMANDS	(sizeof(commands) / sizeof(commands[0]))

static const struct command *find_command(const char *name)
{
	const char *meant = NULL;
	size_t i;

	for (i = 0; i < NR_COMMANDS; i++) {
		if (!strcmp(commands[i]->name, name))
			return commands[i];
		if (!meant && suggest_is_near(name, commands[i]->name))
			meant = commands[i]->name;
	}
	error_usage("unknown verb '%s'%s", name, suggest_text(meant));
}

static void usage(FILE *out)
{
	size_t i;

	fputs("sdtinfo - list, check, compare and link the static probes of kernel modules\n\n"
	      "Usage:\n", out);
	for (i = 0; i < NR_COMMANDS; i++)
		fprintf(out, "  sdtinfo %s %s\n", commands[i]->name,
			commands[i]->synopsis);
	fputs("  sdtinfo -V | --version | -h | --help\n\nVerbs:\n", out);
	for (i = 0; i < NR_COMMANDS; i++)
		fprintf(out, "  %-6s  %s\n", commands[i]->name,
			commands[i]->summary);
	fputs("\nExit codes:\n"
	      "  0  success\n"
	      "  1  failure\n"
	      "  2  wrong usage\n"
	      "  3  no probes\n"
	      "  4  the modules differ, or one is inconsistent\n", out);
}

/*
 * The command line of a verb
 */

struct parsing {
	const struct command *command;
	void *input;
	char **words;		/* in argv, in front of what is not parsed yet */
	int nr_words;
	char ***other;
};

static const struct argp_option common_options[] = {
	{ "help", 'h', NULL, 0, "print this help", -1 },
	{ 0 }
};

static void command_help(const struct command *command)
{
	struct argp argp = { .options = command->options };
	const struct argp_child children[] = { { .argp = &argp }, { 0 } };
	const struct argp all = { .options = common_options, .children = children };

	printf("sdtinfo %s - %s\n\nUsage:\n  sdtinfo %s %s\n", command->name,
	       command->summary, command->name, command->synopsis);
	printf("%s%s\n", *command->help ? "\n" : "", command->help);
	argp_help(&all, stdout, ARGP_HELP_LONG, (char *)command->name);
}

static error_t parse_common(int key, char *value, struct argp_state *state)
{
	struct parsing *parsing = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = parsing->input;
		state->err_stream = NULL;	/* getopt_long() reports what is wrong */
		return 0;
	case 'h':
		command_help(parsing->command);
		exit(out_finish() ? EXIT_FAILED : EXIT_DONE);
	case ARGP_KEY_ARG:
		if (!parsing->other || !state->quoted) {
			parsing->words[parsing->nr_words++] = value;
		} else {
			*parsing->other = &state->argv[state->next - 1];
			state->next = state->argc;
		}
		return 0;
	case ARGP_KEY_END:
		if (parsing->other && state->quoted && !*parsing->other)
			error_usage("a COMMAND must follow '--'");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

int command_parse(const struct command *command, int argc, char **argv, void *input,
		  char ***other)
{
	const struct argp own = { .options = command->options, .parser = command->parse };
	const struct argp_child children[] = { { .argp = &own }, { 0 } };
	const struct argp argp = {
		.options = common_options, .parser = parse_common, .children = children,
	};
	struct parsing parsing = { command, input, argv + 1, 0, other };

	if (other)
		*other = NULL;
	error_set_verb(command->name);
	argv[0] = xasprintf("sdtinfo %s", command->name);	/* for getopt_long()'s messages */
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER | ARGP_NO_HELP, NULL, &parsing))
		exit(EXIT_USAGE);
	return parsing.nr_words;
}

uint64_t command_count(const char *option, const char *text)
{
	uint64_t count;
	char *end;

	errno = 0;
	count = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || !count || errno)
		error_usage("%s: '%s' is not a number from 1", option, text);
	return count;
}

double command_seconds(const char *option, const char *text)
{
	char *end;
	double seconds = strtod(text, &end);

	if (*text == ' ' || end == text || *end || !(seconds >= 0.001 && seconds <= 1000000))
		error_usage("%s: '%s' is not a number of seconds from 0.001 to 1000000", option,
			    text);
	return seconds;
}

static enum exit_code help_run(int argc, char **argv)
{
	int nr = command_parse(&cmd_help, argc, argv, NULL, NULL);

	if (nr > 1)
		error_usage("one verb at a time");
	if (nr)
		command_help(find_command(argv[1]));
	else
		usage(stdout);
	return EXIT_DONE;
}

static enum exit_code run(int argc, char **argv)
{
	if (argc < 2) {
		usage(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "-V") || !strcmp(argv[1], "--version")) {
		puts("sdtinfo " SDT_VERSION);
		return EXIT_DONE;
	}
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help")) {
		usage(stdout);
		return EXIT_DONE;
	}
	if (argv[1][0] == '-')
		error_usage("unknown option '%s'", argv[1]);
	return find_command(argv[1])->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	enum exit_code code = run(argc, argv);

	return out_finish() ? exit_worse(code, EXIT_FAILED) : code;
}
