#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What a hit costs in instructions, beside a tracepoint with the same arguments:
# disabled, with a handler that does nothing, and into the trace buffer.  The
# guest's clock counts them, so the figures are the same at every run.
. ./guest.sh

# measure STATE: sets plain, probe and tracepoint, in hundredths of an instruction
measure()
{
	for what in plain probe tracepoint; do
		read -r count < /sys/module/cost/parameters/$what
		echo "# $1: $what $count"
		eval "$what=${count%.*}${count#*.}"
	done
}

# Where preempt_enable() and the trace buffer's own code take that much longer, for
# the tracepoint as well
longer=0
case $(uname -v) in
*PREEMPT_RT*)
	longer=35
	note "PREEMPT_RT: limits are $longer higher"
	;;
esac

# at_most LIMIT NAME: passes if the probe costs that much, in whole instructions
# beyond the function without one
at_most()
{
	ok "$([ $((probe - plain)) -le $((($1 + longer) * 100)) ]; echo $?)" \
		"$2: at most $(($1 + longer))"
}

insmod sdt.ko && insmod cost.ko
ok $? 'the modules load'
measure disabled
is $((probe - plain)) 100 'a disabled probe costs one instruction'
ok "$([ "$probe" -lt "$tracepoint" ]; echo $?)" '... less than a tracepoint'

insmod nothing.ko
ok $? 'something listens to both'
measure handler
at_most 40 'a handler'
rmmod nothing

echo 1 > $tracefs/events/cost/hit/enable
echo 1 > $tracefs/events/cost_trace/enable
measure buffer
at_most 740 'into the trace buffer'
like "$(tail -n 1 $tracefs/trace)" 'cost_hit: a=19999 p=[0-9a-f]* n=60000$' \
	'the tracepoint is there'
echo 0 > $tracefs/events/cost_trace/enable
echo > $tracefs/trace
cat /sys/module/cost/parameters/probe > /dev/null
like "$(tail -n 1 $tracefs/trace)" 'hit: .cost_probe.* a=19999 p=0x[0-9a-f]* arg2=60000$' \
	'the probe is there'

rmmod cost && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
