#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# perf.sh - section of "make bench": an event that perf counts, and one that it samples
# into its ring buffer
#
# needs: tests/bench/figures.sh kmod/sdt.ko tests/vm/modules/cost.ko tests/bench/attach
# options: --icount --append slub_debug=- --append rcupdate.rcu_expedited=1
. "$(dirname "$0")/figures.sh"
RUNS=$1

must insmod sdt.ko
must insmod cost.ko
kprobe_events
for how in counting sampling; do
	for args in 0 3 8; do
		row="$how, $args integers"
		figures "$row" none int${args}_none
		attached "$row" probe $how tracepoint:cost/int$args int${args}_probe
		attached "$row" TRACE_EVENT $how tracepoint:cost_trace/traced_int$args int${args}_tracepoint
		attached "$row" 'kprobe event' $how tracepoint:cost_kprobe/int$args int${args}_kprobe
	done
done
