// SPDX-License-Identifier: GPL-2.0-only
/*
 * message_mark.c - a message, as DTRACE_PRINTF() has it
 *
 * By the rules that the plugin has as well (kmod/rules/message_format.c).
 */
#include <stdlib.h>
#include <string.h>

#include "marks_internal.h"
#include "lib/error.h"
#include "lib/util.h"

static void warn_conversions(const struct draft *draft, const char *message)
{
	struct sdt_message_part part = { .end = message };
	char why[SDT_WHY_SIZE];

	while (!draft->mark->is_silent && sdt_message_next(&part))
		if (!sdt_conversion_ok(&part, why, sizeof(why)))
			warning_source(draft->mark->file, draft->mark->line, "%s", why);
}

int message_show(struct draft *draft, const char *message)
{
	struct sdt_shown shown[SDT_MAX_ARGS];
	unsigned int i;

	for (i = 0; i < draft->nr_args; i++)
		shown[i] = (struct sdt_shown){
			.kind = draft->args[i].kind,
			.flags = draft->args[i].flags,
			.to_bytes = kind_is_bytes(draft->kinds[i]),
		};
	if (sdt_message_show(message, shown, draft->nr_args) >= 0) {
		error_source(draft->mark->file, draft->mark->line,
			     "the arguments of probe '%s' are not those of its format",
			     draft->probe->name);
		return -1;
	}
	for (i = 0; i < draft->nr_args; i++) {
		struct probe_arg *arg = &draft->args[i];

		arg->kind = shown[i].kind;
		arg->flags = shown[i].flags;
		arg->bound = shown[i].bound;
		if (arg->kind == SDT_ARG_INTEGER) {
			arg->enumerators = NULL;
			arg->nr_enumerators = 0;
		}
	}
	warn_conversions(draft, message);
	return 0;
}
