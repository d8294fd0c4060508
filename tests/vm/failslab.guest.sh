#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Whatever allocation fails, what sdt.ko was asked to do is not done or done with
# less, it leaves what there was before, and the next time it is done.
. ./guest.sh

# fails NAME STEP FILE [PARAMETERS]: see failnth.c
fails()
{
	name=$1
	shift
	said=$(./failnth "$@")
	ok $? "$name: each allocation may fail"
	note "$said"
}

# Where failures come from, nothing is said; and those that may wait fail, too.
echo 0 > $debugfs/failslab/verbose
echo N > $debugfs/failslab/ignore-gfp-wait
# The kernel warns of its own when it cannot begin to record commands' names.
echo 0 > $tracefs/options/record-cmd
ignore_leaks

insmod torture.ko
fails 'sdt.ko comes' insmod sdt.ko
fails 'sdt.ko goes' rmmod sdt.ko
insmod sdt.ko
fails 'a module with probes comes' insmod revdev.ko
fails '... and goes' rmmod revdev.ko
fails 'a handler is attached' insmod counter.ko 'pattern=*:*:*:*'
fails '... and detached' rmmod counter.ko 'pattern=*:*:*:*'

insmod counter.ko 'pattern=*:*:*:*'
fails 'a module comes whose probes have a handler' insmod revdev.ko
fails '... and goes' rmmod revdev.ko
event=$tracefs/events/torture/task
fails 'an event is enabled beside the handler' enable $event/enable
fails '... and disabled' disable $event/enable
rmmod counter

fails 'an event is enabled' enable $event/enable
fails '... and disabled' disable $event/enable
fails 'perf opens an event' perf $event/id
fails 'the probes are read' read $debugfs/sdt/probes
fails 'the statistics are read' read $debugfs/sdt/stats

rmmod torture && rmmod sdt
ok $? 'all can be unloaded'
no_leaks 'no memory is lost'
# The kernel shows the stack where vmalloc() fails.
is "$(complaints | grep -v 'Call Trace:$')" '' 'the kernel log has no complaint'
done_testing
