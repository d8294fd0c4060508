#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# torture.guest.sh SECONDS - probes fire while all that can change does, at once
#
# From beginning to end events are toggled, perf and BPF use them, also as raw tracepoints, the
# files are read, recorders of sdt.ko come, stop and go, instrumented modules come and go, modules
# attach and register while they go, and a CPU comes and goes.  Meanwhile rounds take turns at two things:
#  - attacher.ko has handlers that stay, which must see just what torture.ko
#    fires, and threads that attach others and detach them;
#  - sdt.ko itself comes and goes, each time with the other layout.
# Says nothing in between: tests/guest/start takes a guest that talks for one that is
# not stuck in the bug of QEMU's that retranslate.py tells of.
. "$(dirname "$0")/../guest/guest.sh"

seconds=$1
torture=/sys/module/torture/parameters
attacher=/sys/module/attacher/parameters
stats=$debugfs/sdt/stats
probes=$debugfs/sdt/probes
instance=$tracefs/instances/storm
record=/sys/module/sdt/parameters/record

now() { read -r now _ < /proc/uptime; now=${now%.*}; }

# one_of WORD...: sets $one
one_of() { shift $((RANDOM % $#)); one=$1; }

# -- what goes on all the time: one turn of each -----------------------------------
# Any of it may fail at any time: the other side is not there at the moment.

# By the files of an event, while none can go: Linux 6.1 reads freed memory where
# such a file is opened while the event is removed, whoever's event it is.
toggle_by_files()
{
	event=$tracefs/events/torture/$one
	case $((RANDOM % 5)) in
	0)	echo 1 > $event/enable; echo 0 > $event/enable ;;
	1)	echo 'arg1 & 1' > $event/filter; echo 1 > $event/enable
		echo 0 > $event/filter; echo 0 > $event/enable ;;
	2)	echo 1 > $tracefs/events/torture/enable
		echo 0 > $tracefs/events/torture/enable ;;
	3)	echo hist:keys=common_pid > $event/trigger
		echo '!hist:keys=common_pid' > $event/trigger ;;
	4)	echo enable_event:torture:toggled:3 > $event/trigger
		echo stacktrace:2 >> $event/trigger
		echo '!enable_event:torture:toggled' > $event/trigger
		echo '!stacktrace' > $event/trigger ;;
	esac
}

# toggle_in FOLDER: by set_event, which can be used at any time
toggle_in()
{
	echo torture:$one >> $1/set_event
	echo "!torture:$one" >> $1/set_event
}

toggle()
{
	one_of task softirq hardirq toggled
	# reload_for removes the one, then waits for the other
	touch toggling
	if [ -e events_stay ] && [ $((RANDOM % 4)) != 0 ]; then
		toggle_by_files
	else
		toggle_in $tracefs
	fi
	rm toggling
}

use_instance()
{
	one_of task softirq hardirq toggled
	# Makes files for all events of the kernel, with event_mutex held
	[ -d $instance ] || mkdir $instance
	echo revdev:write_entry >> $instance/set_event
	toggle_in $instance
	echo torture:$one >> $instance/set_event
	sleep 0.1
	if [ $((RANDOM % 8)) = 0 ]; then
		rmdir $instance
	else
		echo > $instance/set_event
	fi
}

read_files()
{
	one_of $probes $stats $debugfs/sdt/tables/* $tracefs/available_events $tracefs/set_event
	cat $one
	head -n 100 $tracefs/trace
}

# A recorder stops at hits and goes on, and keeps the events of modules that go.
record_hits()
{
	one_of a b
	recorder=$tracefs/instances/sdt-$one
	name=$one
	one_of torture::softirq torture:: revdev:: revdev:write_entry
	echo "$name 64K torture::task torture::toggled revdev:: until $one after $((RANDOM % 50))" > $record
	head -n 100 $recorder/trace
	sleep 0.1
	echo 1 > $recorder/tracing_on
	[ $((RANDOM % 2)) = 0 ] || sleep 1
	cat $record
	echo -$name > $record
	# It was being read when sdt.ko went.
	[ ! -d $recorder ] || rmdir $recorder
}

load_revdev()
{
	insmod revdev.ko
	echo 'revdev:*' >> $tracefs/set_event
	printf 'abc\nioctl\n' | ./testrevdev
	[ $((RANDOM % 2)) = 0 ] || echo '!revdev:*' >> $tracefs/set_event
	rmmod revdev
}

load_others()
{
	insmod probed.ko fail=$((RANDOM % 2))
	echo 100 > /sys/module/probed/parameters/fire
	insmod values.ko
	[ $((RANDOM % 2)) = 0 ] || echo 'values:*' >> $tracefs/set_event
	echo 1 > /sys/module/values/parameters/fire
	rmmod probed
	rmmod values
}

# leaver.ko attaches or registers until it is refused, because it is being removed.
leave()
{
	insmod leaver.ko
	one_of handler translator notifier
	if [ $((RANDOM % 2)) = 0 ]; then
		echo $one > /sys/module/leaver/parameters/storm &
	else
		echo $one > /sys/module/leaver/parameters/late &
	fi
	storm=$!
	until rmmod leaver; do
		[ -d /sys/module/leaver ] || break
	done
	wait $storm
}

use_raw()
{
	insmod sdt_raw.ko
	one_of torture_task torture_toggled revdev_write_entry values_many
	./raw_user $one:0 torture_softirq:0 -- sleep 0.2 >> raw &
	user=$!
	./raw_user torture_hardirq:0 $one:0 -- sleep 0.1 >> raw
	wait $user
	rmmod sdt_raw
}

unplug()
{
	echo 0 > /sys/devices/system/cpu/cpu1/online
	sleep 0.1
	echo 1 > /sys/devices/system/cpu/cpu1/online
	sleep 0.3
}

going_on='toggle use_instance read_files record_hits load_revdev load_others leave use_raw unplug'

# again WHAT: one turn after the other, counted in the file turns.WHAT
again()
{
	turns=0
	while [ ! -e stop ]; do
		while [ -e pause ]; do
			sleep 0.1
		done
		$1
		turns=$((turns + 1))
		echo $turns > turns.$1
	done > /dev/null 2>&1
}

# -- the rounds ----------------------------------------------------------------------

# The handlers that stay see every hit, while others come and go.
attach_for()
{
	insmod attacher.ko
	ok $? "round $round: the handlers come" || return
	echo 1 > $torture/run
	sleep $1
	echo 0 > $torture/run
	read -r task softirq hardirq toggled < $torture/passed
	read -r task2 softirq2 hardirq2 toggled2 < $torture/evaluated
	read -r turns < $attacher/turns
	note "round $round: hits in tasks $task, softirqs $softirq, hard irqs $hardirq;" \
		"attached and detached $turns times; toggled: $toggled2 of $toggled;" \
		"handlers that come and go: $(cat $attacher/guests) hits"
	ok "$([ $task -gt 0 ] && [ $softirq -gt 0 ] && [ $hardirq -gt 0 ]; echo $?)" \
		"round $round: probes fire in every context"
	is "$(cat $attacher/hits)" "$task $softirq $hardirq" \
		"round $round: the handlers that stay see every hit"
	is "$(cat $attacher/sums)" \
		"$((task * (task - 1) / 2)) $((softirq * (softirq - 1) / 2)) $((hardirq * (hardirq - 1) / 2))" \
		"round $round: ... each of them once"
	is "$task2 $softirq2 $hardirq2" "$task $softirq $hardirq" \
		"round $round: ... and evaluates its arguments once"
	is "$(cat $attacher/wrong $attacher/late $attacher/refused | tr '\n' ' ')" '0 0 0 ' \
		"round $round: no wrong argument, no hit after a detach, no attach refused"
	is "$(stat_of drops_recursion) $(stat_of drops_rcu)" '0 0' "round $round: no hit is dropped"
	echo 1 > $attacher/stop && rmmod attacher
	ok $? "round $round: the handlers go"
}

# load LAYOUT: perf_user takes the events' ids from a file of ours
load()
{
	insmod sdt.ko layout=$1 || return
	has_gate || { rmmod torture && insmod torture.ko; }
	cat $tracefs/events/torture/*/id > ids
}

unused() { read -r refs < /sys/module/sdt/refcnt && [ $refs = 0 ]; }

# A module with a handler keeps sdt.ko; so does an event that is in use.  There is
# always one, so all hold their breath until there is none, and go on while
# sdt.ko goes.
reload_for()
{
	reloads=0 busy=0
	rm events_stay
	while [ -e toggling ]; do
		sleep 0.1
	done
	now
	reload_end=$((now + $1))
	echo 1 > $torture/run
	while [ $now -lt $reload_end ] || [ $reloads = 0 ]; do
		if rmmod sdt 2> /dev/null; then
			reloads=$((reloads + 1))
			one=linux
			[ $((reloads % 2)) = 0 ] || one=dtrace
			load $one || break
		else
			busy=$((busy + 1))
		fi
		insmod counter.ko pattern='sdt:torture::t*' && rmmod counter
		touch pause
		wait_for 60 unused
		rm pause
		now
	done
	echo 0 > $torture/run
	touch events_stay
	note "round $round: sdt.ko came and went $reloads times, and was in use $busy times"
	ok "$([ $now -ge $reload_end ]; echo $?)" \
		"round $round: sdt.ko comes and goes while its probes fire"
}

dmesg -n 4
ignore_leaks
insmod torture.ko && load linux
ok $? 'the modules load'

touch events_stay
for what in $going_on; do
	again $what &
done
# Where there is no perf or BPF it stops at once.
./perf_user stop pause ids > perf 2>&1 &

has_raw_hits() { grep -q '^torture_[a-z]* [1-9]' raw 2>/dev/null; }

# few: what has not had two turns yet; a raw tracepoint also needs a hit
few()
{
	for what in $going_on; do
		turns=0
		[ ! -s turns.$what ] || read -r turns < turns.$what
		if [ "$turns" -lt 2 ] || { [ $what = use_raw ] && ! has_raw_hits; }; then
			printf ' %s' $what
		fi
	done
}

now
end=$((now + seconds))
round=0
# On a busy machine it takes longer until each has had its turns.
while [ $now -lt $end ] || { [ -n "$(few)" ] && [ $round -lt 10 ]; }; do
	round=$((round + 1))
	left=$((end - now))
	[ $left -le 60 ] || left=60
	[ $left -ge 15 ] || left=15
	attach_for $(((left * 2 + 2) / 3))
	if needs_gate "round $round: sdt.ko comes and goes while its probes fire"; then
		reload_for $(((left + 2) / 3))
	fi
	no_complaints "round $round: the kernel log has no complaint"
	dmesg -c > /dev/null
	now
done
touch stop
wait
for left in $instance $tracefs/instances/sdt-*; do
	[ ! -d $left ] || rmdir $left
done

# -- all is as it was before -----------------------------------------------------------
note "turns: $(grep . turns.*)"
is "$(few)" '' 'all of them had their turns meanwhile'
read -r opened bpf hits < perf
note "perf events: $opened were opened, $bpf with a BPF program; they counted $hits hits"
ok "$([ "$opened" -gt 0 ] && [ "$bpf" -gt 0 ] && [ "$hits" -gt 0 ]; echo $?)" \
	'... perf and BPF among them'

ok "$(has_raw_hits; echo $?)" 'programs saw hits as raw tracepoints'
ok "$([ ! -d /sys/module/sdt_raw ]; echo $?)" '... and sdt_raw.ko could be removed'

echo > $tracefs/set_event
is "$(cat $tracefs/events/torture/*/trigger | grep -v '^#')" '' 'no trigger is left'
is "$(grep -v users=0 $probes)" '' 'no probe has a user'
is "$(stat_of modules) $(stat_of enabled)" '1 0' 'no module is left over, no probe is enabled'
echo 1 > $torture/run
sleep 1
echo 0 > $torture/run
is "$(cat $torture/evaluated)" '0 0 0 0' 'nobody listens: nothing is evaluated'
rmmod torture && rmmod sdt
ok $? 'all can be unloaded'
no_leaks 'no memory is lost'
no_complaints 'the kernel log has no complaint'
done_testing
