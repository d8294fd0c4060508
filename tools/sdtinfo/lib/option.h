/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * option.h - the options of a verb as a table
 *
 * The command line, the help, the manual page and the completion of bash all come from it.
 */
#ifndef SDTINFO_OPTION_H
#define SDTINFO_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct verb_option;

/* Take the value of an option, NULL if it has no argument; exits if the value is wrong */
typedef void option_taker(const struct verb_option *option, void *to, char *value);

/**
 * struct verb_option - an option; the last one of a table has no name
 * @name: without "--"
 * @letter: the short form; 0: none
 * @argument: the name of its value; NULL: it has none
 * @text: what it does, as one sentence without capital and full stop; NULL: not to be shown
 * @take: what to do with it, ...
 * @offset: ... and with which member of the verb's structure: see SETS()
 * @excludes: names of options that it cannot be combined with, and "COMMAND" if the verb must
 *	not run one; one side is enough
 * @needs: names of options one of which it needs
 * @more: whole sentences that the manual page has behind @text
 */
struct verb_option {
	const char *name;
	char letter;
	const char *argument;
	const char *text;
	option_taker *take;
	size_t offset;
	const char *excludes;
	const char *needs;
	const char *more;
};

/* SETS() - a taker, and the member that it sets; the compiler checks the member's type */
#define SETS(taker, ctype, type, member)				\
	.take = (taker),						\
	.offset = offsetof(type, member) +				\
		  0 * sizeof((ctype *)0 == &((type *)0)->member)

#define SETS_FLAG(type, member)		SETS(option_flag, bool, type, member)
#define SETS_TEXT(type, member)		SETS(option_text, const char *, type, member)
#define SETS_COUNT(type, member)	SETS(option_count, uint64_t, type, member)
#define SETS_SIZE(type, member)		SETS(option_size, uint64_t, type, member)
#define SETS_SECONDS(type, member)	SETS(option_seconds, double, type, member)
#define SETS_NANOSECONDS(type, member)	SETS(option_nanoseconds, uint64_t, type, member)

/*
 * A text that is not empty; a number from 1; bytes, or with a unit: K, M or G; or a time in
 * seconds, or with a unit: ns, us, ms, s, m or h
 */
option_taker option_flag, option_text, option_count, option_size, option_seconds,
	     option_nanoseconds;

/* option_number() - the value of an option as a number from 1; exits if it is none */
uint64_t option_number(const struct verb_option *option, const char *value);

/* A set of options: bit n is that of number n in the table */
typedef uint64_t option_set;
#define OPTION_SET_COMMAND	(UINT64_C(1) << 63)

/* options_named() - those in a list such as "json pretty"; NULL: none */
option_set options_named(const struct verb_option *options, const char *names);

/* options_text() - "--json, --by or --over", with @last before the last one; caller frees */
char *options_text(const struct verb_option *options, option_set set, const char *last);

/* options_check() - exit if options were given that exclude others or lack what they need */
void options_check(const struct verb_option *options, option_set given);

/* options_have() - has the table an option of this name? */
bool options_have(const struct verb_option *options, const char *name);

#endif /* SDTINFO_OPTION_H */
