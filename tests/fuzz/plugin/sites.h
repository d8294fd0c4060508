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

/* switch_jump(): makes the instruction at CODE a jump over TO bytes, or a NOP */
#ifdef __aarch64__
#include "arch/arm64/sites.h"
#else
#include "arch/x86/sites.h"
#endif

static void switch_site(struct jump_entry *entry)
{
	u8 *code = (u8 *)&entry->code + entry->code;
	long to = (u8 *)&entry->target + entry->target - code;
	struct sdt_site_record *record =
		(void *)(((u64)&entry->key + entry->key) & ~3UL);

	check_record(record);
	switch_jump(code, to, is_enabled(record->line & ~SDT_SITE_IS_ENABLED));
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
