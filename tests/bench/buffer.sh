#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# buffer.sh - section of "make bench": a record in the trace buffer, by a probe, a tracepoint
# and a kprobe
#
# needs: tests/bench/figures.sh kmod/sdt.ko tests/vm/modules/cost.ko
# options: --icount --append slub_debug=- --append rcupdate.rcu_expedited=1
. "$(dirname "$0")/figures.sh"
RUNS=$1

# peers ROW ARGS: the figures of a row, and whether each has made records
peers()
{
	local peer event
	figures "$1" none "$2_none"
	for peer in probe tracepoint kprobe; do
		case $peer in
		probe) name=probe event=$2 ;;
		tracepoint) name=TRACE_EVENT event=traced_$2 ;;
		kprobe) name='kprobe event' event=$2 ;;
		esac
		echo > $tracefs/trace
		figures "$1" "$name" "$2_$peer"
		must grep -q " $event: (.*$3" $tracefs/trace
	done
}

must insmod sdt.ko
must insmod cost.ko
kprobe_events
# A buffer that is full, as in the long run
echo 64 > $tracefs/buffer_size_kb
for group in cost cost_trace cost_kprobe; do
	must sh -c "echo 1 > $tracefs/events/$group/enable"
done
for args in 0 3 8; do
	peers "$args integers" int$args
done
for text in 1 hello 'twenty-three bytes long' \
	'sixty-three bytes are what an event has of a string by default,'; do
	echo -n "$text" > $cost/text
	peers "2 integers, a string of $(plural ${#text} byte)" string "str=\"$text\""
done
