// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_text.c - records as text
 *
 * Once as a print_fmt, for programs that read records in binary form and print them
 * themselves (perf, trace-cmd, KernelShark), and once as the code that prints them
 * for the readers of tracefs.  Both make the same text, but for addresses: the
 * kernel hides its own as kptr_restrict says.
 *
 * Printing runs in the reader of a trace, under the core's trace_event_sem.  The
 * rest is process context.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "event_layout.h"

/* A value in as many bits as its type has. */
static u64 truncated(const struct sdt_arg *arg, u64 value)
{
	return value & GENMASK_ULL(8 * arg->size - 1, 0);
}

/* With the length, or libtraceevent would print small negative values as positive. */
static const char *print_format(const struct sdt_arg *arg)
{
	static const char * const of_size[][2] = {
		{ "%u", "%hhd" }, { "%u", "%hd" }, { "%u", "%d" },
		{ "%llu", "%lld" },
	};

	if (sdt_arg_is_pointer(arg))
		return "0x%lx";
	if (arg->nr_enumerators)
		return "%s";
	return of_size[ilog2(arg->size)][arg->is_signed];
}

/* What stands in front of an argument in the text. */
static const char *blank(const struct sdt_layout *layout, unsigned int arg)
{
	return arg || sdt_layout_has_ip(layout) ? " " : "";
}

/* What is written; with no @buf, how long it is. */
struct text {
	char *buf;
	size_t size;
	size_t len;
};

static __printf(2, 3) void put(struct text *text, const char *fmt, ...)
{
	size_t used = min(text->len, text->size);
	va_list args;

	va_start(args, fmt);
	text->len += vsnprintf(text->buf ? text->buf + used : NULL,
			       text->size - used, fmt, args);
	va_end(args);
}

/* Readers take a field as unsigned when they compare it. */
static void put_enum(struct text *text, const struct sdt_arg *arg)
{
	unsigned int i;

	put(text, ", __print_symbolic(REC->%s", arg->name);
	for (i = 0; i < arg->nr_enumerators; i++)
		put(text, ", { 0x%llx, \"%s\" }",
		    truncated(arg, arg->enumerators[i].value),
		    arg->enumerators[i].name);
	put(text, ")");
}

static void put_arg(struct text *text, const struct sdt_arg *arg)
{
	if (sdt_arg_is_pointer(arg))
		put(text, ", (unsigned long)REC->%s", arg->name);
	else if (arg->nr_enumerators)
		put_enum(text, arg);
	else
		put(text, ", REC->%s", arg->name);
}

static void put_print_fmt(struct text *text, const struct sdt_layout *layout)
{
	unsigned int i;

	put(text, "\"");
	if (sdt_layout_has_ip(layout))
		put(text, "(%%pS)");
	for (i = 0; i < layout->nr_args; i++)
		put(text, "%s%s=%s", blank(layout, i), layout->args[i].name,
		    print_format(&layout->args[i]));
	for (i = 0; i < layout->nr_strings; i++)
		put(text, " %s=\\\"%%s\\\"", layout->string_name[i]);
	put(text, "\"");
	if (sdt_layout_has_ip(layout))
		put(text, ", (void *)REC->" SDT_IP_NAME);
	for (i = 0; i < layout->nr_args; i++)
		put_arg(text, &layout->args[i]);
	for (i = 0; i < layout->nr_strings; i++)
		put(text, ", __get_str(%s)", layout->string_name[i]);
}

/**
 * sdt_layout_print_fmt - how records are printed, for readers of the binary form
 * @layout: their layout
 *
 * Context: process, may sleep.
 * Return: what stands behind "print fmt:" in the event's format, to be freed with
 * kvfree(): with many enumerators it can be a megabyte; NULL if there is no memory.
 */
char *sdt_layout_print_fmt(const struct sdt_layout *layout)
{
	struct text text = { .len = 0 };

	put_print_fmt(&text, layout);
	text.size = text.len + 1;
	text.buf = kvmalloc(text.size, GFP_KERNEL);
	if (!text.buf)
		return NULL;
	text.len = 0;
	put_print_fmt(&text, layout);
	return text.buf;
}

/* A field as the 64 bits that it was made of. */
static u64 field_value(const struct sdt_arg *arg, const void *field)
{
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
 * Addresses of the kernel are shown as kptr_restrict has it (%pK): hashed, to
 * those who may see them, or not at all.  Those of user space are no secret.
 */
static void print_address(u64 value, struct trace_seq *seq)
{
	char text[2 * sizeof(value) + 1], *digits = text;

	if (value < TASK_SIZE_MAX) {
		trace_seq_printf(seq, "0x%llx", value);
		return;
	}
	snprintf(text, sizeof(text), "%pK", (void *)(uintptr_t)value);
	while (digits[0] == '0' && digits[1])
		digits++;
	trace_seq_printf(seq, "0x%s", digits);
}

/*
 * Code has a name, unless it was init code and is gone.  Other readers do not know
 * the size of functions, which the kernel puts behind a '/', nor always the module.
 */
static void print_code(unsigned long ip, struct trace_seq *seq)
{
	char symbol[KSYM_SYMBOL_LEN];

	snprintf(symbol, sizeof(symbol), "%pS", (void *)ip);
	if (strncmp(symbol, "0x", 2))
		trace_seq_printf(seq, "%.*s", (int)strcspn(symbol, "/"), symbol);
	else
		print_address(ip, seq);
}

/* As __print_symbolic() does. */
static void print_enum(const struct sdt_arg *arg, u64 value,
		       struct trace_seq *seq)
{
	const char *name = sdt_enumerator_name(arg, value);

	if (name)
		trace_seq_puts(seq, name);
	else
		trace_seq_printf(seq, "0x%llx", truncated(arg, value));
}

/* What put_arg() says. */
static void print_arg(const struct sdt_layout *layout, unsigned int nr,
		      const void *entry, struct trace_seq *seq)
{
	const struct sdt_arg *arg = &layout->args[nr];
	u64 value = field_value(arg, entry + layout->offset[nr]);

	trace_seq_printf(seq, "%s%s=", blank(layout, nr), arg->name);
	if (sdt_arg_is_pointer(arg))
		print_address(value, seq);
	else if (arg->nr_enumerators)
		print_enum(arg, value, seq);
	else if (arg->is_signed)
		trace_seq_printf(seq, "%lld", (s64)value);
	else
		trace_seq_printf(seq, "%llu", value);
}

/**
 * sdt_layout_print - print a record as its print_fmt says
 * @layout: layout of the event
 * @entry: the record
 * @size: its size; a record that is too small is not read
 * @seq: where to print
 *
 * Context: process, in a reader of a trace.
 */
void sdt_layout_print(const struct sdt_layout *layout, const void *entry,
		      unsigned int size, struct trace_seq *seq)
{
	const u32 *loc = entry + layout->ip_offset + sizeof(unsigned long);
	unsigned int i;

	if (size < layout->size) {
		trace_seq_puts(seq, "(truncated)");
		return;
	}
	if (sdt_layout_has_ip(layout)) {
		trace_seq_putc(seq, '(');
		print_code(*(unsigned long *)(entry + layout->ip_offset), seq);
		trace_seq_putc(seq, ')');
	}
	for (i = 0; i < layout->nr_args; i++)
		print_arg(layout, i, entry, seq);
	for (i = 0; i < layout->nr_strings; i++) {
		unsigned int pos = loc[i] & 0xffff, len = loc[i] >> 16;

		if (pos > size || len > size - pos)
			len = 0;
		trace_seq_printf(seq, " %s=\"%.*s\"", layout->string_name[i],
				 (int)len, (const char *)entry + pos);
	}
}
