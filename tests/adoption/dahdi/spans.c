// SPDX-License-Identifier: GPL-2.0-only
/*
 * spans - use DAHDI without a card: two spans that are connected with each other, and a
 * conference's channel
 *
 * Prints "ok", or what has failed.  Messages of the driver depend on nothing but these calls.
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <dahdi/user.h>

#define SPANS	2

static void must(int status, const char *what)
{
	if (status < 0)
		err(1, "%s", what);
}

int main(void)
{
	const int control = open("/dev/dahdi/ctl", O_RDWR);
	struct dahdi_dynamic_span spans[SPANS] = {};
	struct dahdi_bufferinfo buffers = { .bufsize = 160, .numbufs = 4 };
	struct dahdi_params channel = {};
	char samples[160] = {};
	int pseudo;

	must(control, "/dev/dahdi/ctl");
	for (int i = 0; i < SPANS; i++) {
		strcpy(spans[i].driver, "loc");
		sprintf(spans[i].addr, "1:%d", i);
		spans[i].numchans = 4;
		spans[i].timing = i;
		must(ioctl(control, DAHDI_DYNAMIC_CREATE, &spans[i]), "DAHDI_DYNAMIC_CREATE");
	}
	for (int i = 1; i <= SPANS; i++) {
		struct dahdi_lineconfig line = { .span = i };

		must(ioctl(control, DAHDI_SPANCONFIG, &line), "DAHDI_SPANCONFIG");
		must(ioctl(control, DAHDI_STARTUP, &i), "DAHDI_STARTUP");
	}
	pseudo = open("/dev/dahdi/pseudo", O_RDWR);
	must(pseudo, "/dev/dahdi/pseudo");
	must(ioctl(pseudo, DAHDI_SET_BUFINFO, &buffers), "DAHDI_SET_BUFINFO");
	must(ioctl(pseudo, DAHDI_GET_PARAMS, &channel), "DAHDI_GET_PARAMS");
	must(write(pseudo, samples, sizeof(samples)), "writing samples");
	close(pseudo);
	for (int i = SPANS - 1; i >= 0; i--)
		must(ioctl(control, DAHDI_DYNAMIC_DESTROY, &spans[i]), "DAHDI_DYNAMIC_DESTROY");
	puts("ok");
	return 0;
}
