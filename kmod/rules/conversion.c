// SPDX-License-Identifier: GPL-2.0-only
/*
 * conversion.c - what a message's conversions decide about its arguments
 *
 * A conversion says whether a record has a copy of what its argument points to, and how long
 * that is: the kind and the bound of the argument in the probe table.  If the argument has a bound
 * already, from its type in a DTRACE_PROBE_TEXT(), the conversion only says of what the copy is.
 */
#include "rules/rules.h"

/**
 * sdt_conversion_ok - test whether a record can hold what a conversion shows
 * @part: the part of the message
 * @why: filled with a sentence if not
 * @size: its size
 *
 * Return: false if the conversion shows an address only, or is none.
 */
bool sdt_conversion_ok(const struct sdt_message_part *part, char *why, size_t size)
{
	const int length = part->end - part->conversion;

	if (part->show == SDT_SHOW_NOTHING && part->letter && part->letter != '%')
		snprintf(why, size, "'%.*s' of a message is not a conversion of the kernel; it is shown as text",
			 length, part->conversion);
	else if (part->letter == 'n')
		snprintf(why, size, "'%.*s' of a message shows nothing; the address is recorded",
			 length, part->conversion);
	else if (part->show == SDT_SHOW_OTHER)
		snprintf(why, size, "'%.*s' of a message shows what its argument points to, which a record cannot hold; the address is recorded",
			 length, part->conversion);
	else
		return true;
	return false;
}

/* Is it a pointer to the kernel's memory, which can be copied? */
static bool is_kernel_pointer(const struct sdt_shown *arg)
{
	return (arg->kind == SDT_ARG_POINTER || arg->kind == SDT_ARG_STRING ||
		arg->kind == SDT_ARG_BYTES) && sdt_is_kernel_memory(arg->flags);
}

/* Make the record have a copy of @arg, of up to @bound bytes; false if its type has another bound. */
static bool copy_arg(struct sdt_shown *arg, unsigned int kind, u32 bound)
{
	if (arg->bound && bound && arg->bound != bound)
		return false;
	if (arg->kind == SDT_ARG_POINTER)
		arg->flags &= ~SDT_ARG_TRUSTED;		/* that of a plain pointer */
	arg->kind = kind;
	arg->bound = arg->bound ? arg->bound : bound;
	return true;
}

/* Show @arg as the conversion of @part does; false if it cannot. */
static bool show_arg(struct sdt_shown *arg, const struct sdt_message_part *part)
{
	if (part->show == SDT_SHOW_BYTES && is_kernel_pointer(arg))
		return copy_arg(arg, SDT_ARG_BYTES, part->nr_bytes ? part->nr_bytes :
				SDT_BOUND_IS_ARG | (u32)part->width_arg);
	if (part->show == SDT_SHOW_STRING && arg->to_bytes && is_kernel_pointer(arg))
		return copy_arg(arg, SDT_ARG_STRING, part->precision_arg >= 0 ?
				SDT_BOUND_IS_ARG | (u32)part->precision_arg :
				part->precision >= 0 ? (u32)part->precision : 0);
	if (arg->kind == SDT_ARG_STRING && !arg->bound)
		arg->kind = SDT_ARG_POINTER;
	else if (arg->kind == SDT_ARG_INTEGER && part->show == SDT_SHOW_NUMBER &&
		 (part->letter == 'x' || part->letter == 'X'))
		arg->flags |= SDT_ARG_HEX;
	return true;
}

/* Make argument @nr_arg, if there is one, the number that a '*' takes; false if it is none. */
static bool make_number(struct sdt_shown *args, unsigned int nr, int nr_arg)
{
	if (nr_arg < 0)
		return true;
	if ((unsigned int)nr_arg >= nr || args[nr_arg].kind >= SDT_ARG_POINTER)
		return false;
	args[nr_arg].kind = SDT_ARG_INTEGER;
	return true;
}

/**
 * sdt_message_show - give arguments the kinds and bounds of the conversions that show them
 * @message: the message
 * @args: the arguments, as they are without a message; their bounds are those of their types
 * @nr: how many there are
 *
 * Return: -1, or the number of the first argument that is missing; that a '*' takes and that is
 * not an integer; or whose type has another bound than its conversion.
 */
int sdt_message_show(const char *message, struct sdt_shown *args, unsigned int nr)
{
	struct sdt_message_part part;

	memset(&part, 0, sizeof(part));
	part.end = message;
	while (sdt_message_next(&part)) {
		if (!make_number(args, nr, part.width_arg))
			return part.width_arg;
		if (!make_number(args, nr, part.precision_arg))
			return part.precision_arg;
		if (part.nr_args > nr)
			return nr;
		if (part.arg >= 0 && !show_arg(&args[part.arg], &part))
			return part.arg;
	}
	return -1;
}
