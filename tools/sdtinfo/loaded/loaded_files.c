// SPDX-License-Identifier: GPL-2.0-only
/*
 * loaded_files.c - the files of loaded modules: those of the same build
 *
 * They replace debugfs where it is not mounted, or this process may not read it: sysfs shows
 * everybody which loaded modules have probes, and their build IDs.
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <linux/sdt_abi.h>

#include "lib/util.h"
#include "loaded.h"

#define SYS_MODULE		"/sys/module"
#define BUILD_ID_SECTION	".note.gnu.build-id"

/* The build ID note of a loaded module; NULL if it has none; caller frees */
static unsigned char *read_build_note(const char *name, size_t *size)
{
	return (unsigned char *)file_text(size, SYS_MODULE "/%s/notes/" BUILD_ID_SECTION, name);
}

/* The ID is behind the note's header and its owner's name, "GNU". */
char *loaded_build_id(const char *name)
{
	const size_t start = sizeof(Elf64_Nhdr) + sizeof("GNU");
	size_t i, n;
	unsigned char *bytes = read_build_note(name, &n);
	char *text = NULL;

	if (bytes && n > start)
		text = xcalloc(2 * (n - start) + 1, 1);
	for (i = start; text && i < n; i++)
		sprintf(text + 2 * (i - start), "%02x", bytes[i]);
	free(bytes);
	return text;
}

/* Do the file and the loaded module have the same build ID? */
static bool is_same_build(const char *name, struct module_elf *elf)
{
	size_t n;
	unsigned char *bytes = read_build_note(name, &n);
	const struct elf_section *section = bytes && n ?
					    module_elf_section(elf, BUILD_ID_SECTION, NULL) : NULL;
	const void *in_file = section && section->size == n ? module_elf_data(elf, section) : NULL;
	const bool is_same = in_file && !memcmp(bytes, in_file, n);

	free(bytes);
	return is_same;
}

char *loaded_module_file(const char *name, bool *is_same)
{
	char *path = module_installed(name);
	struct module_elf *elf = path ? module_elf_open(path) : NULL;

	*is_same = elf && is_same_build(name, elf);
	if (elf)
		module_elf_close(elf);
	return path;
}

/*
 * Instead of debugfs
 */

/* The kernel lists a module's sections to everybody; their addresses are for root. */
static bool has_probes(const char *name)
{
	return file_exists(SYS_MODULE "/%s/sections/" SDT_TABLE_SECTION, name);
}

int loaded_instrumented(struct name_list *names)
{
	struct name_list all = { 0 };
	const int failed = folder_names(&all, SYS_MODULE);
	size_t i;

	for (i = 0; i < all.nr; i++)
		if (has_probes(all.list[i]))
			names_add(names, all.list[i]);
	names_free(&all);
	return failed;
}

/* A module that was unloaded meanwhile has no file. */
static enum exit_code read_file(struct loaded_modules *loaded, const char *name,
				struct name_list *left_out)
{
	struct module *module;
	enum exit_code code;
	bool is_same;
	char *path = loaded_module_file(name, &is_same);

	if (!is_same) {
		names_add(left_out, name);
		free(path);
		return EXIT_DONE;
	}
	module = xcalloc(1, sizeof(*module));
	code = module_read(module, path);
	module_close(module);
	free(path);
	if (code != EXIT_DONE) {
		module_free(module);
		free(module);
		return EXIT_FAILED;
	}
	free(module->name);
	module->name = xasprintf("%s", name);
	module->is_loaded = true;
	loaded->modules = xroom_for_one(loaded->modules, loaded->nr_modules,
					sizeof(*loaded->modules));
	loaded->modules[loaded->nr_modules++] = module;
	return EXIT_DONE;
}

static void report_left_out(const struct name_list *left_out)
{
	char *names = names_text(left_out, "");
	struct utsname kernel;

	uname(&kernel);
	error_file(names, "no installed file of this build: copy it below /lib/modules/%s and run depmod, or use debugfs",
		   kernel.release);
	free(names);
}

/* Report this only once. */
static void say_so(const struct debugfs *debugfs, const struct name_list *left_out)
{
	static bool is_said;

	if (is_said)
		return;
	error_file(debugfs->closed, "%.*s; the modules' installed files are read instead",
		   (int)strcspn(debugfs->why, ":"), debugfs->why);
	if (left_out->nr)
		report_left_out(left_out);
	is_said = true;
}

static enum exit_code read_files(struct loaded_modules *loaded, const struct name_list *names,
				 const struct debugfs *debugfs)
{
	struct name_list left_out = { 0 };
	enum exit_code code = EXIT_DONE;
	size_t i;

	for (i = 0; i < names->nr; i++)
		code = exit_worse(code, read_file(loaded, names->list[i], &left_out));
	if (left_out.nr && !loaded->nr_modules) {
		debugfs_report(debugfs);
		report_left_out(&left_out);
		code = EXIT_FAILED;
	} else if (names->nr) {
		say_so(debugfs, &left_out);
	}
	names_free(&left_out);
	return code;
}

enum exit_code loaded_files_read(struct loaded_modules *loaded, const char *name,
				 const struct debugfs *debugfs)
{
	struct name_list names = { 0 };
	enum exit_code code = EXIT_FAILED;

	if (!loaded_is("sdt")) {
		debugfs_report(debugfs);
	} else if (name && !has_probes(name)) {
		error_file(name, "no probes in it");
		code = EXIT_NO_PROBES;
	} else if (name) {
		names_add(&names, name);
		code = read_files(loaded, &names, debugfs);
	} else if (loaded_instrumented(&names)) {
		error_file(SYS_MODULE, "%s", strerror(errno));
	} else {
		code = read_files(loaded, &names, debugfs);
	}
	names_free(&names);
	return code;
}
