/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * show.h - print the hits that an instance holds
 */
#ifndef SDTINFO_SHOW_H
#define SDTINFO_SHOW_H

#include <stdbool.h>
#include <tracefs.h>

#include "select/selection.h"

/*
 * struct show_request - which hits of an instance to print
 * @catalog: the chosen probes of the running kernel, with sites
 */
struct show_request {
	const struct catalog *catalog;
	struct tracefs_instance *instance;
	bool is_past;		/* its hits are of an earlier boot: persistent.c */
	bool is_json;
	bool with_lines;
};

/* show_hits() - print hits that an instance holds, which keeps them */
int show_hits(const struct show_request *request);

#endif /* SDTINFO_SHOW_H */
