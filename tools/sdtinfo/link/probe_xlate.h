/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_xlate.h - the translated view of an event's arguments
 *
 * For probe_merge.c, which makes an event's sites agree in it, and conflict.c.
 */
#ifndef SDTINFO_PROBE_XLATE_H
#define SDTINFO_PROBE_XLATE_H

#include "table/probe.h"

/* probe_xlate_says() - does an entry say how its arguments are to be translated? */
bool probe_xlate_says(const struct probe *probe);

/*
 * probe_xlate_same() - is it the same view, except for the names?
 * @exact: blanks in the types count
 */
bool probe_xlate_same(const struct probe *a, const struct probe *b, bool exact);

/*
 * probe_xlate_names() - give all arguments of a view a name
 * @xlated: the view of @probe, with the names that authors gave, "" for the others
 * @probe: whose native arguments have their names
 * @fresh: called for each new name
 */
void probe_xlate_names(struct probe_xlated *xlated, const struct probe *probe,
		       void (*fresh)(char *name, void *data), void *data);

/* probe_xlate_text() - "(bufinfo_t *, devinfo_t *)"; caller frees */
char *probe_xlate_text(const struct probe *probe);

#endif /* SDTINFO_PROBE_XLATE_H */
