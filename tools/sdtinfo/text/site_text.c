// SPDX-License-Identifier: GPL-2.0-only
/*
 * site_text.c - sites, users and hits, for people and for programs
 *
 * Serves list, dump and verify.
 */
#include <inttypes.h>

#include "lib/json.h"
#include "site_text.h"

/* The place of a site is unknown if the kernel has freed its init code. */
static const char *place_text(const struct probe_site *site)
{
	return site->place ? site->place : "(freed)";
}

void site_fit(struct out_column *places, const struct probe_site *sites,
	      size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		out_column_fit(places, place_text(&sites[i]));
}

void site_print(const struct out_column *places, const struct probe_site *site,
		bool is_loaded)
{
	printf("    site   ");
	out_cell(stdout, places, place_text(site));
	out_text(stdout, site->file);
	printf(":%u", site->line);
	if (site->is_enabled)
		printf(", is-enabled");
	if (is_loaded)
		printf(", %s", site->is_on ? "on" : "off");
}

void sites_print_sum(size_t nr_probes, const struct site_count *count)
{
	printf("%zu probe%s, %zu site%s", nr_probes, nr_probes == 1 ? "" : "s",
	       count->fire, count->fire == 1 ? "" : "s");
	if (count->is_enabled)
		printf(", %zu is-enabled", count->is_enabled);
}

void use_print(const struct probe_use *use)
{
	printf("    users  %" PRIu64 "\n", use->users);
}

void site_add(struct json_object *object, const struct probe_site *site,
	      bool is_loaded)
{
	json_add_string(object, "kind", site->is_enabled ? "is-enabled" : "fire");
	json_add_string(object, "file", site->file);
	json_add_number(object, "line", site->line);
	if (site->place)
		json_add_string(object, "place", site->place);
	if (is_loaded)
		json_add_bool(object, "on", site->is_on);
}

void sites_add_sum(struct json_object *object, const struct site_count *count)
{
	json_add_number(object, "sites", count->fire);
	json_add_number(object, "is_enabled_sites", count->is_enabled);
}

void use_add(struct json_object *object, const struct probe_use *use)
{
	json_add_number(object, "users", use->users);
}
