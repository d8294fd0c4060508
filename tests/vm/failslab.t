#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# failslab.t - each allocation of sdt.ko and sdt_raw.ko fails in turn
#
# Whatever allocation fails, what sdt.ko was asked to do is not done or done with less, it
# leaves what there was before, and the next time it is done.
#
# needs: kmod/sdt.ko kmod/sdt_raw.ko tests/vm/failnth tests/vm/modules/failer.ko tests/vm/modules/torture.ko
# needs: tests/vm/modules/client.ko tests/vm/modules/translated.ko tests/vm/modules/translator.ko
# needs: examples/revdev/revdev.ko
# options: --smp 1 --timeout 1500
. "$(dirname "$0")/../guest/guest.sh"

if ! grep -q ' should_failslab$' /proc/kallsyms; then
	echo '1..0 # SKIP this kernel does not ask should_failslab()'
	exit 0
fi

client=/sys/module/client/parameters
params=/sys/module/sdt/parameters

# fails NAME STEP FILE [TEXT [UNFILE UNTEXT]]: see failnth.c
fails()
{
	name=$1
	shift
	said=$(./failnth "$@")
	ok $? "$name: each allocation may fail"
	note "$said"
}

# attach N PATTERN, attach_fails NAME N PATTERN, detach_fails NAME N PATTERN
attach() { echo "$1 $2" > $client/attach; }
attach_fails() { fails "$1" write $client/attach "$2 $3" $client/detach "$2"; }
detach_fails() { fails "$1" unwrite $client/attach "$2 $3" $client/detach "$2"; }

# The kernel warns of its own when it cannot begin to record commands' names.
echo 0 > $tracefs/options/record-cmd
ignore_leaks
insmod failer.ko
ok $? 'failer.ko loads'

insmod torture.ko
fails 'sdt.ko comes' insmod sdt.ko
fails 'sdt.ko goes' rmmod sdt.ko
insmod sdt.ko && insmod client.ko
ok $? 'sdt.ko loads'
has_gate || { rmmod torture && insmod torture.ko; }
fails 'a module with probes comes' insmod revdev.ko
fails '... and goes' rmmod revdev.ko

attach_fails 'a handler is attached' 0 '*:*:*:*'
detach_fails '... and detached' 0 '*:*:*:*'
attach 0 '*:*:*:*'
attach_fails 'a second is attached to the same probes' 1 'sdt:torture::'
detach_fails '... and detached' 1 'sdt:torture::'
attach 1 'sdt:torture::'
attach_fails 'a third' 2 't*'
detach_fails '... and detached' 2 't*'
attach 3 '*:revdev::'
fails 'a module comes whose probes have two handlers' insmod revdev.ko
fails '... and goes' rmmod revdev.ko
echo 3 > $client/detach

event=$tracefs/events/torture/task
fails 'an event is enabled beside handlers' write $event/enable 1 $event/enable 0
fails '... and disabled' unwrite $event/enable 1 $event/enable 0
fails 'perf opens an event beside handlers' perf $event/id
# Closing the file ends that.
counters="$debugfs/sdt/counters"
fails 'hits are counted beside handlers' write $counters 'sdt:torture::' $counters ' '
echo 1 > $client/detach
echo 0 > $client/detach

fails 'an event is enabled' write $event/enable 1 $event/enable 0
fails '... and disabled' unwrite $event/enable 1 $event/enable 0
fails 'perf opens an event' perf $event/id
fails 'hits are counted' write $counters 'sdt:torture::' $counters ' '
fails 'events of a module to come are wanted' \
	write $params/enable 'revdev:*' $params/enable ' '
fails '... and that comes' insmod revdev.ko '' $params/enable 'revdev:*'
fails '... and goes, and its events stay' rmmod revdev.ko '' $params/enable 'revdev:*'
fails '... and comes again, and gets them' again revdev.ko '' $params/enable 'revdev:*'
fails '... or they are no longer wanted' forget revdev.ko '' $params/enable 'revdev:*'
recorder='r 64K torture::task torture::softirq until torture::hardirq after 3'
fails 'a recorder is added' write $params/record "$recorder" $params/record ' '
fails '... and removed' unwrite $params/record "$recorder" $params/record ' '
recorder='r 64K revdev:: until revdev::write-entry after 3'
fails 'a module comes whose events a recorder wants' insmod revdev.ko '' $params/record "$recorder"
fails '... and goes' rmmod revdev.ko '' $params/record "$recorder"
fails '... and comes again' again revdev.ko '' $params/record "$recorder"
fails '... or the recorder is removed' forget revdev.ko '' $params/record "$recorder"
is "$(ls $tracefs/instances)$(grep ^revdev: $tracefs/available_events)" '' '... and nothing stays'
for file in probes sites refused translators tables/torture; do
	fails "sdt/$file is read" read $debugfs/sdt/$file
done

fails 'a module with translated arguments comes' insmod translated.ko
fails '... and goes' rmmod translated.ko
insmod translated.ko && insmod translator.ko
translator=/sys/module/translator/parameters
fails 'a translator is registered' write $translator/register \
	'0 struct native_pair *:struct sum *' $translator/unregister 0
fails '... and unregistered' unwrite $translator/register \
	'0 struct native_pair *:struct sum *' $translator/unregister 0
is "$(cat $debugfs/sdt/translators)" '' '... and none is left'
event=$tracefs/events/translated/pair
fails 'an event of translated arguments is enabled' write $event/enable 1 $event/enable 0
rmmod translator && rmmod translated

# -- raw tracepoints ----------------------------------------------------------------
if [ -e sdt_raw.ko ]; then
	fails 'sdt_raw.ko comes' insmod sdt_raw.ko
	fails '... and goes' rmmod sdt_raw.ko
	insmod sdt_raw.ko
	fails 'a program is attached to a raw tracepoint' raw torture_task
	fails 'a module whose probes become raw tracepoints comes' insmod revdev.ko
	fails '... and goes' rmmod revdev.ko
	rmmod sdt_raw
	ok $? 'sdt_raw.ko goes'
fi

note "$(cat /sys/module/failer/parameters/failed) allocations failed"
rmmod client && rmmod torture && rmmod sdt
ok $? 'all can be unloaded'
no_leaks 'no memory is lost'
# sdt.ko's own lines
note "$(dmesg | sed -n 's/^.*\] \(sdt: .*\)/\1/p' | sort | uniq -c)"
no_complaints 'the kernel log has no complaint'
done_testing
