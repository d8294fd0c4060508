// SPDX-License-Identifier: GPL-2.0-only
/*
 * load_forced.c - loads a module as modprobe --force does, without its version
 *
 *	load_forced FILE
 */
#include <err.h>
#include <fcntl.h>
#include <linux/module.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int fd;

	if (argc != 2)
		return 2;
	fd = open(argv[1], O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		err(1, "%s", argv[1]);
	if (syscall(SYS_finit_module, fd, "", MODULE_INIT_IGNORE_VERMAGIC))
		err(1, "finit_module");
	return 0;
}
