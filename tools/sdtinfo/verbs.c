// SPDX-License-Identifier: GPL-2.0-only
/*
 * verbs.c - the verbs of sdtinfo
 */
#include <stddef.h>

#include "cmd.h"

const struct command *const commands[] = {
	&cmd_list,
	&cmd_args,
	&cmd_dump,
	&cmd_verify,
	&cmd_diff,
	&cmd_gen,
	&cmd_trace,
	&cmd_record,
	&cmd_top,
	&cmd_latency,
	&cmd_report,
	&cmd_link,
	NULL
};
