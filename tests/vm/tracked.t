#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tracked.t - TRACE_EVENTs as probes are what they are as the kernel's tracepoints
#
# Two modules have the events of one header: tracked_kernel.ko as tracepoints, tracked.ko as probes.
# They are loaded one after the other.
#
# needs: kmod/sdt.ko tests/vm/modules/tracked.ko tests/vm/modules/tracked_kernel.ko
# needs: tests/vm/modules/closed.ko
# needs: tests/vm/modules/client.ko
. "$(dirname "$0")/../guest/guest.sh"

events=$tracefs/events/lorry

# formats FILE: what the events' formats say, without their numbers and sdt.ko's field
formats()
{
	for format in "$events"/*/format; do
		grep -v '^ID:' "$format"
	done > "$1"
}

# The events' lines in the trace, without what is in front of their names
told() { sed -n 's/.*: \(lorry_.*\)/\1/p' $tracefs/trace; }

# tried MODULE FILE: what can be seen of the events while MODULE is loaded
tried()
{
	parameters=/sys/module/$1/parameters
	exec 3> "$2"
	ls "$events" >&3
	echo > $tracefs/trace
	echo 1 > $parameters/fire
	echo "disabled: $(told), $(cat $parameters/computed) computed" >&3
	echo 1 > "$events/enable"
	echo "registered: $(cat $parameters/registered) $(cat $parameters/watched)" >&3
	echo 1 > $parameters/fire
	told >&3
	echo "$(cat $parameters/computed) computed" >&3
	for size in 100 1900 9000; do
		echo > $tracefs/trace
		echo $size > $parameters/large
		echo "large: $size, $(told | wc -l) lines, $(told | wc -c) bytes" >&3
	done
	echo > $tracefs/trace
	echo 1 > $parameters/in_interrupt
	told >&3
	echo 0 > "$events/enable"
	echo "registered: $(cat $parameters/registered) $(cat $parameters/watched)" >&3
	echo Y > $parameters/refuses
	echo 1 > "$events/lorry_watched/enable" && echo 'not refused' >&3
	echo N > $parameters/refuses
	for filter in 'lorry_fixed driver == "Ann" && load == 1 && plate != 0' 'lorry_fixed driver ~ "B*"' \
		'lorry_varying goal == "Hull"' 'lorry__numbers a == -1 && h > 99' 'lorry_start err == 1'; do
		event=${filter%% *}
		echo > $tracefs/trace
		echo "${filter#* }" > "$events/$event/filter"
		echo 1 > "$events/$event/enable"
		echo 1 > $parameters/fire
		echo "$filter: $(cat "$events/$event/filter"): $(told)" >&3
		echo 0 > "$events/$event/enable"
		echo 0 > "$events/$event/filter"
	done
	echo 'hist:keys=err:vals=hitcount' > "$events/lorry_start/trigger" 2> /dev/null &&
		echo 1 > $parameters/fire && grep '^{' "$events/lorry_start/hist" >&3
	echo '!hist:keys=err' > "$events/lorry_start/trigger" 2> /dev/null
	exec 3>&-
}

insmod tracked_kernel.ko
ok $? 'the events as tracepoints'
formats formats_kernel
tried tracked_kernel seen_kernel
rmmod tracked_kernel

insmod sdt.ko && insmod tracked.ko
ok $? 'the events as probes'
formats formats_sdt
is "$(cat formats_sdt)" "$(cat formats_kernel)" 'the formats are the same'
tried tracked seen_sdt
is "$(cat seen_sdt)" "$(cat seen_kernel)" 'all that can be seen is the same'
ok "$([ "$(wc -l < seen_sdt)" -ge 30 ]; echo $?)" "... $(wc -l < seen_sdt) lines"
like "$(cat $events/lorry_fixed/format)" '\{ 1, "LOAD_FULL" \}.* == 1 \? "LOAD_FULL"' \
	'the names of an enum are numbers, but not in quotes'
unlike "$(cat $events/lorry_start/format)" __probe_ip 'a record has no fields but the author'\''s'

# A probe is the tracepoint: it has its arguments.
insmod client.ko
echo lorry:tracked::lorry_start > /sys/module/client/parameters/args
like "$(cat /sys/module/client/parameters/args)" '^lorry\|.*struct lorry \*' 'its arguments are the tracepoint'\''s'
rmmod client

# An event that is withdrawn leaves its class to the others.
echo 'lorry:::lorry_st*' > /sys/module/sdt/parameters/publish
is "$(ls -d $events/lorry* | sed 's|.*/||' | tr '\n' ' ')" 'lorry_start lorry_stop ' 'some are withdrawn'
echo 'lorry:::lorry_stop' > /sys/module/sdt/parameters/publish
is "$(grep field: $events/lorry_stop/format | grep -vc common_)" 2 '... and another one: the last has its fields'
echo 'tracked:one' > /sys/module/sdt/parameters/publish
echo 'tracked:other' > /sys/module/sdt/parameters/publish
is "$(ls -d $tracefs/events/tracked/o*) $(grep -c 'field:int n;' $tracefs/events/tracked/other/format)" \
	"$tracefs/events/tracked/other 1" '... one that takes the place of another with the same arguments'
echo '*' > /sys/module/sdt/parameters/publish
formats formats_again
is "$(cat formats_again)" "$(cat formats_kernel)" '... and all come again'

# One is gone with its module while it is recorded, and while perf has it.
echo 1 > $events/lorry_stop/enable
rmmod tracked
ok $? 'the module goes'
is "$(ls $tracefs/events | grep -c lorry)" 0 '... with its events'
insmod tracked.ko
echo 1 > $events/lorry_stop/enable
echo 1 > /sys/module/tracked/parameters/fire
is "$(told)" 'lorry_stop: err=-2 load=1' '... and comes again'
rmmod tracked

# A module whose license has no tracepoints
insmod closed.ko
echo 1 > $tracefs/events/closed/enable
echo 1 > /sys/module/closed/parameters/fire
like "$(cat $tracefs/trace)" ' closed_open: door READ\|WRITE$' 'an event of a proprietary module'
rmmod sdt
echo 1 > /sys/module/closed/parameters/fire
ok $? '... fires without sdt.ko'
insmod sdt.ko
echo 1 > $tracefs/events/closed/enable
echo 1 > /sys/module/closed/parameters/fire
like "$(cat $tracefs/trace)" ' closed_open: door READ\|WRITE$' '... and with an sdt.ko that comes later'
rmmod closed && rmmod sdt
ok $? 'all can be removed'

# The parameter names modules, the core the events' system.
insmod sdt.ko enable=tracked && insmod tracked.ko
echo > $tracefs/trace
echo 1 > /sys/module/tracked/parameters/fire
like "$(told)" 'lorry_said: Ann has 22 wheels' 'the parameter enable'
echo > /sys/module/sdt/parameters/enable
rmmod tracked && rmmod sdt
ok $? '... after which all can be removed'
no_complaints 'the kernel log has no complaint'
done_testing
