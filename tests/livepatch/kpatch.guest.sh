#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# kpatch.guest.sh - the rest of kpatch.t: livepatches of a function with probes, in a guest
. "$(dirname "$0")/../guest/guest.sh"

# settled STATE: the transition of the patch is over; '' when it is gone
settled() { [ "$(cat "/sys/kernel/livepatch/patch_$form/transition" 2> /dev/null)" = "$1" ]; }
# fire: prints the result, and how often each probe has fired
fire()
{
	echo > $tracefs/trace
	echo 1 > "/sys/module/$form/parameters/fire"
	echo "$(cat "/sys/module/$form/parameters/shown")" \
		$(for event in work_entry work_return set other; do lines $event; done)
}
# start_load, stop_load: the function runs all the time, on both CPUs
start_load()
{
	for _ in 1 2; do
		while [ ! -e stop ]; do echo 1 > "/sys/module/$form/parameters/fire"; done &
	done
}
stop_load()
{
	touch stop
	wait
	rm stop
}

insmod sdt.ko
for form in plugin plain; do
	insmod $form.ko
	echo 1 > $tracefs/events/$form/enable
	is "$(fire)" '2 2 2 1 2' "$form: probes fire"
	start_load
	insmod patch_$form.ko && wait_for 60 settled 0
	ok $? '... and the function is patched meanwhile'
	stop_load
	is "$(fire)" '1002 0 0 1 2' "... the new one runs without its probes, all others fire"
	is "$(grep -c "^sdt:$form:" $debugfs/sdt/sites) $(grep -c "^sdt:patch" $debugfs/sdt/sites)" '4 0' \
		"... the module keeps its sites, and the patch has none"
	start_load
	echo 0 > $tracefs/events/$form/enable
	echo 1 > $tracefs/events/$form/enable
	echo 0 > /sys/kernel/livepatch/patch_$form/enabled
	wait_for 60 settled ''
	ok $? '... the patch is disabled while probes are'
	stop_load
	rmmod patch_$form
	ok $? '... and removed'
	is "$(fire)" '2 2 2 1 2' '... and all probes fire again'
	rmmod $form
	insmod patch_$form.ko && insmod $form.ko
	ok $? '... the patch can come before the module'
	echo 1 > $tracefs/events/$form/enable
	is "$(fire)" '1002 0 0 1 2' '... with the same result'
	echo 0 > $tracefs/events/$form/enable
	rmmod sdt
	echo 0 > /sys/kernel/livepatch/patch_$form/enabled
	wait_for 60 settled ''
	rmmod patch_$form && rmmod $form
	ok $? '... and both go, after sdt.ko'
	insmod sdt.ko
done
no_complaints 'the kernel log'
done_testing
