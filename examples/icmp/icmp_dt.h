/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * icmp_dt.h - an ICMP header as users of the probes see it on any system
 */
#ifndef ICMP_DT_H
#define ICMP_DT_H

#include <linux/types.h>

struct icmp_hdr_dt {
	u8 type;
	u8 code;
	u16 checksum;	/* in host byte order */
	u16 id;		/* of an echo request or reply, else 0 */
	u16 sequence;	/* likewise */
};

#endif /* ICMP_DT_H */
