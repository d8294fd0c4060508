// SPDX-License-Identifier: GPL-2.0-only
/*
 * text.c - records as text
 *
 * There are two forms: a print_fmt for programs that read binary records and print them
 * themselves (perf, trace-cmd, KernelShark), and code that prints them for readers of
 * tracefs.  Both make the same text, except for kernel addresses, which tracefs hides
 * as kptr_restrict says.
 *
 * The text of a probe with a message is that: message_text.c.
 *
 * Printing runs in the reader of a trace, under the core's trace_event_sem; with tp_printk
 * where the probe fires, in any context.  The rest is process context.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "events/text.h"

/* Truncates a value to the size of its type. */
static u64 truncated(const struct sdt_arg *arg, u64 value)
{
	return value & GENMASK_ULL(8 * arg->size - 1, 0);
}

/* How an argument is shown. */
enum look {
	LOOK_DECIMAL,
	LOOK_HEX,
	LOOK_DEVICE,
	LOOK_ADDRESS,
	LOOK_FUNCTION,
	LOOK_ENUM,
	LOOK_FLAGS,
};

/*
 * Whether an enumerator can name bits.  libtraceevent, with which perf and trace-cmd
 * print, takes masks for signed numbers and uses no negative ones.
 */
static bool is_mask(const struct sdt_arg *arg,
		    const struct sdt_enumerator *enumerator)
{
	return (s64)truncated(arg, enumerator->value) > 0;
}

static bool has_masks(const struct sdt_arg *arg)
{
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		if (is_mask(arg, &arg->enumerators[i]))
			return true;
	return false;
}

static enum look look_of(const struct sdt_arg *arg)
{
	if (arg->kind == SDT_ARG_FUNCTION)
		return LOOK_FUNCTION;
	if (sdt_arg_is_pointer(arg))
		return LOOK_ADDRESS;
	if (arg->kind == SDT_ARG_BITMASK && has_masks(arg))
		return LOOK_FLAGS;
	if (arg->nr_enumerators)
		return LOOK_ENUM;
	if (arg->is_hex || arg->kind == SDT_ARG_BITMASK)
		return LOOK_HEX;
	if (sdt_is_device(arg->kind, arg->size, arg->type))
		return LOOK_DEVICE;
	return LOOK_DECIMAL;
}

/* Without the length, libtraceevent would print small negative values as positive. */
static const char *print_format(const struct sdt_arg *arg)
{
	static const char * const of_size[][2] = {
		{ "%u", "%hhd" }, { "%u", "%hd" }, { "%u", "%d" },
		{ "%llu", "%lld" },
	};

	switch (look_of(arg)) {
	case LOOK_HEX:
		return arg->size == sizeof(u64) ? "0x%llx" : "0x%x";
	case LOOK_DEVICE:
		return "%u:%u";
	case LOOK_ADDRESS:
		return "0x%lx";
	case LOOK_FUNCTION:
		return "%ps";
	case LOOK_ENUM:
	case LOOK_FLAGS:
		return "%s";
	default:
		return of_size[ilog2(arg->size)][arg->is_signed];
	}
}

/* The separator before an argument in the text. */
static const char *blank(const struct sdt_fields *fields, unsigned int arg)
{
	return arg || fields->has_ip ? " " : "";
}

/* Readers compare a field as unsigned. */
static void put_enum(struct sdt_text *text, const struct sdt_arg *arg)
{
	unsigned int i;

	sdt_put(text, ", __print_symbolic(REC->%s", arg->name);
	for (i = 0; i < arg->nr_enumerators; i++)
		sdt_put(text, ", { 0x%llx, \"%s\" }",
			truncated(arg, arg->enumerators[i].value),
			arg->enumerators[i].name);
	sdt_put(text, ")");
}

/* For 0, for which __print_flags() prints nothing. */
static const char *name_of_no_flags(const struct sdt_arg *arg)
{
	return sdt_enumerator_name(arg, 0) ?: "0x0";
}

static void put_flags(struct sdt_text *text, const struct sdt_arg *arg)
{
	unsigned int i;

	sdt_put(text, ", (REC->%s) ? __print_flags(REC->%s, \"|\"", arg->name,
		arg->name);
	for (i = 0; i < arg->nr_enumerators; i++)
		if (is_mask(arg, &arg->enumerators[i]))
			sdt_put(text, ", { 0x%llx, \"%s\" }",
				truncated(arg, arg->enumerators[i].value),
				arg->enumerators[i].name);
	sdt_put(text, ") : \"%s\"", name_of_no_flags(arg));
}

static void put_arg(struct sdt_text *text, const struct sdt_arg *arg)
{
	switch (look_of(arg)) {
	case LOOK_DEVICE:
		sdt_put(text, ", REC->%s >> %u, REC->%s & %u", arg->name, SDT_MINOR_BITS, arg->name,
			SDT_MINOR_MASK);
		break;
	case LOOK_ADDRESS:
		sdt_put(text, ", (unsigned long)REC->%s", arg->name);
		break;
	case LOOK_FUNCTION:
		sdt_put(text, ", (void *)REC->%s", arg->name);
		break;
	case LOOK_ENUM:
		put_enum(text, arg);
		break;
	case LOOK_FLAGS:
		put_flags(text, arg);
		break;
	default:
		sdt_put(text, ", REC->%s", arg->name);
	}
}

static void put_copy(struct sdt_text *text, const struct sdt_fields *fields,
		     unsigned int nr)
{
	const char *name = fields->copy_name[nr];

	if (fields->copy_is_bytes & BIT(nr))
		sdt_put(text, ", __print_hex(__get_dynamic_array(%s), __get_dynamic_array_len(%s))",
			name, name);
	else
		sdt_put(text, ", __get_str(%s)", name);
}

static void put_print_fmt(struct sdt_text *text, const struct sdt_fields *fields)
{
	unsigned int i;

	if (fields->message) {
		sdt_message_put(text, fields);
		return;
	}
	sdt_put(text, "\"");
	if (fields->has_ip)
		sdt_put(text, "(%%pS)");
	for (i = 0; i < fields->nr_args; i++)
		sdt_put(text, "%s%s=%s", blank(fields, i), fields->args[i].name,
			print_format(&fields->args[i]));
	for (i = 0; i < fields->nr_copies; i++)
		sdt_put(text, fields->copy_is_bytes & BIT(i) ? " %s=%%s" :
							     " %s=\\\"%%s\\\"",
			fields->copy_name[i]);
	sdt_put(text, "\"");
	if (fields->has_ip)
		sdt_put(text, ", (void *)REC->" SDT_IP_NAME);
	for (i = 0; i < fields->nr_args; i++)
		put_arg(text, &fields->args[i]);
	for (i = 0; i < fields->nr_copies; i++)
		put_copy(text, fields, i);
}

/*
 * Returns the text after "print fmt:" in the event's format, or NULL if out of memory.  With
 * many enumerators it can be a megabyte; free it with kvfree().  Sleeps.
 */
char *sdt_fields_print_fmt(const struct sdt_fields *fields)
{
	struct sdt_text text = { .len = 0 };

	put_print_fmt(&text, fields);
	if (!sdt_text_alloc(&text))
		return NULL;
	put_print_fmt(&text, fields);
	return text.buf;
}

/* Like __print_symbolic(). */
static void print_enum(const struct sdt_arg *arg, u64 value,
		       struct trace_seq *seq)
{
	const char *name = sdt_enumerator_name(arg, value);

	if (name)
		trace_seq_puts(seq, name);
	else
		trace_seq_printf(seq, "0x%llx", truncated(arg, value));
}

/* Like __print_flags(), except for 0. */
static void print_flags(const struct sdt_arg *arg, u64 value,
			struct trace_seq *seq)
{
	u64 rest = truncated(arg, value);
	const char *joint = "";
	unsigned int i;

	if (!rest) {
		trace_seq_puts(seq, name_of_no_flags(arg));
		return;
	}
	for (i = 0; i < arg->nr_enumerators; i++) {
		const struct sdt_enumerator *e = &arg->enumerators[i];
		u64 mask = truncated(arg, e->value);

		if (!is_mask(arg, e) || (rest & mask) != mask)
			continue;
		trace_seq_printf(seq, "%s%s", joint, e->name);
		joint = "|";
		rest &= ~mask;
	}
	if (rest)
		trace_seq_printf(seq, "%s0x%llx", joint, rest);
}

/* Prints what put_arg() describes. */
static void print_arg(const struct sdt_fields *fields, unsigned int nr,
		      const void *entry, struct trace_seq *seq)
{
	const struct sdt_arg *arg = &fields->args[nr];
	u64 value = sdt_field_value(fields, nr, entry);

	trace_seq_printf(seq, "%s%s=", blank(fields, nr), arg->name);
	switch (look_of(arg)) {
	case LOOK_HEX:
		trace_seq_printf(seq, "0x%llx", truncated(arg, value));
		break;
	case LOOK_DEVICE:
		trace_seq_printf(seq, "%u:%u", (u32)value >> SDT_MINOR_BITS,
				 (u32)value & SDT_MINOR_MASK);
		break;
	case LOOK_ADDRESS:
		sdt_print_address(value, seq);
		break;
	case LOOK_FUNCTION:
		sdt_print_function(value, seq);
		break;
	case LOOK_ENUM:
		print_enum(arg, value, seq);
		break;
	case LOOK_FLAGS:
		print_flags(arg, value, seq);
		break;
	default:
		trace_seq_printf(seq, arg->is_signed ? "%lld" : "%llu", value);
	}
}

static bool is_site_of(const struct sdt_module_probes *mp, unsigned long ip)
{
	unsigned int i;

	for (i = 0; i < mp->nr_sites; i++)
		if (mp->sites[i].pub.ip == ip)
			return true;
	return false;
}

/*
 * Others can be at the address of code that was freed: sites of loads of the module before this one,
 * for which this one's come first, and of other modules.
 */
static void print_site(const struct sdt_event *event, unsigned long ip, struct trace_seq *seq)
{
	const struct sdt_module_probes *mp;
	const struct sdt_init_code *before;
	const struct sdt_init_site *site;

	rcu_read_lock();
	mp = rcu_dereference(event->mp);
	before = READ_ONCE(mp->before);
	site = sdt_init_site_at(mp->init, ip) ?: sdt_init_site_at(smp_load_acquire(&mp->all), ip);
	if (!site && before && !is_site_of(mp, ip))
		site = sdt_init_site_at(before, ip);
	if (site)
		trace_seq_puts(seq, site->name);
	else
		sdt_print_code(ip, seq);
	rcu_read_unlock();
}

/*
 * Prints a record of @size bytes as the event's print_fmt describes.  One that is too small is shown as
 * "(truncated)".
 */
void sdt_record_print(const struct sdt_event *event, const void *entry, unsigned int size,
		      struct trace_seq *seq)
{
	const struct sdt_fields *fields = &event->form->fields;
	struct sdt_copy copy;
	unsigned int i;

	if (size < fields->size) {
		trace_seq_puts(seq, "(truncated)");
		return;
	}
	if (fields->message) {
		sdt_message_print(fields, entry, size, seq);
		return;
	}
	if (fields->has_ip) {
		trace_seq_putc(seq, '(');
		print_site(event, *(unsigned long *)(entry + fields->ip_offset), seq);
		trace_seq_putc(seq, ')');
	}
	for (i = 0; i < fields->nr_args; i++)
		print_arg(fields, i, entry, seq);
	for (i = 0; i < fields->nr_copies; i++) {
		copy = sdt_copy_at(fields, i, entry, size);
		trace_seq_printf(seq, " %s=", fields->copy_name[i]);
		if (fields->copy_is_bytes & BIT(i))
			sdt_print_bytes(&copy, " ", seq);
		else
			trace_seq_printf(seq, "\"%.*s\"", (int)copy.len,
					 copy.data);
	}
}
