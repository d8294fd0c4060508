// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_layout.c - what a trace event's record looks like
 *
 * Lays a probe's arguments out as fields, describes them to the tracing core,
 * captures strings, fills records and prints them.  Knows nothing of sets,
 * sinks and registration.
 *
 * Capturing and filling run where probes fire, in any context, with preemption
 * off and not twice at a time in one context level of a CPU (dispatch.c sees to
 * that): each level has its own buffer for strings.  Printing runs in the
 * reader of a trace, under the core's trace_event_sem.  The rest is process
 * context.  A layout does not change while it is in use.
 */
#include <linux/bug.h>
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "event_layout.h"

#define IP_NAME		"__probe_ip"
#define FAULT_TEXT	"(fault)"

struct sdt_strings_cpu {
	struct sdt_strings level[4];	/* by interrupt_context_level() */
};

static struct sdt_strings_cpu __percpu *strings_cpu;

/**
 * sdt_strings_init - allocate the buffers for strings
 *
 * Context: process, sleeps.
 * Return: 0 or -ENOMEM.
 */
int sdt_strings_init(void)
{
	strings_cpu = alloc_percpu(struct sdt_strings_cpu);
	return strings_cpu ? 0 : -ENOMEM;
}

/**
 * sdt_strings_exit - free the buffers for strings
 *
 * Context: process, when no event can fire any more.
 */
void sdt_strings_exit(void)
{
	free_percpu(strings_cpu);
	strings_cpu = NULL;
}

static bool is_pointer(const struct sdt_arg *arg)
{
	return arg->kind == SDT_ARG_POINTER || arg->kind == SDT_ARG_STRING ||
	       arg->kind == SDT_ARG_FUNCTION;
}

/* Only memory of the kernel is read; reading a device may change its state. */
static bool is_captured(const struct sdt_arg *arg)
{
	return arg->kind == SDT_ARG_STRING && !arg->is_user &&
	       !arg->is_percpu && !arg->is_iomem;
}

/*
 * The C type that a field is declared with.  Readers parse it as C, so what is
 * no plain declaration ("void (*)(int)", "struct <anonymous> *") becomes a
 * type of the same size.  The core takes "char *" to mean that it may follow
 * the pointer without care (hist triggers do), which is wrong for a pointer
 * into user space: a blank more makes it an ordinary value.
 */
static const char *field_type(const struct sdt_arg *arg)
{
	static const char * const of_size[][2] = {
		{ "u8", "s8" }, { "u16", "s16" }, { "u32", "s32" },
		{ "u64", "s64" },
	};
	const char *c;

	for (c = arg->type; *c; c++)
		if (!isalnum(*c) && *c != '_' && *c != ' ' && *c != '*')
			break;
	if (!*c && !strstr(arg->type, "__data_loc") &&
	    !strstr(arg->type, "__rel_loc")) {
		if (!strcmp(arg->type, "char *"))
			return "char * ";
		if (!strcmp(arg->type, "const char *"))
			return "const char * ";
		return arg->type;
	}
	if (is_pointer(arg))
		return "void *";
	return of_size[ilog2(arg->size)][arg->is_signed];
}

static const char *print_format(const struct sdt_arg *arg)
{
	if (is_pointer(arg))
		return "0x%lx";
	if (arg->size == sizeof(u64))
		return arg->is_signed ? "%lld" : "%llu";
	return arg->is_signed ? "%d" : "%u";
}

static bool is_name_taken(const struct sdt_layout *layout, const char *name)
{
	unsigned int i;

	for (i = 0; i < layout->nr_args; i++)
		if (!strcmp(layout->args[i].name, name))
			return true;
	for (i = 0; i < layout->nr_strings; i++)
		if (!strcmp(layout->string_name[i], name))
			return true;
	return false;
}

/* <name>_str, with more '_' at its end as long as the name is taken. */
static int add_string(struct sdt_layout *layout, unsigned int arg)
{
	const char *name = layout->args[arg].name;
	size_t size = strlen(name) + sizeof("_str") + 2 * SDT_MAX_ARGS;
	char *str = kmalloc(size, GFP_KERNEL);

	if (!str)
		return -ENOMEM;
	snprintf(str, size, "%s_str", name);
	while (is_name_taken(layout, str))
		strcat(str, "_");
	layout->string_arg[layout->nr_strings] = arg;
	layout->string_name[layout->nr_strings++] = str;
	return 0;
}

/*
 * One field more for the core; its own calculation of offsets
 * (event_define_fields()) arrives at ours.
 */
static unsigned int add_field(struct sdt_layout *layout, unsigned int *nr,
			      const char *type, const char *name,
			      unsigned int size, bool is_signed)
{
	struct trace_event_fields field = {
		.type = type,
		{ {
			.name = name,
			.size = size,
			.align = size,
			.is_signed = is_signed,
			.filter_type = FILTER_OTHER,
		} },
	};
	unsigned int offset = ALIGN(layout->size, size);

	memcpy(&layout->fields[(*nr)++], &field, sizeof(field));
	layout->size = offset + size;
	return offset;
}

static int add_strings(struct sdt_layout *layout)
{
	unsigned int i, nr = 0;
	int err = 0;

	for (i = 0; i < layout->nr_args; i++)
		nr += is_captured(&layout->args[i]);
	if (!nr)
		return 0;
	layout->string_name = kcalloc(nr, sizeof(*layout->string_name),
				      GFP_KERNEL);
	if (!layout->string_name)
		return -ENOMEM;
	for (i = 0; i < layout->nr_args && !err; i++)
		if (is_captured(&layout->args[i]))
			err = add_string(layout, i);
	return err;
}

static int make_fields(struct sdt_layout *layout)
{
	unsigned int i, nr = 0;
	int err;

	err = add_strings(layout);
	if (err)
		return err;

	/* and one that says that there are no more */
	layout->fields = kcalloc(layout->nr_args + 1 + layout->nr_strings + 1,
				 sizeof(*layout->fields), GFP_KERNEL);
	if (!layout->fields)
		return -ENOMEM;

	layout->size = sizeof(struct trace_entry);
	for (i = 0; i < layout->nr_args; i++) {
		const struct sdt_arg *arg = &layout->args[i];

		layout->offset[i] = add_field(layout, &nr, field_type(arg),
					      arg->name, arg->size,
					      arg->is_signed);
	}
	layout->ip_offset = add_field(layout, &nr, "unsigned long", IP_NAME,
				      sizeof(unsigned long), false);
	for (i = 0; i < layout->nr_strings; i++)
		add_field(layout, &nr, "__data_loc char[]",
			  layout->string_name[i], sizeof(u32), true);
	return 0;
}

/* Writes what fits and returns the length of all. */
static size_t write_print_fmt(const struct sdt_layout *layout, char *buf,
			      size_t size)
{
	size_t pos = 0;
	unsigned int i;

#define put(fmt, ...)							\
	(pos += snprintf(pos < size ? buf + pos : NULL,			\
			 pos < size ? size - pos : 0, fmt, ##__VA_ARGS__))

	put("\"(%%pS)");
	for (i = 0; i < layout->nr_args; i++)
		put(" %s=%s", layout->args[i].name,
		    print_format(&layout->args[i]));
	for (i = 0; i < layout->nr_strings; i++)
		put(" %s=\\\"%%s\\\"", layout->string_name[i]);
	put("\", (void *)REC->" IP_NAME);
	for (i = 0; i < layout->nr_args; i++)
		put(is_pointer(&layout->args[i]) ? ", (unsigned long)REC->%s" :
						   ", REC->%s",
		    layout->args[i].name);
	for (i = 0; i < layout->nr_strings; i++)
		put(", __get_str(%s)", layout->string_name[i]);
#undef put
	return pos;
}

static int make_print_fmt(struct sdt_layout *layout)
{
	size_t size = write_print_fmt(layout, NULL, 0) + 1;

	layout->print_fmt = kmalloc(size, GFP_KERNEL);
	if (!layout->print_fmt)
		return -ENOMEM;
	write_print_fmt(layout, layout->print_fmt, size);
	return 0;
}

/**
 * sdt_layout_init - lay the arguments of a probe out
 * @layout: filled; to be freed with sdt_layout_free()
 * @probe: the probe, whose descriptors must stay as long as the layout
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int sdt_layout_init(struct sdt_layout *layout, const struct sdt_probe *probe)
{
	int err;

	memset(layout, 0, sizeof(*layout));
	layout->args = probe->args;
	layout->nr_args = probe->nr_args;
	err = make_fields(layout);
	if (!err)
		err = make_print_fmt(layout);
	if (err)
		sdt_layout_free(layout);
	return err;
}

/**
 * sdt_layout_free - free what sdt_layout_init() allocated
 * @layout: a layout that no record and no reader uses any more
 *
 * Context: process.
 */
void sdt_layout_free(struct sdt_layout *layout)
{
	unsigned int i;

	kfree(layout->print_fmt);
	kfree(layout->fields);
	for (i = 0; i < layout->nr_strings; i++)
		kfree(layout->string_name[i]);
	kfree(layout->string_name);
}

/* Both report a fault as such, whatever the address is. */
static notrace long copy_chunk(char *to, unsigned long from, size_t size)
{
	if (from < TASK_SIZE_MAX)
		return copy_from_user_nofault(to, (const void __user *)from,
					      size);
	return copy_from_kernel_nofault(to, (const void *)from, size);
}

/*
 * Copy a string of which nothing is known.  A copy never goes over the end of
 * a page before the bytes in front of it have turned out to hold no NUL.
 * Returns the length with the NUL.
 */
static notrace unsigned int capture(char *to, unsigned long from)
{
	unsigned int len = 0;

	while (len < SDT_STRING_SIZE - 1) {
		size_t chunk = min_t(size_t, SDT_STRING_SIZE - 1 - len,
				     PAGE_SIZE - offset_in_page(from + len));
		size_t got;

		if (copy_chunk(to + len, from + len, chunk)) {
			memcpy(to, FAULT_TEXT, sizeof(FAULT_TEXT));
			return sizeof(FAULT_TEXT);
		}
		got = strnlen(to + len, chunk);
		len += got;
		if (got < chunk)
			break;
	}
	to[len] = '\0';
	return len + 1;
}

/**
 * sdt_layout_capture - copy a hit's strings
 * @layout: layout of the event
 * @hit: the hit
 *
 * Context: any, in a sink.
 * Return: the copies, valid until the sink returns; NULL if the event has no
 * strings.
 */
notrace const struct sdt_strings *
sdt_layout_capture(const struct sdt_layout *layout, const struct sdt_hit *hit)
{
	struct sdt_strings *strings;
	unsigned int i;

	if (!layout->nr_strings)
		return NULL;
	strings = &this_cpu_ptr(strings_cpu)->level[interrupt_context_level()];
	strings->size = 0;
	for (i = 0; i < layout->nr_strings; i++) {
		strings->len[i] = capture(strings->text[i],
					  hit->args[layout->string_arg[i]]);
		strings->size += strings->len[i];
	}
	return strings;
}

/**
 * sdt_layout_fill - write a record
 * @layout: layout of the event
 * @hit: the hit
 * @strings: what sdt_layout_capture() returned
 * @entry: sdt_record_size() bytes; the core's header is left alone
 *
 * Context: any, in a sink.
 */
notrace void sdt_layout_fill(const struct sdt_layout *layout,
			     const struct sdt_hit *hit,
			     const struct sdt_strings *strings, void *entry)
{
	u32 *loc = entry + layout->ip_offset + sizeof(unsigned long);
	unsigned int i, pos = layout->size;

	for (i = 0; i < layout->nr_args; i++) {
		void *field = entry + layout->offset[i];
		u64 value = hit->args[i];

		switch (layout->args[i].size) {
		case 1:
			*(u8 *)field = value;
			break;
		case 2:
			*(u16 *)field = value;
			break;
		case 4:
			*(u32 *)field = value;
			break;
		default:
			*(u64 *)field = value;
		}
	}
	*(unsigned long *)(entry + layout->ip_offset) = hit->site->ip;
	for (i = 0; i < layout->nr_strings; i++) {
		memcpy(entry + pos, strings->text[i], strings->len[i]);
		loc[i] = (u32)strings->len[i] << 16 | pos;
		pos += strings->len[i];
	}
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

/* Code has a name, unless it was init code and is gone. */
static void print_code(unsigned long ip, struct trace_seq *seq)
{
	char symbol[128];

	snprintf(symbol, sizeof(symbol), "%pS", (void *)ip);
	if (strncmp(symbol, "0x", 2))
		trace_seq_puts(seq, symbol);
	else
		print_address(ip, seq);
}

/* What write_print_fmt() says, for one argument. */
static void print_arg(const struct sdt_arg *arg, const void *field,
		      struct trace_seq *seq)
{
	u64 value = field_value(arg, field);

	trace_seq_printf(seq, " %s=", arg->name);
	if (is_pointer(arg))
		print_address(value, seq);
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
	trace_seq_putc(seq, '(');
	print_code(*(unsigned long *)(entry + layout->ip_offset), seq);
	trace_seq_putc(seq, ')');
	for (i = 0; i < layout->nr_args; i++)
		print_arg(&layout->args[i], entry + layout->offset[i], seq);
	for (i = 0; i < layout->nr_strings; i++) {
		unsigned int pos = loc[i] & 0xffff, len = loc[i] >> 16;

		if (pos > size || len > size - pos)
			len = 0;
		trace_seq_printf(seq, " %s=\"%.*s\"", layout->string_name[i],
				 (int)len, (const char *)entry + pos);
	}
}
