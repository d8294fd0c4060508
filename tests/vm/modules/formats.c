// SPDX-License-Identifier: GPL-2.0-only
/*
 * formats.c - the same events as tracepoints and as probes
 *
 *	echo 1 > /sys/module/formats/parameters/fire
 *
 * The parameters flags and len are those of the frame.
 *
 * The tracepoints are in formats_trace.h, and their events in events/formats_trace.
 */
#include <linux/module.h>
#include <linux/sdt.h>

#define CREATE_TRACE_POINTS
#include "formats_trace.h"

/* Names for the numbers of a protocol: an enum that only the probes use */
enum frame_command { RESET = COMMAND_RESET, SEND = COMMAND_SEND };
enum frame_flags { URGENT = FRAME_URGENT, LAST = FRAME_LAST };

typedef void (*function_t)(void);

static noinline void send(const struct frame *f, int queue)
{
	trace_frame_send(f, queue);
	DTRACE_PROBE3(frame__send, const char *, f->name, u32, f->len,
		      int, queue);
}

static noinline void done(const struct frame *f, int err)
{
	trace_frame_done(f, err);
	DTRACE_PROBE2(frame__done, u32, f->len, int, err);

	trace_frame_failed(f, err);
	if (err)
		DTRACE_PROBE2(frame__failed, u32, f->len, int, err);
}

static noinline void dump(const struct frame *f)
{
	trace_frame_dump(f, __builtin_return_address(0));
	DTRACE_PROBE(frame__dump, enum frame_state, f->state,
		     enum frame_command, f->command,
		     enum frame_flags DTRACE_FLAGS, f->flags,
		     u32 DTRACE_HEX, f->crc,
		     function_t caller, (function_t)__builtin_return_address(0),
		     const u8 mac[ETH_ALEN], f->mac,
		     const u8 saddr[4], f->saddr,
		     size_t, f->text_len, const char text[text_len], f->text,
		     size_t, f->len, const u8 data[len], f->data);
}

static const u8 data[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
static const char text[] = { 'a', 'b', 'c', 'd', '!', '?', 0 };

static unsigned int flags = FRAME_URGENT | FRAME_LAST;
static unsigned int len = sizeof(data);

/* What only a listener needs is computed only for one. */
static unsigned int computed_for_probe, computed_for_tracepoint;

static int fire(const char *value, const struct kernel_param *kp)
{
	const struct frame f = {
		.name = "eth7",
		.len = min_t(unsigned int, len, sizeof(data)),
		.flags = flags,
		.crc = 0x1f,
		.mac = { 0x02, 0, 0, 0, 0, 0x17 },
		.saddr = { 192, 0, 2, 1 },
		.command = COMMAND_SEND,
		.state = FRAME_SENT,
		.data = data,
		.text = text,
		.text_len = 4,
	};

	send(&f, 3);
	done(&f, 0);
	done(&f, -5);
	dump(&f);
	if (DTRACE_PROBE_ENABLED(frame__send))
		computed_for_probe++;
	if (trace_frame_send_enabled())
		computed_for_tracepoint++;
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
module_param(flags, uint, 0600);
module_param(len, uint, 0600);
module_param(computed_for_probe, uint, 0400);
module_param(computed_for_tracepoint, uint, 0400);

EXPORT_TRACEPOINT_SYMBOL_GPL(frame_send);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("The same events as tracepoints and as probes");
