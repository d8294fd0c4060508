// SPDX-License-Identifier: GPL-2.0-only
/*
 * stalled_read.c - a command is run while a read waits for the reader's memory
 *
 *	stalled_read FILE COMMAND [ARGUMENT...]
 *
 * The memory that FILE is read to has no page until this program provides one
 * (userfaultfd), which it does when COMMAND has ended.  Prints the exit status of
 * COMMAND and what the read returned or its negative errno, or "no userfaultfd".
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096

static int file;
static void *page;

static void *read_file(void *unused)
{
	ssize_t *ret = malloc(sizeof(*ret));

	(void)unused;
	*ret = read(file, page, PAGE);
	if (*ret < 0)
		*ret = -errno;
	return ret;
}

/* Returns a userfaultfd that is asked for the page.  Only a nonblocking one can be polled. */
static int watch_page(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 && errno == ENOSYS) {
		puts("no userfaultfd");
		exit(0);
	}
	page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	range.range.start = (unsigned long)page;
	range.range.len = PAGE;
	if (fd < 0 || page == MAP_FAILED || ioctl(fd, UFFDIO_API, &api) ||
	    ioctl(fd, UFFDIO_REGISTER, &range))
		err(1, "userfaultfd");
	return fd;
}

static void provide_page(int fd)
{
	struct uffdio_zeropage zero = {
		.range = { .start = (unsigned long)page, .len = PAGE },
	};

	if (ioctl(fd, UFFDIO_ZEROPAGE, &zero))
		err(1, "UFFDIO_ZEROPAGE");
}

static int run(char **command)
{
	int status;
	pid_t child = fork();

	if (!child) {
		execvp(command[0], command);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0)
		err(1, "%s", command[0]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char **argv)
{
	struct pollfd fault = { .events = POLLIN };
	pthread_t reader;
	ssize_t *ret;

	if (argc < 3)
		return 2;
	file = open(argv[1], O_RDONLY | O_CLOEXEC);
	if (file < 0)
		err(1, "%s", argv[1]);
	fault.fd = watch_page();
	if (pthread_create(&reader, NULL, read_file, NULL) ||
	    poll(&fault, 1, 10000) != 1 || fault.revents != POLLIN)
		errx(1, "the read does not wait");
	printf("%d ", run(argv + 2));
	provide_page(fault.fd);
	pthread_join(reader, (void **)&ret);
	printf("%zd\n", *ret);
	free(ret);
	return 0;
}
