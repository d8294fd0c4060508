// SPDX-License-Identifier: GPL-2.0-only
/*
 * missed_providers.c - warn of names that begin with a provider that was not declared above them
 *
 * "__foo_start" is probe start of provider foo only below DTRACE_PROVIDER(foo) in its file
 * (kmod/rules/providers.c); elsewhere it is probe foo_start of provider sdt.  If the module has
 * a provider foo, the author probably meant that.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/util.h"
#include "link.h"

/* The providers of the module, as written */
static struct name_list all_providers(const struct probe_merge *merge)
{
	struct name_list names = { 0 };
	char *raw;
	size_t i;

	for (i = 0; i < merge->nr_added; i++) {
		raw = probe_raw_name(merge->added[i].name);
		if (!names_have(&names, raw))
			names_add(&names, raw);
		free(raw);
	}
	return names;
}

/* The provider that @entry would have if its file declared all of @providers */
static const char *possible_provider(const struct probe *entry, const struct name_list *providers)
{
	const bool is_default = !strcmp(entry->provider, SDT_DEFAULT_PROVIDER);
	char *provider = probe_raw_name(entry->provider), *name = probe_raw_name(entry->name);
	char *written = xasprintf("__%s%s%s", is_default ? "" : provider, is_default ? "" : "_",
				  name);
	const char *possible;

	sdt_split_provider(written, (const char *const *)providers->list, providers->nr, &possible);
	if (!strcmp(possible, provider))
		possible = NULL;
	free(written);
	free(name);
	free(provider);
	return possible;
}

static int by_place(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;

	int c = probe_compare_places(a, b);

	return c ? c : strcmp(a->name, b->name);
}

/* Sets @entries to those whose names could begin with a provider, by place. */
static size_t find_prefixed(const struct probe_merge *merge, const struct probe **entries)
{
	size_t i, nr = 0;

	for (i = 0; i < merge->nr_entries; i++)
		if (merge->entries[i]->flags & SDT_PROBE_IS_PREFIXED)
			entries[nr++] = merge->entries[i];
	if (nr)
		qsort(entries, nr, sizeof(*entries), by_place);
	return nr;
}

void missed_providers_report(const struct probe_merge *merge)
{
	const struct probe **entries = xcalloc(merge->nr_entries + 1, sizeof(*entries));
	struct name_list providers = all_providers(merge), told = { 0 };
	size_t i, nr = find_prefixed(merge, entries);

	for (i = 0; i < nr; i++) {
		const struct probe *entry = entries[i];
		const char *possible = possible_provider(entry, &providers);

		if (i && strcmp(entries[i - 1]->file, entry->file))
			names_free(&told);
		if (!possible || names_have(&told, possible))
			continue;
		names_add(&told, possible);
		warning_source(entry->file, entry->line,
			       "probe %s is of provider %s, not %s: write DTRACE_PROVIDER(%s); above it%s",
			       entry->name, entry->provider, possible, possible,
			       strcmp(entry->provider, SDT_DEFAULT_PROVIDER) ? "" :
			       ", or its name without '__'");
	}
	names_free(&providers);
	names_free(&told);
	free(entries);
}
