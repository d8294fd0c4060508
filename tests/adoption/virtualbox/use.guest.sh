#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# use.guest.sh - programs open VirtualBox's driver and make requests
#
# Started by tests/adoption/run.  What the probes show is compared with what the programs
# know: the requests, their results, the session's address in the kernel; and with the
# driver's own count of sessions, which are references to the module.
#
# needs: tests/adoption/virtualbox/session

. "$(dirname "$0")/../../guest/guest.sh"

# hits: in the trace, of the session's probes, as session.c prints them
hits()
{
	sed -nE 's/^.*[0-9]: ((session|ioctl)_[a-z]*: )\([^)]*\) /\1/p' $tracefs/trace
}

# values: of the hits, without addresses in the kernel
values() { hits | sed -E 's/ (pSession|pvReqHdr)=0x[0-9a-f]*//g'; }

# sessions: their addresses in the hits
sessions() { hits | grep -o 'pSession=0x[0-9a-f]*' | sort -u; }

# session UID DEVICE: the program for a user, whose group is the next number
session()
{
	echo > $tracefs/trace
	setpriv --reuid "$1" --regid $(($1 + 1)) --clear-groups ./session "$2" > printed
	ok $? "$2: user $1 makes requests" || note "$(dmesg | tail)"
	is "$(values)" "$(grep -v ^pSession printed)" '... which the probes show, with their results'
	is "$(sessions | wc -l)" 1 '... in one session'
	fired=$((fired + $(values | wc -l)))
}

# opened: sessions that are open, by the hits
opened() { echo $(($(values | grep -c session_create) - $(values | grep -c session_close))); }

fired=0
modprobe sdt
ok $? 'sdt.ko is loaded'
modprobe vboxdrv
ok $? '... and the driver, on a processor without VT-x'
echo 1 > $tracefs/events/vboxdrv/enable

# Root learns the session's address.
session 0 /dev/vboxdrv
is "$(sessions)" "$(grep ^pSession printed)" '... that is where the driver says'
like "$(hits)" 'pvReqHdr=0x[0-9a-f]' '... a request has a header'
is "$(hits | grep -o 'pvReqHdr=0x[0-9a-f]*' | uniq -c | awk '$1 % 2')" '' \
	'... with which it returns'
chmod 666 /dev/vboxdrvu
session 1000 /dev/vboxdrvu

echo > $tracefs/trace
exec 3<>/dev/vboxdrv 4<>/dev/vboxdrv 5<>/dev/vboxdrvu
is "$(opened)" "$(cat /sys/module/vboxdrv/refcnt)" 'sessions that stay open: as many as references'
exec 4>&-
is "$(opened)" "$(cat /sys/module/vboxdrv/refcnt)" '... and when one of them ends'
is "$(opened)" 2 '... which is two'
exec 3>&- 5>&-
is "$(opened)" 0 '... and none at the end'

note "fired: 4 of 4 probes, $fired hits as the programs made them; sessions as references"
echo 0 > $tracefs/events/vboxdrv/enable
rmmod vboxdrv && rmmod sdt
ok $? 'both modules can be removed'
no_complaints "the kernel's log"
done_testing
