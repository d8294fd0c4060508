#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# top.t - sdtinfo top shows how often probes are hit, and its numbers are the driver's
#
# What it counts, how it draws, and how it ends.
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo tests/vm/modules/twice.ko tests/vm/modules/kinds.ko
# needs: tests/vm/modules/torture.ko tests/vm/modules/contexts.ko script
# options: --append slub_debug=- --smp 1 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

sdt=$debugfs/sdt
params=/sys/module
torture=$params/torture/parameters
export TERM=dumb

# users: of all probes
users() { sed -n 's/.* users=\([0-9]*\).*/\1/p' $sdt/probes | awk '{ n += $1 } END { print n + 0 }'; }
more_users() { [ "$(users)" -gt "$1" ]; }

# begin FILE ARG...: top in the background, and waits until it counts; sets $pid.  What has
# one pattern counts all at once.
begin()
{
	begin_out=$1
	begin_users=$(users)
	shift
	./sdtinfo top "$@" >"$begin_out" 2>errors &
	pid=$!
	wait_for 10 more_users "$begin_users"
}

# end SIGNAL: ends it; sets $status
end()
{
	kill -$1 $pid
	status=0
	wait $pid || status=$?
}

# last FILE: the rows of the last round, hits in all and probe
last() { awk '/ hits\/s$/ { rows = ""; next } NF == 3 && $1 != "HITS/S" { rows = rows $2 " " $3 "\n" } END { printf "%s", rows }' "$1"; }

nobody_counts() { ! grep -q 'users=[1-9]' $sdt/probes; }

# -- nothing to count ---------------------------------------------------------------
tells "$(./sdtinfo top 2>&1)" "sdtinfo: $sdt/tables sdt.ko" 'without sdt.ko'
insmod sdt.ko
out=$(./sdtinfo top 2>errors)
tells "$?:$out:$(cat errors)" '3::sdtinfo: probes' 'without probes'
insmod twice.ko && insmod kinds.ko && insmod torture.ko && insmod contexts.ko
out=$(./sdtinfo top steb 2>errors)
tells "$?:$out:$(cat errors)" '3::sdtinfo: steb step' 'no match'
is "$(./sdtinfo top -n 1 -i 0.1)" '0.1 s: 0 hits/s
    HITS/S          HITS  PROBE' 'no hits'

# -- numbers ----------------------------------------------------------------------------
begin got 'twice::'
echo 2 >$params/twice/parameters/fire
echo 1 >$params/kinds/parameters/fire
end INT
is "$status:$(cat errors)" 0: 'a signal ends it'
is "$(last got)" '200 sdt:twice:other:step
22 sdt:twice:fire:step' '... with what was counted until then, sorted'
nobody_counts
ok $? '... and nothing is counted any more'
begin got --sites step shared
echo 2 >$params/twice/parameters/fire
echo 1 >$params/kinds/parameters/fire
end TERM
is "$(last got | sed 's/:[0-9]*$//' | sort -k 2)" '1 sdt:kinds:fire_here:shared@kinds.c
1 sdt:kinds:fire_there:shared@kinds.c
2 sdt:twice:fire:step@twice.c
20 sdt:twice:fire:step@twice.c
200 sdt:twice:other:step@twice.c' 'by place in the source, with two patterns'

# Overlapping patterns, and two runs at once
begin got 'torture::' task ':::softirq'
first=$pid
begin other '*'
sleep 1
echo 1 >$torture/run
sleep 3
echo 0 >$torture/run
read -r task softirq hardirq toggled <$torture/passed
end INT
is "$(last other | sort -k 2)" "$hardirq sdt:torture:fire_hardirq:hardirq
$softirq sdt:torture:fire_softirq:softirq
$task sdt:torture:fire_task:task
$toggled sdt:torture:fire_toggled:toggled" 'every hit in tasks, softirqs and hard irqs'
kill -INT $first
wait $first
is "$(last got)" "$(last other)" '... counted once, though two patterns match'
is $(($(grep -c ' hits/s$' other) > 2)) 1 '... in several rounds'
# The last round ends with the signal, maybe within the tenth of a second that the one before printed.
is "$(awk '/ hits\/s$/ { bad += early; early = $1 <= last; back = $1 < last; last = $1 }
	END { print bad + back }' other)" 0 '... at times that go up'
for place in softirq hardirq $(has_nmi && echo nmi); do
	begin got "contexts::$place"
	echo $place >$params/contexts/parameters/fire
	end INT
	is "$(last got | sed "s/ .*:/ /")" "100 $place" "100 hits in a $place"
done

./sdtinfo top -j --sites -n 1 -i 0.2 'twice:fire:' >got &
wait_for 10 grep -q 'users=[1-9]' $sdt/probes
echo 1 >$params/twice/parameters/fire
wait $!
like "$(cat got)" '^\{"time":2[0-9]{8},"interval":2[0-9]{8},"sites":\[\{"provider":"sdt","module":"twice","function":"fire","name":"step","file":"twice\.c","line":[0-9]+,"hits":10,"total":10\},\{.*"hits":1,"total":1\}\]\}$' \
	'as JSON'
is "$(./sdtinfo top -j -n 3 -i 0.1 | wc -l)" 3 '... a line for each round'
by_cpu='-b cpu'
! ./sdtinfo top -j -t 0.1 -b cpu 2>&1 | grep -q 'built without it' || by_cpu=
for by in '' "$by_cpu"; do
	# shellcheck disable=SC2086	# words
	is "$(./sdtinfo top -j -t 0.1 -i 1000 $by | wc -l)" 1 "-t ends it with a round${by:+, with $by}"
done

# -- modules come and go ------------------------------------------------------------------
begin got -i 0.5 'twice::' 'kinds::'
echo 1 >$params/twice/parameters/fire
wait_for 10 grep -q twice got
rmmod twice
ok $? 'a module that is counted is removed'
wait_for 10 grep -q '^[0-9.]* s: .*, twice was removed$' got
ok $? '... which the next round says'
insmod twice.ko
sleep 1
unlike "$(grep '^[0-9.]* s: ' got | sed -n '$p')" 'removed' '... until it is there again'
echo 1 >$params/twice/parameters/fire
end INT
is "$(last got)" '200 sdt:twice:other:step
22 sdt:twice:fire:step' '... and comes again: its hits are added to those before'

# -- the end --------------------------------------------------------------------------------
begin got '*'
kill -KILL $pid
wait $pid
wait_for 5 nobody_counts
ok $? 'killed, it leaves nothing behind'
is "$(./sdtinfo top -i 0.3 '*' | head -n 1 | sed 's/.* s: //')" '0 hits/s' 'a closed pipe ends it'
./sdtinfo top -n 1 -i 0.1 >/dev/full 2>errors
tells "$?:$(cat errors)" '1:sdtinfo: standard output No space left on device' 'a full disk'

# A round that takes longer than its interval can be interrupted, and rounds that were missed
# are not made up for.
begin got -i 0.001 '*' '*:*' '*:*:*' '*:*:*:*'
sleep 1
end INT
is "$status:$(cat errors)" 0: 'top that cannot keep up ends'
begin got -i 0.2 'twice::'
sleep 1
kill -STOP $pid
sleep 5
kill -CONT $pid
before=$(grep -c ' hits/s$' got)
sleep 1
end INT
[ $(($(grep -c ' hits/s$' got) - before)) -lt 20 ]
ok $? 'rounds while it was stopped are not made up for'
mkfifo pipe
sh -c 'sleep 100' <pipe &
sleeper=$!
./sdtinfo top -i 0.001 --sites '*' >pipe 2>errors &
pid=$!
sleep 3
kill -TERM $pid
sleep 1
kill -TERM $pid
wait $pid
is "$(cat errors)" '' 'a second signal ends it while its output is blocked'
kill $sleeper
wait $sleeper

# -- a terminal --------------------------------------------------------------------------------
mkdir -p /dev/pts
mount -t devpts none /dev/pts
escape=$(printf '\033')
# terminal COMMAND: runs it in a terminal; prints what it draws, without colours
terminal() { TERM=xterm script -qec "$1" /dev/null </dev/null | tr -d '\r' | sed "s/$escape\[[0-9]*m//g"; }

drawn=$(terminal 'stty cols 40 rows 8
	(sleep 1; echo 1 >/sys/module/twice/parameters/fire
	 echo 1 >/sys/module/kinds/parameters/fire; echo hardirq >/sys/module/contexts/parameters/fire
	 echo softirq >/sys/module/contexts/parameters/fire) &
	./sdtinfo top -i 4 -n 1')
rows=$(printf '%s\n' "$drawn" | sed "s/$escape\[[^m]//g")
is "$(printf '%s\n' "$rows" | sed -n '2,8p' | sed 's/^ *[0-9.]*  *//; s/^more$/N more/')" 'HITS/S          HITS  PROBE
100  ..q_fn:hardirq
100  ..t_fn:softirq
100  ..e:other:step
11  ..ce:fire:step
N more' '40 columns, 8 lines'
is "$(printf '%s\n' "$rows" | awk 'length > 40' | wc -l)" 0 '... none wider'
is "$(printf '%s\n' "$drawn" | grep -c "$escape\[H")" 1 '... drawn from the top'

drawn=$(terminal 'stty cols 120 rows 24
	(sleep 2; stty cols 30; sleep 1; stty cols 100; sleep 1; kill -INT $(pidof sdtinfo)) &
	./sdtinfo top -i 1.5')
is $(($(printf '%s\n' "$drawn" | grep -c "$escape\[H") > 2)) 1 'the terminal is resized: drawn again'
is "$(terminal './sdtinfo top -n 1 -i 0.1' | grep -c "$escape\[2J")" 1 'a screen is cleared once'
is "$(TERM=dumb script -qec './sdtinfo top -n 1 -i 0.1' /dev/null </dev/null | grep -c "$escape")" 0 \
	'a dumb terminal gets plain lines'

has_gate || rmmod kinds torture contexts
rmmod sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
