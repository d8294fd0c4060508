// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_layout.c - what a trace event's record looks like
 *
 * Lays a probe's arguments out as fields, describes them to the tracing core, and
 * prints records.  Knows nothing of sets, sinks and registration.
 *
 * Printing runs in the reader of a trace, under the core's trace_event_sem.  The
 * rest is process context.  A layout does not change while it is in use.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "event_layout.h"
#include "internal.h"

#define IP_NAME		"__probe_ip"

/* Only memory of the kernel is read; reading a device may change its state. */
static bool is_captured(const struct sdt_arg *arg)
{
	return arg->kind == SDT_ARG_STRING && !arg->is_user &&
	       !arg->is_percpu && !arg->is_iomem;
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
	return of_size[ilog2(arg->size)][arg->is_signed];
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

/* event_record.c writes all 64 bits of each argument. */
static void make_room(struct sdt_layout *layout)
{
	unsigned int i;

	for (i = 0; i < layout->nr_args; i++)
		layout->size = max_t(unsigned int, layout->size,
				     layout->offset[i] + sizeof(u64));
}

static int make_fields(struct sdt_layout *layout)
{
	unsigned int i, nr = 0;
	int err;

	if (layout->form == SDT_FORM_LINUX_STRINGS) {
		err = add_strings(layout);
		if (err)
			return err;
	}

	/* and one that says that there are no more */
	layout->fields = kcalloc(layout->nr_args + 1 + layout->nr_strings + 1,
				 sizeof(*layout->fields), GFP_KERNEL);
	if (!layout->fields)
		return -ENOMEM;

	layout->size = SDT_FIRST_OFFSET;
	for (i = 0; i < layout->nr_args; i++) {
		const struct sdt_arg *arg = &layout->args[i];

		layout->offset[i] = add_field(layout, &nr, sdt_field_type(arg),
					      arg->name, arg->size,
					      arg->is_signed);
	}
	if (!sdt_layout_has_ip(layout)) {
		make_room(layout);
		return 0;
	}
	layout->ip_offset = add_field(layout, &nr, "unsigned long", IP_NAME,
				      sizeof(unsigned long), false);
	for (i = 0; i < layout->nr_strings; i++)
		add_field(layout, &nr, "__data_loc char[]",
			  layout->string_name[i], sizeof(u32), true);
	return 0;
}

/* What stands in front of an argument in the text. */
static const char *blank(const struct sdt_layout *layout, unsigned int arg)
{
	return arg || sdt_layout_has_ip(layout) ? " " : "";
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

	put("\"");
	if (sdt_layout_has_ip(layout))
		put("(%%pS)");
	for (i = 0; i < layout->nr_args; i++)
		put("%s%s=%s", blank(layout, i), layout->args[i].name,
		    print_format(&layout->args[i]));
	for (i = 0; i < layout->nr_strings; i++)
		put(" %s=\\\"%%s\\\"", layout->string_name[i]);
	put("\"");
	if (sdt_layout_has_ip(layout))
		put(", (void *)REC->" IP_NAME);
	for (i = 0; i < layout->nr_args; i++)
		put(sdt_arg_is_pointer(&layout->args[i]) ? ", (unsigned long)REC->%s" :
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
 * sdt_layout_form - the form that a probe's event is to have now
 * @probe: the probe
 *
 * Context: process, with sdt_modules_lock held.
 * Return: what the parameters of sdt.ko and the probe's arguments ask for.
 */
enum sdt_form sdt_layout_form(const struct sdt_probe *probe)
{
	unsigned int i;

	if (sdt_style == SDT_STYLE_DTRACE)
		return SDT_FORM_DTRACE;
	if (sdt_string_size)
		for (i = 0; i < probe->nr_args; i++)
			if (is_captured(&probe->args[i]))
				return SDT_FORM_LINUX_STRINGS;
	return SDT_FORM_LINUX;
}

/**
 * sdt_layout_init - lay the arguments of a probe out
 * @layout: filled; to be freed with sdt_layout_free()
 * @probe: the probe, whose descriptors must stay as long as the layout
 * @form: how
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int sdt_layout_init(struct sdt_layout *layout, const struct sdt_probe *probe,
		    enum sdt_form form)
{
	int err;

	memset(layout, 0, sizeof(*layout));
	layout->form = form;
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
static void print_arg(const struct sdt_layout *layout, unsigned int nr,
		      const void *entry, struct trace_seq *seq)
{
	const struct sdt_arg *arg = &layout->args[nr];
	u64 value = field_value(arg, entry + layout->offset[nr]);

	trace_seq_printf(seq, "%s%s=", blank(layout, nr), arg->name);
	if (sdt_arg_is_pointer(arg))
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
