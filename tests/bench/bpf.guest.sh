#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A BPF program at a probe and at its peers
#
# needs: tests/bench/figures.sh kmod/sdt.ko kmod/sdt_raw.ko tests/vm/modules/cost.ko tests/bench/attach
# options: --icount --append slub_debug=- --append rcupdate.rcu_expedited=1
. "$(dirname "$0")/figures.sh"
RUNS=$1

# row_of PROGRAM
row_of()
{
	case $1 in
	nothing) echo 'returns 0' ;;
	count) echo 'counts in a per-CPU array' ;;
	fields) echo 'reads two fields and adds them in a per-CPU array' ;;
	esac
}

# programs PEER KIND EVENT PARAMETER: KIND begins the rows
programs()
{
	for program in nothing count fields; do
		attached "$2$(row_of $program)" "$1" $program "$3" "$4"
	done
}

# probes PEER: those of the cost.ko that is loaded
probes()
{
	programs "$1" '' tracepoint:cost/int3 int3_probe
	programs "$1" "$raw" raw:cost_int3 int3_probe
}

raw='raw tracepoint: '
must insmod sdt.ko
must insmod sdt_raw.ko
must insmod cost.ko
kprobe_events
for kind in '' "$raw"; do
	for program in nothing count fields; do
		figures "$kind$(row_of $program)" none int3_none
	done
done
probes probe
programs TRACE_EVENT '' tracepoint:cost_trace/traced_int3 int3_tracepoint
programs TRACE_EVENT "$raw" raw:traced_int3 int3_tracepoint
programs kprobe '' kprobe:cost_kprobe/int3 int3_kprobe
must rmmod cost
must insmod plain.ko
probes 'without plugin'
