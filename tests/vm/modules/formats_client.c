// SPDX-License-Identifier: GPL-2.0-only
/*
 * formats_client.c - listens to formats.c's frame_send, as a tracepoint and as a probe
 *
 *	cat /sys/module/formats_client/parameters/{tracepoint,probe}_len
 *
 * docs/porting.md compares the two ways.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>

#include "formats_trace.h"

static unsigned int tracepoint_len, probe_len;
module_param(tracepoint_len, uint, 0400);
module_param(probe_len, uint, 0400);

static void on_tracepoint(void *data, const struct frame *f, int queue)
{
	tracepoint_len += f->len;
}

static void on_probe(const struct sdt_hit *hit, void *cookie)
{
	probe_len += hit->args[1];
}

static struct sdt_handler *handler;

static int __init formats_client_init(void)
{
	int err = register_trace_frame_send(on_tracepoint, NULL);

	if (err)
		return err;
	handler = sdt_attach("sdt:formats::frame-send", on_probe, NULL);
	if (IS_ERR(handler))
		unregister_trace_frame_send(on_tracepoint, NULL);
	return PTR_ERR_OR_ZERO(handler);
}

static void __exit formats_client_exit(void)
{
	sdt_detach(handler);
	unregister_trace_frame_send(on_tracepoint, NULL);
	tracepoint_synchronize_unregister();
}

module_init(formats_client_init);
module_exit(formats_client_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Listens to a tracepoint and to a probe");
