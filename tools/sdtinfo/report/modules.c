// SPDX-License-Identifier: GPL-2.0-only
/*
 * modules.c - the parts of a report about modules with probes, those that were refused, and
 * who listens
 *
 * A loaded module with probes has a section __sdt_table, which everybody can see in sysfs,
 * whether sdt.ko is loaded or not.  What sdt.ko knows of it comes from its files.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "report.h"

/* Lines of probes that are listened to; a document has all */
#define MAX_LISTENERS	20

/* What sdt.ko's file probes says of a module, added up */
struct module_counts {
	const char *name;
	uint64_t probes, sites, published, enabled;
};

struct all_counts {
	struct module_counts *list;	/* of each of the report's modules */
	size_t nr;
};

static int by_name(const void *x, const void *y)
{
	char *const *a = x, *const *b = y;

	return strcmp(*a, *b);
}

void report_find_modules(struct report *report)
{
	size_t n;

	loaded_instrumented(&report->modules);	/* none, if sysfs is not mounted */
	for (n = 0; n < report->debugfs.nr_modules; n++)	/* a kernel without sections there */
		if (!names_have(&report->modules, report->debugfs.modules[n]))
			names_add(&report->modules, report->debugfs.modules[n]);
	if (report->modules.nr)
		qsort(report->modules.list, report->modules.nr, sizeof(*report->modules.list), by_name);
}

/*
 * A module
 */

/* @name: "revdev:revdev_read:..." */
static struct module_counts *find_counts(const struct all_counts *all, const char *name)
{
	const size_t length = strcspn(name, ":");
	size_t i;

	for (i = 0; i < all->nr; i++)
		if (strlen(all->list[i].name) == length && !strncmp(all->list[i].name, name, length))
			return &all->list[i];
	return NULL;
}

/* "sdt:revdev:revdev_read:read-entry sites=1 users=0 event=1 ..." */
static void count_probe(char *line, void *data)
{
	const char *name = strchr(line, ':');
	struct module_counts *counts = name ? find_counts(data, name + 1) : NULL;
	uint64_t sites = 0, users = 0, event = 0;

	if (!counts)
		return;
	debugfs_number(line, "sites", &sites);
	debugfs_number(line, "users", &users);
	debugfs_number(line, "event", &event);
	counts->probes++;
	counts->sites += sites;
	counts->published += event;
	counts->enabled += users > 0;
}

static void read_counts(const struct report *report, struct all_counts *all)
{
	size_t i;

	all->nr = report->modules.nr;
	all->list = xcalloc(all->nr, sizeof(*all->list));
	for (i = 0; i < all->nr; i++)
		all->list[i].name = report->modules.list[i];
	if (!report->debugfs.closed)
		debugfs_lines(&report->debugfs, "probes", count_probe, all);
}

static void report_counts(const struct report *report, struct json_object *object,
			  const struct module_counts *counts)
{
	size_t i;

	for (i = 0; i < report->debugfs.nr_refused; i++)
		if (!strcmp(report->debugfs.refused[i], counts->name)) {
			report_line(report, "", "sdt.ko has refused its probes, see below");
			return;
		}
	if (!counts->probes) {
		report_line(report, "", "sdt.ko does not know its probes");
		return;
	}
	report_line(report, "", "probes: %" PRIu64 ", sites: %" PRIu64 ", enabled: %" PRIu64
		    ", published: %" PRIu64, counts->probes, counts->sites, counts->enabled,
		    counts->published);
	json_add_number(object, "probes", counts->probes);
	json_add_number(object, "sites", counts->sites);
	json_add_number(object, "enabled", counts->enabled);
	json_add_number(object, "published", counts->published);
}

void report_modules(struct report *report)
{
	struct json_object *object;
	struct all_counts all;
	size_t i;

	read_counts(report, &all);
	report_part(report, NULL, "Modules with probes");
	if (!report->modules.nr)
		report_line(report, "modules", "none");
	for (i = 0; i < report->modules.nr; i++) {
		const char *name = report->modules.list[i];

		object = json_item(report->json.items);
		json_add_string(object, "module", name);
		report_module_facts(report, object, name, name);
		if (!report->debugfs.closed)
			report_counts(report, object, &all.list[i]);
		if (report->with_strings)
			report_parameters(report, object, name);
	}
	if (report->debugfs.closed)
		report_sdt_missing(report, "probes");
	free(all.list);
}

/*
 * Modules that were refused
 */

struct listing {
	const struct report *report;
	struct json_object *list;
	size_t nr;
};

/* "victim its probe table is truncated" */
static void see_refused(char *line, void *data)
{
	struct listing *listing = data;
	struct json_object *object = json_item(listing->list);
	char *why = strchr(line, ' ');

	if (why)
		*why++ = '\0';
	listing->nr++;
	report_line(listing->report, line, "%s", why ?: "the kernel log says why");
	json_add_string(object, "module", line);
	if (why)
		json_add_string(object, "why", why);
}

void report_refused(struct report *report)
{
	struct listing listing = {
		report, report_list(report, "refused", "Refused modules"), 0,
	};

	if (report->debugfs.closed)
		report_sdt_missing(report, "refused");
	else if (!debugfs_lines(&report->debugfs, "refused", see_refused, &listing) && !listing.nr)
		report_line(report, "modules", "none");
}

/*
 * Who listens
 */

static const char *const kinds[] = { "handlers", "counters", "ftrace", "perf" };

#define NR_KINDS	(sizeof(kinds) / sizeof(kinds[0]))

static void see_listener(char *line, void *data)
{
	struct listing *listing = data;
	char *name = xasprintf("%.*s", (int)strcspn(line, " "), line), *text = xasprintf("%s", "");
	struct json_object *object;
	uint64_t users = 0, number;
	size_t i;

	debugfs_number(line, "users", &users);
	if (users) {
		object = json_item(listing->list);
		json_add_string(object, "probe", name);
		json_add_number(object, "users", users);
		for (i = 0; i < NR_KINDS; i++) {
			if (!debugfs_number(line, kinds[i], &number))
				continue;
			json_add_number(object, kinds[i], number);
			if (number)
				text = xappend(text, " %s=%" PRIu64, kinds[i], number);
		}
		if (listing->nr++ < MAX_LISTENERS)
			report_line(listing->report, listing->nr == 1 ? "probes" : "", "%s%s",
				    name, text);
	}
	free(text);
	free(name);
}

static void see_handler(char *line, void *data)
{
	struct listing *listing = data;

	json_item_string(listing->list, line);
	if (listing->nr++ < MAX_LISTENERS)
		report_line(listing->report, listing->nr == 1 ? "handlers" : "", "%s", line);
}

static void end_listing(const struct listing *listing, const char *what)
{
	if (!listing->nr)
		report_line(listing->report, what, "none");
	else if (listing->nr > MAX_LISTENERS)
		report_line(listing->report, "", "and %zu more, which JSON has",
			    listing->nr - MAX_LISTENERS);
}

void report_listeners(struct report *report)
{
	struct listing probes = { report, report_list(report, "listeners", "Listeners"), 0 };
	struct listing handlers = { report, json_add_list(report->json.root, "handlers"), 0 };

	if (report->debugfs.closed) {
		report_sdt_missing(report, "listeners");
		return;
	}
	if (!debugfs_lines(&report->debugfs, "probes", see_listener, &probes))
		end_listing(&probes, "probes");
	if (!debugfs_lines(&report->debugfs, "handlers", see_handler, &handlers))
		end_listing(&handlers, "handlers");
}
