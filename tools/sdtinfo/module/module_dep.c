// SPDX-License-Identifier: GPL-2.0-only
/*
 * module_dep.c - the file of an installed module, as modinfo finds it
 *
 * Serves dump and verify of a module by its name.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/util.h"
#include "module_dep.h"

char *module_dep_folder(const char *release)
{
	struct utsname name;

	if (!release) {
		uname(&name);
		release = name.release;
	}
	return xasprintf("/lib/modules/%s", release);
}

/* Is "kernel/sound/snd-pcm.ko.xz" the file of a module "snd_pcm"? */
static bool is_file_of(const char *path, const char *name)
{
	const char *file = strrchr(path, '/');

	file = file ? file + 1 : path;
	for (; *name; file++, name++)
		if (*file != *name && (*file != '-' || *name != '_'))
			return false;
	return !strncmp(file, ".ko", 3);
}

/* "kernel/sound/snd-pcm.ko.xz: kernel/sound/snd.ko.xz ..." */
char *module_dep_file(const char *name)
{
	char *folder = module_dep_folder(NULL);
	char *list = xasprintf("%s/modules.dep", folder);
	char *line = NULL, *found = NULL;
	FILE *file = fopen(list, "re");
	size_t room = 0;

	while (file && !found && getline(&line, &room, file) > 0) {
		line[strcspn(line, ":\n")] = '\0';
		if (is_file_of(line, name))
			found = *line == '/' ? xasprintf("%s", line) :
					       xasprintf("%s/%s", folder, line);
	}
	if (found && access(found, R_OK)) {
		free(found);
		found = NULL;
	}
	if (file)
		fclose(file);
	free(line);
	free(list);
	free(folder);
	return found;
}
