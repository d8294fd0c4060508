// SPDX-License-Identifier: GPL-2.0-only
/*
 * runtime.c - the parts of a report about sdt.ko itself: version, parameters, statistics
 */
#include <stdlib.h>
#include <string.h>

#include "report.h"

void report_runtime(struct report *report)
{
	struct json_object *object = json_add_object(report->json.root, "sdt");
	const bool found = loaded_is("sdt");

	json_add_bool(object, "loaded", found);
	json_add_bool(object, "raw_loaded", loaded_is("sdt_raw"));
	if (!found)
		return;
	report_module_facts(report, object, "sdt");
	report_parameters(report, object, "sdt");
	if (loaded_is("sdt_raw"))
		report_module_facts(report, json_add_object(report->json.root, "sdt_raw"), "sdt_raw");
}

/* "drops_recursion 0" */
static void see_statistic(char *line, void *data)
{
	char *number = strchr(line, ' ');
	struct json_object *item;

	if (!number)
		return;
	*number++ = '\0';
	item = json_item(data);
	json_add_string(item, "name", line);
	json_add_number(item, "value", strtoull(number, NULL, 10));
}

void report_statistics(struct report *report)
{
	struct json_object *list = json_add_list(report->json.root, "stats");

	if (report->debugfs.closed)
		report_sdt_missing(report, "statistics");
	else
		debugfs_lines(&report->debugfs, "stats", see_statistic, list);
}
