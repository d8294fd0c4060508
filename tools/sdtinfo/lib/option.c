// SPDX-License-Identifier: GPL-2.0-only
/*
 * option.c - the options of a verb as a table
 *
 * Values of options, and which options go together.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "option.h"
#include "util.h"

/*
 * Values
 */

void option_flag(const struct verb_option *option, void *to, char *value)
{
	(void)option;
	(void)value;
	*(bool *)to = true;
}

void option_text(const struct verb_option *option, void *to, char *value)
{
	if (!*value)
		error_usage("--%s needs a %s", option->name, option->argument);
	*(const char **)to = value;
}

uint64_t option_number(const struct verb_option *option, const char *value)
{
	uint64_t count;
	char *end;

	errno = 0;
	count = strtoull(value, &end, 10);
	if (*value < '0' || *value > '9' || *end || !count || errno)
		error_usage("--%s: '%s' is not a positive number", option->name, value);
	return count;
}

void option_count(const struct verb_option *option, void *to, char *value)
{
	*(uint64_t *)to = option_number(option, value);
}

void option_size(const struct verb_option *option, void *to, char *value)
{
	static const char units[] = "KMG";
	const char *unit;
	uint64_t size;
	char *end;
	int shift = 0;

	errno = 0;
	size = strtoull(value, &end, 10);
	unit = *end ? strchr(units, *end) : NULL;
	if (unit) {
		shift = 10 * (unit - units + 1);
		end++;
	}
	if (*value < '0' || *value > '9' || *end || !size || errno || size > UINT64_MAX >> shift)
		error_usage("--%s: '%s' is not a size such as 4M, 512K or 1G", option->name, value);
	*(uint64_t *)to = size << shift;
}

void option_seconds(const struct verb_option *option, void *to, char *value)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {
		{ "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 }, { "ns", 1e-9 },
		{ "m", 60 }, { "h", 3600 },
	};
	char *end;
	double number = strtod(value, &end), seconds = 0;
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(end, units[i].name))
			seconds = number * units[i].seconds;
	if (*value == ' ' || end == value || !(seconds >= 1e-9 && seconds <= 1e6))
		error_usage("--%s: '%s' is not a time such as 10, 0.5, 20ms, 100us or 2m",
			    option->name, value);
	*(double *)to = seconds;
}

void option_nanoseconds(const struct verb_option *option, void *to, char *value)
{
	double seconds;

	option_seconds(option, &seconds, value);
	*(uint64_t *)to = seconds * 1e9;
}

/*
 * Sets of options
 */

static option_set option_named(const struct verb_option *options, const char *name, size_t length)
{
	size_t i;

	if (length == strlen("COMMAND") && !strncmp(name, "COMMAND", length))
		return OPTION_SET_COMMAND;
	for (i = 0; options[i].name; i++)
		if (strlen(options[i].name) == length && !strncmp(options[i].name, name, length))
			return UINT64_C(1) << i;
	abort();	/* a mistake in the table, which any use of the verb finds */
}

option_set options_named(const struct verb_option *options, const char *names)
{
	option_set set = 0;
	size_t length;

	for (; names && *names; names += length + (names[length] == ' ')) {
		length = strcspn(names, " ");
		set |= option_named(options, names, length);
	}
	return set;
}

char *options_text(const struct verb_option *options, option_set set, const char *last)
{
	char *text = xasprintf("%s", "");

	for (; set; set &= set - 1) {
		text = xappend(text, "%s", !*text ? "" : (set & (set - 1)) ? ", " : last);
		if (set == OPTION_SET_COMMAND)
			text = xappend(text, "a COMMAND");
		else
			text = xappend(text, "--%s", options[__builtin_ctzll(set)].name);
	}
	return text;
}

void options_check(const struct verb_option *options, option_set given)
{
	option_set set, others;
	size_t i;

	for (i = 0; options && options[i].name; i++) {
		set = options_named(options, options[i].excludes) & given;
		others = options_named(options, options[i].needs);
		if (!(given & UINT64_C(1) << i))
			continue;
		if (set)
			error_usage("either --%s or %s, not both", options[i].name,
				    options_text(options, set & -set, ""));
		if (others && !(others & given))
			error_usage("--%s needs %s", options[i].name,
				    options_text(options, others, " or "));
	}
}

bool options_have(const struct verb_option *options, const char *name)
{
	for (; options && options->name; options++)
		if (!strcmp(options->name, name))
			return true;
	return false;
}
