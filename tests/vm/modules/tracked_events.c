// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracked_events.c - TRACE_EVENTs that are probes, in the file that defines them
 *
 * The header has been read before it is to define them.
 */
#include "tracked_trace.h"

#define CREATE_TRACE_POINTS
#include "tracked_trace.h"
