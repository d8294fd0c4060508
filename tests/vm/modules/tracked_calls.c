// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracked_calls.c - TRACE_EVENTs that are probes, in the file that calls them
 */
#include "tracked_main.h"

MODULE_LICENSE("GPL");
