// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracked_kernel.c - the same TRACE_EVENTs as the kernel's tracepoints
 */
#define TRACKED_BY_KERNEL
#define CREATE_TRACE_POINTS
#include "tracked_main.h"

MODULE_LICENSE("GPL");
