// SPDX-License-Identifier: GPL-2.0-only
/*
 * number_messages.c - give messages with the same words different names
 *
 * Serves merge.c.  The compiler names a message, a DTRACE_PRINTF(), after its words.  Two
 * different messages of a function can have the same words, and the name of a message and
 * its function can be the event of another probe.  The author chose no such name, so that
 * is no error: the first keeps it, and the others become NAME-2, NAME-3, in the order
 * of the source.  Names that an author did choose stay: those of probes, and of messages with
 * DTRACE_PRINTF_NAMED().
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "link.h"

/* An entry with a message.  Entries with the same symbol are one probe. */
struct message_entry {
	struct probe *probe;
	char *symbol;
};

/* Entries of one message, in the order of their places */
struct message {
	const struct message_entry *entries;
	size_t nr_entries;
};

static int by_symbol(const void *x, const void *y)
{
	const struct message_entry *a = x, *b = y;
	int c = strcmp(a->symbol, b->symbol);

	return c ? c : probe_compare_places(a->probe, b->probe);
}

static int by_place(const void *x, const void *y)
{
	const struct message_entry *a = ((const struct message *)x)->entries;
	const struct message_entry *b = ((const struct message *)y)->entries;
	int c = probe_compare_places(a->probe, b->probe);

	return c ? c : strcmp(a->symbol, b->symbol);
}

static int compare_texts(const void *x, const void *y)
{
	return strcmp(x, y);
}

/* Add @text, and its memory, to the tree @taken; false if it has that already. */
static bool take(void **taken, char *text)
{
	char **found = tsearch(text, taken, compare_texts);

	if (!found)
		out_of_memory();
	if (*found == text)
		return true;
	free(text);
	return false;
}

static bool has_messages(const struct probe_merge *merge)
{
	size_t i;

	for (i = 0; i < merge->nr_entries; i++)
		if (probe_is_printf(merge->entries[i]))
			return true;
	return false;
}

/* Take the event and the names of a probe, which it keeps. */
static void take_names(const struct probe_merge *merge, void **taken, const struct probe *probe)
{
	take(taken, probe_event_name(probe, merge->module, '_'));
	take(taken, probe_names(probe, "", probe->function));
}

/* Take the names of all that is no such message; sets @entries to the others. */
static size_t find_entries(const struct probe_merge *merge, struct message_entry *entries,
			   void **taken)
{
	size_t i, nr = 0;

	for (i = 0; i < merge->nr_entries; i++) {
		struct probe *probe = merge->entries[i];

		if (probe_is_printf(probe))
			entries[nr++] = (struct message_entry){ probe, probe_symbol(probe) };
		else
			take_names(merge, taken, probe);
	}
	return nr;
}

/* Sets @messages to those of @entries, in the order of the source. */
static size_t find_messages(struct message_entry *entries, size_t nr_entries,
			    struct message *messages)
{
	size_t i, nr = 0;

	qsort(entries, nr_entries, sizeof(*entries), by_symbol);
	for (i = 0; i < nr_entries; i++) {
		if (!i || strcmp(entries[i - 1].symbol, entries[i].symbol))
			messages[nr++].entries = &entries[i];
		messages[nr - 1].nr_entries++;
	}
	qsort(messages, nr, sizeof(*messages), by_place);
	return nr;
}

/* Did the author choose the name, anywhere?  It can be that of the words. */
static bool is_named(const struct message *message)
{
	size_t i;

	for (i = 0; i < message->nr_entries; i++)
		if (message->entries[i].probe->flags & SDT_PROBE_IS_NAMED)
			return true;
	return false;
}

/* Take the names of those that their authors named; leaves the others in @messages. */
static size_t take_named(const struct probe_merge *merge, void **taken,
			 struct message *messages, size_t nr)
{
	size_t i, nr_left = 0;

	for (i = 0; i < nr; i++)
		if (is_named(&messages[i]))
			take_names(merge, taken, messages[i].entries[0].probe);
		else
			messages[nr_left++] = messages[i];
	return nr_left;
}

/* Can a message like @probe have this name?  If so, it is taken. */
static bool take_name(const struct probe_merge *merge, void **taken,
		      const struct probe *probe, const char *name)
{
	struct probe other = *probe;
	char *names;
	bool is_taken;

	other.name = name;
	names = probe_names(&other, "", other.function);
	is_taken = tfind(names, taken, compare_texts);
	free(names);
	return !is_taken && take(taken, probe_event_name(&other, merge->module, '_'));
}

static void number_message(struct probe_merge *merge, void **taken,
			   const struct message *message)
{
	const struct probe *first = message->entries[0].probe;
	const char *symbol_name = first->name;
	unsigned int number = 2;
	char *name = NULL;
	size_t i;

	do {
		free(name);
		name = xasprintf("%s-%u", symbol_name, number++);
	} while (!take_name(merge, taken, first, name));
	merge_keep(merge, name);
	for (i = 0; i < message->nr_entries; i++) {
		message->entries[i].probe->symbol_name = symbol_name;
		message->entries[i].probe->name = name;
	}
}

void number_messages(struct probe_merge *merge)
{
	struct message_entry *entries;
	struct message *messages;
	size_t i, nr, nr_entries, nr_left = 0;
	void *taken = NULL;

	if (!has_messages(merge))
		return;
	entries = xcalloc(merge->nr_entries, sizeof(*entries));
	messages = xcalloc(merge->nr_entries, sizeof(*messages));
	nr_entries = find_entries(merge, entries, &taken);
	nr = find_messages(entries, nr_entries, messages);
	nr = take_named(merge, &taken, messages, nr);
	/* "disk-2" may be the words of a message; "disk" then becomes "disk-3". */
	for (i = 0; i < nr; i++)
		if (!take_name(merge, &taken, messages[i].entries[0].probe,
			       messages[i].entries[0].probe->name))
			messages[nr_left++] = messages[i];
	for (i = 0; i < nr_left; i++)
		number_message(merge, &taken, &messages[i]);
	tdestroy(taken, free);
	for (i = 0; i < nr_entries; i++)
		free(entries[i].symbol);
	free(entries);
	free(messages);
}
