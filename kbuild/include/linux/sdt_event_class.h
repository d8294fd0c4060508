/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * sdt_event_class.h - the code and data of a class of TRACE_EVENTs
 *
 * <linux/sdt_tracepoint.h> makes one of each class in a trace header, in the module that has the
 * header.  sdt.ko finds it by the module's struct sdt_events (<linux/sdt_abi.h>) and makes events of
 * it.  Its fields, its text and its code are those that the kernel's own macros make.
 */
#ifndef _LINUX_SDT_EVENT_CLASS_H
#define _LINUX_SDT_EVENT_CLASS_H

#include <linux/trace_events.h>
#include <linux/sdt_abi.h>

/**
 * struct sdt_event_class - a class of TRACE_EVENTs
 * @head: which version of it this is
 * @fields: the fields of its records, after those that all events have; the last one is empty
 * @print_fmt: how clients print a record
 * @funcs: print a record into a trace; the tracing core adds what is missing
 * @record: makes a record of a hit's arguments: calls @reserve with @data and the size of the record,
 *	and fills in what it returns, unless that is NULL
 * @reg: called before the first site of an event is enabled; or NULL.  Returns 0 or an error.
 * @unreg: called after the last one is disabled; or NULL
 *
 * It is in writable memory.  @record runs where the probe fires, in any context with preemption
 * disabled; @reg and @unreg can sleep.
 */
struct sdt_event_class {
	struct sdt_event_class_head head;
	struct trace_event_fields *fields;
	char *print_fmt;
	struct trace_event_functions funcs;
	void (*record)(const u64 *args, void *(*reserve)(void *data, size_t size), void *data);
	int (*reg)(void);
	void (*unreg)(void);
};

#endif /* _LINUX_SDT_EVENT_CLASS_H */
