// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_names.c - the names of a probe's event and of its fields, as clients use them
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "event_names.h"
#include "lib/util.h"

const struct probe *event_fields(const struct probe *probe,
				 struct event_fields *room)
{
	unsigned int i;

	if (!(probe->flags & SDT_PROBE_TRANSLATED))
		return probe;
	room->probe = *probe;
	room->probe.args = room->args;
	room->probe.nr_args = probe->nr_xlated;
	for (i = 0; i < probe->nr_xlated; i++) {
		room->args[i] = probe->args[probe->xlated[i].arg];
		room->args[i].name = probe->xlated[i].name;
		room->args[i].declared = probe->xlated[i].type;
	}
	return &room->probe;
}

static bool is_copied(const struct probe_arg *arg)
{
	return (arg->kind == SDT_ARG_STRING || arg->kind == SDT_ARG_BYTES) &&
	       !(arg->flags & (SDT_ARG_USER | SDT_ARG_PERCPU | SDT_ARG_IOMEM));
}

static bool is_taken(const struct probe *probe, char **fields, unsigned int nr,
		     const char *name)
{
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++)
		if (!strcmp(probe->args[i].name, name))
			return true;
	for (i = 0; i < nr; i++)
		if (!strcmp(fields[i], name))
			return true;
	return false;
}

/* <name>_str or <name>_bytes, with more '_' at its end while the name is taken. */
char *event_copy_field(const struct probe *probe, unsigned int arg)
{
	char *fields[SDT_MAX_ARGS], *name;
	unsigned int i, nr = 0;

	if (!is_copied(&probe->args[arg]))
		return NULL;
	for (i = 0; i <= arg; i++) {
		if (!is_copied(&probe->args[i]))
			continue;
		name = xasprintf("%s_%s", probe->args[i].name,
				 probe->args[i].kind == SDT_ARG_STRING ? "str" :
									 "bytes");
		while (is_taken(probe, fields, nr, name))
			name = xappend(name, "_");
		fields[nr++] = name;
	}
	for (i = 0; i + 1 < nr; i++)
		free(fields[i]);
	return fields[nr - 1];
}

uint32_t event_bound_field(const struct probe *probe, unsigned int arg)
{
	const uint32_t bound = probe_bound_arg(&probe->args[arg]);
	uint32_t i;

	if (bound == NO_BOUND_ARG || !(probe->flags & SDT_PROBE_TRANSLATED))
		return bound;
	for (i = 0; i < probe->nr_xlated; i++)
		if (probe->xlated[i].arg == bound)
			return i;
	return NO_BOUND_ARG;
}

/* Words that cannot name a field: one in bpftrace 0.17, the others in 0.23 */
static const char *const reserved[] = {
	"unroll",
	"bool", "buffer", "inet", "int16", "int32", "int64", "int8", "string",
	"uint16", "uint32", "uint64", "uint8",
};

bool event_is_word(const char *name)
{
	const char *c;

	for (c = name; isalnum((unsigned char)*c) || *c == '_'; c++)
		;
	return *name && !*c;
}

bool event_bpftrace_knows(const char *field)
{
	size_t i;

	for (i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
		if (!strcmp(reserved[i], field))
			return false;
	return event_is_word(field);
}
