/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stacks.h - the stack traces that the kernel records behind hits
 *
 * For watch.c.
 */
#ifndef SDTINFO_STACKS_H
#define SDTINFO_STACKS_H

#include <event-parse.h>
#include <stdbool.h>
#include <stddef.h>

struct held_record;

struct stacks {
	struct tep_event *event;	/* ftrace's kernel_stack */
	struct tep_format_field *frames;
	struct held_record **cpus;
	size_t nr_cpus;
};

/*
 * stacks_open() - understand records of stacks
 * @stacks: zeroed
 *
 * Returns 0, or -1 when it has reported why not.  To be closed in any case.
 */
int stacks_open(struct stacks *stacks, struct tep_handle *tep);
void stacks_close(struct stacks *stacks);

/*
 * Whom to show a hit with its stack; @stack is NULL if the kernel recorded none.  Returns
 * whether to go on.
 */
typedef bool (*stacks_show)(struct tep_record *hit, const struct tep_record *stack,
			    void *data);

/*
 * stacks_take() - take a record: of a hit, which is held until its stack comes, or a stack
 * @show: called for the hits that need not be held any longer
 *
 * Returns what @show returned, or true.
 */
bool stacks_take(struct stacks *stacks, const struct tep_record *record, stacks_show show,
		 void *data);

/* stacks_flush() - show the hits of a CPU that are held; no stacks come for them */
bool stacks_flush(struct stacks *stacks, int cpu, stacks_show show, void *data);

/*
 * stacks_frames() - the addresses in a stack, innermost first
 * @nr: set to their number
 *
 * Caller frees.
 */
unsigned long *stacks_frames(const struct stacks *stacks, const struct tep_record *stack,
			     size_t *nr);

#endif /* SDTINFO_STACKS_H */
