#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# bpf.sh - section of "make bench": a BPF program at a probe, a tracepoint, a kprobe and
# a raw tracepoint
#
# needs: tests/bench/figures.sh kmod/sdt.ko tests/vm/modules/cost.ko tests/bench/attach
# options: --icount --append slub_debug=- --append rcupdate.rcu_expedited=1
. "$(dirname "$0")/figures.sh"
RUNS=$1

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
	attached "$row" probe $program tracepoint:cost/int3 int3_probe
	attached "$row" TRACE_EVENT $program tracepoint:cost_trace/cost_int3 int3_tracepoint
	attached "$row" kprobe $program kprobe:cost_kprobe/int3 int3_kprobe
	attached "$row" 'raw tracepoint' $program raw:cost_int3 int3_tracepoint
done
