#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# departed.t - hits of modules that are gone: events that sdt.ko has enabled outlive their modules
#
# needs: kmod/sdt.ko tests/vm/modules/early.ko tests/vm/modules/shown.ko
# needs: tests/vm/modules/probed.ko tests/vm/modules/refuser.ko tests/vm/modules/slow.ko
# needs: tests/vm/perf_count
# options: --append ftrace=nop --timeout 300
. "$(dirname "$0")/../guest/guest.sh"

enable=/sys/module/sdt/parameters/enable
events=$tracefs/events
other=$tracefs/instances/other
fire() { echo 1 >/sys/module/early/parameters/fire; }
# fails: loads early, whose init function fails.  insmod can try twice.
fails() { ! insmod early.ko fail=19 2>/dev/null; }
# steps [FILE]: the hits of early
steps() { sed -n 's/^.*[0-9]: \(step: .*\)/\1/p' "${1:-$tracefs/trace}" | sed 's/+0x[0-9a-f]*//' | tr '\n' ' '; }
# The init function; link-time optimization by clang leaves it module_init()'s name only.
init=early_init
! grep -q clang /proc/version || init=init_module
# names MODULE: its events
names() { sed -n "s/^$1://p" $tracefs/available_events | sort | tr '\n' ' '; }
# counts FILE: how often it has each of the three steps, whose order on two CPUs the clock decides
counts()
{
	for step in early_first $init fire_set; do
		grep -c "step: ($step+" "$1"
	done | tr '\n' ' '
}

all_needs_gate
insmod sdt.ko enable=early
fails
ok $? 'a module whose init function fails'
like "$(counts $tracefs/trace)" '^([1-9]) \1 \1 $' '... its hits are there, with the names of its code'
is "$(names early)$(cat $events/early/step/enable)" 'step 1' '... and its event, enabled'
like "$(cat $events/early/step/format)" 'field:int n;' '... with its format'
before=$(lines step)
fails
like "$(counts $tracefs/trace)" '^([1-9]) \1 \1 $' 'the next load'
ok "$([ "$(lines step)" -gt "$before" ]; echo $?)" '... adds its own'
cat $tracefs/trace_pipe >pipe &
pipe=$!
for _ in 1 2 3 4 5; do fails; done
insmod early.ko
fire
wait_for 20 sh -c '[ "$(grep -c "step: (fire_set" pipe)" -ge 7 ]'
kill $pipe
like "$(counts pipe)" '^([0-9]+) \1 \1 $' "a reader of trace_pipe has those of all loads: $(counts pipe)"
echo >$tracefs/trace
fire
rmmod early
is "$(steps)" 'step: (fire_set) n=3 ' 'a module that is removed: its hits are there'
rmmod sdt 2>/dev/null
ok $((! $?)) '... sdt.ko cannot be removed'
echo 0 >$tracefs/tracing_on
echo 1 >$events/enable
is "$?" 0 '... all events can be enabled'
echo 0 >$events/enable
echo 1 >$events/early/step/enable
echo 1 >$tracefs/tracing_on
id=$(cat $events/early/step/id)
insmod early.ko
is "$(steps)$(names early)$(cat $events/early/step/id)" \
	"step: (fire_set) n=3 step: (early_first) n=1 step: ($init) n=2 step $id" \
	'it is loaded again: the event is the same, and the hits stay'
fire
echo 0 >$events/early/step/enable
fire
echo 1 >$events/early/step/enable
fire
is "$(lines step)" 5 '... which can be disabled and enabled'
mkdir $other
rmmod early
echo stacktrace >$other/events/early/step/trigger
is "$?" 0 'an event without its module gets a trigger of another instance'
echo 1 >$other/events/early/step/enable
is "$?" 0 '... and is enabled there'
insmod early.ko
is "$(lines step $other/trace):$(grep -c 'stack trace' $other/trace)" 2:2 '... which has the hits of the next load'
rmdir $other
fire
is "$(lines step)" 8 '... until it is removed'
rmmod early
mkdir $other
echo 1 >$other/events/early/step/enable
rmdir $other
insmod early.ko
is "$(lines step)" 10 'another instance comes and goes while the module is not there'
mkdir $other
./perf_count "$id" sh -c 'echo 1 >/sys/module/early/parameters/fire; ! rmmod early 2>/dev/null' >counted
is "$?:$(cat counted)" 0:1 '... and perf keeps the module'
rmmod early

# -- another module of that name ---------------------------------------------------------
# differing MODULE FROM TO: other.ko is the module with another word in its probe table, which begins
# with its magic number
differing()
{
	at=$(strings -n 3 -t d "$1.ko" |
		awk -v word="$2" '$2 == "SDTT" { inside = 1 } inside && $2 == word { print $1; exit }')
	cp "$1.ko" other.ko
	printf '%s' "$3" | dd of=other.ko bs=1 seek="$at" conv=notrunc 2>/dev/null
}
differing early int u32
insmod other.ko
like "$(cat $events/early/step/format)" 'field:u32 n;' 'a module of that name whose event differs'
is "$(steps)" "step: (early_first) n=1 step: ($init) n=2 " '... begins anew'
rmmod early
insmod early.ko
is "$(steps)" "step: (early_first) n=1 step: ($init) n=2 " '... and so does the first one'
fire
rmmod early
is "$(lines step)" 3 '... which outlives it, too'
echo >$enable
is "$(steps)$(names early)" '' 'its hits go when the parameter names it no more'
is "$(cat /sys/module/sdt/refcnt)" 0 '... and sdt.ko is free'

# -- an init function fails while others use its events -------------------------------------
echo early >$enable
fails
echo 1 >$other/events/early/step/enable
before=$(lines step)
fails
new=$(($(lines step) - before))
is "$(lines step $other/trace)" $new 'an init function fails again, with the event in another instance, too: it has the hits'
ok "$([ $new -ge 3 ] && [ "$before" -ge 3 ]; echo $?)" '... and those of both loads are in the trace'
echo >$other/trace
./perf_count "$(cat $events/early/step/id)" sh -c '! insmod early.ko fail=19 2>/dev/null' >counted
is "$?:$(lines step $other/trace)" "0:$(cat counted)" '... once more, while perf has the event open: both have the hits'
ok "$([ "$(lines step)" -ge $((before + new + 3)) ]; echo $?)" '... and the trace those of all loads'
insmod early.ko
rmmod early
is "$(lines step)$(names early)" 0 '... until the module is removed while another instance uses the event'
rmdir $other
echo probed >$enable
insmod probed.ko fail=1 2>/dev/null
ok "$([ "$(lines init)" -ge 1 ]; echo $?)" 'a proprietary module whose init function fails'
echo >$enable

# -- events that others use ------------------------------------------------------------
mkdir $other
echo 'early,shown' >$enable
insmod shown.ko
insmod early.ko
fire
echo 1 >$other/events/early/step/enable
fire
rmmod early
is "$(steps)$(steps $other/trace)$(names early)" '' 'an event that another instance uses goes with its module'
rmdir $other
insmod early.ko
fire
echo 'stacktrace' >$events/early/step/trigger
rmmod early
is "$(lines step)" 3 'an event with a trigger outlives its module'
insmod early.ko
is "$(lines step):$(grep -c 'stack trace' $tracefs/trace)" 5:2 '... and is the next one, with the trigger'
rmmod early
is "$(lines step)" 5 '... which outlives it again'
insmod other.ko
dmesg >log
is "$(grep -c 'sdt: early: event step ' log)" 1 'with a trigger, it is in the way of another event'
rmmod early
echo '!stacktrace' >$events/early/step/trigger
insmod other.ko
is "$(steps)" "step: (early_first) n=1 step: ($init) n=2 " '... but not afterwards'
rmmod early
insmod early.ko
echo >$enable
is "$(cat $events/early/step/enable)" 1 'what is no longer named stays enabled'
rmmod early
is "$(names early)" '' '... and goes with its module'

# -- events with the same arguments, of which the core has one list of fields ---------------
differing slow end eot
echo slow >$enable
insmod slow.ko
rmmod slow
echo stacktrace >$events/slow/end/trigger
insmod other.ko
is "$(names slow)" 'begin end eot ' 'a module whose second event has another name: the one before is in use'
echo >$enable
rmmod slow
is "$(names slow)$(grep -c 'field:.* ms;' $events/slow/end/format)" 'end 1' '... and keeps its format when the others go'
echo '!stacktrace' >$events/slow/end/trigger
echo >$enable
is "$(names slow)" '' '... and goes afterwards'

# -- many at once --------------------------------------------------------------------
echo 'early,shown' >$enable
insmod early.ko
ids=$(cat $events/shown/*/id)
rmmod shown early
is "$(names early)$(cat $events/shown/*/id)" "step $ids" 'two modules'
insmod shown.ko
is "$(cat $events/shown/*/id)" "$ids" '... of which one gets all its events back'
rmmod shown
for _ in 1 2 3 4 5 6 7 8 9 10; do
	cat $tracefs/trace >/dev/null &
	insmod early.ko
	fire
	rmmod early
	wait $!
done
is "$(lines step)" 32 'while others read'
echo >$enable
is "$(names early)$(names shown)$(cat /sys/module/sdt/refcnt)" 0 'all go'

# -- while a module leaves -----------------------------------------------------------------
refuser=/sys/module/refuser/parameters
waits() { [ "$(cat $refuser/waits)" = Y ]; }
# leaves PARAMETER VALUE: writes it while early, which another notifier refuses, leaves
leaves()
{
	echo N >$refuser/go
	insmod early.ko 2>/dev/null &
	wait_for 20 waits
	echo "$2" >/sys/module/sdt/parameters/"$1"
	echo Y >$refuser/go
	wait $!
}
insmod refuser.ko
echo >/sys/module/sdt/parameters/publish
leaves publish '*'
is "$?:$(names early)" 16: 'a module that is refused gets no event while it leaves'
echo early >$enable
leaves enable ''
is "$?:$(names early)$(cat /sys/module/sdt/refcnt)" 16:0 '... and what outlives it goes if it is not wanted any more'
clear_log
leaves record 'r 64K early::'
is "$?:$(dmesg | grep -c 'cannot be enabled')" 16:0 '... nor is its event enabled in a new recorder'
rmmod refuser
insmod early.ko
is "$(lines step $tracefs/instances/sdt-r/trace)" 2 '... until it comes again'
rmmod early
echo >/sys/module/sdt/parameters/record
is "$(names early)$(cat /sys/module/sdt/refcnt)" 0 '... and all goes'
rmmod sdt
ok $? 'sdt.ko goes'
no_leaks 'nothing is lost'
no_complaints 'the kernel log'
done_testing
