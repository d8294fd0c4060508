// SPDX-License-Identifier: GPL-2.0-only
/*
 * machine.c - the parts of a report about the kernel, the distribution, sdtinfo itself and sdt.ko
 */
#include <errno.h>
#include <linux/sdt_abi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "report.h"
#include "lib/access.h"
#include "lib/util.h"

/* The first line of a file; NULL: it is reported as missing; caller frees */
static char *known_line(const struct report *report, const char *what, const char *path)
{
	char *line = file_line("%s", path);

	if (!line)
		report_missing(report, what, "%s: %s", path, access_reason(errno));
	return line;
}

static void report_taint(const struct report *report, struct json_object *object)
{
	char *line = known_line(report, "tainted", "/proc/sys/kernel/tainted");

	if (line)
		json_add_number(object, "tainted", strtoull(line, NULL, 10));
	free(line);
}

static void report_lockdown(const struct report *report, struct json_object *object)
{
	char *level = access_lockdown();

	if (level)
		json_add_string(object, "lockdown", level);
	else
		report_missing(report, "lockdown", "/sys/kernel/security/lockdown: %s",
			       errno ? access_reason(errno) : "it names no level");
	free(level);
}

/* The value of "PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"" in os-release(5); caller frees */
static char *read_distribution(const char *path)
{
	char *text = file_text(NULL, "%s", path), *rest = text, *line, *name = NULL;

	while (!name && (line = text_line(&rest))) {
		if (strncmp(line, "PRETTY_NAME=", strlen("PRETTY_NAME=")))
			continue;
		name = line + strlen("PRETTY_NAME=");
		name += strspn(name, "\"'");
		name = xasprintf("%.*s", (int)strcspn(name, "\"'"), name);
	}
	free(text);
	return name;
}

static void report_distribution(const struct report *report, struct json_object *object)
{
	char *name = read_distribution("/etc/os-release") ?:
		     read_distribution("/usr/lib/os-release");

	if (name)
		json_add_string(object, "distribution", name);
	else
		report_missing(report, "distribution", "no os-release file names it");
	free(name);
}

static void report_time(struct json_object *object)
{
	const time_t now = time(NULL);
	struct tm tm;
	char text[64];

	strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&now, &tm));
	json_add_string(object, "date", text);
	json_add_number(object, "time", now);
}

static void report_kernel(struct json_object *object)
{
	struct utsname kernel;

	uname(&kernel);
	json_add_string(object, "release", kernel.release);
	json_add_string(object, "version", kernel.version);
	json_add_string(object, "machine", kernel.machine);
}

static void report_command_line(const struct report *report, struct json_object *object)
{
	char *line = known_line(report, "command line", "/proc/cmdline");

	if (line)
		json_add_string(object, "command_line", line);
	free(line);
}

void report_system(struct report *report)
{
	struct json_object *object = json_add_object(report->json.root, "system");

	report_time(object);
	report_kernel(object);
	report_distribution(report, object);
	json_add_number(object, "cpus", sysconf(_SC_NPROCESSORS_ONLN));
	if (report->with_strings)
		report_command_line(report, object);
	report_lockdown(report, object);
	report_taint(report, object);
	json_add_number(object, "sdtinfo_abi", SDT_ABI_VERSION);
	json_add_bool(object, "libtracefs", report->has_tracefs);
	json_add_number(object, "uid", geteuid());
}

/*
 * sdt.ko
 */

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
