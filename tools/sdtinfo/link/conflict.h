/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * conflict.h - report conflicts between a module's objects in terms of its source
 */
#ifndef SDTINFO_CONFLICT_H
#define SDTINFO_CONFLICT_H

#include "probe_merge.h"

/* conflicts_report() - report those of a merge; 0, or -1 if there are any */
int conflicts_report(const struct probe_merge *merge, const char *module);

#endif /* SDTINFO_CONFLICT_H */
