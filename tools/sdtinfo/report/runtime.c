// SPDX-License-Identifier: GPL-2.0-only
/*
 * runtime.c - the parts of a report about sdt.ko itself: version, parameters, statistics
 */
#include <stdlib.h>
#include <string.h>

#include "report.h"

void report_runtime(struct report *report)
{
	struct json_object *object = report_part(report, "sdt", "sdt.ko");
	const bool found = loaded_is("sdt");

	json_add_bool(object, "loaded", found);
	json_add_bool(object, "raw_loaded", loaded_is("sdt_raw"));
	if (!found) {
		report_line(report, "sdt.ko", "not loaded");
		return;
	}
	report_module_facts(report, object, "sdt", "sdt");
	report_parameters(report, object, "sdt");
	if (loaded_is("sdt_raw"))
		report_module_facts(report, NULL, "sdt_raw", "sdt_raw");
}

/* "drops_recursion 0" */
struct statistics {
	const struct report *report;
	struct json_object *list;
};

static void see_statistic(char *line, void *data)
{
	const struct statistics *statistics = data;
	char *number = strchr(line, ' ');
	struct json_object *item;

	if (!number)
		return;
	*number++ = '\0';
	report_line(statistics->report, line, "%s", number);
	item = json_item(statistics->list);
	json_add_string(item, "name", line);
	json_add_number(item, "value", strtoull(number, NULL, 10));
}

void report_statistics(struct report *report)
{
	struct statistics statistics = {
		report, report_list(report, "stats", "Statistics of sdt.ko"),
	};

	if (report->debugfs.closed)
		report_sdt_missing(report, "statistics");
	else
		debugfs_lines(&report->debugfs, "stats", see_statistic, &statistics);
}
