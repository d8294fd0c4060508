/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd.h - the verbs of sdtinfo
 *
 * For main.c, whose table lists them, and for the verbs' own files: one
 * cmd_VERB.c each, which describes the verb and runs it.
 */
#ifndef SDTINFO_CMD_H
#define SDTINFO_CMD_H

#include "lib/options.h"

extern const struct command cmd_dump;
extern const struct command cmd_verify;
extern const struct command cmd_diff;
extern const struct command cmd_list;
extern const struct command cmd_args;
extern const struct command cmd_gen;
extern const struct command cmd_link;
extern const struct command cmd_trace;
extern const struct command cmd_top;
extern const struct command cmd_latency;

#endif /* SDTINFO_CMD_H */
