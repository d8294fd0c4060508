#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/../guest/guest.sh"

publish=/sys/module/sdt/parameters/publish

insmod sdt.ko publish= && insmod many_group.ko && insmod many_errors.ko && insmod many_messages.ko
ok $? 'the modules load'

# -- patterns -------------------------------------------------------------------------
# Each of them is compared with each of the probes of an event, of which none matches.
seq 10000 13500 | sed 's/.*/no_&:nothing/' > list
./delay dd if=list of=$debugfs/sdt/publish bs=65536 > delayed
ok $? 'a program writes 3,500 patterns'
note "3,500 patterns: others waited at most $(cat delayed) ms"
ok "$([ "$(cat delayed)" -lt 100 ]; echo $?)" 'others run while patterns are compared'

# -- errors ---------------------------------------------------------------------------
# publish MODULE: sets spent, in ms of the guest's clock
publish()
{
	read -r before _ < /proc/uptime
	echo "$1" > $publish
	read -r after _ < /proc/uptime
	spent=$(echo "$before $after" | awk '{ print int(1000 * ($2 - $1)) }')
	note "$1: $(grep -c "^$1:" $tracefs/available_events) events in $spent ms"
	echo > $publish
}

if needs_gate 'an event that names all errors'; then
	publish many_messages
	publish many_messages
	numbers=$spent
	publish many_errors
	ok "$([ "$spent" -lt $((3 * numbers)) ]; echo $?)" \
		'an event that names all errors takes at most three times as long as one that shows numbers'
fi

rmmod many_group && rmmod many_errors && rmmod many_messages && rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
