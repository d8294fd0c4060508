// SPDX-License-Identifier: GPL-2.0-only
/*
 * load_as.c - loads a module as a user who may do that and nothing else
 *
 *	load_as UID FILE
 */
#include <err.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct caps[2] = { {
		.permitted = 1 << CAP_SYS_MODULE,
		.effective = 1 << CAP_SYS_MODULE,
	} };
	int fd;

	if (argc != 3)
		return 2;
	fd = open(argv[2], O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		err(1, "%s", argv[2]);
	if (prctl(PR_SET_KEEPCAPS, 1) || setuid(atoi(argv[1])) ||
	    syscall(SYS_capset, &head, caps))
		err(1, "CAP_SYS_MODULE");
	if (syscall(SYS_finit_module, fd, "", 0))
		err(1, "finit_module");
	return 0;
}
