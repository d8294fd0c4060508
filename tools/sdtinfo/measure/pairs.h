/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pairs.h - which probes begin and end something
 */
#ifndef SDTINFO_PAIRS_H
#define SDTINFO_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

#include "select/selection.h"
#include "trace/hit.h"
#include "tracefs/events.h"

/* What of an event's hits is meant */
struct pair_end {
	struct traced_event *event;
	const struct sdt_pattern *pattern;	/* hits of the probes that match it; NULL: all */
	struct hit_field key;
};

/* A hit of the first begins what a hit of the second ends */
struct pair {
	struct pair_end from;
	struct pair_end to;
	bool is_period;		/* both are one */
	bool has_by;		/* what its times are counted by: */
	bool is_by_from;	/* of the first hit */
	struct hit_field by;
};

struct pairs {
	struct pair *list;
	size_t nr;
};

/*
 * pairs_choose() - pair the events of several patterns
 *
 * Returns 0, or -1 when it has reported that there are none.
 */
int pairs_choose(struct pairs *pairs, struct traced_events *events,
		 const struct catalog *catalog);

/* pair_end_names() - "sdt:revdev::write-entry", with the function if it is one; caller frees */
char *pair_end_names(const struct pair_end *end);

/* pair_takes() - is a hit of the event meant? */
bool pair_takes(const struct pair_end *end, const struct hit *hit);

#endif /* SDTINFO_PAIRS_H */
