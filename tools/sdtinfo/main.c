// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - sdtinfo: list, watch, check and compare the static probes of kernel modules
 *
 * The help is generated from the table of verbs.  Knows nothing about what the verbs do.
 */
#include <linux/sdt_version.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"

static enum exit_code help_run(int argc, char **argv);

/* Both hidden options write for other programs. */
struct help {
	bool has_man;		/* the source of the manual page */
	bool has_words;		/* for completion */
};

static const struct verb_option options[] = {
	{ "man", SETS_FLAG(struct help, has_man) },
	{ "words", SETS_FLAG(struct help, has_words) },
	{ 0 }
};

static const struct command cmd_help = {
	.name = "help",
	.options = options,
	.forms = { { .arguments = "[VERB]" } },
	.summary = "describe sdtinfo, or one of its verbs",
	.help = "",
	.run = help_run,
};

/* sdtinfo-link, which builds of modules make for themselves, is linked with one of them. */
#pragma weak cmd_list
#pragma weak cmd_args
#pragma weak cmd_dump
#pragma weak cmd_verify
#pragma weak cmd_diff
#pragma weak cmd_gen
#pragma weak cmd_trace
#pragma weak cmd_record
#pragma weak cmd_top
#pragma weak cmd_latency
#pragma weak cmd_report

static const struct command *const commands[] = {
	&cmd_list,
	&cmd_args,
	&cmd_dump,
	&cmd_verify,
	&cmd_diff,
	&cmd_gen,
	&cmd_trace,
	&cmd_record,
	&cmd_top,
	&cmd_latency,
	&cmd_report,
	&cmd_link,
	&cmd_help,
};

/* Verb number @nr of this program, from 0; NULL: it has fewer */
static const struct command *verb(size_t nr)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (commands[i] && !nr--)
			return commands[i];
	return NULL;
}

/* The verb that a word is or probably was to be; NULL: none */
static const char *similar_command(const char *word)
{
	const char *meant = NULL;
	size_t i;

	for (i = 0; verb(i); i++) {
		if (!strcmp(verb(i)->name, word))
			return verb(i)->name;
		if (!meant && suggest_is_near(word, verb(i)->name))
			meant = verb(i)->name;
	}
	return meant;
}

static const struct command *find_command(const char *name)
{
	size_t i;

	for (i = 0; verb(i); i++)
		if (!strcmp(verb(i)->name, name))
			return verb(i);
	error_usage("unknown verb '%s'%s", name, suggest_text(similar_command(name)));
}

static void usage(FILE *out)
{
	size_t i;

	fputs("sdtinfo - list, watch, check and compare the static probes of kernel modules\n\n"
	      "Usage:\n", out);
	for (i = 0; verb(i); i++)
		help_synopsis(out, verb(i));
	fputs("  sdtinfo -V | --version | -h | --help\n\nVerbs:\n", out);
	for (i = 0; verb(i); i++)
		fprintf(out, "  %-7s  %s\n", verb(i)->name,
			verb(i)->summary);
	fputs("\nExit codes:\n"
	      "  0  success\n"
	      "  1  failure\n"
	      "  2  wrong usage\n"
	      "  3  no probes\n"
	      "  4  the modules differ, or one is inconsistent\n", out);
}

static void help_all(const struct help *help)
{
	size_t i;

	if (!help->has_man && !help->has_words)
		usage(stdout);
	for (i = 0; verb(i); i++)
		if (help->has_man)
			help_man_synopsis(verb(i));
		else if (help->has_words)
			puts(verb(i)->name);
}

static enum exit_code help_run(int argc, char **argv)
{
	struct help help = { 0 };
	int nr = command_parse(&cmd_help, argc, argv, &help, NULL);

	if (nr > 1)
		error_usage("one verb at a time");
	if (!nr)
		help_all(&help);
	else if (help.has_man)
		help_man_verb(find_command(argv[1]));
	else if (help.has_words)
		help_words(find_command(argv[1]));
	else
		help_print(find_command(argv[1]));
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
		error_usage("unknown option '%s'%s", argv[1],
			    suggest_text(similar_command(argv[1] + strspn(argv[1], "-"))));
	return find_command(argv[1])->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	enum exit_code code;

	setlocale(LC_CTYPE, "C.UTF-8");	/* for out_width(), whatever the terminal has */
	code = run(argc, argv);
	return out_end() ? exit_worse(code, EXIT_FAILED) : code;
}
