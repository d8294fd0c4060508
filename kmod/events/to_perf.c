// SPDX-License-Identifier: GPL-2.0-only
/*
 * to_perf.c - make records for perf and BPF programs
 *
 * Runs when probes fire, in any context, with preemption disabled.  Takes no lock.
 *
 * The record is made in memory of our own: perf_trace_buf_alloc(), which has some for
 * this, takes 40 instructions, and a string could not be copied to its place there before
 * its length is known.
 */
#include <linux/perf_event.h>
#include <linux/sdt_event_class.h>

#include "arch/arch.h"
#include "events/read_side.h"
#include "events/record.h"

/*
 * As in the kernel's perf_trace_*(): BPF programs belong to the event, not to a CPU's
 * list of perf events, and run even if that list is empty.
 */
static __always_inline void to_perf(const struct sdt_hit *hit,
				    const struct sdt_record_target *target,
				    struct sdt_shape shape)
{
	const struct sdt_fields *fields = target->fields;
	struct trace_event_call *call = target->call;
	struct sdt_read_side side;
	struct sdt_scratch *scratch;
	struct hlist_head *head;
	unsigned int fixed, size;
	void *entry;
	int rctx;

	if (!sdt_read_enter(&side, &target->gone))
		return;
	head = this_cpu_ptr(call->perf_events);
	if (!bpf_prog_array_valid(call) && hlist_empty(head))
		goto out;
	rctx = perf_swevent_get_recursion_context();
	if (rctx < 0)
		goto out;
	scratch = sdt_scratch_here();
	entry = scratch->entry;
	sdt_caller_regs(&scratch->regs, hit->site->ip);

	fixed = sdt_fixed_size(fields, shape);
	size = fixed;
	if (shape.nr_copies)
		size += sdt_make_copies(fields, hit, shape, entry + fixed,
					sdt_locs(entry, fixed, shape));
	else	/* with copies, zeros follow the last one */
		put_unaligned(0ULL, (u64 *)(entry + fixed));
	/* On PREEMPT_RT, a gap may follow the core's header. */
	if (!IS_ALIGNED(sizeof(struct trace_entry), sizeof(u64)))
		scratch->entry[1] = 0;
	sdt_fill_args(fields, hit, entry, fixed, shape);
	if (shape.fixed)
		sdt_fill_fixed(fields, hit, entry);
	/* perf puts a u32 in front, and the total must be aligned */
	size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	perf_trace_run_bpf_submit(entry, size, rctx, call, 1, &scratch->regs,
				  head, NULL);
out:
	sdt_read_leave(&side);
}

/* What a class needs to make a record of a hit */
struct made {
	struct pt_regs *regs;
	void *entry;
	size_t size;
	int rctx;
};

/* perf puts a u32 in front, and the total must be aligned. */
static notrace void *reserve_made(void *data, size_t size)
{
	struct made *made = data;

	made->size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	if (made->size > PERF_MAX_TRACE_SIZE)
		return NULL;	/* perf would warn */
	made->entry = perf_trace_buf_alloc(made->size, &made->regs, &made->rctx);
	return made->entry;
}

/* A record of a TRACE_EVENT is made where the kernel's own are: it is of any size. */
static notrace void to_perf_made(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;
	struct trace_event_call *call = target->call;
	struct sdt_read_side side;
	struct made made = { };
	struct hlist_head *head;

	if (!sdt_read_enter(&side, &target->gone))
		return;
	head = this_cpu_ptr(call->perf_events);
	if (!bpf_prog_array_valid(call) && hlist_empty(head))
		goto out;
	target->made->record(hit->args, reserve_made, &made);
	if (!made.entry)
		goto out;
	sdt_caller_regs(made.regs, hit->site->ip);
	perf_trace_run_bpf_submit(made.entry, made.size, made.rctx, call, 1, made.regs, head, NULL);
out:
	sdt_read_leave(&side);
}

SDT_WRITERS(to_perf)

const struct sdt_writers sdt_perf_writers = {
	.plain = to_perf_plain,
	.copies = to_perf_copies,
	.bounded = to_perf_bounded,
	.fixed = to_perf_fixed,
	.made = to_perf_made,
	.few = SDT_WRITERS_FEW(to_perf),
};
