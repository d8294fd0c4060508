// SPDX-License-Identifier: GPL-2.0-only
/*
 * files.c - all that can be done with files and folders, in one task
 *
 *	./files FOLDER
 *
 * Works in FOLDER, which must be empty, and leaves nothing there.  Says what fails.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#define FILES	6
#define BLOCK	4096

static char block[BLOCK];

static void must(int succeeded, const char *what)
{
	if (succeeded)
		return;
	perror(what);
	exit(1);
}

static const char *name(const char *kind, int number)
{
	static char names[2][80];
	static int next;
	char *text = names[next++ % 2];

	sprintf(text, "%s-with-a-name-of-some-length-%d", kind, number);
	return text;
}

/* With holes, and for some more blocks than the inode has room to list */
static void make_file(int number)
{
	int fd = open(name("file", number), O_CREAT | O_EXCL | O_RDWR, 0644);

	must(fd >= 0, "create");
	for (int i = 0; i < number; i++)
		must(pwrite(fd, block, 3000, i * 3 * BLOCK) == 3000, "write");
	if (number % 2)
		must(fsync(fd) == 0, "fsync");
	for (int i = 0; i < number; i++)
		must(pread(fd, block, 3000, i * 3 * BLOCK) == 3000, "read");
	must(fallocate(fd, 0, 0, number * 3 * BLOCK + BLOCK) == 0, "fallocate");
	must(fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, BLOCK) == 0, "punch a hole");
	must(ftruncate(fd, number * 100) == 0, "truncate");
	must(close(fd) == 0, "close");
}

static void make_all(void)
{
	for (int i = 0; i < FILES; i++) {
		make_file(i);
		must(mkdir(name("folder", i), 0755) == 0, "mkdir");
		must(symlink(name("file", i), name("symlink", i)) == 0, "symlink");
		must(link(name("file", i), name("link", i)) == 0, "link");
		must(setxattr(name("file", i), "user.some", block, 50 * i, 0) == 0, "setxattr");
	}
}

static void look_at_all(void)
{
	struct stat status;
	DIR *folder = opendir(".");
	int entries = 0;

	must(folder != NULL, "opendir");
	while (readdir(folder))
		entries++;
	closedir(folder);
	if (entries != 2 + 4 * FILES) {
		fprintf(stderr, "%d entries\n", entries);
		exit(1);
	}
	for (int i = 0; i < FILES; i++) {
		must(stat(name("symlink", i), &status) == 0 && status.st_size == 100 * i, "stat");
		must(getxattr(name("link", i), "user.some", block, BLOCK) == 50 * i, "getxattr");
		must(stat(name("none", i), &status) != 0, "no file");
	}
}

static void remove_all(void)
{
	for (int i = 0; i < FILES; i++) {
		must(chmod(name("file", i), 0600) == 0, "chmod");
		must(rename(name("file", i), name("renamed", i)) == 0, "rename");
		must(removexattr(name("renamed", i), "user.some") == 0, "removexattr");
		must(unlink(name("renamed", i)) == 0, "unlink");
		must(unlink(name("link", i)) == 0, "unlink");
		must(unlink(name("symlink", i)) == 0, "unlink");
		must(rmdir(name("folder", i)) == 0, "rmdir");
	}
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: files FOLDER\n");
		return 2;
	}
	must(chdir(argv[1]) == 0, argv[1]);
	memset(block, 'x', sizeof(block));
	make_all();
	look_at_all();
	remove_all();
	return 0;
}
