/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hits.h - what a record tells of a hit
 *
 * For watch.c.
 */
#ifndef SDTINFO_HITS_H
#define SDTINFO_HITS_H

#include <event-parse.h>
#include <stdbool.h>

#include "comm.h"
#include "hit.h"
#include "stacks.h"
#include "watched.h"

struct hit_records {
	struct tep_record *record;
	const struct tep_record *stack;	/* NULL: none */
	const struct stacks *stacks;
};

struct made_hit {
	struct hit hit;
	struct arg_value values[SDT_MAX_ARGS];
};

/*
 * hits_make() - make a hit of its records
 * @made: valid as long as the records are; to be freed if this returns true
 *
 * Returns whether it is one that was asked for.
 */
bool hits_make(struct made_hit *made, const struct watched *watched, struct comms *comms,
	       const struct hit_records *records);
void hits_free(struct made_hit *made);

#endif /* SDTINFO_HITS_H */
