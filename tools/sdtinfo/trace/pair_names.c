// SPDX-License-Identifier: GPL-2.0-only
/*
 * pair_names.c - do probes begin and end something, by their names?
 */
#include <string.h>

#include "hit.h"

static const struct {
	const char *begin;
	const char *end;
	bool is_call;		/* of a function: the same task hits both */
} suffixes[] = {
	{ "entry", "return", true },
	{ "enter", "exit", true },
	{ "begin", "end", false },
	{ "start", "done", false },
	{ "start", "end", false },
	{ "start", "stop", false },
	{ "issue", "complete", false },
};

#define NR_SUFFIXES	(sizeof(suffixes) / sizeof(suffixes[0]))

/* The length of "ioctl-" in "ioctl-entry"; -1: the name does not end in @suffix */
static int stem_length(const char *name, const char *suffix)
{
	const size_t length = strlen(name), end = strlen(suffix);

	if (length < end || strcmp(name + length - end, suffix))
		return -1;
	return length == end || name[length - end - 1] == '-' ? (int)(length - end) : -1;
}

int pair_stem(const struct traced_event *from, const struct traced_event *to, bool *is_call)
{
	const char *begin = from->first->name, *end = to->first->name;
	int stem;
	size_t i;

	if (strcmp(from->system, to->system) || strcmp(from->first->provider, to->first->provider))
		return -1;
	for (i = 0; i < NR_SUFFIXES; i++) {
		stem = stem_length(begin, suffixes[i].begin);
		if (stem >= 0 && stem == stem_length(end, suffixes[i].end) &&
		    !strncmp(begin, end, stem)) {
			*is_call = suffixes[i].is_call;
			return stem;
		}
	}
	return -1;
}
