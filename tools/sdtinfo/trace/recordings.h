/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recordings.h - open what has recorded hits, and choose probes of it
 *
 * For the verbs, also in a build without libtracefs, and for stream.c.
 */
#ifndef SDTINFO_RECORDINGS_H
#define SDTINFO_RECORDINGS_H

#include <stdbool.h>

#include "lib/error.h"
#include "select/selection.h"

struct hit_source;

/* source_is_file() - is this the name of a trace.dat file: does it have a '/', or end in .dat? */
bool source_is_file(const char *from);

/*
 * source_open() - open what has recorded hits: the recorder of this name, a killed run, or a
 *	trace.dat file
 *
 * Returns NULL when it has reported why not.
 */
struct hit_source *source_open(const char *from);
void source_close(struct hit_source *source);

/*
 * source_select() - choose probes of a source; as selection_read()
 *
 * A loaded module is taken as it is if its events are those of the source.  The probes of others
 * are made from the formats of their events.
 */
enum exit_code source_select(struct hit_source *source, struct selection *selection);

#endif /* SDTINFO_RECORDINGS_H */
