#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# bpf.sh - section of "make bench": a BPF program at a probe, a tracepoint and a kprobe, and
# at the raw tracepoint of a probe and of a tracepoint
#
# needs: tests/bench/figures.sh kmod/sdt.ko kmod/sdt_raw.ko tests/vm/modules/cost.ko tests/bench/attach
# options: --icount --append slub_debug=- --append rcupdate.rcu_expedited=1
. "$(dirname "$0")/figures.sh"
RUNS=$1

must insmod sdt.ko
must insmod cost.ko
kprobe_events

# row_of PROGRAM
row_of()
{
	case $1 in
	nothing) echo 'returns 0' ;;
	count) echo 'counts in a per-CPU array' ;;
	fields) echo 'reads two fields and adds them in a per-CPU array' ;;
	esac
}

for program in nothing count fields; do
	row=$(row_of $program)
	figures "$row" none int3_none
	attached "$row" probe $program tracepoint:cost/int3 int3_probe
	attached "$row" TRACE_EVENT $program tracepoint:cost_trace/traced_int3 int3_tracepoint
	attached "$row" kprobe $program kprobe:cost_kprobe/int3 int3_kprobe
done
must insmod sdt_raw.ko
for program in nothing count fields; do
	row="raw tracepoint: $(row_of $program)"
	figures "$row" none int3_none
	attached "$row" probe $program raw:cost_int3 int3_probe
	attached "$row" TRACE_EVENT $program raw:traced_int3 int3_tracepoint
done
