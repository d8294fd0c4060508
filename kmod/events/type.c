// SPDX-License-Identifier: GPL-2.0-only
/*
 * type.c - choose the C type of an event's field
 *
 * Programs read the type in the event's format and look it up in the kernel's BTF, not in
 * that of the module: bpftrace compiles a structure of all fields, dtrace looks up each
 * type.  An unknown type makes the event unusable for bpftrace 0.17 and crashes dtrace
 * 2.0.7.  So a field has its argument's type if every kernel has it, else its underlying
 * type if every kernel has that, else one of the same size and sign.
 */
#include <linux/ctype.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "events/events_internal.h"

/* Keywords of C, and typedefs that are in the BTF of every kernel. */
static const char * const known_words[] = {
	"_Bool", "char", "const", "int", "long", "short", "signed", "unsigned",
	"void", "volatile",

	/* not s8, __s8 and int8_t, which dtrace 2.0.7 takes for unsigned */
	"bool", "s16", "s32", "s64", "u8", "u16", "u32", "u64",
	"__s16", "__s32", "__s64", "__u8", "__u16", "__u32", "__u64",
	"__be16", "__be32", "__be64", "__le16", "__le32", "__le64",
	"int16_t", "int32_t", "int64_t",
	"uint8_t", "uint16_t", "uint32_t", "uint64_t",
	"uint", "ulong", "ushort", "uintptr_t", "ptrdiff_t",

	"atomic64_t", "atomic_long_t", "atomic_t", "blk_opf_t", "blk_status_t",
	"blkcnt_t", "clockid_t", "cpumask_t", "dev_t", "dma_addr_t", "fmode_t",
	"gfp_t", "gid_t", "ino_t", "irq_hw_number_t", "key_t", "kgid_t",
	"ktime_t", "kuid_t", "loff_t", "netdev_features_t", "off_t",
	"phys_addr_t", "pid_t", "resource_size_t", "sector_t", "size_t",
	"slab_flags_t", "spinlock_t", "ssize_t", "time64_t", "uid_t", "umode_t",
	"vm_fault_t",
};

static bool is_word(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(text, word, len);
}

static bool is_known_word(const char *text, size_t len)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known_words); i++)
		if (is_word(text, len, known_words[i]))
			return true;
	return false;
}

static size_t word_length(const char *text)
{
	size_t len = 0;

	while (isalnum(text[len]) || text[len] == '_')
		len++;
	return len;
}

/* A pointer may point to an unknown structure. */
static bool is_known_type(const char *type, bool is_pointer)
{
	bool is_tag = false;

	while (*type) {
		size_t len = word_length(type);

		if (!len && *type != ' ' && *type != '*')
			return false;	/* "int (*)[3]", "struct <anonymous> *" */
		if (!len) {
			type++;
			continue;
		}
		if (is_tag)
			is_tag = false;
		else if (is_pointer && (is_word(type, len, "struct") ||
					is_word(type, len, "union")))
			is_tag = true;
		else if (!is_known_word(type, len))
			return false;
		type += len;
	}
	return true;
}

static const char *known_type(const struct sdt_arg *arg)
{
	static const char * const of_size[][2] = {
		{ "u8", "signed char" }, { "u16", "s16" }, { "u32", "s32" },
		{ "u64", "s64" },
	};
	bool is_pointer = sdt_arg_is_pointer(arg);

	if (is_known_type(arg->type, is_pointer))
		return arg->type;
	if (is_known_type(arg->aka, is_pointer))
		return arg->aka;
	return is_pointer ? "void *" : of_size[ilog2(arg->size)][arg->is_signed];
}

/**
 * sdt_field_type - choose the C type of an argument's field
 * @arg: the argument
 *
 * If the text of a field's type is exactly "char *" or "const char *", filters of the
 * tracing core compare the string that the pointer points to, and hist triggers of
 * older kernels read it unsafely.  That is wrong for a pointer to user space.  Without
 * the blank, the core treats the pointer as an ordinary value, and readers of the
 * format see the same C type.
 *
 * Context: Any context.
 * Return: a string that lives as long as those of the argument.
 */
const char *sdt_field_type(const struct sdt_arg *arg)
{
	const char *type = known_type(arg);

	if (!strcmp(type, "char *"))
		return "char*";
	if (!strcmp(type, "const char *"))
		return "const char*";
	return type;
}
