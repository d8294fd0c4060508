// SPDX-License-Identifier: GPL-2.0-only
/*
 * system.c - the part of a report about the kernel, the distribution and sdtinfo itself
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/sdt_abi.h>
#include <linux/sdt_version.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "lib/access.h"
#include "lib/util.h"
#include "report.h"

/* By bit: the letter of an oops, and what it means, from the kernel's tainted-kernels.rst */
static const struct {
	char letter;
	const char *what;
} taints[] = {
	{ 'P', "proprietary module" },
	{ 'F', "module loaded by force" },
	{ 'S', "CPU out of specification" },
	{ 'R', "module removed by force" },
	{ 'M', "machine check" },
	{ 'B', "bad page" },
	{ 'U', "set by a user" },
	{ 'D', "the kernel has died: oops or BUG" },
	{ 'A', "ACPI table overridden" },
	{ 'W', "warning" },
	{ 'C', "staging driver" },
	{ 'I', "firmware bug worked around" },
	{ 'O', "out-of-tree module" },
	{ 'E', "unsigned module" },
	{ 'L', "soft lockup" },
	{ 'K', "live patch" },
	{ 'X', "set by the distribution" },
	{ 'T', "structures laid out at random" },
	{ 'N', "in-kernel test" },
};

static void add_taints(const struct report *report, struct json_object *object, uint64_t mask)
{
	struct json_object *list = json_add_list(object, "taints");
	char *text = xasprintf("%" PRIu64, mask), *one;
	const char *before = ": ";
	size_t i;

	for (i = 0; i < 64; i++) {
		if (!(mask >> i & 1))
			continue;
		if (i < sizeof(taints) / sizeof(taints[0]))
			one = xasprintf("%c %s", taints[i].letter, taints[i].what);
		else
			one = xasprintf("bit %zu", i);
		json_item_string(list, one);
		text = xappend(text, "%s%s", before, one);
		before = ", ";
		free(one);
	}
	json_add_number(object, "tainted", mask);
	report_line(report, "tainted", "%s", mask ? text : "no");
	free(text);
}

static void report_taints(const struct report *report, struct json_object *object)
{
	const char *path = "/proc/sys/kernel/tainted";
	char *line = file_line(path);

	if (line)
		add_taints(report, object, strtoull(line, NULL, 10));
	else
		report_missing(report, "tainted", "%s: %s", path, access_reason(errno));
	free(line);
}

static void report_lockdown(const struct report *report, struct json_object *object)
{
	char *level = access_lockdown();

	if (level)
		report_string(report, object, "lockdown", "lockdown", level);
	else
		report_missing(report, "lockdown", "/sys/kernel/security/lockdown: %s",
			       errno ? access_reason(errno) : "it names no level");
	free(level);
}

/* The value of "PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"" in os-release(5); caller frees */
static char *read_distribution(const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL, *name = NULL;
	size_t room = 0;

	while (file && !name && getline(&line, &room, file) > 0) {
		if (strncmp(line, "PRETTY_NAME=", strlen("PRETTY_NAME=")))
			continue;
		name = line + strlen("PRETTY_NAME=");
		name += strspn(name, "\"'");
		name = xasprintf("%.*s", (int)strcspn(name, "\"'\n"), name);
	}
	if (file)
		fclose(file);
	free(line);
	return name;
}

static void report_distribution(const struct report *report, struct json_object *object)
{
	char *name = read_distribution("/etc/os-release") ?:
		     read_distribution("/usr/lib/os-release");

	if (name)
		report_string(report, object, "distribution", "distribution", name);
	else
		report_missing(report, "distribution", "there is no os-release that names it");
	free(name);
}

static void report_time(const struct report *report, struct json_object *object)
{
	const time_t now = time(NULL);
	struct tm tm;
	char text[64];

	strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&now, &tm));
	report_line(report, "time", "%s", text);
	json_add_number(object, "time", now);
}

static void report_kernel(const struct report *report, struct json_object *object)
{
	struct utsname kernel;

	uname(&kernel);
	report_line(report, "kernel", "%s %s", kernel.release, kernel.machine);
	report_line(report, "", "%s", kernel.version);
	json_add_string(object, "release", kernel.release);
	json_add_string(object, "version", kernel.version);
	json_add_string(object, "machine", kernel.machine);
}

static void report_sdtinfo(const struct report *report, struct json_object *object)
{
	report_line(report, "sdtinfo", "%s, ABI version %u, %s libtracefs", SDT_VERSION,
		    SDT_ABI_VERSION, report->has_tracefs ? "with" : "without");
	json_add_number(object, "sdtinfo_abi", SDT_ABI_VERSION);
	json_add_bool(object, "libtracefs", report->has_tracefs);
	report_line(report, "user", geteuid() ? "uid %d: only root can read all of this" : "root",
		    (int)geteuid());
	json_add_number(object, "uid", geteuid());
}

void report_system(struct report *report)
{
	struct json_object *object = report_part(report, "system", "System");
	const long nr_cpus = sysconf(_SC_NPROCESSORS_ONLN);

	report_time(report, object);
	report_kernel(report, object);
	report_distribution(report, object);
	report_line(report, "CPUs", "%ld", nr_cpus);
	json_add_number(object, "cpus", nr_cpus);
	if (report->with_strings)
		report_file(report, object, "command_line", "command line", "/proc/cmdline");
	report_lockdown(report, object);
	report_taints(report, object);
	report_sdtinfo(report, object);
}
