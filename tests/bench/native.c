// SPDX-License-Identifier: GPL-2.0-only
/*
 * native.c - calls the functions of native_bodies.c in user space
 *
 *	native CALLS [FUNCTION]
 *
 * Calls each function, or one, so many times, with all sites disabled.  Under callgrind the
 * instructions of each function are dumped under its name.  "nothing" is a function that
 * returns at once.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "native.h"

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;

#include <linux/sdt_abi.h>

static _Bool is_enabled(int line)
{
	return 0;
}

static void give_up(const char *why)
{
	fprintf(stderr, "native: %s\n", why);
	exit(1);
}

#include "../fuzz/plugin/sites.h"

asm(".text\n"
"	.globl " SDT_TRAMPOLINE_SYMBOL ", empty_listener\n"
SDT_TRAMPOLINE_SYMBOL ":\n"
"empty_listener: ret\n");

void empty_listener(void);
_Bool sdt_probes_enabled;
void (*sdt_probe_func)(void) = empty_listener;
unsigned int sdt_id_leaf0, sdt_id_leaf3, sdt_id_leaf8, sdt_id_early, sdt_id_around;
unsigned int sdt_id_loop;

long native_factor = 7;

__attribute__((noipa)) long native_call(struct item *p, long n)
{
	return p->level + n;
}

static __attribute__((noipa)) long nothing(struct item *p, long a, long n)
{
	return a;
}

static const struct {
	const char *name;
	long (*call)(struct item *p, long a, long n);
} functions[] = {
	{ "nothing", nothing },
	{ "leaf0", leaf0 },
	{ "leaf3", leaf3 },
	{ "leaf8", leaf8 },
	{ "early", early },
	{ "around", around },
	{ "loop", loop },
};

int main(int argc, char **argv)
{
	static struct item item = { .level = 9, .values = { 1, 2, 3 } };
	unsigned int i, done = 0;
	long n, calls;

	if (argc < 2)
		give_up("native CALLS [FUNCTION]");
	calls = atol(argv[1]);
	item.next = &item;
	switch_sites();
	for (i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		long (*volatile call)(struct item *p, long a, long n) = functions[i].call;

		if (argc > 2 && strcmp(argv[2], functions[i].name))
			continue;
		CALLGRIND_ZERO_STATS;
		for (n = 0; n < calls; n++)
			call(&item, n, 5);
		CALLGRIND_DUMP_STATS_AT(functions[i].name);
		done++;
	}
	if (!done)
		give_up("there is no such function");
	return 0;
}
