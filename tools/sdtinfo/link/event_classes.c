// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_classes.c - the classes of a module's TRACE_EVENTs
 *
 * Where CREATE_TRACE_POINTS is defined, <linux/sdt_tracepoint.h> leaves strings in the object: which
 * event has which class, and what TRACE_DEFINE_ENUM() says.
 */
#include <stdlib.h>
#include <string.h>

#include <linux/sdt_sites.h>

#include "lib/error.h"
#include "lib/util.h"
#include "link.h"

/* The string at *@at, which moves behind it; NULL: it does not end before @end */
static const char *take(const char **at, const char *end)
{
	const char *text = *at, *nul = memchr(text, '\0', end - text);

	*at = nul ? nul + 1 : end;
	return nul ? text : NULL;
}

int event_classes_read(struct event_classes *classes, const char *at, size_t size)
{
	const char *end = at + size;
	struct event_class class;

	while (at < end) {
		class.provider = take(&at, end);
		class.event = at < end ? take(&at, end) : NULL;
		class.symbol = at < end ? take(&at, end) : NULL;
		if (!class.symbol)
			return -1;
		classes->list = xroom_for_one(classes->list, classes->nr, sizeof(*classes->list));
		classes->list[classes->nr++] = class;
	}
	return 0;
}

int event_enums_read(struct event_classes *classes, const char *at, size_t size)
{
	const char *end = at + size, *text;
	struct probe_enumerator name;
	struct __sdt_enum_mark mark;

	for (; (size_t)(end - at) >= sizeof(mark); at += mark.__sdt_size) {
		memcpy(&mark, at, sizeof(mark));
		text = at + sizeof(mark);
		if (mark.__sdt_size < sizeof(mark) || mark.__sdt_size % 8 || mark.__sdt_size > (size_t)(end - at) ||
		    !take(&text, at + mark.__sdt_size))
			return -1;
		name = (struct probe_enumerator){ take(&text, at + mark.__sdt_size), mark.__sdt_value };
		if (!name.name || !sdt_is_enumerator(name.name))
			return -1;
		classes->enums = xroom_for_one(classes->enums, classes->nr_enums,
					       sizeof(*classes->enums));
		classes->enums[classes->nr_enums++] = name;
	}
	return at == end ? 0 : -1;
}

static int by_names(const void *x, const void *y)
{
	const struct event_class *a = x, *b = y;
	const int c = strcmp(a->provider, b->provider);

	return c ? c : strcmp(a->event, b->event);
}

static int enums_by_name(const void *x, const void *y)
{
	const struct probe_enumerator *a = x, *b = y;

	return strcmp(a->name, b->name);
}

const char *event_class_symbol(const struct event_classes *classes, const struct probe *probe)
{
	const struct event_class key = { probe->provider, probe->name, NULL };
	const struct event_class *class = NULL;

	if (classes->nr)
		class = bsearch(&key, classes->list, classes->nr, sizeof(key), by_names);
	return class ? class->symbol : NULL;
}

int event_classes_check(struct event_classes *classes, const struct probe_merge *merge)
{
	const struct probe *probe = merge->probes, *last = NULL;
	size_t i, nr = 0;
	int failed = 0;

	if (classes->nr)
		qsort(classes->list, classes->nr, sizeof(*classes->list), by_names);
	if (classes->nr_enums)
		qsort(classes->enums, classes->nr_enums, sizeof(*classes->enums), enums_by_name);
	for (i = 0; i < classes->nr_enums; i++)
		if (!nr || strcmp(classes->enums[nr - 1].name, classes->enums[i].name))
			classes->enums[nr++] = classes->enums[i];
	classes->nr_enums = nr;
	for (; probe < merge->probes + merge->nr_probes; probe++) {
		if (!(probe->flags & SDT_PROBE_IS_EVENT) || event_class_symbol(classes, probe) ||
		    (last && !strcmp(last->provider, probe->provider)))
			continue;
		error_source(probe->file, probe->line,
			     "the TRACE_EVENTs of %s have no code in this module: define CREATE_TRACE_POINTS in one of its files before the header is included; include headers of the kernel's own events before those with <linux/sdt_tracepoint.h>",
			     probe->provider);
		last = probe;
		failed = -1;
	}
	return failed;
}

void event_classes_free(struct event_classes *classes)
{
	free(classes->list);
	free(classes->enums);
}
