#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# An event that perf counts, and one that perf samples into its ring buffer
. ./figures.sh
RUNS=$1

# peer ROW PEER HOW EVENT PARAMETER
peer()
{
	must ./attach "$3" "tracepoint:$4" "$RUNS" "$cost/$5" > /tmp/values
	sed "s/^/$1	$2	/" /tmp/values
}

must insmod sdt.ko
must insmod cost.ko
kprobe_events
for how in counting sampling; do
	for args in 0 3 8; do
		row="$how, $args integers"
		figures "$row" none int${args}_none
		peer "$row" probe $how cost/int$args int${args}_probe
		peer "$row" TRACE_EVENT $how cost_trace/cost_int$args int${args}_tracepoint
		peer "$row" 'kprobe event' $how cost_kprobe/int$args int${args}_kprobe
	done
done
