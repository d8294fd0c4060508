// SPDX-License-Identifier: GPL-2.0-only
/*
 * attach.c - attaches to an event as perf or a BPF tool does, and prints what it costs
 *
 *	attach HOW tracepoint:cost/int3 RUNS FILE
 *	attach HOW kprobe:cost_kprobe/int3 RUNS FILE
 *	attach HOW raw:cost_int3 RUNS FILE
 *
 * HOW is "counting" or "sampling", which are perf's, or the BPF program: "nothing",
 * "count" or "fields", which adds the fields a and b.  Attaches to the trace event, the
 * event of a kprobe or the raw tracepoint, and prints the FILE RUNS times: a
 * parameter of cost.ko, which calls a function with that event.  All on processor 0.
 * Then looks whether the hits have been seen.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALLS		10000		/* COST_CALLS of cost.h */
#define EVENTS		"/sys/kernel/tracing/events/"
#define BUFFER_SIZE	(9UL * 4096)	/* a page for perf, eight for records */

/* Where the first two arguments of a function are in struct pt_regs */
#define PT_REGS_DI	112
#define PT_REGS_SI	104

#define INSN(CODE, DST, SRC, OFF, IMM)	\
	((struct bpf_insn){ .code = (CODE), .dst_reg = (DST), .src_reg = (SRC), \
			    .off = (OFF), .imm = (IMM) })
#define MOV_REG(DST, SRC)	INSN(BPF_ALU64 | BPF_MOV | BPF_X, DST, SRC, 0, 0)
#define MOV_IMM(DST, IMM)	INSN(BPF_ALU64 | BPF_MOV | BPF_K, DST, 0, 0, IMM)
#define ADD_REG(DST, SRC)	INSN(BPF_ALU64 | BPF_ADD | BPF_X, DST, SRC, 0, 0)
#define ADD_IMM(DST, IMM)	INSN(BPF_ALU64 | BPF_ADD | BPF_K, DST, 0, 0, IMM)
#define LOAD(SIZE, DST, SRC, OFF)	INSN(BPF_LDX | BPF_MEM | (SIZE), DST, SRC, OFF, 0)
#define STORE(SIZE, DST, SRC, OFF)	INSN(BPF_STX | BPF_MEM | (SIZE), DST, SRC, OFF, 0)
#define STORE_IMM(SIZE, DST, OFF, IMM)	INSN(BPF_ST | BPF_MEM | (SIZE), DST, 0, OFF, IMM)

/* A trace event or a kprobe's event or a raw tracepoint, by its name */
struct event {
	const char *name;
	enum bpf_prog_type type;
	int a, b;		/* where a program finds the fields */
};

static long bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

static FILE *open_file(const struct event *event, const char *name)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), EVENTS "%s/%s", event->name, name);
	file = fopen(path, "r");
	if (!file)
		err(1, "%s", path);
	return file;
}

/* The offset of a field in the event's records */
static int field_offset(const struct event *event, const char *field)
{
	FILE *file = open_file(event, "format");
	char line[256], name[16], *found;
	int offset = -1;

	snprintf(name, sizeof(name), " %s;", field);
	while (offset < 0 && fgets(line, sizeof(line), file)) {
		found = strstr(line, name);
		if (found)
			sscanf(found + strlen(name), " offset:%d;", &offset);
	}
	fclose(file);
	if (offset < 0)
		errx(1, "%s has no field %s", event->name, field);
	return offset;
}

static struct event find_event(const char *text, int needs_fields)
{
	const char *colon = strchr(text, ':');
	struct event event = { .name = colon ? colon + 1 : "" };

	if (!strncmp(text, "tracepoint:", 11)) {
		event.type = BPF_PROG_TYPE_TRACEPOINT;
		if (needs_fields) {
			event.a = field_offset(&event, "a");
			event.b = field_offset(&event, "b");
		}
	} else if (!strncmp(text, "kprobe:", 7)) {
		event.type = BPF_PROG_TYPE_KPROBE;
		event.a = PT_REGS_DI;
		event.b = PT_REGS_SI;
	} else if (!strncmp(text, "raw:", 4)) {
		event.type = BPF_PROG_TYPE_RAW_TRACEPOINT;
		event.b = 8;
	} else {
		errx(2, "%s is not an event", text);
	}
	return event;
}

static int open_perf(const struct event *event, int is_sampling)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
	};
	FILE *file = open_file(event, "id");
	unsigned int id;
	int fd;

	if (fscanf(file, "%u", &id) != 1)
		errx(1, "%s has no id", event->name);
	fclose(file);
	attr.config = id;
	if (is_sampling) {
		/* As perf record does.  Written backwards, the buffer is never full. */
		attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW;
		attr.sample_period = 1;
		attr.write_backward = 1;
	}
	fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		err(1, "perf_event_open of %s", event->name);
	return fd;
}

static int make_map(void)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_PERCPU_ARRAY,
		.key_size = 4,
		.value_size = 8,
		.max_entries = 1,
	};
	int fd = bpf(BPF_MAP_CREATE, &attr);

	if (fd < 0)
		err(1, "BPF_MAP_CREATE");
	return fd;
}

/* Appends what adds 1 or a and b to the map's value */
static int add_sum(struct bpf_insn *code, int map, const struct event *event, int is_count)
{
	const struct bpf_insn lookup[] = {
		MOV_REG(BPF_REG_6, BPF_REG_1),
		STORE_IMM(BPF_W, BPF_REG_10, -4, 0),
		INSN(BPF_LD | BPF_DW | BPF_IMM, BPF_REG_1, BPF_PSEUDO_MAP_FD, 0, map),
		INSN(0, 0, 0, 0, 0),
		MOV_REG(BPF_REG_2, BPF_REG_10),
		ADD_IMM(BPF_REG_2, -4),
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem),
		/* over what follows if there is no such element */
		INSN(BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_0, 0, is_count ? 3 : 6, 0),
	};
	int n = sizeof(lookup) / sizeof(*lookup);

	memcpy(code, lookup, sizeof(lookup));
	code[n++] = LOAD(BPF_DW, BPF_REG_1, BPF_REG_0, 0);
	if (is_count) {
		code[n++] = ADD_IMM(BPF_REG_1, 1);
	} else {
		code[n++] = LOAD(BPF_W, BPF_REG_2, BPF_REG_6, event->a);
		code[n++] = ADD_REG(BPF_REG_1, BPF_REG_2);
		code[n++] = LOAD(BPF_DW, BPF_REG_2, BPF_REG_6, event->b);
		code[n++] = ADD_REG(BPF_REG_1, BPF_REG_2);
	}
	code[n++] = STORE(BPF_DW, BPF_REG_0, BPF_REG_1, 0);
	return n;
}

static int load_program(const char *how, const struct event *event, int map)
{
	static char log[65536];
	struct bpf_insn code[32];
	union bpf_attr attr = {
		.prog_type = event->type,
		.insns = (uintptr_t)code,
		.license = (uintptr_t)"GPL",
		.log_buf = (uintptr_t)log,
		.log_size = sizeof(log),
		.log_level = 1,
	};
	int n = 0, fd;

	if (strcmp(how, "nothing"))
		n = add_sum(code, map, event, !strcmp(how, "count"));
	/* An event whose program returns 0 is not recorded. */
	code[n++] = MOV_IMM(BPF_REG_0, 0);
	code[n++] = INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
	attr.insn_cnt = n;
	fd = bpf(BPF_PROG_LOAD, &attr);
	if (fd < 0)
		err(1, "BPF_PROG_LOAD of %s: %s", how, log);
	return fd;
}

static void attach_program(int program, const struct event *event)
{
	union bpf_attr attr = {
		.raw_tracepoint = {
			.name = (uintptr_t)event->name,
			.prog_fd = program,
		},
	};

	if (event->type == BPF_PROG_TYPE_RAW_TRACEPOINT) {
		if (bpf(BPF_RAW_TRACEPOINT_OPEN, &attr) < 0)
			err(1, "BPF_RAW_TRACEPOINT_OPEN of %s", event->name);
	} else if (ioctl(open_perf(event, 0), PERF_EVENT_IOC_SET_BPF, program)) {
		err(1, "PERF_EVENT_IOC_SET_BPF of %s", event->name);
	}
}

/* The sum of the map's values of all processors */
static uint64_t map_sum(int map)
{
	long nr = sysconf(_SC_NPROCESSORS_CONF), i;
	uint64_t values[256], sum = 0;
	uint32_t key = 0;
	union bpf_attr attr = {
		.map_fd = map,
		.key = (uintptr_t)&key,
		.value = (uintptr_t)values,
	};

	if (nr > 256 || bpf(BPF_MAP_LOOKUP_ELEM, &attr))
		err(1, "BPF_MAP_LOOKUP_ELEM");
	for (i = 0; i < nr; i++)
		sum += values[i];
	return sum;
}

static void print_runs(const char *path, int runs)
{
	char line[64];
	FILE *file;

	while (runs--) {
		file = fopen(path, "r");
		if (!file || !fgets(line, sizeof(line), file))
			err(1, "%s", path);
		fputs(line, stdout);
		fclose(file);
	}
}

static void measure_perf(const struct event *event, int is_sampling, const char *path,
			 int runs)
{
	int fd = open_perf(event, is_sampling);
	struct perf_event_mmap_page *buffer = NULL;
	uint64_t hits = 0;

	if (is_sampling) {
		buffer = mmap(NULL, BUFFER_SIZE, PROT_READ, MAP_SHARED, fd, 0);
		if (buffer == MAP_FAILED)
			err(1, "mmap of the ring buffer");
	}
	print_runs(path, runs);
	if (read(fd, &hits, sizeof(hits)) != sizeof(hits) || hits != (uint64_t)runs * CALLS)
		errx(1, "%s: %llu hits instead of %d", event->name,
		     (unsigned long long)hits, runs * CALLS);
	if (buffer && !buffer->data_head)
		errx(1, "%s: no sample", event->name);
}

static void measure_bpf(const struct event *event, const char *how, const char *path, int runs)
{
	int map = make_map();
	uint64_t sum;

	attach_program(load_program(how, event, map), event);
	print_runs(path, runs);
	if (!strcmp(how, "nothing"))
		return;
	sum = map_sum(map);
	if (!strcmp(how, "count") ? sum != (uint64_t)runs * CALLS : sum < (uint64_t)runs * CALLS)
		errx(1, "%s: the sum is %llu", event->name, (unsigned long long)sum);
}

int main(int argc, char **argv)
{
	const char *how = argv[1];
	struct event event;
	int runs = argc == 5 ? atoi(argv[3]) : 0;

	if (runs < 1)
		errx(2, "usage: attach HOW EVENT RUNS FILE");
	event = find_event(argv[2], !strcmp(how, "fields"));
	if (!strcmp(how, "counting") || !strcmp(how, "sampling"))
		measure_perf(&event, !strcmp(how, "sampling"), argv[4], runs);
	else if (!strcmp(how, "nothing") || !strcmp(how, "count") || !strcmp(how, "fields"))
		measure_bpf(&event, how, argv[4], runs);
	else
		errx(2, "%s: not a way to attach", how);
	return 0;
}
