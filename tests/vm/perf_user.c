// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf_user.c - uses events as perf and BPF tools do, again and again
 *
 *	perf_user STOP PAUSE IDS
 *
 * Opens the trace events whose ids the file IDS holds, on every CPU, in turn as a
 * counter, with a ring buffer and with a BPF program, and closes them after some
 * milliseconds, until the file STOP is there.  Has none open while the file PAUSE
 * is there.  Skips an event or a CPU that is gone at the moment.  Prints how many
 * it opened, how many had a BPF program, and how many hits they counted.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_OPEN	32
#define BUFFER_SIZE	(9UL * 4096)	/* a page for perf, eight for records */

enum use { COUNT, BUFFER, BPF, NR_USES };

struct opened {
	int fd;
	void *buffer;
};

static unsigned long nr_opened, nr_bpf, nr_hits;

/* "return VALUE": 0 is that the event shall not be recorded. */
static int bpf_program(int value)
{
	struct bpf_insn code[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = value },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_TRACEPOINT;
	attr.insns = (uintptr_t)code;
	attr.insn_cnt = sizeof(code) / sizeof(*code);
	attr.license = (uintptr_t)"GPL";
	return syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

static struct opened open_event(int id, int cpu, enum use use, int program)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = id,
		.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_CALLCHAIN,
		.sample_period = use == BUFFER ? 1 : 0,
	};
	struct opened event = { .buffer = MAP_FAILED };

	event.fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1,
			   PERF_FLAG_FD_CLOEXEC);
	if (event.fd < 0)
		return event;
	nr_opened++;
	if (use == BUFFER)
		event.buffer = mmap(NULL, BUFFER_SIZE, PROT_READ | PROT_WRITE,
				    MAP_SHARED, event.fd, 0);
	if (use == BPF && !ioctl(event.fd, PERF_EVENT_IOC_SET_BPF, program))
		nr_bpf++;
	return event;
}

static void close_event(struct opened *event)
{
	uint64_t hits;

	if (read(event->fd, &hits, sizeof(hits)) == sizeof(hits))
		nr_hits += hits;
	if (event->buffer != MAP_FAILED)
		munmap(event->buffer, BUFFER_SIZE);
	close(event->fd);
}

/* Opens all that there are, until there are MAX_OPEN; returns how many. */
static unsigned int open_events(const char *ids, unsigned int turn,
				const int *programs, struct opened *events)
{
	long nr_cpus = sysconf(_SC_NPROCESSORS_CONF);
	FILE *file = fopen(ids, "r");
	unsigned int nr = 0;
	int id, cpu;

	if (!file)
		return 0;
	for (; fscanf(file, "%d", &id) == 1; turn++)
		for (cpu = 0; cpu < nr_cpus && nr < MAX_OPEN; cpu++) {
			events[nr] = open_event(id, cpu, turn % NR_USES,
						programs[turn % 2]);
			if (events[nr].fd >= 0)
				nr++;
		}
	fclose(file);
	return nr;
}

int main(int argc, char **argv)
{
	int programs[] = { bpf_program(0), bpf_program(1) };
	struct opened events[MAX_OPEN];
	unsigned int turn, nr;

	if (argc != 4)
		return 2;
	for (turn = 0; access(argv[1], F_OK); turn++) {
		while (!access(argv[2], F_OK))
			usleep(100000);
		nr = open_events(argv[3], turn, programs, events);
		usleep(turn % 8 * 2000);
		while (nr--)
			close_event(&events[nr]);
		usleep(2000);
	}
	printf("%lu %lu %lu\n", nr_opened, nr_bpf, nr_hits);
	return 0;
}
