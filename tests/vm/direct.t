#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# direct.t - handlers that are called directly come and go while their probes fire
#
# A reentrant handler that is alone at a module's sites has a function of its own in sdt.ko, as
# long as there is one (kmod/core/direct.c).
#
# needs: kmod/sdt.ko tests/vm/modules/torture.ko tests/vm/modules/attacher.ko
# needs: tests/vm/modules/counter.ko
# options: --smp 2
. "$(dirname "$0")/../guest/guest.sh"

torture=/sys/module/torture/parameters
attacher=/sys/module/attacher/parameters
counter=/sys/module/counter/parameters

# for_seconds N COMMAND...: again and again
for_seconds()
{
	read -r now _ < /proc/uptime
	end=$((${now%.*} + $1))
	shift
	while [ ${now%.*} -lt $end ]; do
		"$@" || return
		read -r now _ < /proc/uptime
	done
}

# storm SECONDS: waits so long, on a slow machine until handlers have come and gone often enough
storm()
{
	sleep "$1"
	wait_for 60 turned
}
turned() { read -r turns _ < $attacher/turns && [ $turns -gt 10 ]; }

# no_harm WHAT: what attacher.ko has seen
no_harm()
{
	read -r turns _ < $attacher/turns
	note "$1: attached and detached $turns times; $(cat $attacher/guests) hits"
	ok "$([ $turns -gt 10 ] && [ "$(cat $attacher/guests)" -gt 100 ]; echo $?)" \
		"$1: handlers come and go, and are called"
	is "$(cat $attacher/wrong $attacher/late $attacher/refused | tr '\n' ' ')" '0 0 0 ' \
		'... with the right arguments, and not after they have gone'
}

# counts OPTION...: whether a handler that comes, alone, sees all hits
counts()
{
	insmod counter.ko pattern='sdt:torture::' "$@" || return
	echo 1 > $torture/run
	sleep 0.3
	echo 0 > $torture/run
	read -r task softirq hardirq toggled < $torture/evaluated
	[ "$(cat $counter/hits)" = $((task + softirq + hardirq + toggled)) ] &&
		[ "$task" -gt 0 ] && rmmod counter
}

insmod sdt.ko && insmod torture.ko
ok $? 'the modules load'
counts
ok $? 'a handler alone at all sites sees all hits'
counts reentrant=1
ok $? '... a reentrant one, too'
before=$(stat_of drops_recursion)

insmod attacher.ko alone=1
echo 1 > $torture/run
storm 10
echo 0 > $torture/run
no_harm 'a storm'
echo 1 > $torture/run
events() { echo 1 > $tracefs/events/torture/enable && echo 0 > $tracefs/events/torture/enable; }
for_seconds 5 events
ok $? '... while events are enabled and disabled'
echo 0 > $torture/run
no_harm '... with events beside them'
is $(($(stat_of drops_recursion) - before)) 0 'no hit is dropped'

echo > $tracefs/trace
reload_torture() { rmmod torture && insmod torture.ko && echo 1 > $torture/run; }
for_seconds 5 reload_torture
ok $? 'the module with the probes comes and goes'
no_harm '... under handlers that do'
echo 0 > $torture/run
# It cannot be removed while a handler is attached, but can between two of them.
rmmod attacher 2> /dev/null || { echo 1 > $attacher/stop && rmmod attacher; }
ok $? 'the handlers go'

# -- more handlers than functions ---------------------------------------------------------
insmod attacher.ko alone=1 aside=20
counts && counts reentrant=1
ok $? 'with more handlers than functions, all hits are seen'
echo 1 > $torture/run
storm 3
echo 0 > $torture/run
no_harm '... and a storm'
echo 1 > $attacher/stop && rmmod attacher
ok $? '... all go'

# -- sdt.ko comes and goes, under code that has been in its sites ------------------------------
if needs_gate 'sdt.ko goes while modules have events'; then
	echo 1 > $torture/run
	reload_sdt() { insmod counter.ko pattern='sdt:torture::' && rmmod counter && rmmod sdt && insmod sdt.ko; }
	for_seconds 10 reload_sdt
	ok $? 'sdt.ko comes and goes while the probes fire'
	echo 0 > $torture/run
	counts
	ok $? '... a handler sees all hits at once'
	sleep 3
	counts
	ok $? '... and later'
fi

rmmod torture && rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
