// SPDX-License-Identifier: GPL-2.0-only
/*
 * verbs_link.c - the verbs of sdtinfo-link, which builds of modules make for themselves
 *
 * It takes libelf and libdw only, and a few seconds.
 */
#include <stddef.h>

#include "cmd.h"

const struct command *const commands[] = {
	&cmd_link,
	NULL
};
