#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# window.t - use of a module's events after the tracing core has them and before sdt.ko has taken the
# module up; and modules that are refused then
#
# needs: kmod/sdt.ko kmod/sdt_carrier.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/early.ko tests/vm/modules/window.ko tests/vm/perf_count
# options: --timeout 300
. "$(dirname "$0")/../guest/guest.sh"

step=$tracefs/events/early/step
window=/sys/module/window/parameters
references() { cat /sys/module/sdt/refcnt; }
# come MODULE [FILE]: loads it, and returns when it waits
come()
{
	echo 0 > $window/go
	insmod "$1.ko" 2> /dev/null &
	pid=$!
	while [ "$(cat $window/waits)" = N ]; do sleep 0.1; done
}
# went: lets the module go on; the status of insmod, which can try twice
went()
{
	echo 1 > $window/go
	wait "$pid"
}

insmod sdt.ko && insmod window.ko
come early
./perf_count "$(cat $step/id)" true > /dev/null 2>&1
ok $((! $?)) 'perf cannot open an event of a module that is just coming'
echo 1 > $step/enable
echo > $tracefs/trace
went
ok $? 'a module whose event is enabled then comes'
echo 1 > /sys/module/early/parameters/fire
is "$([ "$(lines step)" -ge 1 ]; echo $?)" 0 '... and has hits'
is "$(./perf_count "$(cat $step/id)" tee /sys/module/early/parameters/fire < $window/waits | tail -n 1)" 1 \
	'... and perf can open it'
echo 0 > $step/enable
rmmod early
is "$(references)" 0 '... and nothing has a reference to sdt.ko when it goes'

come early
insmod revdev.ko
went
is "$(cut -d : -f 2 $debugfs/sdt/probes | uniq | tr '\n' ' ')" 'revdev early ' \
	'a module that comes meanwhile is listed, as is the one that waited'
rmmod revdev
rmmod early
echo 1 > $window/refuse
for use in 'echo 1 > $step/enable' 'echo traceoff > $step/trigger' 'echo hist:keys=n > $step/trigger' :; do
	come early
	eval "$use" 2> /dev/null
	went
	is "$((!$?)) $(grep -c early: $tracefs/available_events) $(references)" '0 0 0' \
		"a module is refused after: $use"
done
echo 1 > $tracefs/tracing_on
echo 0 > $window/refuse
come early
went
echo 1 > $step/enable
echo > $tracefs/trace
echo 1 > /sys/module/early/parameters/fire
is "$(lines step)" 1 '... and works when it is accepted'
echo 0 > $step/enable
rmmod early && rmmod window && rmmod sdt
ok $? 'all is removed'

# -- a carrier, and an event of that name that appears at the last moment ---------------------
if [ -e $tracefs/kprobe_events ]; then
	insmod revdev.ko && insmod sdt.ko publish_by=1
	insmod window.ko name=sdt_carrier priority=2
	come sdt_carrier
	echo 'p:revdev/write_entry vfs_fsync' > $tracefs/kprobe_events
	went
	ok $? 'a carrier with an event that the core already has'
	echo > $tracefs/kprobe_events
	rmmod revdev
	is "$(grep -c revdev: $tracefs/available_events)" 0 '... leaves no event when the module goes'
	rmmod sdt_carrier && rmmod window && rmmod sdt
	ok $? '... and all is removed'
fi
no_complaints 'the kernel log'
done_testing
