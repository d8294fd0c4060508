#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A module with a bad table is refused with one line; the module itself works.
. ./guest.sh

insmod sdt.ko
while read -r name regex; do
	dmesg -c > /dev/null
	insmod bad/$name.ko && echo 10 > /sys/module/probed/parameters/fire
	ok $? "$name: the module loads and runs"
	said=$(dmesg | grep 'sdt: ')
	like "$said" "sdt: probed: probes refused: .*($regex)" "$name: the log says what is wrong"
	is "$(printf '%s\n' "$said" | wc -l)" 1 "$name: in one line"
	note "$(printf '%s\n' "$said" | sed 's/.*sdt: //')"
	is "$(grep -c probed $debugfs/sdt/probes) $(grep -c ^probed: $tracefs/available_events)" \
	   '0 0' "$name: no probe of it is published"
	rmmod probed
done < bad/list
is "$(sed -n 's/^refused //p' $debugfs/sdt/stats)" "$(wc -l < bad/list)" \
	'all were counted'

# The same when sdt.ko comes second.
rmmod sdt
insmod bad/truncated.ko
dmesg -c > /dev/null
insmod sdt.ko
like "$(dmesg)" 'sdt: probed: probes refused: ' 'a loaded module is refused as well'
rmmod probed

insmod probed.ko
is "$(grep -c '^sdt:probed:' $debugfs/sdt/probes)" 4 'the next good module works'
rmmod probed
rmmod sdt
no_complaints 'the kernel log has no complaint'
done_testing
