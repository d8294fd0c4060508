#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# trace-reloads.t - sdtinfo trace -w while a module comes and goes, and fails to come
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo tests/vm/modules/early.ko
# libraries: libtracefs >= 1.6 libtraceevent
# options: --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

# is_watched: are the hits of early?
is_watched() { grep -qs 1 "$tracefs/instances/sdtinfo-$pid-1/events/early/step/enable"; }
# of_shell: how many hits outside early's init code are printed; those in it are insmod's
of_shell() { grep -c '  sh  .*:early:fire_set:step  *n=3$' got; }
# centiseconds: since the boot
centiseconds() { sed 's/ .*//; s/\.//' /proc/uptime; }
# has_printed NUMBER: of these
has_printed() { [ "$(of_shell)" -ge "$1" ]; }
# of_init: the hits of init functions that are printed, without their times
of_init() { sed -n 's/^ *[0-9.]* *[0-9]*  insmod  *[0-9]*  sdt:early:\([^ ]*\)  *\(n=[0-9]\)$/\1 \2/p' got; }

# load: loads early, fires three times once it is watched, and removes it when that is printed
nr_fired=0
load()
{
	insmod early.ko
	wait_for 60 is_watched
	nr_fired=$((nr_fired + 3))
	for _ in 1 2 3; do
		sh -c 'echo 1 >/sys/module/early/parameters/fire'
	done
	wait_for 60 has_printed $nr_fired
	rmmod early
}

# fail MS...: loads early so often; its init function fails after that time
fail()
{
	for delay in "$@"; do
		insmod early.ko fail=19 delay="$delay" 2>/dev/null
	done
}

insmod sdt.ko
./sdtinfo trace -w 'early::' >got 2>errors &
pid=$!
wait_for 60 grep -q waiting errors
fail 0 0 0 50 250 600
kill -0 $pid
is $? 0 'modules whose init function fails do not end it'
load
is "$(of_shell)" 3 'the module is loaded: all its hits are printed'
load
is "$(of_shell)" 6 '... and when it is loaded again'
fail 0 600 0 50 250
load
is "$(of_shell)" 9 '... and after its init function has failed again'
note "$(grep -c ' insmod ' got) hits of init functions"
is "$(grep ' insmod ' got | sort | uniq -d)" '' '... no hit of an init function is printed twice'

# Once it is watched, all its hits are printed, those of init code, too.
of_init >before
nr_before=$(wc -l <before)
began=$(centiseconds)
insmod early.ko delay=4000 &
loader=$!
wait_for 60 is_watched
took=$(($(centiseconds) - began))
wait $loader
if [ $took -lt 400 ]; then
	wait_for 60 sh -c "[ \$(grep -c ' insmod .*:early:' got) -ge $((nr_before + 2)) ]"
	is "$(of_init | tail -n +$((nr_before + 1)))" 'early_first:step n=1
early_init:step n=2' 'an init function that takes its time: its hits are printed'
else
	note "watched $took centiseconds after the begin of init code: too late for its hits"
fi
rmmod early

# An event that outlives its module, which insmod can load again at once
has_fired()
{
	sh -c 'echo 1 >/sys/module/early/parameters/fire'
	has_printed $((nr_fired + 1))
}
echo early >/sys/module/sdt/parameters/enable
insmod early.ko delay=2000 fail=19 2>/dev/null &
wait_for 60 is_watched
wait $!
insmod early.ko
wait_for 60 has_fired
ok $? 'a module that is loaded again at once: its hits are printed'
echo >/sys/module/sdt/parameters/enable
rmmod early
kill -INT $pid
wait $pid
is "$?:$(sed '1{/waiting/d}; /early: the module was removed, with 1 traced event$/d' errors)" 0: \
	'a signal ends it, without an error'
is "$(ls $tracefs/instances)" '' '... and nothing is left behind'
rmmod sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
