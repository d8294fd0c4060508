// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_formats.c - the formats of an instance's events, kept for its records
 *
 * Records have the number of their event, which belongs to another event after a reload of the
 * module or another boot.  So the format of each event, which has its number, is kept beside the
 * records as MODULE:EVENT, behind a line with the ID of the boot and the inode of the event's
 * folder in tracefs.  While that inode is there, the event still exists; 0: it went.
 *
 * Formats are in the folder with the instance's pages, /run/sdtinfo/INSTANCE.  From Linux 6.12 on,
 * the kernel's command line can reserve memory for an instance (reserve_mem=,
 * trace_instance=NAME@LABEL).  If the next boot does not overwrite it, the instance has its records
 * again, with the event numbers of the boot before.  The formats of such an instance are in
 * /var/lib/sdtinfo/INSTANCE, and survive a crash.
 *
 * The lock of the instance, which the caller holds, protects them.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "events.h"
#include "instance.h"
#include "lib/output.h"
#include "lib/util.h"

#define STATE_FOLDER	"/var/lib/sdtinfo"
#define BOOT_ID		"/proc/sys/kernel/random/boot_id"

char *instance_folder(const char *instance)
{
	return xasprintf("%s/%s", PAGES_FOLDER, instance);
}

int instance_make_folder(const char *path)
{
	char *parent = xasprintf("%.*s", (int)(strrchr(path, '/') - path), path);
	int failed = (mkdir(parent, 0700) && errno != EEXIST) ||
		     (mkdir(path, 0700) && errno != EEXIST);

	free(parent);
	return failed ? error_file(path, "cannot be made: %s", strerror(errno)) : 0;
}

static bool outlives_kernel(struct tracefs_instance *instance)
{
	return tracefs_file_exists(instance, PERSISTENT_FILE);
}

static char *formats_folder(struct tracefs_instance *instance)
{
	const char *name = tracefs_instance_get_name(instance);

	return outlives_kernel(instance) ? xasprintf("%s/%s", STATE_FOLDER, name) :
					   instance_folder(name);
}

/*
 * Write
 */

/* Where an instance's formats are, and the boot that new ones are of */
struct keeper {
	char *folder;
	char *boot;
	bool outlives_kernel;
};

static struct keeper keeper_of(struct tracefs_instance *instance)
{
	return (struct keeper){
		.folder = formats_folder(instance),
		.boot = file_line(BOOT_ID) ?: xasprintf("?"),
		.outlives_kernel = outlives_kernel(instance),
	};
}

static void keeper_free(struct keeper *keeper)
{
	free(keeper->folder);
	free(keeper->boot);
}

static int write_format(const struct keeper *keeper, const struct event_format *format)
{
	char *path = xasprintf("%s/%s:%s", keeper->folder, format->system, format->name);
	struct out_file file;
	int failed = out_file_open(&file, path);

	if (!failed) {
		fprintf(file.stream, "%s %" PRIu64 "\n%s", keeper->boot, format->inode,
			format->text);
		if (keeper->outlives_kernel &&
		    (fflush(file.stream) || fsync(fileno(file.stream))))
			failed = out_file_fail(&file);
		else
			failed = out_file_commit(&file);
	}
	free(path);
	return failed;
}

/* Is this very event's format kept already? */
static bool is_kept(const struct keeper *keeper, const struct event_format *format)
{
	char *line = file_line("%s/%s:%s", keeper->folder, format->system, format->name);
	const char *inode = line ? strchr(line, ' ') : NULL;
	const bool is = inode && strtoull(inode, NULL, 10) == format->inode &&
			!strncmp(line, keeper->boot, inode - line);

	free(line);
	return is;
}

/* If there is no format, the event has just gone with its module, and its records with it. */
static int save_format(const struct keeper *keeper, char *system, char *name)
{
	struct event_format format = {
		.system = system,
		.name = name,
		.inode = event_inode(NULL, system, name),	/* before the format */
	};
	int failed = 0;

	if (is_kept(keeper, &format))
		return 0;
	format.text = tracefs_event_file_read(NULL, system, name, "format", NULL);
	if (format.text)
		failed = write_format(keeper, &format);
	free(format.text);
	return failed;
}

static int sync_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int failed = fd < 0 || fsync(fd) ? error_file(folder, "%s", strerror(errno)) : 0;

	if (fd >= 0)
		close(fd);
	return failed;
}

int formats_save(struct tracefs_instance *instance)
{
	char *folder = tracefs_instance_get_dir(instance), *event, *system;
	struct keeper keeper = keeper_of(instance);
	struct name_list events = { 0 };
	int failed = instance_make_folder(keeper.folder);
	size_t i;

	instance_events(&events, folder);
	for (i = 0; i < events.nr && !failed; i++) {
		event = events.list[i];
		system = strsep(&event, ":");
		failed = save_format(&keeper, system, event);
	}
	if (!failed && keeper.outlives_kernel)
		failed = sync_folder(keeper.folder);
	keeper_free(&keeper);
	names_free(&events);
	free(folder);
	return failed;
}

/*
 * Read
 */

/* "BOOT INODE", the format */
static bool parse_kept(struct event_format *format, char *text, const char *boot)
{
	char *rest = text, *line = text_line(&rest), *inode = line ? strchr(line, ' ') : NULL;

	if (!inode || !rest)
		return false;
	*inode++ = '\0';
	format->is_here = !strcmp(line, boot);
	format->inode = strtoull(inode, NULL, 10);
	format->is_current = format->is_here && format->inode &&
			     event_inode(NULL, format->system, format->name) == format->inode;
	format->text = xasprintf("%s", rest);
	return true;
}

static void read_format(struct event_formats *formats, const struct keeper *keeper,
			const char *file)
{
	char *text = file_text(NULL, "%s/%s", keeper->folder, file);
	const char *colon = strchr(file, ':');
	struct event_format format = {
		.system = xasprintf("%.*s", (int)(colon - file), file),
		.name = xasprintf("%s", colon + 1),
	};

	if (text && parse_kept(&format, text, keeper->boot)) {
		formats->list = xroom_for_one(formats->list, formats->nr, sizeof(*formats->list));
		formats->list[formats->nr++] = format;
	} else {
		free(format.system);
		free(format.name);
	}
	free(text);
}

void formats_read(struct event_formats *formats, struct tracefs_instance *instance)
{
	struct keeper keeper = keeper_of(instance);
	struct name_list files = { 0 };
	size_t i;

	folder_names(&files, "%s", keeper.folder);
	for (i = 0; i < files.nr; i++)
		if (strchr(files.list[i], ':') && !strchr(files.list[i], '.'))
			read_format(formats, &keeper, files.list[i]);
	names_free(&files);
	keeper_free(&keeper);
}

bool formats_settle(struct tracefs_instance *instance)
{
	struct keeper keeper = keeper_of(instance);
	struct event_formats formats = { 0 };
	bool are_gone = false;
	size_t i;

	formats_read(&formats, instance);
	for (i = 0; i < formats.nr; i++) {
		struct event_format *format = &formats.list[i];

		if (!format->is_here || !format->inode || format->is_current)
			continue;
		format->inode = 0;
		are_gone |= !write_format(&keeper, format);
	}
	formats_free(&formats);
	keeper_free(&keeper);
	return are_gone;
}

void formats_free(struct event_formats *formats)
{
	while (formats->nr) {
		struct event_format *format = &formats->list[--formats->nr];

		free(format->system);
		free(format->name);
		free(format->text);
	}
	free(formats->list);
}

void formats_remove(struct tracefs_instance *instance)
{
	char *folder = formats_folder(instance);

	folder_remove(folder);
	free(folder);
}
