// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - sdtinfo: list, check, compare and link the static probes of kernel modules
 *
 * The table of verbs, and the help generated from it.  Knows nothing about what the
 * verbs do.
 */
#include <getopt.h>
#include <linux/sdt_version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/options.h"
#include "lib/output.h"
#include "lib/util.h"

static enum exit_code run_help(int argc, char **argv);

static const struct command cmd_help = {
	.name = "help",
	.synopsis = "[VERB]",
	.summary = "describe sdtinfo, or one of its verbs",
	.help = "",
	.run = run_help,
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
	size_t i;

	for (i = 0; i < NR_COMMANDS; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

static enum exit_code unknown_command(const char *name)
{
	const char *meant = NULL;
	enum exit_code code;
	char *hint;
	size_t i;

	for (i = 0; i < NR_COMMANDS && !meant; i++)
		if (suggest_is_near(name, commands[i]->name))
			meant = commands[i]->name;
	hint = suggest_text(meant);
	code = error_usage(NULL, "unknown verb '%s'%s", name, hint);
	free(hint);
	return code;
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

static enum exit_code run_help(int argc, char **argv)
{
	const struct command *command;
	enum exit_code code;

	if (command_option(&cmd_help, argc, argv, &code) != OPTION_END)
		return code;
	if (argc - optind > 1)
		return error_usage("help", "one verb at a time");
	if (optind == argc) {
		usage(stdout);
		return EXIT_DONE;
	}
	command = find_command(argv[optind]);
	if (!command)
		return unknown_command(argv[optind]);
	command_help(command);
	return EXIT_DONE;
}

static enum exit_code unknown_option(const char *word)
{
	char *hint = suggest_text(suggest_is_near(word, "--version") ? "--version" :
				  suggest_is_near(word, "--help") ? "--help" :
				  NULL);
	enum exit_code code;

	code = error_usage(NULL, "unknown option '%s'%s", word, hint);
	free(hint);
	return code;
}

static enum exit_code run(int argc, char **argv)
{
	const struct command *command;

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
		return unknown_option(argv[1]);
	command = find_command(argv[1]);
	if (!command)
		return unknown_command(argv[1]);
	return command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	enum exit_code code = run(argc, argv);

	return out_finish() ? exit_worse(code, EXIT_FAILED) : code;
}
