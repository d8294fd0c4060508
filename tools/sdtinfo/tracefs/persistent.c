// SPDX-License-Identifier: GPL-2.0-only
/*
 * persistent.c - recorders whose buffers outlive the kernel
 *
 * From Linux 6.12 on, the kernel's command line can reserve memory for a trace instance
 * (reserve_mem=, trace_instance=NAME@LABEL).  If the next boot does not overwrite it, the instance
 * has its records again.  They have the event numbers of the boot before, which can belong to
 * other events now.  So the formats of the events, with their numbers, are kept as
 * /var/lib/sdtinfo/INSTANCE/MODULE:EVENT, together with the ID of the boot.  Nothing else
 * identifies the records.
 *
 * Such an instance cannot be removed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "events.h"
#include "instance.h"
#include "lib/util.h"

#define STATE_FOLDER	"/var/lib/sdtinfo"
#define BOOT_FILE	"boot"
#define BOOT_ID		"/proc/sys/kernel/random/boot_id"

static char *folder_of(const char *instance)
{
	return xasprintf("%s/%s", STATE_FOLDER, instance);
}

static char *path_of(const char *instance, const char *name)
{
	return xasprintf("%s/%s/%s", STATE_FOLDER, instance, name);
}

/* Only an instance with reserved memory has this file. */
bool persistent_is(struct tracefs_instance *instance)
{
	return tracefs_file_exists(instance, "last_boot_info");
}

/*
 * Write
 */

/* The file survives a crash. */
static int write_file(const char *instance, const char *name, const char *text, size_t size)
{
	char *path = path_of(instance, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), failed;

	free(path);
	if (fd < 0)
		return -1;
	failed = write(fd, text, size) != (ssize_t)size || fsync(fd);
	close(fd);
	return failed ? -1 : 0;
}

static int write_format(const char *instance, const struct traced_event *event)
{
	char *name = xasprintf("%s:%s", event->system, event->name), *format;
	int size, failed = -1;

	format = tracefs_event_file_read(NULL, event->system, event->name, "format", &size);
	if (format)
		failed = write_file(instance, name, format, size);
	free(format);
	free(name);
	return failed;
}

static int sync_folder(const char *instance)
{
	char *folder = folder_of(instance);
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int failed = fd < 0 || fsync(fd);

	free(folder);
	if (fd >= 0)
		close(fd);
	return failed;
}

/* The ID of the boot is written last: without it, the formats are ignored. */
static int write_all(const char *instance, const struct traced_events *events)
{
	char *folder = folder_of(instance), *boot = file_line(BOOT_ID);
	int failed = (mkdir(STATE_FOLDER, 0700) && errno != EEXIST) ||
		     (mkdir(folder, 0700) && errno != EEXIST);
	size_t i;

	free(folder);
	for (i = 0; i < events->nr && !failed; i++)
		failed = write_format(instance, &events->list[i]);
	failed = failed || !boot || write_file(instance, BOOT_FILE, boot, strlen(boot)) ||
		 sync_folder(instance);
	free(boot);
	return failed;
}

static void remove_all(const char *instance)
{
	char *folder = folder_of(instance), *path = path_of(instance, BOOT_FILE);

	unlink(path);
	folder_remove(folder);
	free(path);
	free(folder);
}

int persistent_save(const char *instance, const struct traced_events *events)
{
	char *folder;

	remove_all(instance);
	if (!write_all(instance, events))
		return 0;
	folder = folder_of(instance);
	error_file(folder, "cannot write: %s", strerror(errno));
	free(folder);
	remove_all(instance);
	return -1;
}

/*
 * An instance
 */

bool persistent_is_used(struct tracefs_instance *instance)
{
	char *events = tracefs_instance_file_read(instance, "set_event", NULL);
	const bool is_used = events && strchr(events, ':');

	free(events);
	return is_used;
}

static void disable_events(struct tracefs_instance *instance)
{
	char *events = tracefs_instance_file_read(instance, "set_event", NULL);
	char *rest = events, *line, *name;

	while ((line = text_line(&rest))) {
		name = strchr(line, ':');
		if (!name)
			continue;
		*name++ = '\0';
		tracefs_event_file_write(instance, line, name, "enable", "0");
		tracefs_event_file_write(instance, line, name, "filter", "0");
	}
	free(events);
}

int persistent_clear(struct tracefs_instance *instance)
{
	const char *name = tracefs_instance_get_name(instance);

	tracefs_trace_off(instance);
	disable_events(instance);
	tracefs_option_disable(instance, TRACEFS_OPTION_STACKTRACE);
	if (tracefs_instance_file_clear(instance, "trace"))
		return error_file(name, "cannot be emptied; recording has stopped: %s",
				  strerror(errno));
	remove_all(name);
	return 0;
}

/*
 * Read
 */

int persistent_is_past(struct tracefs_instance *instance, bool *is_past)
{
	const char *name = tracefs_instance_get_name(instance);
	char *then = file_line("%s/%s/%s", STATE_FOLDER, name, BOOT_FILE);
	char *now = file_line(BOOT_ID);
	uint64_t records, overrun;
	int failed = 0;

	*is_past = !then || !now || strcmp(then, now);
	buffers_sum(instance, &records, &overrun);
	records += pages_records(name);
	if (*is_past && persistent_is_used(instance))
		failed = error_file(name, "its events were not enabled by 'sdtinfo record': read the file 'trace' of the trace instance");
	else if (*is_past && records && !then)
		failed = error_file(name, "the events of its hits are not described in /var/lib/sdtinfo: 'sdtinfo record --stop' removes them");
	else if (*is_past && !records && then)
		error_file(name, "no hits: either there were none, or the machine did not keep the memory");
	free(now);
	free(then);
	return failed;
}

/* The part of a format behind the event's name and number */
static const char *fields_of(const char *format)
{
	const char *fields = strstr(format, "\nformat:");

	return fields ? fields : format;
}

char *persistent_format(const char *instance, const char *system, const char *name, int *size)
{
	size_t length = 0;
	char *text = file_text(&length, "%s/%s/%s:%s", STATE_FOLDER, instance, system, name);

	*size = length;
	return text;
}

bool persistent_has(const char *instance, const char *system, const char *name)
{
	int size;
	char *then = persistent_format(instance, system, name, &size);
	char *now = tracefs_event_file_read(NULL, system, name, "format", NULL);
	const bool is_same = then && now && !strcmp(fields_of(then), fields_of(now));

	free(then);
	free(now);
	return is_same;
}

void persistent_report(const char *instance)
{
	struct name_list files = { 0 };
	const char *last = "";
	char *name;
	size_t i;

	folder_names(&files, "%s/%s", STATE_FOLDER, instance);
	for (i = 0; i < files.nr; i++) {
		name = strchr(files.list[i], ':');
		if (!name)
			continue;
		*name++ = '\0';
		if (strcmp(last, files.list[i]) &&
		    !persistent_has(instance, files.list[i], name)) {
			error_file(files.list[i], "event %s has changed since it was recorded, or the module is not loaded: such hits are skipped",
				   name);
			last = files.list[i];
		}
	}
	names_free(&files);
}
