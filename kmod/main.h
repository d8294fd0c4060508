/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * main.h - the top of sdt.ko, and how its parts fit together
 *
 *	main.c		load and unload sdt.ko
 *	modules.c	load and unload modules with probes
 *	params.c	module parameters
 *	core/		modules' probes, their sites, dispatch	core/core.h
 *	rules/		rules that sdtinfo shares		rules/rules.h
 *	events/		probes as trace events			events/events.h
 *	interfaces/	interfaces for users and other modules	interfaces/interfaces.h
 *	raw/		probes as raw tracepoints: sdt_raw.ko	raw/raw.h
 *	compat.h	differences between kernels, which features finds
 *	wait.h		wait for code that runs
 *	sdt_carrier.c	a module that brings events of others: sdt_carrier.ko
 *	arch/		differences between architectures	arch/arch.h
 *	include/	the header for handler modules
 *
 * The header of each folder lists its files.  Calls go one way only:
 *
 *	main.c -> modules.c, params.c, events/, interfaces/
 *	modules.c -> events/, interfaces/, core/
 *	params.c -> events/
 *	events/, interfaces/ -> core/
 *	core/, events/, interfaces/ -> rules/
 *
 * events/ and interfaces/ do not know each other.  raw/ is a module that uses only
 * linux/sdt_handler.h, compat.h and wait.h.  A hit takes another way:
 *
 *	a site -> its module's trampoline -> core/dispatch.c -> the site's sink:
 *	  a handler, which may call interfaces/translate.c
 *	  or events/to_ftrace.c or to_perf.c, for a user of the probe's event
 *
 * Locks, outermost first; each may be taken with those above it held:
 *
 *	param_lock of sdt.ko	(the kernel's)	held in the callbacks of parameters
 *	lock of struct publish_file (events/)	what was written to an open file sdt/publish
 *	the kernel's module notifier chain (rwsem, read side)
 *	sdt_modules_lock (registry.c)	list of modules, list of notifiers, the
 *					events that are wanted, recorders, events that
 *					outlive their modules
 *	inode of sdt/tables (debugfs's)	making and removing files there
 *	pmus_srcu	(the kernel's)	read side, while the gate is used
 *	event_mutex	(the kernel's)	held in all calls of class->reg()
 *	forms_lock	(events/form.c)	forms of events; nothing is taken with it
 *	trace_types_lock (the kernel's)	trace instances are made and removed
 *	tracepoints_mutex (the kernel's) held in all calls of a raw tracepoint's functions
 *	sdt_raw_lock	(raw/)		the raw tracepoints
 *	sdt_mutex	(registry.c)	lists of modules, handlers and translators,
 *					listeners, the translators of arguments
 *	cpu_hotplug_lock, jump_label_mutex, static_call_mutex, text_mutex
 *			(the kernel's)
 *
 * So the gate must never be used with sdt_mutex held.  Readers of sinks and translators
 * take no lock: they run with preemption disabled, and what they can see of sdt.ko's
 * data is freed after an RCU grace period.  events/read_side.h describes how they use
 * objects of the tracing core.
 */
#ifndef _SDT_MAIN_H
#define _SDT_MAIN_H

/* modules.c */
int sdt_modules_init(void);
void sdt_modules_exit(void);

/* params.c */
void sdt_params_settle(void);

#endif /* _SDT_MAIN_H */
