// SPDX-License-Identifier: GPL-2.0-only
/*
 * value.c - single values as text, for text.c and message_text.c
 *
 * Kernel addresses are shown as kptr_restrict says (%pK): hashed, in full for readers
 * who may see them, or not at all.  User space addresses are not secret.
 *
 * The functions that take a trace_seq run in the reader of a trace, or where the probe fires,
 * with tp_printk: in any context.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "events/text.h"

/* Adds to a text, or only measures what would be added. */
void sdt_put(struct sdt_text *text, const char *fmt, ...)
{
	size_t used = min(text->len, text->size);
	va_list args;

	va_start(args, fmt);
	text->len += vsnprintf(text->buf ? text->buf + used : NULL,
			       text->size - used, fmt, args);
	va_end(args);
}

/*
 * Allocates a text that has been measured, to be written from its start.  Returns its buffer, to
 * be freed with kvfree(), or NULL if out of memory.  Sleeps.
 */
char *sdt_text_alloc(struct sdt_text *text)
{
	text->size = text->len + 1;
	text->buf = kvmalloc(text->size, GFP_KERNEL);
	text->len = 0;
	return text->buf;
}

/* Returns argument @nr of a record, extended to 64 bits. */
u64 sdt_field_value(const struct sdt_fields *fields, unsigned int nr,
		    const void *entry)
{
	const struct sdt_arg *arg = &fields->args[nr];
	const void *field = entry + fields->slot[nr].offset;

	switch (arg->size) {
	case 1:
		return arg->is_signed ? (u64)*(s8 *)field : *(u8 *)field;
	case 2:
		return arg->is_signed ? (u64)*(s16 *)field : *(u16 *)field;
	case 4:
		return arg->is_signed ? (u64)*(s32 *)field : *(u32 *)field;
	default:
		return *(u64 *)field;
	}
}

/*
 * Returns copy @nr in a record of @size bytes; an empty one if the record says that it lies
 * outside.
 */
struct sdt_copy sdt_copy_at(const struct sdt_fields *fields, unsigned int nr,
			    const void *entry, unsigned int size)
{
	const u32 *loc = entry + fields->ip_offset + sizeof(unsigned long);
	unsigned int pos = loc[nr] & 0xffff, len = loc[nr] >> 16;

	if (pos > size || len > size - pos)
		len = 0;
	return (struct sdt_copy){ entry + pos, len };
}

/*
 * Writes an address as printk() does: SDT_ADDRESS_DIGITS digits, or less if they are not all
 * known, and a NUL.
 */
void sdt_address_digits(u64 value, char *digits)
{
	if (value < TASK_SIZE_MAX)
		snprintf(digits, SDT_ADDRESS_DIGITS + 1, "%016llx", value);
	else
		snprintf(digits, SDT_ADDRESS_DIGITS + 1, "%pK", (void *)(uintptr_t)value);
}

/* Prints an address without leading zeros. */
void sdt_print_address(u64 value, struct trace_seq *seq)
{
	char text[SDT_ADDRESS_DIGITS + 1], *digits = text;

	sdt_address_digits(value, text);
	while (digits[0] == '0' && digits[1])
		digits++;
	trace_seq_printf(seq, "0x%s", digits);
}

/*
 * Prints the name of code, and the offset; its address if it was init code and is gone.  Leaves
 * out the size of the function and the module, which the kernel prints after a '/': other
 * readers do not know the size, nor always the module.
 */
void sdt_print_code(unsigned long ip, struct trace_seq *seq)
{
	char symbol[KSYM_SYMBOL_LEN];

	snprintf(symbol, sizeof(symbol), "%pS", (void *)ip);
	if (strncmp(symbol, "0x", 2))
		trace_seq_printf(seq, "%.*s", (int)strcspn(symbol, "/"), symbol);
	else
		sdt_print_address(ip, seq);
}

/*
 * Prints the name of a function, or its address if there is no name.  Leaves out the module,
 * which other readers do not always know.
 */
void sdt_print_function(u64 value, struct trace_seq *seq)
{
	char symbol[KSYM_SYMBOL_LEN];

	snprintf(symbol, sizeof(symbol), "%ps", (void *)(uintptr_t)value);
	if (value >= TASK_SIZE_MAX && strncmp(symbol, "0x", 2))
		trace_seq_printf(seq, "%.*s", (int)strcspn(symbol, " "), symbol);
	else
		sdt_print_address(value, seq);
}

/* Prints bytes like __print_hex(), with @joint between them. */
void sdt_print_bytes(const struct sdt_copy *copy, const char *joint,
		     struct trace_seq *seq)
{
	unsigned int i;

	for (i = 0; i < copy->len; i++)
		trace_seq_printf(seq, "%s%02x", i ? joint : "", (u8)copy->data[i]);
}
