/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shim.h - what the files of rules/ need of the kernel, or of the C library
 */
#ifndef _SDT_RULES_SHIM_H
#define _SDT_RULES_SHIM_H

#ifdef __KERNEL__

#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/types.h>

#define SDT_READER		"sdt.ko"	/* what reads a table */

#else

#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SDT_READER		"sdtinfo"
#ifndef ARRAY_SIZE
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#endif
#define cond_resched()		do { } while (0)

typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s64 s64;

#endif

#endif /* _SDT_RULES_SHIM_H */
