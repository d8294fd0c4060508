// SPDX-License-Identifier: GPL-2.0-only
/*
 * registry.c - the modules with probes that are loaded, and the locks
 *
 * sdt_modules_lock protects the list of modules.  It is held while a module's probes
 * are made and while they are dismantled, so others see all of them or none.  While it is
 * held, no module with probes can be freed, because the GOING notifier (modules.c)
 * waits for it.  It is taken inside the kernel's notifier chain, and before event_mutex
 * and sdt_mutex.  Every insmod and rmmod waits for it, so it is not held during long waits.
 *
 * sdt_mutex protects the list of modules, too, so a reader of the list needs one of the
 * two locks.  It also protects the list of handlers (handlers.c), that of translators
 * (translate.c), the users of every probe and the sink of every site (listeners.c).
 *
 * main.h has the order of all locks.
 */
#include <linux/cpu.h>

#include "core/core.h"

/* The outer lock: main.h */
DEFINE_MUTEX(sdt_modules_lock);
/* Lists of modules, handlers and translators: main.h */
DEFINE_MUTEX(sdt_mutex);
LIST_HEAD(sdt_modules);
/* Modules whose probes were refused, and how many there have been; as sdt_modules */
LIST_HEAD(sdt_refused);
unsigned long sdt_nr_refused;

/**
 * sdt_lock - take sdt_mutex and the CPU hotplug lock, to enable or disable sites
 *
 * The CPU hotplug lock is taken once for any number of sites.
 *
 * Context: Process context, sleeps.
 */
void sdt_lock(void)
{
	mutex_lock(&sdt_mutex);
	cpus_read_lock();
}

/**
 * sdt_unlock - release what sdt_lock() took
 *
 * Context: Process context.
 */
void sdt_unlock(void)
{
	cpus_read_unlock();
	mutex_unlock(&sdt_mutex);
}
