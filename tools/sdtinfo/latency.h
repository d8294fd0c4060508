/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * latency.h - what cmd_latency.c and the output of latency share
 */
#ifndef SDTINFO_LATENCY_H
#define SDTINFO_LATENCY_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/measure.h"
#include "select/selection.h"

enum form {
	FORM_TEXT,
	FORM_JSON,
	FORM_CSV,
	FORM_METRICS,
};

struct measuring {
	struct selection *selections;	/* one of each pattern */
	size_t nr_selections;
	struct latency_request request;
	const char *key;		/* as it was given */
	char *keys;			/* that those of the request are parts of */
	enum form form;
	bool waits;			/* for modules */
	int ready_fd;
	const char *output;		/* a file for metrics; NULL: standard output */
};

/*
 * latency_begin(), latency_write_metrics() - for begin and update of struct latency_request
 * @data: the struct measuring
 */
int latency_begin(const struct latencies *result, void *data);
int latency_write_metrics(const struct latencies *result, void *data);

/* latency_print() - print the result for one of the pairs, unless it is metrics */
void latency_print(const struct measuring *measuring, const struct latencies *result,
		   const struct latency *latency);

#endif /* SDTINFO_LATENCY_H */
