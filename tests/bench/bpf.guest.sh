#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A BPF program at a probe, a tracepoint, a kprobe and a raw tracepoint
. ./figures.sh
RUNS=$1

# peer ROW PEER PROGRAM EVENT PARAMETER
peer()
{
	must ./attach "$3" "$4" "$RUNS" "$cost/$5" > /tmp/values
	sed "s/^/$1	$2	/" /tmp/values
}

must insmod sdt.ko
must insmod cost.ko
kprobe_events
for program in nothing count fields; do
	case $program in
	nothing) row='returns 0' ;;
	count) row='counts in a per-CPU array' ;;
	fields) row='reads two fields and adds them in a per-CPU array' ;;
	esac
	figures "$row" none int3_none
	peer "$row" probe $program tracepoint:cost/int3 int3_probe
	peer "$row" TRACE_EVENT $program tracepoint:cost_trace/cost_int3 int3_tracepoint
	peer "$row" kprobe $program kprobe:cost_kprobe/int3 int3_kprobe
	peer "$row" 'raw tracepoint' $program raw:cost_int3 int3_tracepoint
done
