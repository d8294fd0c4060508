// SPDX-License-Identifier: GPL-2.0-only
/*
 * session.c - opens VirtualBox's driver, makes requests, and says which probes they fire
 *
 *	./session /dev/vboxdrv
 *
 * Prints a line for each hit, with the values that do not depend on the kernel's memory,
 * then the session's address in the kernel, which the driver tells root.
 *
 * The requests are those with which each program of VirtualBox begins, and some that the
 * driver refuses.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define INITIAL_COOKIE		0x69726f74
#define HEADER_MAGIC		0x42000042
#define COOKIE_MAGIC		"The Magic Word!"
#define OLDEST_VERSION		0x00390000

/* VirtualBox's status codes */
#define GENERAL_FAILURE		(-1)
#define INVALID_PARAMETER	(-2)
#define INVALID_MAGIC		(-3)

/* In the header before a request: as VirtualBox's library has it, no status that the
 * driver sets */
#define NOT_SET			(-225)

struct header {
	uint32_t cookie;
	uint32_t session_cookie;
	uint32_t in;		/* bytes to read */
	uint32_t out;		/* bytes to write */
	uint32_t flags;
	int32_t status;
};

struct cookie {
	struct header header;
	union {
		struct {
			char magic[16];
			uint32_t version;
			uint32_t oldest_version;
		} in;
		struct {
			uint32_t cookie;
			uint32_t session_cookie;
			uint32_t session_version;
			uint32_t driver_version;
			uint32_t functions;
			uint64_t session;
		} out;
	};
};

struct capabilities {
	struct header header;
	uint32_t bits;
};

/* Requests of 64-bit programs have bit 7. */
#define GET_COOKIE		_IOWR('V', 128 + 1, struct cookie)
#define GET_CAPABILITIES	_IOWR('V', 128 + 26, struct capabilities)
#define NO_REQUEST		_IOWR('V', 128 + 127, struct capabilities)

static int driver;

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/*
 * Makes a request.  The request has the first status that ioctl-return shows, and the
 * driver the second: if that is not zero, the ioctl fails and writes nothing back.
 */
static void request(unsigned long number, struct header *header, int status, int driver_status,
		    int error)
{
	int got;

	header->flags = HEADER_MAGIC;
	header->status = NOT_SET;
	errno = 0;
	got = ioctl(driver, number, header);
	if ((got ? errno : 0) != error)
		fail("ioctl");
	if (!error && header->status != status)
		fail("the request's status");
	printf("ioctl_entry: uIOCtl=0x%lx\n", number);
	printf("ioctl_return: uIOCtl=0x%lx rc=%d rcReq=%d\n", number, status, driver_status);
}

static struct cookie get_cookie(const char *magic, int status)
{
	struct cookie cookie = { 0 };

	cookie.header.cookie = INITIAL_COOKIE;
	cookie.header.in = sizeof(cookie.header) + sizeof(cookie.in);
	cookie.header.out = sizeof(cookie.header) + sizeof(cookie.out);
	strcpy(cookie.in.magic, magic);
	cookie.in.version = cookie.in.oldest_version = OLDEST_VERSION;
	request(GET_COOKIE, &cookie.header, status, 0, 0);
	return cookie;
}

static void get_capabilities(unsigned long number, struct cookie *cookie, int status,
			     int driver_status, int error)
{
	struct capabilities capabilities = { 0 };

	capabilities.header.cookie = cookie->out.cookie;
	capabilities.header.session_cookie = cookie->out.session_cookie;
	capabilities.header.in = sizeof(capabilities.header);
	capabilities.header.out = sizeof(capabilities);
	request(number, &capabilities.header, status, driver_status, error);
}

int main(int argc, char **argv)
{
	struct cookie none = { 0 }, cookie;
	struct header short_header = { 0 };

	if (argc != 2) {
		fprintf(stderr, "usage: session DEVICE\n");
		return 2;
	}
	driver = open(argv[1], O_RDWR);
	if (driver < 0)
		fail(argv[1]);
	printf("session_create: fUser=1\n");

	/* A header without flags does not get as far as the probes. */
	if (ioctl(driver, GET_COOKIE, &short_header) == 0)
		fail("a request without flags");
	get_cookie("please", INVALID_MAGIC);
	get_capabilities(GET_CAPABILITIES, &none, INVALID_PARAMETER, 0, EINVAL);
	cookie = get_cookie(COOKIE_MAGIC, 0);
	get_capabilities(GET_CAPABILITIES, &cookie, 0, 0, 0);
	get_capabilities(NO_REQUEST, &cookie, NOT_SET, GENERAL_FAILURE, EINVAL);

	close(driver);
	printf("session_close: Process=%d Uid=%d Gid=%d\n", getpid(), getuid(), getgid());
	printf("pSession=0x%llx\n", (unsigned long long)cookie.out.session);
	return 0;
}
