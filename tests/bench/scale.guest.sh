#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Loads, publishes, enables, disables and removes modules of COUNT probes, trace events and
# static keys, RUNS times.  The values are for one of COUNT, which the rows' names have as
# TITLE.  Modules that are not there are left out.
. "$(dirname "$0")/../guest/guest.sh"
count=$1 runs=$2 title=$3
sdt=$debugfs/sdt keys=/sys/module/many_keys/parameters/on held=/sys/module/held/parameters

# row ROW PEER TIME [LESS]
row()
{
	printf '%s: %s\t%s\t%s\n' "$title" "$1" "$2" "$(awk -v n="$3" -v less="${4:-0}" \
		-v count="$count" 'BEGIN { printf "%.1f", (n - less) / count }')"
}
# step ROW PEER COMMAND...: the row of a command's time
step()
{
	local name=$1 peer=$2 took
	shift 2
	took=$(./timed "$@") || ok 1 "$name: $*"
	row "$name" "$peer" "$took"
}
# program ROW COMMAND...: the row of the CPU time of a program of ours
program()
{
	local name=$1 took
	shift
	./pace time "$@" 3>cpu >out 2>&1 || ok 1 "$name: $(tail -n 1 out)"
	read -r took _ <cpu
	row "$name" probe $((took * 1000))
}
# took COMMAND...: only the time
took()
{
	./timed "$@" || echo failed
}
# number NAME: of sdt.ko's statistics
number()
{
	sed -n "s/^$1 //p" $sdt/stats
}
# mutex ROW PEER: the row of the time that event_mutex was held since the last one
mutex()
{
	row "$1" "$2" "$(cat $held/total)"
	[ "$run" -gt 1 ] || note "$title: $1, $2: held $(cat $held/calls) times," \
		"for $(cat $held/longest) at most"
	echo 0 > $held/calls
}


# once: all steps
once()
{
	local alone loaded empty
	# the modules, and their events
	step insmod none insmod plain.ko
	step rmmod none rmmod many_plain
	step insmod probe insmod probes.ko
	step rmmod probe rmmod many_probes
	if [ -e events.ko ]; then
		loaded=$(took insmod events.ko)
		row insmod TRACE_EVENT "$loaded"
		row 'insmod with sdt.ko' TRACE_EVENT "$loaded"
		step 'enable all events' TRACE_EVENT write $tracefs/events/many/enable 1
		step 'disable all events' TRACE_EVENT write $tracefs/events/many/enable 0
		loaded=$(took rmmod many_events)
		row rmmod TRACE_EVENT "$loaded"
		row 'rmmod with sdt.ko' TRACE_EVENT "$loaded"
	fi

	alone=$(took insmod sdt.ko)
	step 'insmod with sdt.ko' probe insmod probes.ko
	is "$(number sites)" "$count" "$count sites are there"
	program 'sdtinfo list' ./sdtinfo list
	is "$(grep -c many_probes out)" "$count" '... and are listed'
	program 'sdtinfo trace' ./sdtinfo trace many_probes:: -- true
	step 'enable all events' probe write $tracefs/events/many_probes/enable 1
	is "$(number enabled)" "$count" '... and are enabled'
	step 'disable all events' probe write $tracefs/events/many_probes/enable 0
	step 'rmmod with sdt.ko' probe rmmod many_probes

	# sites; what it takes besides is not theirs
	insmod probes.ko
	exec 3<>$sdt/counters
	empty=$(took write 3 :nothing::)
	row 'enable all sites' probe "$(took write 3 :many_probes::)" "$empty"
	is "$(number enabled)" "$count" 'one pattern enables all sites'
	loaded=$(took write 3 '')
	is "$(number enabled)" 0 '... and disables them'
	echo :nothing:: >&3
	empty=$(took write 3 '')
	exec 3<&- 3>&-
	row 'disable all sites' probe "$loaded" "$empty"
	insmod keys.ko
	step 'enable all sites' 'static keys' write $keys 1
	step 'disable all sites' 'static keys' write $keys 0
	rmmod many_keys

	# sdt.ko comes to a module that is there
	rmmod sdt
	row 'publish' probe "$(took insmod sdt.ko)" "$alone"
	rmmod many_probes
	rmmod sdt
}

# once_held: how long event_mutex is held meanwhile, by functions that hold it while they
# run: sdt.ko's, and the tracing core's notifier, one of two of that name
once_held()
{
	insmod sdt.ko
	insmod held.ko functions="$(awk '$3 ~ /^(gate_perm|trace_module_notify)$/ {
		print "0x" $1 }' /proc/kallsyms | paste -s -d ,)" ||
		ok 1 'held.ko finds the functions'
	insmod probes.ko
	mutex 'event_mutex, insmod' probe
	rmmod many_probes
	mutex 'event_mutex, rmmod' probe
	if [ -e events.ko ]; then
		insmod events.ko
		mutex 'event_mutex, insmod' TRACE_EVENT
		rmmod many_events
		mutex 'event_mutex, rmmod' TRACE_EVENT
	fi
	rmmod held
	rmmod sdt
}

run=1
while [ "$run" -le "$runs" ]; do
	once
	once_held
	run=$((run + 1))
done
is "$(dmesg | grep -E 'soft lockup|hung task|stall|blocked for')" '' 'no processor was held up'
no_complaints 'the kernel log has no complaint'
[ "$tap_failed" -eq 0 ]
