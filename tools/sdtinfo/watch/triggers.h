/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * triggers.h - triggers of events in a trace instance, and synthetic events
 *
 * For latency.c and instance.c.  Triggers, and the synthetic events that they use, stay in the
 * kernel until they are removed; an instance cannot be removed before its triggers.
 */
#ifndef SDTINFO_TRIGGERS_H
#define SDTINFO_TRIGGERS_H

#include <stdbool.h>
#include <stddef.h>
#include <tracefs.h>

struct trigger;

struct triggers {
	struct tracefs_instance *instance;
	struct trigger *list;
	size_t nr;
};

/* triggers_add() - add a trigger, such as "hist:keys=common_pid"; 0, or -1 */
int triggers_add(struct triggers *triggers, const char *system, const char *event,
		 const char *text);

/* triggers_remove_last() - remove as many of those that were added last */
void triggers_remove_last(struct triggers *triggers, size_t nr);

/* triggers_free() - remove all, those first that were added last */
void triggers_free(struct triggers *triggers);

/* triggers_why() - why the kernel refused the last one; caller frees */
char *triggers_why(const struct triggers *triggers);

/* synthetic_add() - add a synthetic event, "NAME u64 lat"; 0, or -1 */
int synthetic_add(const char *definition);

/* synthetic_name() - the name of an instance's synthetic event; caller frees */
char *synthetic_name(const char *instance);

/* synthetic_exists(), synthetic_remove() - is there such an event?  Remove it; 0, or -1. */
bool synthetic_exists(const char *instance);
int synthetic_remove(const char *instance);

/* synthetic_remove_stale() - remove those whose instances are gone */
void synthetic_remove_stale(void);

/* triggers_clear() - remove all triggers of an instance whose owner was killed */
void triggers_clear(struct tracefs_instance *instance);

#endif /* SDTINFO_TRIGGERS_H */
