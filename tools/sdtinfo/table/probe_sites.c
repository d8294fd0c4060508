// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe_sites.c - the sites of a module's probes, whether from a file or loaded
 *
 * Serves the verbs that show sites.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "probe_sites.h"

struct probe_site *probe_sites_add(struct probe_sites *sites, uint32_t probe)
{
	struct probe_site *site;

	sites->list = xroom_for_one(sites->list, sites->count,
				    sizeof(*sites->list));
	site = &sites->list[sites->count];
	*site = (struct probe_site){ .probe = probe, .order = sites->count++ };
	return site;
}

static int compare(const void *x, const void *y)
{
	const struct probe_site *a = x, *b = y;

	if (a->probe != b->probe)
		return a->probe < b->probe ? -1 : 1;
	if (a->is_enabled != b->is_enabled)
		return b->is_enabled ? -1 : 1;
	return a->order < b->order ? -1 : 1;
}

void probe_sites_sort(struct probe_sites *sites)
{
	if (sites->count)
		qsort(sites->list, sites->count, sizeof(*sites->list), compare);
}

const struct probe_site *probe_sites_of(const struct probe_sites *sites,
					uint32_t probe, size_t *count)
{
	size_t low = 0, high = sites->count, middle, first;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (sites->list[middle].probe < probe)
			low = middle + 1;
		else
			high = middle;
	}
	for (first = low; low < sites->count; low++)
		if (sites->list[low].probe != probe)
			break;
	*count = low - first;
	return sites->list + first;
}

struct site_count probe_sites_count(const struct probe_sites *sites)
{
	struct site_count count = { 0 };
	size_t i;

	for (i = 0; i < sites->count; i++)
		if (sites->list[i].is_enabled)
			count.is_enabled++;
		else
			count.fire++;
	return count;
}

void probe_sites_free(struct probe_sites *sites)
{
	size_t i;

	for (i = 0; i < sites->count; i++) {
		free(sites->list[i].file);
		free(sites->list[i].place);
	}
	free(sites->list);
	memset(sites, 0, sizeof(*sites));
}
