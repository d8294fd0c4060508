#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# One call each of a probe and of its peers, for lines.c, which writes a line for each; prints what
# they are
#
# needs: tests/bench/figures.sh kmod/sdt.ko tests/vm/modules/cost.ko tests/vm/modules/nothing.ko
. "$(dirname "$0")/figures.sh"

# calls ROW PEER...: two of each peer, the first one for what is done only once
calls()
{
	local row=$1 peer
	shift
	for peer; do
		must cat "$cost/int3_$peer" "$cost/int3_$peer" >/dev/null
		echo "$row	$peer"
	done
}

must insmod sdt.ko
must insmod cost.ko
echo 1 >$cost/one_call
calls disabled none probe tracepoint
must insmod nothing.ko count=1
calls '1 handler' none probe tracepoint kprobe
must rmmod nothing
kprobe_events
for group in cost cost_trace cost_kprobe; do
	must sh -c "echo 1 > $tracefs/events/$group/enable"
done
calls 'into the trace buffer' none probe tracepoint kprobe
