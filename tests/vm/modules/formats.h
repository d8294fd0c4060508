/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * formats.h - what the tracepoints and the probes of formats.c show
 */
#ifndef FORMATS_H
#define FORMATS_H

#include <linux/if_ether.h>
#include <linux/types.h>

enum frame_state { FRAME_NEW, FRAME_SENT };

/* As the wire has them: no enum */
#define COMMAND_RESET	0x10
#define COMMAND_SEND	0x11

#define FRAME_URGENT	0x1
#define FRAME_LAST	0x2

struct frame {
	const char *name;
	u32 len;
	u32 flags;
	u32 crc;
	u8 mac[ETH_ALEN];
	u8 saddr[4];
	u8 command;
	u8 text_len;
	enum frame_state state;
	const u8 *data;		/* @len bytes */
	const char *text;	/* @text_len bytes, without a NUL */
};

#endif /* FORMATS_H */
