#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# recorders.t - recorders of sdt.ko: parameter record, until and after, modules that come and go
#
# needs: kmod/sdt.ko tests/vm/modules/early.ko tests/vm/modules/torture.ko modprobe depmod
# options: --append ftrace=nop --append slub_debug=- --timeout 600
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
	dmesg -c >/dev/null
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
dmesg -c >/dev/null
insmod sdt.ko 'record="a 64K early:: until"' 'record="b 100G early::"' 'record="c 64K early::"'
is "$?:$(cat $record)" '0:c 64K early:: # recording' 'sentences that are wrong or do not fit this machine are left out'
is "$(dmesg | grep -c 'sdt: record=.* until'):$(dmesg | grep -c 'sdt: record=.* size')" 1:1 '... and logged'
refuses 'c 100G early::' size
is "$(sed 's/ #.*//' $record)" 'c 64K early::' '... and replace nothing'
dmesg -c >/dev/null
(printf '%s\n' "$(cat $record $record)" >$record) 2>/dev/null
is "$?:$(dmesg | grep -c 'sdt: record: .* one line')" 1:1 'two lines are no sentence'
echo >$record

# -- sentences ---------------------------------------------------------------------------
refuses 'early' NAME
refuses 'early 64K' PATTERN
refuses 'e/1 64K early' name
refuses 'e 64Q early' size
refuses 'e 0 early' size
refuses 'e 100G early' size
refuses 'e 64K until early' PATTERN
refuses 'e 64K early until' until
refuses 'e 64K early until early 3' after
refuses 'e 64K early until early after -1' after
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
# Each CPU has one page more, for who reads.
ok "$([ "$(sum few bytes)" -le $((32768 + 2 * 4096)) ]; echo $?)" "... which has $(sum few bytes) bytes"
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
for after in 0 1 7; do
	echo "exact 64K early:: until step after $after" >$record
	fire 12
	is "$(steps exact):$(sed -n 's/^exact .*# //p' $record)" "$((after + 1)):stopped" "after $after"
	echo 1 >$instances/sdt-exact/tracing_on
	fire 12
	is "$(steps exact)" $((2 * after + 2)) '... and again'
done
exact=$instances/sdt-exact
echo 'exact 64K early:: until step after 7' >$record
echo 0 >$exact/tracing_on
fire
echo 1 >$exact/tracing_on
is "$(sed -n 's/^exact .*# //p' $record)" recording 'a hit that is not recorded does not stop it'
fire
echo 0 >$exact/tracing_on
fire 3
echo 1 >$exact/tracing_on
fire 12
is "$(steps exact):$(cat $exact/tracing_on)" 8:0 '... and is none of those after it'

# -- another buffer, and who else uses the event -----------------------------------------------
echo 'exact 64K early:: until step after 2' >$record
echo 1 >$exact/snapshot
fire 5
is "$(steps exact):$(cat $exact/tracing_on):$(sed -n 's/^exact .*# //p' $record)" 3:0:stopped 'a recorder stops after a snapshot'
echo 1 >$exact/snapshot
echo 1 >$exact/tracing_on
fire 5
is "$(steps exact):$(cat $exact/tracing_on)" 3:0 '... and after the next'
echo 'exact 64K early:: until step after 2' >$record
echo 'stacktrace if n == 4' >$exact/events/early/step/trigger
fire 5
is "$(steps exact):$(cat $exact/tracing_on)" 3:0 'with a conditional trigger'
mkdir $instances/other
echo 'hist:keys=n if n == 3' >$instances/other/events/early/step/trigger
echo 0 >$instances/other/tracing_on
fire 5
like "$(cat $instances/other/events/early/step/hist)" 'hitcount: *5' '... and triggers elsewhere still work'
echo '!hist:keys=n' >$instances/other/events/early/step/trigger
rmdir $instances/other
echo '!stacktrace' >$exact/events/early/step/trigger
echo 0 >$tracefs/options/overwrite
echo 'full 8K early::' >$record
echo 1 >$tracefs/options/overwrite
fire 1000
ok "$([ "$(sum full overrun)" -gt 0 ]; echo $?)" 'the oldest hits go, whatever the kernel does with its own'
echo -full >$record
echo 'exact 64K early:: until step after 20' >$record
fire 5
is "$(sed -n 's/^exact .*# //p' $record)" stopping 'on the way there'

# -- in use ----------------------------------------------------------------------------------
echo 1 >$torture/run
exec 5<$instances/sdt-exact/trace
dmesg -c >/dev/null
echo -exact >$record
is "$?:$(dmesg | grep -c 'sdt: .*sdt-exact')" 0:1 'a recorder whose instance is open is removed, and the log says what stays'
fire
exec 5<&-
rmdir $instances/sdt-exact
ok $? '... an instance like any'
for _ in 1 2 3 4 5 6 7 8; do
	echo 'again 64K torture:: until torture::hardirq after 5' >$record
	cat $instances/sdt-again/trace >/dev/null
	echo -again >$record
done
is "$(ls $instances | tr '\n' ' ')" 'sdt-all sdt-few ' 'removed under load'
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
