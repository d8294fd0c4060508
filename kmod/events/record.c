// SPDX-License-Identifier: GPL-2.0-only
/*
 * record.c - the memory that records are made in
 */
#include "events/record.h"

struct sdt_scratch_cpu __percpu *sdt_scratch_cpu;

/* Allocates the memory that records are made in.  Returns 0 or -ENOMEM.  Sleeps. */
int sdt_record_init(void)
{
	sdt_scratch_cpu = alloc_percpu(struct sdt_scratch_cpu);
	return sdt_scratch_cpu ? 0 : -ENOMEM;
}

/* Frees that memory, when no sink can run any more. */
void sdt_record_exit(void)
{
	free_percpu(sdt_scratch_cpu);
	sdt_scratch_cpu = NULL;
}
