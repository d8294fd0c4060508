// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd.c - the command line of a verb, from its tables of options and forms
 *
 * argp(3) does the work.  Differences: '-h', "-- COMMAND", and getopt_long(3)'s message
 * alone about a wrong option.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "lib/output.h"
#include "lib/util.h"
#include "table/probe.h"
#include "tracefs/tracing.h"

struct parsing {
	const struct command *command;
	char *to;		/* the verb's structure */
	option_set given;
	char **words;		/* in argv, in front of what is not parsed yet */
	int nr_words;
	char ***other;
};

static void take_option(struct parsing *parsing, size_t i, char *value)
{
	const struct verb_option *option = &parsing->command->options[i];

	option->take(option, parsing->to + option->offset, value);
	parsing->given |= UINT64_C(1) << i;
}

static void take_word(struct parsing *parsing, char *word, struct argp_state *state)
{
	if (!parsing->other || !state->quoted) {
		parsing->words[parsing->nr_words++] = word;
	} else {
		*parsing->other = &state->argv[state->next - 1];
		parsing->given |= OPTION_SET_COMMAND;
		state->next = state->argc;
	}
}

/*
 * Options that were renamed
 *
 * A verb that has the new option names it to those who use the old one; so does every verb for
 * what is a command now.
 */

struct old_option {
	const char *old, *now;
};

static const struct old_option old_options[] = {
	{ "-k", "--kernel" }, { "-p", "--pretty" }, { "-b", "--bpftrace" }, { "-d", "--d" },
	{ "-l", "--libbpf" }, { "-a", "--addresses" }, { "-s", "--strings" },
	{ "-s", "--sites" }, { "-o", "--over" }, { "--hits", "--count" },
	{ "--rounds", "--count" },
	{ "--recover", "'sdtinfo record --show --name NAME'" },
	{ "--discard", "'sdtinfo record --stop --name NAME'" },
	{ "--csv", "--json" },
	{ "-P", "'sdtinfo dump -v'" }, { "--providers", "'sdtinfo dump -v'" },
};

#define NR_OLD_OPTIONS	(sizeof(old_options) / sizeof(old_options[0]))

/* What argp(3) calls a long one: more than any option of help_options() */
#define OLD_OPTION	0x200

/* Is it one of the verb's options, "-k" or "--kernel"?  Sets its number. */
static bool has_option(const struct command *command, const char *text, size_t *number)
{
	const struct verb_option *option = command->options;

	for (; option && option->name; option++)
		if (text[1] == '-' ? !strcmp(option->name, text + 2) : option->letter == text[1])
			break;
	*number = option ? option - command->options : 0;
	return option && option->name;
}

/* Has the verb what the option is now? */
static bool is_renamed(const struct command *command, const struct old_option *option)
{
	size_t number;

	return *option->now != '-' || has_option(command, option->now, &number);
}

/* The verb's options, and those that it once had, for argp(3); caller frees */
static struct argp_option *known_options(const struct command *command)
{
	struct argp_option *list = help_options(command);
	size_t i, number, nr = 0;

	while (list[nr].name)
		nr++;
	list = xreallocarray(list, nr + NR_OLD_OPTIONS + 1, sizeof(*list));
	for (i = 0; i < NR_OLD_OPTIONS; i++) {
		const char *old = old_options[i].old;
		const bool is_long = old[1] == '-';

		if (is_renamed(command, &old_options[i]) && !has_option(command, old, &number))
			list[nr++] = (struct argp_option){
				is_long ? old + 2 : NULL, is_long ? OLD_OPTION + (int)i : old[1],
				"VALUE", OPTION_ARG_OPTIONAL | OPTION_HIDDEN, NULL, 0,
			};
	}
	list[nr] = (struct argp_option){ 0 };
	return list;
}

/* Does argp(3) call an option that was renamed @key?  Then exit. */
static void refuse_old(const struct command *command, int key)
{
	const struct old_option *option;

	for (option = old_options; option < old_options + NR_OLD_OPTIONS; option++)
		if (is_renamed(command, option) &&
		    key == (option->old[1] == '-' ? OLD_OPTION + (int)(option - old_options) :
						    option->old[1]))
			error_usage("%s is now %s", option->old, option->now);
}

/* The same for a letter that another option has now, which lacks what that needs */
static void check_old_letters(const struct parsing *parsing)
{
	const struct command *command = parsing->command;
	const struct old_option *option;
	option_set needs;
	size_t i;

	for (option = old_options; option < old_options + NR_OLD_OPTIONS; option++) {
		if (!is_renamed(command, option) || !has_option(command, option->old, &i) ||
		    !(parsing->given & UINT64_C(1) << i))
			continue;
		needs = options_named(command->options, command->options[i].needs);
		if (needs && !(needs & parsing->given))
			error_usage("--%s needs %s; the old %s is now %s", command->options[i].name,
				    options_text(command->options, needs, " or "), option->old,
				    option->now);
	}
}

static error_t parse(int key, char *value, struct argp_state *state)
{
	struct parsing *parsing = state->input;
	size_t i;

	switch (key) {
	case ARGP_KEY_INIT:
		state->err_stream = NULL;	/* getopt_long() reports what is wrong */
		return 0;
	case 'h':
		help_print(parsing->command);
		exit(out_finish() ? EXIT_FAILED : EXIT_DONE);
	case ARGP_KEY_ARG:
		take_word(parsing, value, state);
		return 0;
	case ARGP_KEY_END:
		if (parsing->other && state->quoted && !*parsing->other)
			error_usage("a COMMAND must follow '--'");
		return 0;
	}
	if (!help_option(parsing->command, key, &i)) {
		refuse_old(parsing->command, key);
		return ARGP_ERR_UNKNOWN;
	}
	take_option(parsing, i, value);
	return 0;
}

/*
 * Which form of the verb it is
 */

static bool is_subset(option_set set, option_set of)
{
	return !(set & ~of);
}

static option_set leads_of(const struct command *command, const struct command_form *form)
{
	return options_named(command->options, form->leads);
}

/* "--bpftrace, --d or --libbpf": what leads the forms that can have @wanted; caller frees */
static char *leads_text(const struct command *command, option_set wanted)
{
	const struct command_form *form;
	option_set single = 0, leads;

	for (form = command->forms; form->arguments; form++) {
		leads = leads_of(command, form);
		if (is_subset(wanted, form_options(command, form)) && !(leads & wanted)) {
			if (leads & (leads - 1))
				return options_text(command->options, leads, " and ");
			single |= leads;
		}
	}
	return options_text(command->options, single, " or ");
}

static bool needs_words(const struct command_form *form)
{
	return *form->arguments && *form->arguments != '[';
}

static bool fits(const struct parsing *parsing, const struct command_form *form)
{
	const option_set given = parsing->given & ~OPTION_SET_COMMAND;

	return is_subset(leads_of(parsing->command, form), given) &&
	       is_subset(given, form_options(parsing->command, form)) &&
	       (parsing->nr_words ? *form->arguments : !needs_words(form)) &&
	       (!(parsing->given & OPTION_SET_COMMAND) || strstr(form->arguments, "COMMAND"));
}

/* The form that most of the given options choose, though something is wrong; or NULL */
static const struct command_form *nearest_form(const struct parsing *parsing)
{
	const struct command *command = parsing->command;
	const struct command_form *form, *nearest = NULL;
	option_set leads, most = 0;

	for (form = command->forms; form->arguments; form++) {
		leads = leads_of(command, form);
		if (!is_subset(leads, parsing->given))
			continue;
		if (!nearest || __builtin_popcountll(leads) > __builtin_popcountll(most)) {
			nearest = form;
			most = leads;
		}
	}
	return nearest;
}

static void refuse(const struct parsing *parsing, const struct command_form *form)
{
	const struct command *command = parsing->command;
	const struct verb_option *options = command->options;
	const option_set leads = leads_of(command, form);
	const char *lead = options_text(options, leads, " and ");
	option_set wrong = parsing->given & ~OPTION_SET_COMMAND & ~form_options(command, form);

	wrong &= ~(wrong - 1);	/* the first one */
	if (leads && (parsing->given & OPTION_SET_COMMAND) && !strstr(form->arguments, "COMMAND"))
		error_usage("either %s or a COMMAND, not both", lead);
	if (wrong && leads)
		error_usage("either %s or %s, not both", lead, options_text(options, wrong, ""));
	if (wrong)
		error_usage("%s needs %s", options_text(options, wrong, ""),
			    leads_text(command, wrong));
	if (!parsing->nr_words && needs_words(form))
		error_usage("needs %s", command->lacks);
	error_usage("%s%stakes no arguments", lead, *lead ? " " : "");
}

static void check_form(const struct parsing *parsing)
{
	const struct command *command = parsing->command;
	const struct command_form *form;

	check_old_letters(parsing);
	options_check(command->options, parsing->given);
	for (form = command->forms; form->arguments; form++)
		if (fits(parsing, form))
			return;
	form = nearest_form(parsing);
	if (!form)
		error_usage("needs %s", leads_text(command, 0));
	refuse(parsing, form);
}

int command_parse(const struct command *command, int argc, char **argv, void *to, char ***other)
{
	struct argp_option *options = known_options(command);
	const struct argp argp = { .options = options, .parser = parse };
	struct parsing parsing = { command, to, 0, argv + 1, 0, other };
	char *name = xasprintf("sdtinfo %s", command->name), *verb = argv[0];

	if (other)
		*other = NULL;
	error_set_verb(command->name);
	argv[0] = name;		/* for getopt_long()'s messages */
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER | ARGP_NO_HELP, NULL, &parsing))
		exit(EXIT_USAGE);
	argv[0] = verb;
	free(name);
	free(options);
	check_form(&parsing);
	return parsing.nr_words;
}

/*
 * Values of options
 */

void option_json(const struct verb_option *option, void *to, char *value)
{
	(void)value;
	*(enum json_form *)to = !strcmp(option->name, "json") ? JSON_COMPACT : JSON_PRETTY;
}

void option_filter(const struct verb_option *option, void *to, char *value)
{
	/* The kernel takes this one for none. */
	if (!strcmp(value + strspn(value, " \t"), "0"))
		error_usage("--%s: '%s' is not a condition", option->name, value);
	*(const char **)to = value;
}

/* "12,345" */
void option_pids(const struct verb_option *option, void *to, char *value)
{
	struct tasks_wanted *tasks = to;
	unsigned long pid;
	char *end;

	for (;;) {
		pid = strtoul(value, &end, 10);
		if (*value < '0' || *value > '9' || (*end && *end != ',') || !pid || pid > INT_MAX)
			error_usage("--%s: '%.*s' is not a process ID", option->name,
				    (int)strcspn(value, ","), value);
		tasks->pids = xroom_for_one(tasks->pids, tasks->nr_pids, sizeof(*tasks->pids));
		tasks->pids[tasks->nr_pids++] = pid;
		if (!*end)
			return;
		value = end + 1;
	}
}

/* A command that is run does not get it, unless it is one of the standard ones. */
void option_ready_fd(const struct verb_option *option, void *to, char *value)
{
	const uint64_t fd = option_number(option, value);
	int flags = fd > INT_MAX ? -1 : fcntl(fd, F_GETFL);

	if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
		error_usage("--%s: file descriptor %s is not open for writing", option->name,
			    value);
	if (fd > STDERR_FILENO)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	*(int *)to = fd;
}

char *command_keys(const char *text, const char **from, const char **to)
{
	char *keys, *equal;

	if (!text)
		return NULL;
	keys = xasprintf("%s", text);
	equal = strchr(keys, '=');
	if (equal)
		*equal++ = '\0';
	*from = keys;
	*to = equal ? equal : keys;
	if (!event_is_word(*from) || !event_is_word(*to))
		error_usage("--key: '%s' is neither FIELD nor FROM_FIELD=TO_FIELD", text);
	return keys;
}
