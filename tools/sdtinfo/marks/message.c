// SPDX-License-Identifier: GPL-2.0-only
/*
 * message.c - a message, as DTRACE_PRINTF() has it
 *
 * By the rules of the plugin (gcc-plugin/front-end/message.cc).
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "lib/error.h"
#include "lib/util.h"

/* Can @arg be followed in the kernel? */
static bool is_kernel_pointer(const struct probe_arg *arg)
{
	return (arg->kind == SDT_ARG_POINTER || arg->kind == SDT_ARG_STRING) &&
	       !(arg->flags & (SDT_ARG_USER | SDT_ARG_PERCPU | SDT_ARG_IOMEM));
}

/* Shows @arg as the conversion of @part does. */
static void show_arg(struct probe_arg *arg, enum __sdt_kind kind,
		     const struct sdt_message_part *part)
{
	if (part->show == SDT_SHOW_BYTES && is_kernel_pointer(arg)) {
		arg->kind = SDT_ARG_BYTES;
		arg->bound = part->nr_bytes ? part->nr_bytes :
			     SDT_BOUND_IS_ARG | (uint32_t)part->width_arg;
	} else if (part->show == SDT_SHOW_STRING && is_kernel_pointer(arg) &&
		   kind_is_bytes(kind)) {
		arg->kind = SDT_ARG_STRING;
		if (part->precision_arg >= 0)
			arg->bound = SDT_BOUND_IS_ARG | (uint32_t)part->precision_arg;
		else if (part->precision >= 0)
			arg->bound = part->precision;
	} else if (arg->kind == SDT_ARG_STRING) {
		arg->kind = SDT_ARG_POINTER;
	} else if (arg->kind == SDT_ARG_INTEGER && part->show == SDT_SHOW_NUMBER &&
		   (part->letter == 'x' || part->letter == 'X')) {
		arg->flags |= SDT_ARG_HEX;
	}
}

/* Makes argument @i, if there is one, the number that a '*' takes; false if it is none. */
static bool make_number(struct draft *draft, int i)
{
	struct probe_arg *arg;

	if (i < 0)
		return true;
	if ((unsigned int)i >= draft->nr_args)
		return false;
	arg = &draft->args[i];
	if (probe_arg_is_pointer(arg))
		return false;
	arg->kind = SDT_ARG_INTEGER;
	arg->enumerators = NULL;
	arg->nr_enumerators = 0;
	return true;
}

int message_show(struct draft *draft, const char *message)
{
	struct sdt_message_part part = { .end = message };

	while (sdt_message_next(&part)) {
		if (part.nr_args > draft->nr_args || !make_number(draft, part.width_arg) ||
		    !make_number(draft, part.precision_arg)) {
			error_source(draft->mark->file, draft->mark->line,
				     "the arguments of probe '%s' are not those of its format",
				     draft->probe->name);
			return -1;
		}
		if (part.arg >= 0)
			show_arg(&draft->args[part.arg], draft->kinds[part.arg], &part);
	}
	return 0;
}
