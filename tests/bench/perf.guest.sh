#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# An event that perf counts, and one that perf samples into its ring buffer
. ./figures.sh
RUNS=$1

must insmod sdt.ko
must insmod cost.ko
kprobe_events
for how in counting sampling; do
	for args in 0 3 8; do
		row="$how, $args integers"
		figures "$row" none int${args}_none
		attached "$row" probe $how tracepoint:cost/int$args int${args}_probe
		attached "$row" TRACE_EVENT $how tracepoint:cost_trace/cost_int$args int${args}_tracepoint
		attached "$row" 'kprobe event' $how tracepoint:cost_kprobe/int$args int${args}_kprobe
	done
done
