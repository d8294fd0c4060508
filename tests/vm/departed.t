#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# departed.t - hits of modules that are gone: events that sdt.ko has enabled outlive their modules
#
# needs: kmod/sdt.ko tests/vm/modules/early.ko tests/vm/modules/shown.ko
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
# names MODULE: its events
names() { sed -n "s/^$1://p" $tracefs/available_events | sort | tr '\n' ' '; }
failed='step: (early_first) n=1 step: (early_init) n=2 step: (fire_set) n=3 '

insmod sdt.ko enable=early
fails
ok $? 'a module whose init function fails'
is "$(steps)" "$failed" '... its hits are there, with the names of its code'
is "$(names early)$(cat $events/early/step/enable)" 'step 1' '... and its event, enabled'
like "$(cat $events/early/step/format)" 'field:int n;' '... with its format'
fails
is "$(steps)" "$failed" 'the next load begins anew'
cat $tracefs/trace_pipe >pipe &
pipe=$!
for _ in 1 2 3 4 5; do fails; done
insmod early.ko
fire
# counts: of the three steps in the pipe, then whether there are enough
counts()
{
	for step in early_first early_init fire_set; do
		grep -c "step: ($step+" pipe
	done | tr '\n' ' '
}
wait_for 20 sh -c '[ "$(grep -c "step: (fire_set" pipe)" -ge 7 ]'
kill $pipe
like "$(counts)" '^([0-9]+) \1 \1 $' "a reader of trace_pipe has those of all loads: $(counts)"
fire
rmmod early
is "$(steps)" 'step: (fire_set) n=3 ' 'a module that is removed: its hits are there'
rmmod sdt 2>/dev/null
ok $((! $?)) '... sdt.ko cannot be removed'
(echo 1 >$events/early/step/enable) 2>/dev/null
mkdir $other
(echo 1 >$other/events/early/step/enable) 2>/dev/null
is "$?:$(cat $other/events/early/step/enable)" 1:0 '... others cannot enable the event'
insmod early.ko
is "$(steps)$(names early)" 'step: (early_first) n=1 step: (early_init) n=2 step ' 'it is loaded again'
fire
is "$(lines step)" 3 '... and records on'
rmmod early
echo >$enable
is "$(steps)$(names early)" '' 'its hits go when the parameter names it no more'
is "$(cat /sys/module/sdt/refcnt)" 0 '... and sdt.ko is free'

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
dmesg -c >/dev/null
insmod early.ko
is "$(dmesg | grep -c 'sdt: early: event step ')" 1 '... while it has that, the next one has none'
rmmod early
echo '!stacktrace' >$events/early/step/trigger
insmod early.ko
is "$(steps)" 'step: (early_first) n=1 step: (early_init) n=2 ' '... but afterwards'
is "$(cat $events/early/step/trigger | grep -vc '^#')" 0 '... a new one'
echo >$enable
is "$(cat $events/early/step/enable)" 1 'what is no longer named stays enabled'
rmmod early
is "$(names early)" '' '... and goes with its module'

# -- many at once --------------------------------------------------------------------
echo 'early,shown' >$enable
insmod early.ko
rmmod shown early
is "$(names early)" 'step ' 'two modules'
for _ in 1 2 3 4 5 6 7 8 9 10; do
	cat $tracefs/trace >/dev/null &
	insmod early.ko
	fire
	rmmod early
	wait $!
done
is "$(steps)" "$(echo "$failed" | cut -c1-200)" 'while others read'
echo >$enable
is "$(names early)$(names shown)$(cat /sys/module/sdt/refcnt)" 0 'all go'
rmmod sdt
ok $? 'sdt.ko goes'
no_leaks 'nothing is lost'
no_complaints 'the kernel log'
done_testing
