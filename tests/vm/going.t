#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# going.t - modules that attach and register while they are being unloaded
#
# What sdt.ko accepted from them then would be called after the module is gone: by the next hit,
# the next reader, the next module.
#
# needs: kmod/sdt.ko tests/vm/modules/leaver.ko tests/vm/modules/torture.ko
# needs: tests/vm/modules/translated.ko tests/vm/modules/probed.ko
# options: --timeout 300
. "$(dirname "$0")/../guest/guest.sh"

sdt=$debugfs/sdt
torture=/sys/module/torture/parameters
leaver=/sys/module/leaver/parameters

# use: what calls all that is attached and registered
use()
{
	echo 1 > $torture/run
	sleep 0.2
	echo 0 > $torture/run
	cat $sdt/handlers $sdt/translators
	echo 1 > /sys/module/translated/parameters/fire
	insmod probed.ko && rmmod probed
}

# begins: waits until the module has begun what was written
begins()
{
	wait_for 60 sh -c 'dmesg | grep -q "leaver: begins"'
	clear_log
}

# leave: again while sdt.ko has a reference
leave() { until rmmod leaver 2> /dev/null; do [ -d /sys/module/leaver ] || return; done; }

insmod sdt.ko && insmod torture.ko && insmod translated.ko
ok $? 'the modules load'
for kind in handler translator notifier; do
	insmod leaver.ko
	(echo $kind > $leaver/late; echo $? > late) 2> /dev/null &
	begins
	rmmod leaver
	removed=$?
	wait
	is "$removed $(cat late)" '0 0' "a $kind of a module that goes is refused"
	is "$(use)" '' '... and nothing is left that could be called'
	rm late
done
for kind in handler translator notifier; do
	insmod leaver.ko
	(echo $kind > $leaver/storm; echo $? > storm) 2> /dev/null &
	begins
	leave
	wait
	is "$(cat storm)" 0 "a $kind comes and goes until its module goes: then it is refused"
	is "$(use)" '' '... and nothing is left'
	rm storm
done

rmmod translated && rmmod torture && rmmod sdt
ok $? 'all is unloaded'
no_leaks 'no memory is lost'
no_complaints 'the kernel log has no complaint'
done_testing
