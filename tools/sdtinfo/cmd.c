// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd.c - the command line and the help of a verb
 *
 * argp(3) does the work.  Differences: '-h', "-- COMMAND", and getopt_long(3)'s message
 * alone about a wrong option.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"
#include "table/probe.h"
#include "tracefs/tracing.h"

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

void command_help(const struct command *command)
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
	char *name = xasprintf("sdtinfo %s", command->name), *verb = argv[0];

	if (other)
		*other = NULL;
	error_set_verb(command->name);
	argv[0] = name;		/* for getopt_long()'s messages */
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER | ARGP_NO_HELP, NULL, &parsing))
		exit(EXIT_USAGE);
	argv[0] = verb;
	free(name);
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

uint64_t command_size(const char *option, const char *text)
{
	static const char units[] = "KMG";
	const char *unit;
	uint64_t size;
	char *end;
	int shift = 0;

	errno = 0;
	size = strtoull(text, &end, 10);
	unit = *end ? strchr(units, *end) : NULL;
	if (unit) {
		shift = 10 * (unit - units + 1);
		end++;
	}
	if (*text < '0' || *text > '9' || *end || !size || errno || size > UINT64_MAX >> shift)
		error_usage("%s: '%s' is not a size such as 4M, 512K or 1G", option, text);
	return size << shift;
}

double command_seconds(const char *option, const char *text)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {
		{ "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 }, { "ns", 1e-9 },
		{ "m", 60 }, { "h", 3600 },
	};
	char *end;
	double number = strtod(text, &end), seconds = 0;
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(end, units[i].name))
			seconds = number * units[i].seconds;
	if (*text == ' ' || end == text || !(seconds >= 1e-9 && seconds <= 1e6))
		error_usage("%s: '%s' is not a time such as 10, 0.5, 20ms, 100us or 2m", option, text);
	return seconds;
}

/* "12,345" */
static void add_pids(struct tasks_wanted *tasks, const char *text)
{
	unsigned long pid;
	char *end;

	for (;;) {
		pid = strtoul(text, &end, 10);
		if (*text < '0' || *text > '9' || (*end && *end != ',') || !pid || pid > INT_MAX)
			error_usage("--pid: '%.*s' is not a process ID", (int)strcspn(text, ","),
				    text);
		tasks->pids = xroom_for_one(tasks->pids, tasks->nr_pids, sizeof(*tasks->pids));
		tasks->pids[tasks->nr_pids++] = pid;
		if (!*end)
			return;
		text = end + 1;
	}
}

bool command_tasks(struct tasks_wanted *tasks, int key, const char *value)
{
	switch (key) {
	case 'p':
		add_pids(tasks, value);
		return true;
	case 'g':
		if (!*value)
			error_usage("--cgroup needs a name");
		tasks->cgroup = value;
		return true;
	}
	return false;
}

/* A command that is run does not get it, unless it is one of the standard ones. */
static int ready_fd(const char *text)
{
	const uint64_t fd = command_count("--ready-fd", text);
	int flags = fd > INT_MAX ? -1 : fcntl(fd, F_GETFL);

	if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
		error_usage("--ready-fd: file descriptor %s is not open for writing", text);
	if (fd > STDERR_FILENO)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	return fd;
}

bool command_start(bool *waits, int *ready, int key, const char *value)
{
	switch (key) {
	case 'w':
		*waits = true;
		return true;
	case OPTION_READY_FD:
		*ready = ready_fd(value);
		return true;
	}
	return false;
}

void command_check_start(bool waits, char **command)
{
	if (waits && command)
		error_usage("either --wait or a COMMAND: it would not start until the modules are loaded");
}

char *command_keys(const char *text, const char **from, const char **to)
{
	char *keys = xasprintf("%s", text), *equal = strchr(keys, '=');

	if (equal)
		*equal++ = '\0';
	*from = keys;
	*to = equal ? equal : keys;
	if (!event_is_word(*from) || !event_is_word(*to))
		error_usage("--key: '%s' is neither FIELD nor FROM_FIELD=TO_FIELD", text);
	return keys;
}

const char *command_filter(const char *text)
{
	if (!strcmp(text + strspn(text, " \t"), "0"))
		error_usage("--filter: '%s' is not a condition", text);
	return text;
}
