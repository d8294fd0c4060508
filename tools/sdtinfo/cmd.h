/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd.h - the tables of a verb, and what is made of them: command line, help, completion
 *
 * For main.c, and for the verbs' own files: one cmd_VERB.c each, which describes the verb and
 * runs it.
 */
#ifndef SDTINFO_CMD_H
#define SDTINFO_CMD_H

#include <argp.h>
#include <stdio.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/option.h"

/*
 * HAS_TRACEFS - can this build watch probes?
 *
 * Code that runs only if it is set may use what is only built then: the compiler drops it.
 */
#ifdef WITHOUT_TRACEFS
#define HAS_TRACEFS	0
#else
#define HAS_TRACEFS	1
#endif

/* can_trace() - tracing_is_possible() as a condition that HAS_TRACEFS decides as well */
#define can_trace()	(tracing_is_possible() && HAS_TRACEFS)

/* can_trace_from() - the same for what --from names: a file needs no tracefs; NULL: it was not given */
#define can_trace_from(from)						\
	((HAS_TRACEFS && (from) && source_is_file(from)) || can_trace())

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
 * @run: the verb; argv[0] is its name
 */
struct command {
	const char *name;
	const char *summary;
	const char *help;
	const struct verb_option *options;
	struct command_form forms[10];
	const char *lacks;
	enum exit_code (*run)(int argc, char **argv);
};

/*
 * command_parse() - parse the command line of a verb; exits if it is wrong, or for --help
 * @to: the structure whose members the options set
 * @other: set to the words after "--", or NULL; if @other is NULL, "--" only ends the
 *	   options
 *
 * Returns the number of arguments that are not options; they are in argv[1] and on.
 */
int command_parse(const struct command *command, int argc, char **argv, void *to,
		  char ***other);

/*
 * command_keys() - the value of --key: a field of two events, or FROM_FIELD=TO_FIELD if the names
 * differ
 *
 * Exits if it is neither.  Caller frees the result, of which both are parts; NULL without @text,
 * then neither is set.
 */
char *command_keys(const char *text, const char **from, const char **to);

/*
 * Options that several verbs have.  @type is the verb's structure, @member one of its members,
 * @selection that of a struct selection with a dot, or nothing if @type is that.
 */

#define JSON_OPTIONS(type, member)					\
	{ "json", 'j', NULL, "print one JSON document instead",	\
	  SETS(option_json, enum json_form, type, member), .excludes = "pretty" }, \
	{ "pretty", 0, NULL, "print one indented JSON document instead",	\
	  SETS(option_json, enum json_form, type, member) }

#define SELECTION_OPTIONS(type, selection)				\
	{ "all", 'a', NULL, "read all modules under /lib/modules/RELEASE", \
	  SETS_FLAG(type, selection all),				\
	  .more = "RELEASE is that of the running kernel. Modules without probes are skipped. " \
		  "Compressed modules are decompressed one at a time, which is slow if they use " \
		  "xz; a line on the terminal shows the progress." },	\
	{ "kernel", 0, "RELEASE",					\
	  "with -a: of this kernel, not of the running one; a RELEASE with a '/' is a directory", \
	  SETS_TEXT(type, selection kernel), .needs = "all" }

#define FILTER_OPTION(type, member, only, details)			\
	{ "filter", 'f', "FILTER", only, SETS(option_filter, const char *, type, member), \
	  .more = details }

/* Of verbs that have a struct tasks_wanted */
#define TASK_OPTIONS(type, member, only)				\
	{ "pid", 'p', "PIDS",						\
	  only " of these processes, separated by commas, their threads and children; end with them", \
	  SETS(option_pids, struct tasks_wanted, type, member) },	\
	{ "cgroup", 'g', "CGROUP",					\
	  only " of tasks in this cgroup: its folder, or a part of its name such as the ID of a container", \
	  SETS_TEXT(type, member.cgroup),				\
	  .more = "This includes tasks that are moved there later, and the children of all." }

/*
 * Of verbs that show hits: @request is the member that is a struct stream_request, @sink a struct
 * sink_request, @key a const char *
 */
#define SHOW_OPTIONS(type, request, sink, key)				\
	{ "count", 'n', "N", "end after N hits", SETS_COUNT(type, request.hits) }, \
	{ "time", 't', "TIME", "end after TIME, in seconds or such as 20ms or 2m", \
	  SETS_SECONDS(type, request.seconds),				\
	  .more = "Of recorded hits, it begins with the first." },	\
	{ "line", 'l', NULL, "also print the source line of each hit",	\
	  SETS_FLAG(type, request.with_lines),				\
	  .more = "It follows the probe, as @rev_dev.c:56. The layout dtrace does not record it." }, \
	{ "json", 'j', NULL, "print one JSON object per line instead",	\
	  SETS_FLAG(type, sink.is_json) },				\
	{ "output", 'o', "FILE", "write a trace.dat file for trace-cmd instead", \
	  SETS_TEXT(type, sink.output),					\
	  .excludes = "json line count wall-clock",			\
	  .more = "KernelShark reads it as well. It is complete when tracing ends." }, \
	{ "perfetto", 0, "FILE",					\
	  "write a timeline instead, which Perfetto and chrome://tracing show", \
	  SETS_TEXT(type, sink.timeline),				\
	  .excludes = "json output wall-clock",				\
	  .more = "Its format is that of Chrome's trace events. Calls of functions, such as ioctl-entry " \
		  "and ioctl-return, are slices of their tasks; what can end in another task, such as " \
		  "io-start and io-done, has slices of its own. The file is complete when tracing ends. " \
		  "What a killed run leaves as FILE.XXXXXX can be loaded as well." }, \
	{ "key", 'k', "FIELD",						\
	  "in a timeline, match start and done by this event field; " KEY_TEXT, \
	  SETS_TEXT(type, key), .needs = "perfetto",			\
	  .more = "FIELD is an argument of both probes, or common_pid for the task. The default is " \
		  "the first integer or pointer that both have." }

/* Of verbs that also take recorded hits */
#define FROM_OPTION(type, member, only)					\
	{ "from", 0, "SOURCE",						\
	  only " that were recorded: by this recorder, by a run that was killed, or in this trace.dat file", \
	  SETS_TEXT(type, member),					\
	  .more = "'sdtinfo record' lists the first two. A file is of 'sdtinfo trace -o' or of " \
		  "trace-cmd, here or on another machine, and its name has a '/' or ends in .dat. The " \
		  "hits stay there. Their modules need not be loaded. Of a process, --pid then chooses " \
		  "the main thread." }

/* Of verbs with a trace instance of their own */
#define SIZE_OPTION(type, member, details)				\
	{ "size", 0, "SIZE", "total size of the buffers of all CPUs, such as 512K or 64M", \
	  SETS_SIZE(type, member), .more = details }

/* Of verbs that watch probes */
#define START_OPTIONS(type, member, fd)					\
	{ "wait", 'w', NULL, "wait for modules with matching probes",	\
	  SETS_FLAG(type, member), .excludes = "COMMAND",		\
	  .more = "It waits until each pattern matches a probe." }, \
	{ "ready-fd", 0, "FD",						\
	  "write a line to file descriptor FD once no more hits are missed, and close it", \
	  SETS(option_ready_fd, int, type, fd) }

/* Between what -i repeats, in seconds */
#define DEFAULT_INTERVAL	1

#define KEY_TEXT	"write FROM_FIELD=TO_FIELD if the names differ"

option_taker option_json, option_filter, option_pids, option_ready_fd;

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

/*
 * help.c
 */

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

/* help_man_synopsis(), help_man_verb() - print these as source of the manual page */
void help_man_synopsis(const struct command *command);
void help_man_verb(const struct command *command);	/* its help and its options */

/* help_words() - print the options for completion, one per line: "--kernel=RELEASE" */
void help_words(const struct command *command);

#endif /* SDTINFO_CMD_H */
