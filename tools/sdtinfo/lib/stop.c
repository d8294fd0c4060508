// SPDX-License-Identifier: GPL-2.0-only
/*
 * stop.c - what stops a run: signals and a time limit
 *
 * The handler of a signal writes to the switch itself, because the rest of the program can
 * be blocked in writing its output.  After the first signal, another one interrupts that.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "lib/error.h"
#include "stop.h"

/* Signals within this time count as one: a terminal and timeout(1) can both send it. */
#define SAME_SIGNAL_NS	100000000

static volatile sig_atomic_t is_requested, is_urgent;
static struct timespec requested;	/* when that was */
static int wake[2];		/* a pipe that ends poll() */
static int switch_off = -1;

static int64_t age(const struct timespec *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - since->tv_sec) * 1000000000 + now.tv_nsec - since->tv_nsec;
}

/* After the first signal, the next one interrupts a write that is blocked. */
static void make_urgent(void)
{
	struct sigaction action;

	sigaction(SIGINT, NULL, &action);
	action.sa_flags &= ~SA_RESTART;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/* If it fails, poll() has something to read already, or there is no switch. */
static void write_byte(int fd, char byte)
{
	ssize_t ignored = write(fd, &byte, 1);

	(void)ignored;
}

static void on_signal(int signal)
{
	const int error = errno;

	if (signal != SIGCHLD) {
		if (is_requested && signal != SIGALRM && age(&requested) > SAME_SIGNAL_NS)
			is_urgent = 1;
		if (!is_requested)
			clock_gettime(CLOCK_MONOTONIC, &requested);
		is_requested = 1;
		write_byte(switch_off, '0');
		make_urgent();
	}
	write_byte(wake[1], 0);
	errno = error;
}

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGCHLD };

int stop_on_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction old;
	size_t i;

	if (pipe2(wake, O_CLOEXEC | O_NONBLOCK))
		return error_file("pipe", "%s", strerror(errno));
	sigemptyset(&action.sa_mask);
	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		sigaction(signals[i], NULL, &old);
		if (signals[i] != SIGHUP || old.sa_handler != SIG_IGN)	/* nohup */
			sigaction(signals[i], &action, NULL);
	}
	signal(SIGPIPE, SIG_IGN);
	return 0;
}

int stop_after(double seconds)
{
	struct itimerval timer = { 0 };
	double whole;

	timer.it_value.tv_usec = modf(seconds, &whole) * 1000000;
	timer.it_value.tv_sec = whole;
	if (!setitimer(ITIMER_REAL, &timer, NULL))
		return 0;
	return error_file("timer", "%s", strerror(errno));
}

void stop_set_switch(int fd)
{
	switch_off = fd;
}

bool stop_requested(void)
{
	return is_requested;
}

bool stop_is_urgent(void)
{
	return is_urgent;
}

int stop_wait(int file, int ms)
{
	struct pollfd files[] = {
		{ .fd = file, .events = POLLIN },
		{ .fd = wake[0], .events = POLLIN },
	};
	char buffer[64];
	int nr = poll(files, 2, ms);

	if (nr < 0 && errno != EINTR)
		return error_file("poll", "%s", strerror(errno));
	while (read(wake[0], buffer, sizeof(buffer)) > 0)
		;
	return nr > 0 && files[0].revents;
}
