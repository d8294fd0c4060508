/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * instance.h - a trace instance of one's own
 *
 * For watch.c.  An instance has its own buffer, events, filters and options in tracefs, so
 * whatever else traces on the machine is not touched.
 */
#ifndef SDTINFO_INSTANCE_H
#define SDTINFO_INSTANCE_H

#include <tracefs.h>

struct instance {
	struct tracefs_instance *tracefs;
	int lock;	/* its file tracing_on, locked while its owner lives */
};

/*
 * instance_open() - create an instance, and remove those whose owners were killed
 *
 * Returns 0, or -1 when it has reported why not.
 */
int instance_open(struct instance *instance);

/* instance_close() - remove the instance with all that was set in it */
void instance_close(struct instance *instance);

#endif /* SDTINFO_INSTANCE_H */
