/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * icmp.h - an ICMP header as BSD's code defines it, in network byte order
 */
#ifndef ICMP_H
#define ICMP_H

#include <linux/types.h>

struct icmp {
	u8 icmp_type;
	u8 icmp_code;
	__be16 icmp_cksum;
	__be16 icmp_id;
	__be16 icmp_seq;
};

#endif /* ICMP_H */
