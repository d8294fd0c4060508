/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sites.h - sites of compiled kernel code in user space
 *
 * Patches the jump labels' NOPs and fills the records, as kernel and sdt.ko do, and has the
 * thunks that kernel code calls and jumps through.  Whoever includes it, after program.h
 * or its types, defines is_enabled(), give_up() and what an enabled site calls
 * (SDT_TRAMPOLINE_SYMBOL).
 */
#include <sys/mman.h>

struct jump_entry {
	int32_t code;
	int32_t target;
	int64_t key;
};

extern struct jump_entry __start___jump_table[] __attribute__((weak));
extern struct jump_entry __stop___jump_table[] __attribute__((weak));
extern struct sdt_site_record __start___sdt_sites[] __attribute__((weak));
extern struct sdt_site_record __stop___sdt_sites[] __attribute__((weak));

static void check_record(const struct sdt_site_record *record)
{
	if (record < __start___sdt_sites || record >= __stop___sdt_sites ||
	    memcmp(record->magic, SDT_SITE_MAGIC, sizeof(record->magic)) ||
	    record->version != SDT_ABI_VERSION)
		give_up("no site's record");
}

/* What a compiler makes of a jump label is a NOP, or, for objtool, a jump. */
static void switch_site(struct jump_entry *entry)
{
	static const u8 nops[6][5] = {
		[2] = { 0x66, 0x90 }, [5] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 }
	};
	u8 *code = (u8 *)&entry->code + entry->code;
	long to = (u8 *)&entry->target + entry->target - code;
	struct sdt_site_record *record =
		(void *)(((u64)&entry->key + entry->key) & ~3UL);
	int size = *code == 0xeb || *code == 0x66 ? 2 : 5;
	int32_t distance = to - size;

	check_record(record);
	if (!memcmp(code, nops[size], size) + (*code == 0xeb || *code == 0xe9) != 1)
		give_up("no NOP at a site");
	if (is_enabled(record->line & ~SDT_SITE_IS_ENABLED)) {
		*code = size == 2 ? 0xeb : 0xe9;
		memcpy(code + 1, &distance, size - 1);
	} else {
		memcpy(code, nops[size], size);
	}
	record->runtime = (u64)record;
}

static void switch_sites(void)
{
	extern char __executable_start[], etext[];
	struct jump_entry *entry;

	if (mprotect(__executable_start, etext - __executable_start,
		     PROT_READ | PROT_WRITE | PROT_EXEC))
		give_up("code cannot be written");
	for (entry = __start___jump_table; entry < __stop___jump_table; entry++)
		switch_site(entry);
}

/* The thunks that kernel code calls and jumps through */
asm(".irp reg, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15\n"
"	.globl __x86_indirect_thunk_\\reg\n"
"__x86_indirect_thunk_\\reg: jmp *%\\reg\n"
"	.endr\n"
"	.globl __x86_return_thunk, __fentry__\n"
"__x86_return_thunk:\n"
"__fentry__: ret\n");
