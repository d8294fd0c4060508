// SPDX-License-Identifier: GPL-2.0-only
/*
 * raw_user.c - attaches BPF programs to raw tracepoints while a command runs
 *
 *	raw_user NAME:ARGS... -- COMMAND...
 *
 * The program of each NAME counts the hits and keeps the first ARGS arguments of the last
 * one.  Prints "NAME HITS ARGUMENT..." for each afterwards, and "(now OTHER)" behind it if the
 * kernel has another name for the tracepoint by then; or why one cannot be attached.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef BPF_ATOMIC	/* the name since Linux 5.12 */
# define BPF_ATOMIC	BPF_XADD
#endif

#define MAX_ARGS	12
#define MAX_PROGRAMS	16

#define INSN(CODE, DST, SRC, OFF, IMM)	\
	((struct bpf_insn){ .code = (CODE), .dst_reg = (DST), .src_reg = (SRC), \
			    .off = (OFF), .imm = (IMM) })

/* What a program writes */
struct seen {
	uint64_t hits;
	uint64_t args[MAX_ARGS];
};

struct user {
	char *name;
	unsigned int nr_args;
	int map;
	int link;
};

static long bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

static int make_map(void)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.map_type = BPF_MAP_TYPE_ARRAY;
	attr.key_size = 4;
	attr.value_size = sizeof(struct seen);
	attr.max_entries = 1;
	return bpf(BPF_MAP_CREATE, &attr);
}

static int load_program(const struct user *user)
{
	const int rest = 2 + 2 * user->nr_args;	/* skipped if the map has no such value */
	struct bpf_insn code[16 + 2 * MAX_ARGS] = {
		INSN(BPF_ALU64 | BPF_MOV | BPF_X, BPF_REG_6, BPF_REG_1, 0, 0),
		INSN(BPF_ST | BPF_MEM | BPF_W, BPF_REG_10, 0, -4, 0),
		INSN(BPF_LD | BPF_DW | BPF_IMM, BPF_REG_1, BPF_PSEUDO_MAP_FD, 0, user->map),
		INSN(0, 0, 0, 0, 0),
		INSN(BPF_ALU64 | BPF_MOV | BPF_X, BPF_REG_2, BPF_REG_10, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, BPF_REG_2, 0, 0, -4),
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_0, 0, rest, 0),
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_1, 0, 0, 1),
		INSN(BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_0, BPF_REG_1, 0, BPF_ADD),
	};
	static char log[65536];
	union bpf_attr attr;
	unsigned int n = 10, i;

	for (i = 0; i < user->nr_args; i++) {
		code[n++] = INSN(BPF_LDX | BPF_MEM | BPF_DW, BPF_REG_1, BPF_REG_6, 8 * i, 0);
		code[n++] = INSN(BPF_STX | BPF_MEM | BPF_DW, BPF_REG_0, BPF_REG_1,
				 8 + 8 * i, 0);
	}
	code[n++] = INSN(BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, 0);
	code[n++] = INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT;
	attr.insns = (uintptr_t)code;
	attr.insn_cnt = n;
	attr.license = (uintptr_t)"GPL";
	attr.log_buf = (uintptr_t)log;
	attr.log_size = sizeof(log);
	attr.log_level = 1;
	return bpf(BPF_PROG_LOAD, &attr);
}

static int attach(struct user *user, char *text)
{
	char *colon = strchr(text, ':');
	union bpf_attr attr;

	if (!colon)
		exit(2);
	*colon = '\0';
	user->name = text;
	user->nr_args = atoi(colon + 1);
	user->map = make_map();
	memset(&attr, 0, sizeof(attr));
	attr.raw_tracepoint.name = (uintptr_t)text;
	attr.raw_tracepoint.prog_fd = load_program(user);
	user->link = bpf(BPF_RAW_TRACEPOINT_OPEN, &attr);
	return user->link;
}

/* As "bpftool link" asks */
static void print_name(const struct user *user)
{
	struct bpf_link_info info = { 0 };
	union bpf_attr attr;
	char name[128] = "";

	info.raw_tracepoint.tp_name = (uintptr_t)name;
	info.raw_tracepoint.tp_name_len = sizeof(name);
	memset(&attr, 0, sizeof(attr));
	attr.info.bpf_fd = user->link;
	attr.info.info = (uintptr_t)&info;
	attr.info.info_len = sizeof(info);
	if (!bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) && strcmp(name, user->name))
		printf(" (now %s)", name);
}

static void print(const struct user *user)
{
	struct seen seen = { 0 };
	union bpf_attr attr;
	uint32_t key = 0;
	unsigned int i;

	memset(&attr, 0, sizeof(attr));
	attr.map_fd = user->map;
	attr.key = (uintptr_t)&key;
	attr.value = (uintptr_t)&seen;
	if (bpf(BPF_MAP_LOOKUP_ELEM, &attr))
		perror(user->name);
	printf("%s %llu", user->name, (unsigned long long)seen.hits);
	for (i = 0; i < user->nr_args; i++)
		printf(" %lld", (long long)seen.args[i]);
	print_name(user);
	printf("\n");
}

int main(int argc, char **argv)
{
	const struct rlimit unlimited = { RLIM_INFINITY, RLIM_INFINITY };
	struct user users[MAX_PROGRAMS];
	unsigned int nr = 0, i;
	int arg;

	setrlimit(RLIMIT_MEMLOCK, &unlimited);	/* before Linux 5.11, programs count */
	for (arg = 1; arg < argc && strcmp(argv[arg], "--") && nr < MAX_PROGRAMS; arg++) {
		if (attach(&users[nr], argv[arg]) < 0) {
			printf("%s: %s\n", argv[arg], strerror(errno));
			return 1;
		}
		nr++;
	}
	if (arg + 1 >= argc)
		return 2;
	if (!fork()) {
		execvp(argv[arg + 1], argv + arg + 1);
		perror(argv[arg + 1]);
		_exit(127);
	}
	wait(NULL);
	for (i = 0; i < nr; i++)
		print(&users[i]);
	return 0;
}
