// SPDX-License-Identifier: GPL-2.0-only
/*
 * lines.c - plugin of QEMU that counts the cache lines of one call
 *
 *	gcc -shared -fPIC -o lines.so lines.c
 *	qemu-system-x86_64 -plugin lines.so,out=FILE ...
 *
 * Writes "INSTRUCTIONS CODE DATA PAGES" to FILE for each time that the guest executes the two
 * marks of tests/vm/modules/cost.h: how many instructions are between them, and on how many cache
 * lines of 64 bytes and on how many pages these and their data are.  With cold caches, each line
 * is a miss.  Interrupts must be off, and the guest must have one processor.
 *
 * Debian has no package of qemu-plugin.h, so what is used of it is declared here.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct tb;
struct insn;

/* QEMU's: version 1 of the interface, QEMU 4.2 to 8.2 */
typedef void (*translated_fn)(uint64_t id, struct tb *tb);
typedef void (*executed_fn)(unsigned int cpu, void *data);
typedef void (*accessed_fn)(unsigned int cpu, uint32_t info, uint64_t address, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, translated_fn fn);
size_t qemu_plugin_tb_n_insns(const struct tb *tb);
struct insn *qemu_plugin_tb_get_insn(const struct tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct insn *insn);
const void *qemu_plugin_insn_data(const struct insn *insn);
size_t qemu_plugin_insn_size(const struct insn *insn);
void qemu_plugin_register_vcpu_insn_exec_cb(struct insn *insn, executed_fn fn, int flags,
					    void *data);
void qemu_plugin_register_vcpu_mem_cb(struct insn *insn, accessed_fn fn, int flags, int which,
				      void *data);
unsigned int qemu_plugin_mem_size_shift(uint32_t info);

EXPORT int qemu_plugin_version = 1;

enum { NO_REGISTERS = 0, LOADS_AND_STORES = 3 };
enum { LINE_SHIFT = 6, PAGE_SHIFT = 12, MAX = 65536 };

/* Numbers, each once */
struct set {
	uint64_t numbers[MAX];
	unsigned int nr;
};

static struct set code, data, pages;
static unsigned long instructions;
static bool is_counting;
static FILE *out;

static void add(struct set *set, uint64_t number)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++)
		if (set->numbers[i] == number)
			return;
	if (set->nr == MAX)
		abort();
	set->numbers[set->nr++] = number;
}

static void add_bytes(struct set *set, uint64_t address, size_t size)
{
	uint64_t last = address + size - 1;

	add(set, address >> LINE_SHIFT);
	add(set, last >> LINE_SHIFT);
	add(&pages, address >> PAGE_SHIFT);
	add(&pages, last >> PAGE_SHIFT);
}

static void begin(unsigned int cpu, void *unused)
{
	code.nr = 0;
	data.nr = 0;
	pages.nr = 0;
	instructions = 0;
	is_counting = true;
}

static void end(unsigned int cpu, void *unused)
{
	is_counting = false;
	fprintf(out, "%lu %u %u %u\n", instructions, code.nr, data.nr, pages.nr);
	fflush(out);
}

/* @where: the instruction's address, of which the upper bits are ones, and its size in them */
static void executed(unsigned int cpu, void *where)
{
	uint64_t number = (uintptr_t)where;

	if (!is_counting)
		return;
	instructions++;
	add_bytes(&code, number | 0xfULL << 60, number >> 60);
}

static void accessed(unsigned int cpu, uint32_t info, uint64_t address, void *unused)
{
	if (is_counting)
		add_bytes(&data, address, 1UL << qemu_plugin_mem_size_shift(info));
}

/* The number in a mark, or 0 */
static unsigned int mark(const struct insn *insn)
{
	static const uint8_t nop[] = { 0x0f, 0x1f, 0x80 };
	const uint8_t *bytes = qemu_plugin_insn_data(insn);
	uint32_t number;

	if (qemu_plugin_insn_size(insn) != sizeof(nop) + sizeof(number) ||
	    memcmp(bytes, nop, sizeof(nop)))
		return 0;
	memcpy(&number, bytes + sizeof(nop), sizeof(number));
	return number - 0x5d7000 <= 2 ? number - 0x5d7000 : 0;
}

static void translated(uint64_t id, struct tb *tb)
{
	static const executed_fn fns[] = { executed, begin, end };
	size_t i, nr = qemu_plugin_tb_n_insns(tb);

	for (i = 0; i < nr; i++) {
		struct insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint64_t where = qemu_plugin_insn_vaddr(insn) & ~(0xfULL << 60);

		where |= (uint64_t)qemu_plugin_insn_size(insn) << 60;
		qemu_plugin_register_vcpu_insn_exec_cb(insn, fns[mark(insn)], NO_REGISTERS,
						       (void *)(uintptr_t)where);
		qemu_plugin_register_vcpu_mem_cb(insn, accessed, NO_REGISTERS, LOADS_AND_STORES,
						 NULL);
	}
}

EXPORT int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
	if (argc != 1 || strncmp(argv[0], "out=", 4)) {
		fprintf(stderr, "lines.so: the one argument is out=FILE\n");
		return 1;
	}
	out = fopen(argv[0] + 4, "w");
	if (!out) {
		perror(argv[0] + 4);
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
