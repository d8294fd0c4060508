#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# recorders.t - recorders of sdt.ko: parameter record, until and after, modules that come and go
#
# needs: kmod/sdt.ko tests/vm/modules/early.ko tests/vm/modules/torture.ko
# needs: tests/vm/modules/contexts.ko modprobe depmod
# options: --append ftrace=nop --append slub_debug=- --timeout 1200
. "$(dirname "$0")/../guest/guest.sh"

record=/sys/module/sdt/parameters/record
torture=/sys/module/torture/parameters
instances=$tracefs/instances
fire() { for _ in $(seq "${1:-1}"); do echo 1 >/sys/module/early/parameters/fire; done; }
# is_off NAME: whether the recorder's buffer is
is_off() { [ "$(cat $instances/sdt-"$1"/tracing_on)" = 0 ]; }
# steps NAME: how many hits of early it has
steps() { lines step $instances/sdt-"$1"/trace; }
# sum NAME KEY: of the statistics of all CPUs
sum() { cat $instances/sdt-"$1"/per_cpu/cpu*/stats | awk -v key="$2:" '$1 == key { sum += $2 } END { print sum + 0 }'; }
# torment SECONDS: hits on all CPUs; prints how many there were of all probes
torment()
{
	echo 1 >$torture/run
	sleep "$1"
	echo 0 >$torture/run
	awk '{ print $1 + $2 + $3 + $4 }' $torture/passed
}
# refuses SENTENCE WORDS: it is, and the log has one line, with the words
refuses()
{
	clear_log
	(echo "$1" >$record) 2>/dev/null
	is "$?:$(dmesg | grep -c 'sdt: ')" 1:1 "refused: $1"
	like "$(dmesg)" "sdt: .*$2" "... for '$2'"
}

# -- as a driver's author ships it ------------------------------------------------------
folder=/lib/modules/$(uname -r)
mkdir -p "$folder" /usr/lib /etc/modprobe.d
ln -s /lib/modules /usr/lib/modules
cp sdt.ko early.ko torture.ko "$folder"
/bin/depmod 2>/dev/null
cat >/etc/modprobe.d/early.conf <<-EOF
	softdep early pre: sdt
	options sdt record="early 64K early::"
EOF
echo 'options sdt record="other 1M torture:: until torture:nothing:toggled after 10"' >/etc/modprobe.d/other.conf
echo 'sdt.record="boot 128K early::step until early::step after 2" quiet' >cmdline
mount --bind cmdline /proc/cmdline
/bin/modprobe early
is "$?:$(sort $record | sed 's/ #.*//' | tr '\n' ';')" \
	'0:boot 128K early::step until early::step after 2;early 64K early::;other 1M torture:: until torture:nothing:toggled after 10;' \
	'modprobe.d of two drivers, and the command line: three recorders'
is "$(steps early):$(steps boot)" 2:2 '... with the hits of init code'
like "$(dmesg)" 'recorder early: 64 KB in trace instance sdt-early' '... and the log says how large they are'
fire 3
is "$(steps early):$(steps boot):$(cat $instances/sdt-boot/tracing_on)" 5:3:0 'one stops after two more hits, the other goes on'
is "$(sed -n 's/^\([a-z]*\) .*# /\1 /p' $record | sort | tr '\n' ';')" 'boot stopped;early recording;other recording;' \
	'... the file says so'
if needs_gate 'events that stay when their module goes'; then
	rmmod early
	is "$(steps early):$(steps boot)" 5:3 'the driver is removed: its hits are there'
	rmdir $instances/sdt-early 2>/dev/null
	ok $((! $?)) '... and nobody can remove the instance'
	insmod early.ko
	is "$(steps early):$(steps boot)" 7:3 'it is loaded again, and recorded again; what has stopped keeps its hits'
	rmmod early
	insmod early.ko fail=19 2>/dev/null	# can try twice
	like "$(steps early):$(steps boot)" '^(10|13):3$' 'a driver whose init function fails: its hits are there'
	rmmod sdt 2>/dev/null
	ok $((! $?)) 'sdt.ko is in use'
	echo >$record
	is "$(cat $record)$(ls $instances)" '' 'all are removed'
	is "$(cat /sys/module/sdt/refcnt)$(grep -c ^early: $tracefs/available_events)" 00 '... with the events that they have kept'
else
	echo >$record
	rmmod early
fi
rmmod sdt
ok $? '... and sdt.ko can be'
insmod sdt.ko record=-early 'record="a 64K early::"' 'record="a 128K early::step"' record=-nothing
is "$(cat $record)" 'a 128K early::step # recording' 'the last of a name counts'
rmmod sdt
is "$?:$(ls $instances)" 0: 'sdt.ko removes its instances'
umount /proc/cmdline
insmod sdt.ko record=
is "$?:$(cat $record)" 0: 'none'
rmmod sdt
clear_log
insmod sdt.ko 'record="a 64K early:: until"' 'record="b 100G early::"' 'record="c 64K early::"'
is "$?:$(cat $record)" '0:c 64K early:: # recording' 'sentences that are wrong or do not fit this machine are left out'
is "$(dmesg | grep -c 'sdt: record=.* until'):$(dmesg | grep -c 'sdt: record=.* size')" 1:1 '... and logged'
refuses 'c 128K early::' exists
is "$(cat $record)" 'c 64K early:: # recording' '... for the one with hits stays'
clear_log
(printf '%s\n' "$(cat $record $record)" >$record) 2>/dev/null
is "$?:$(dmesg | grep -c 'sdt: record: .* one line')" 1:1 'two lines are no sentence'
echo >$record

# -- sentences ---------------------------------------------------------------------------
refuses 'early' NAME
refuses '# all 64K early::' NAME
refuses 'early 64K' PATTERN
refuses 'e/1 64K early' name
refuses 'e 64Q early' size
refuses 'e 0 early' size
refuses 'e 100G early' size
refuses 'e 64K until early' PATTERN
refuses 'e 64K early until' until
refuses 'e 64K early until early 3' after
refuses 'e 64K early until early after' after
refuses 'e 64K early until early after -1' after
refuses 'e 64K early until early after 1000001' after
refuses 'e 64K early until early after 4294967296' after
refuses 'e 64K early until early after 99999999999999999999' after
refuses 'e 64K early until early until step' until
refuses 'e 64K early until early after 3 x' after
refuses 'e 64K a:b:c:d:e' pattern
refuses -gone 'no such recorder'
mkdir $instances/sdt-mine
refuses 'mine 64K early::' 'sdt-mine'
rmdir $instances/sdt-mine
is "$(cat $record)$(ls $instances)" '' 'nothing is left of them'

# -- on two CPUs -----------------------------------------------------------------------------
insmod torture.ko && insmod early.ko
echo 'all 4M torture:: early:: until early::step after 100' >$record
echo 'few 32K torture::' >$record
passed=$(torment 3)
is "$(sum all entries):$(sum all overrun)" "$passed:0" "$passed hits: all are recorded"
is "$(($(sum few entries) + $(sum few overrun)))" "$passed" '... in the small one, too, or counted as overwritten'
# The kernel's count of bytes drifts when hits overwrite others.  32 KB are eight pages, and each CPU
# has one more for their heads, and one for who reads.
size=$(for raw in $instances/sdt-few/per_cpu/cpu*/trace_pipe_raw; do timeout 2 cat "$raw"; done | wc -c)
most=$((4096 * (8 + 2 * $(nproc))))
ok "$([ "$size" -gt 0 ] && [ "$size" -le $most ]; echo $?)" "... which has $size bytes"
for round in 1 2 3; do
	echo >$instances/sdt-all/trace
	echo 1 >$torture/run
	sleep 1
	fire
	wait_for 20 is_off all
	ok $? "stops at a hit under load, round $round"
	sleep 0.3
	echo 0 >$torture/run
	sed -n 's/^.*[0-9]: \([a-z]*\): .*/\1/p' $instances/sdt-all/trace >hits
	is "$(grep -c step hits)" 1 '... which is in it'
	after=$(sed '1,/step/d' hits | wc -l)
	# More, if a CPU was held up between a hit and its count
	ok "$([ "$after" -ge 100 ]; echo $?)" "... and $after more"
	echo 1 >$instances/sdt-all/tracing_on
done
passed=$(torment 1)
ok "$([ "$(sum all entries)" -gt "$passed" ]; echo $?)" 'it goes on'
is "$(sed -n 's/^all .*# //p' $record)" recording '... and the file says so'

# -- with one CPU, exactly -------------------------------------------------------------------
exact=$instances/sdt-exact
# exact SENTENCE: the recorder "exact" begins anew
exact() { { grep -q ^exact $record && echo -exact >$record; } || :; printf 'exact 64K %b' "$1" >$record; }
# snapshot: gives the recorder another, empty buffer, or empties it, if the kernel has no snapshots
snapshot() { if [ -e $exact/snapshot ]; then echo 1 >$exact/snapshot; else echo >$exact/trace; fi; }
# state NAME
state() { sed -n "s/^$1 .*# //p" $record; }
for after in 0 1 7; do
	exact "early:: until step after $after"
	fire 12
	is "$(steps exact):$(state exact)" "$((after + 1)):stopped" "after $after"
	echo 1 >$exact/tracing_on
	fire 12
	is "$(steps exact)" $((2 * after + 2)) '... and again'
done
exact 'early:: until step after 7'
echo 0 >$exact/tracing_on
fire
echo 1 >$exact/tracing_on
is "$(state exact)" recording 'a hit that is not recorded does not stop it'
fire
echo 0 >$exact/tracing_on
fire 3
echo 1 >$exact/tracing_on
fire 12
is "$(steps exact):$(cat $exact/tracing_on)" 8:0 '... and is none of those after it'
exact 'early:: until step after 7'
fire 2
echo 'n == 4' >$exact/events/early/step/filter
echo 0 >$exact/tracing_on
fire 3
echo 1 >$exact/tracing_on
is "$(state exact)" stopping '... nor with a filter'
fire 6
is "$(steps exact):$(state exact)" 2:stopped '... which does not change what counts'

# -- what "until" can look like -----------------------------------------------------------
insmod contexts.ko
context() { echo "$1" >/sys/module/contexts/parameters/fire; }
exact '  \t early::\tuntil   step \t after  2 \t '
fire 12
is "$(steps exact):$(state exact)" 3:stopped 'blanks and tabs'
exact 'contexts::task, until_::  early::,torture::task until nothing::,early:: after 1'
fire 12
is "$(steps exact):$(state exact)" 2:stopped 'lists, with a name that begins with "until"'
exact 'contexts::bh-off until early::step'
context bh_off
fire
context bh_off
is "$(lines bh_off $exact/trace):$(steps exact):$(state exact)" 100:1:stopped 'a probe of another module, which is recorded, too'
rmmod contexts
exact 'early:: until contexts::task after 3'
fire 2
insmod contexts.ko
fire
context task
is "$(steps exact):$(lines task $exact/trace):$(state exact)" 3:4:stopped '... which comes later'
if has_nmi; then
	exact 'contexts::nmi until contexts::nmi after 5'
	context nmi
	is "$(lines nmi $exact/trace):$(state exact)" 6:stopped 'in an NMI'
	exact 'contexts:: until contexts::nmi'
	context hardirq
	context nmi
	context hardirq
	is "$(lines hardirq $exact/trace):$(lines nmi $exact/trace)" 100:1 '... among others'
fi
rmmod contexts
exact 'early:: until step after 1000000'
fire
is "$(state exact)" stopping 'after 1000000'

# -- a module that goes on the way ----------------------------------------------------------
exact 'early:: until step after 7'
fire 3
rmmod early
is "$(state exact)" stopping 'the module goes before the recorder stops'
insmod early.ko
fire 12
if needs_gate 'events that stay when their module goes'; then
	is "$(steps exact):$(state exact)" 8:stopped '... and comes again: its hits count'
	echo 1 >$exact/tracing_on
	fire 3
	rmmod early
	insmod early.ko fail=19 2>/dev/null
	insmod early.ko
	fire 12
	is "$(steps exact):$(state exact)" 16:stopped '... also if its init function fails'
fi

# -- another buffer, and who else uses the event -----------------------------------------------
exact 'early:: until step after 2'
snapshot
fire 5
is "$(steps exact):$(cat $exact/tracing_on):$(state exact)" 3:0:stopped 'a recorder stops after a snapshot'
snapshot
echo 1 >$exact/tracing_on
fire 5
is "$(steps exact):$(cat $exact/tracing_on)" 3:0 '... and after the next'
exact 'early:: until step after 2'
echo 'stacktrace if n == 4' >$exact/events/early/step/trigger
echo 'stacktrace if refcnt == 1000' >$exact/events/module/module_load/trigger
fire 5
is "$(steps exact):$(cat $exact/tracing_on):$(state exact)" 3:0:stopped 'with a conditional trigger'
snapshot
echo >$exact/trace
echo 1 >$exact/tracing_on
fire 5
is "$(steps exact):$(cat $exact/tracing_on):$(state exact)" 3:0:stopped '... and a snapshot'
mkdir $instances/other
histogram $instances/other/events/early/step 'hist:keys=n if n == 3'
echo 0 >$instances/other/tracing_on
fire 5
histogram_like $instances/other/events/early/step 'hitcount: *5' '... and triggers elsewhere still work'
histogram $instances/other/events/early/step '!hist:keys=n'
rmdir $instances/other
echo '!stacktrace' >$exact/events/early/step/trigger
echo 0 >$tracefs/options/overwrite
echo 'full 8K early::' >$record
echo 1 >$tracefs/options/overwrite
fire 1000
ok "$([ "$(sum full overrun)" -gt 0 ]; echo $?)" 'the oldest hits go, whatever the kernel does with its own'
echo -full >$record

# -- in use ----------------------------------------------------------------------------------
echo 1 >$torture/run
exact 'early::'
cat $exact/trace_pipe >piped &
reader=$!
fire
wait_for 20 grep -q step piped
ok $? "a program reads the recorder's hits"
clear_log
echo -exact >$record
is "$?:$(dmesg | grep -c 'sdt: .*sdt-exact')" 0:1 '... and it is removed: the log says what stays'
fire
(echo 'exact 64K early::' >$record) 2>/dev/null
is "$?:$(cat $exact/events/early/step/enable)$(state exact)" 1:0 '... an instance that records nothing, and is in the way of another'
kill $reader
wait $reader
is "$(lines step piped)" 1 '... of which the program has what was recorded'
rmdir $exact
ok $? '... until it is removed like any'
for _ in 1 2 3 4 5 6 7 8; do
	echo 'again 64K torture:: until torture::hardirq after 5' >$record
	cat $instances/sdt-again/trace >/dev/null
	echo -again >$record
done
is "$(ls $instances | tr '\n' ' ')" 'sdt-all sdt-few ' 'removed under load'
# writes NAME...: each in turn, again and again
writes()
{
	for _ in $(seq 20); do
		for name; do
			(echo "$name 64K early:: torture::task until step after 1" >$record) 2>/dev/null
			cat $record
			(echo -$name >$record) 2>/dev/null
		done
	done >/dev/null
}
writes one both & first=$!
writes two both & second=$!
for _ in 1 2 3; do rmmod early; insmod early.ko; done
wait $first $second
is "$(ls $instances | tr '\n' ' '):$(sed 's/ .*//' $record | tr '\n' ' ')" 'sdt-all sdt-few :all few ' 'two programs write at once, while a module comes and goes'
rmmod torture
ok $? 'a module goes while its probes fire'
insmod torture.ko
torment 1 >/dev/null
ok "$([ "$(sum few entries)" -gt 0 ]; echo $?)" '... and comes again'
rmmod torture early
echo >$record
rmmod sdt
ok $? 'sdt.ko goes'
is "$(ls $instances)" '' '... and nothing is left'
no_leaks 'nothing is lost'
no_complaints 'the kernel log'
done_testing
