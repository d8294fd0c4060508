// SPDX-License-Identifier: GPL-2.0-only
/*
 * registry.c - the sets of probes of loaded modules, and the locks
 *
 * sdt_modules_lock protects the list of sets.  It is held while a set is made and while
 * it is taken apart, so others see it whole or not at all.  While it is held no
 * module with probes can be freed, since the GOING notifier (modules.c) waits for it.
 * It is taken inside the kernel's notifier chain, and before event_mutex and sdt_mutex.
 * Every insmod and rmmod waits for it, so nothing that can take long is done with it,
 * unless memory is short when sdt.ko goes: sdt_gate_force().
 *
 * sdt_mutex protects the list of sets, too, so a reader of the list needs one of the
 * two locks.  It also protects the list of handlers (handlers.c), that of translators
 * (translate.c), the users of every probe and the sink of every site (listeners.c).
 *
 * main.h has the order of all locks.
 */
#include <linux/cpu.h>

#include "core/core.h"

DEFINE_MUTEX(sdt_modules_lock);
DEFINE_MUTEX(sdt_mutex);
LIST_HEAD(sdt_sets);

/**
 * sdt_lock - take sdt_mutex, and what switching sites needs beyond it
 *
 * CPUs neither come nor go until sdt_unlock(): who switches many sites asks once.
 *
 * Context: process, sleeps.
 */
void sdt_lock(void)
{
	mutex_lock(&sdt_mutex);
	cpus_read_lock();
}

/**
 * sdt_unlock - undo sdt_lock()
 */
void sdt_unlock(void)
{
	cpus_read_unlock();
	mutex_unlock(&sdt_mutex);
}
