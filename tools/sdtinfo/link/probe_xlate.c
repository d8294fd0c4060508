// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe_xlate.c - the translated view of an event's arguments
 *
 * Serves probe_merge.c and conflict.c.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "probe_xlate.h"

bool probe_xlate_says(const struct probe *probe)
{
	return probe->flags & SDT_PROBE_TRANSLATED;
}

/* "bufinfo_t*" is "bufinfo_t *". */
static bool same_but_blanks(const char *a, const char *b)
{
	for (;; a++, b++) {
		a += strspn(a, " \t\n");
		b += strspn(b, " \t\n");
		if (*a != *b || !*a)
			return *a == *b;
	}
}

bool probe_xlate_same(const struct probe *a, const struct probe *b, bool exact)
{
	unsigned int i;

	if (probe_xlate_says(a) != probe_xlate_says(b) ||
	    a->nr_xlated != b->nr_xlated)
		return false;
	for (i = 0; i < a->nr_xlated; i++) {
		const char *x = a->xlated[i].type, *y = b->xlated[i].type;

		if (a->xlated[i].arg != b->xlated[i].arg)
			return false;
		/* A definition may leave the type to its sites. */
		if (!exact && (!*x || !*y))
			continue;
		if (!(exact ? !strcmp(x, y) : same_but_blanks(x, y)))
			return false;
	}
	return true;
}

static bool is_taken(const struct probe_xlated *xlated, unsigned int nr,
		     const char *name)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (!strcmp(xlated[i].name, name))
			return true;
	return false;
}

/* The first argument made of a native one has its name, the others NAME_1, NAME_2 */
void probe_xlate_names(struct probe_xlated *xlated, const struct probe *probe,
		       void (*fresh)(char *name, void *data), void *data)
{
	unsigned int i, number[SDT_MAX_ARGS] = { 0 };
	bool seen[SDT_MAX_ARGS] = { false };

	for (i = 0; i < probe->nr_xlated; i++) {
		const unsigned int arg = xlated[i].arg;
		const char *native = probe->args[arg].name;
		char *name = NULL;

		if (*xlated[i].name)
			continue;
		if (!seen[arg])
			name = xasprintf("%s", native);
		seen[arg] = true;
		if (strlen(native) > SDT_MAX_NAME - strlen("_16"))
			native = "arg";	/* there is no room for a number */
		while (!name || is_taken(xlated, probe->nr_xlated, name)) {
			free(name);
			name = xasprintf("%s_%u", native, ++number[arg]);
		}
		xlated[i].name = name;
		fresh(name, data);
	}
}

char *probe_xlate_text(const struct probe *probe)
{
	char *text = xasprintf("(");
	unsigned int i;

	for (i = 0; i < probe->nr_xlated; i++)
		text = xappend(text, "%s%s", i ? ", " : "",
			       probe->xlated[i].type);
	return xappend(text, ")");
}
