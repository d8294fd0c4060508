#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Instructions of a message while it is off and on, RUNS times, and what COUNT messages take
# in memory, with what kernel and sdt.ko allocate for them
. "$(dirname "$0")/../guest/guest.sh"
. ./figures.sh
. ./allocated.sh
count=$1 RUNS=$2
cost=/sys/module/message_cost/parameters
control=/proc/dynamic_debug/control

# peers ROW ARGS: the figures of a row
peers()
{
	figures "$1" none "$2_none"
	figures "$1" probe "$2_probe"
	[ ! -e $control ] || figures "$1" pr_debug "$2_debug"
	figures "$1" trace_printk "$2_trace"
}

# switch ON: all messages; trace_printk() has one switch for the whole kernel
switch()
{
	must sh -c "echo $1 > $tracefs/events/message_cost/enable"
	must sh -c "echo $1 > $tracefs/options/trace_printk"
	[ ! -e $control ] || must sh -c "echo module message_cost $2 > $control"
}

# None of them goes to a console.
dmesg -n 1
must insmod sdt.ko
must insmod message_cost.ko
# A buffer that is full, as in the long run
echo 64 > $tracefs/buffer_size_kb
switch 0 -p
peers 'instructions, off, no argument' int0
peers 'instructions, off, 3 integers' int3
switch 1 +p
peers 'instructions, on, no argument' int0
peers 'instructions, on, 3 integers' int3
peers 'instructions, on, 2 integers, a string of 5 bytes' string
# Has each been written?
echo > $tracefs/trace
for peer in debug trace probe; do
	cat $cost/int3_$peer > /dev/null
	case $peer in
	debug) [ ! -e $control ] || must sh -c "dmesg | grep -q 'request 9999 of .* left'" ;;
	trace) must grep -q 'int3_trace: request 9999 of .* left' $tracefs/trace ;;
	probe) must grep -q ' int3_probe_request_of_is_done_left: ' $tracefs/trace ;;
	esac
	echo > $tracefs/trace
done
rmmod message_cost && rmmod sdt

# memory KIND PEER: once, because the formats of trace_printk() stay when a module goes
memory()
{
	load "many_$1"
	printf 'bytes in memory with all that is allocated, 3 arguments\t%s\t%s\n' "$2" \
		"$(awk -v n=$((size - plain + more)) -v count="$count" \
			'BEGIN { printf "%.1f", n / count }')"
}

load many_plain
load many_plain
plain=$((size + more))
[ ! -e $control ] || memory debugs pr_debug
memory printks trace_printk
must insmod sdt.ko
memory messages probe
[ -z "$(complaints)" ] && [ "$tap_failed" -eq 0 ]
