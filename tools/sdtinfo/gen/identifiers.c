// SPDX-License-Identifier: GPL-2.0-only
/*
 * identifiers.c - names in generated C code
 *
 * Serves gen_handler.c and gen_libbpf.c.
 */
#include <stdlib.h>
#include <string.h>

#include "identifiers.h"
#include "lib/util.h"
#include "table/event_names.h"
#include "table/pool.h"

char *gen_identifier(const char *name)
{
	char *identifier = xasprintf("%s", name), *c;

	for (c = identifier; *c; c++) {
		char text[] = { *c, '\0' };

		if (!event_is_word(text))
			*c = '_';
	}
	return identifier;
}

/* By name; those of one name in the order of their events */
static int compare_names(const void *x, const void *y)
{
	char **const *a = x, **const *b = y;
	int c = strcmp(**a, **b);

	return c ? c : (*a > *b) - (*a < *b);
}

static bool take_name(struct pool *taken, const char *name)
{
	size_t nr = taken->nr_lists;

	pool_add_string(taken, name);
	return taken->nr_lists > nr;
}

/* A name that is not taken yet; advances *@number. */
static char *numbered_name(struct pool *taken, const char *name,
			   unsigned int *number)
{
	char *numbered = xasprintf("%s_%u", name, (*number)++);

	while (!take_name(taken, numbered)) {
		free(numbered);
		numbered = xasprintf("%s_%u", name, (*number)++);
	}
	return numbered;
}

/* The first of each name keeps it. */
static void number_names(char ***sorted, size_t nr)
{
	struct pool taken = { .kind = &pool_of_strings };
	unsigned int number;
	size_t i, first;
	char *name;

	for (i = 0; i < nr; i++)
		take_name(&taken, *sorted[i]);
	for (first = 0; first < nr; first = i) {
		number = 2;
		for (i = first + 1; i < nr &&
		     !strcmp(*sorted[first], *sorted[i]); i++) {
			name = *sorted[i];
			*sorted[i] = numbered_name(&taken, *sorted[first], &number);
			free(name);
		}
	}
	pool_free(&taken);
}

char **gen_identifiers(const struct gen_events *events)
{
	size_t i, nr = events->nr_events;
	char **names = xcalloc(nr, sizeof(*names));
	char ***sorted = xcalloc(nr, sizeof(*sorted));

	for (i = 0; i < nr; i++) {
		names[i] = gen_identifier(events->events[i].probes[0].event);
		sorted[i] = &names[i];
	}
	qsort(sorted, nr, sizeof(*sorted), compare_names);
	number_names(sorted, nr);
	free(sorted);
	return names;
}

void gen_identifiers_free(char **names, const struct gen_events *events)
{
	size_t i;

	for (i = 0; i < events->nr_events; i++)
		free(names[i]);
	free(names);
}
