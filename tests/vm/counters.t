#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# counters.t - debugfs's counters tell how often each site was hit
#
# needs: kmod/sdt.ko tests/vm/modules/probed.ko tests/vm/modules/twice.ko
# needs: tests/vm/modules/contexts.ko tests/vm/modules/torture.ko
# options: --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

sdt=$debugfs/sdt
params=/sys/module
torture=$params/torture/parameters

# users PATTERN: the sum of users of the probes whose line matches
users() { sed -n "/$1/s/.* users=\([0-9]*\).*/\1/p" $sdt/probes | awk '{ n += $1 } END { print n + 0 }'; }
# sum PROBE: its hits in what is read from stdin
sum() { sed -n "s/^sdt:[^:]*:[^:]*:$1@.* hits=//p" | awk '{ n += $1 } END { print n + 0 }'; }

insmod sdt.ko && insmod twice.ko && insmod torture.ko && insmod contexts.ko
ok $? 'the modules load'

# -- an open file counts for itself ---------------------------------------------------
exec 3<>$sdt/counters
is "$(cat <&3)" '' 'no pattern: nothing is counted'
echo 'twice::step' >&3
echo 2 > $params/twice/parameters/fire
is "$(users 'twice.*:step ')" 2 'a user of each probe'
exec 4<>$sdt/counters
echo 'fire:step' >&4
echo 1 > $params/twice/parameters/fire
exec 5<&3
is "$(cat <&5 | sed 's/@.*hits/@hits/')" "\
sdt:twice:fire:step@hits=3
sdt:twice:fire:step@hits=30
sdt:twice:other:step@hits=300" 'each site, from when the file got its pattern'
is "$(cat <&4 | sed 's/@.*hits/@hits/')" "\
sdt:twice:fire:step@hits=1
sdt:twice:fire:step@hits=10" '... another file by its own pattern'
is "$(users 'twice.*:step ')" 3 'users: one of two probes, one of one'
echo 'nonsense::::' >&4
ok $((! $?)) 'a bad pattern is refused'
is "$(cat <&4)" '' '... and ends counting'
is "$(users 'twice.*:step ')" 2 '... for this file only'
rmmod sdt 2>&1 | grep -q 'temporarily unavailable'
ok $? 'sdt.ko stays while a file is open'
exec 4<&- 4>&-
exec 5<&-
exec 3<&- 3>&-
is "$(users 'twice.*:step ')" 0 'a closed file counts nothing'
is "$(grep -c 'enabled=1' $sdt/sites)" 0 'sites are disabled at the end'

# A process that is killed leaves nothing either.
sh -c "exec 3<>$sdt/counters; echo twice:: >&3; sleep 100" &
pid=$!
wait_for 10 grep -q 'twice.*users=1' $sdt/probes
ok $? 'another process counts'
kill -KILL $pid
wait $pid
wait_for 10 sh -c "! grep -q 'users=[1-9]' $sdt/probes"
ok $? '... and leaves nothing when it is killed'
kill "$(pidof sleep)" 2> /dev/null

# -- modules come and go ----------------------------------------------------------------
exec 3<>$sdt/counters
echo '::step' >&3
echo 1 > $params/twice/parameters/fire
exec 4<&3
is "$(cat <&4 | wc -l)" 3 'a module is counted'
rmmod twice
ok $? '... and removed'
exec 5<>$sdt/counters
echo 'probed_init:' >&5
is "$(cat <&5)" '' 'a pattern without a match is taken'
insmod twice.ko && insmod probed.ko
is "$(cat <&5 | sed 's/@.*hits/@hits/')" 'sdt:probed:probed_init:init@hits=1' \
	'... and applies to a module that comes, from its init code on'
exec 3<&- 3>&- 4<&-
exec 5<&- 5>&-

# -- every context, every CPU -------------------------------------------------------------
exec 3<>$sdt/counters
echo 'torture::' >&3
echo 1 > $torture/run
sleep 1
rmmod probed
# What is counted meanwhile is replaced and freed while the sites fire.
i=0
while [ $i -lt 20 ]; do
	exec 4<>$sdt/counters
	echo 'torture::' >&4
	echo '*' >&4
	echo '::task' >&4
	exec 4<&- 4>&-
	i=$((i + 1))
done
echo 0 > $torture/run
read -r passed < $torture/passed
cat <&3 > counted
is "$(for probe in task softirq hardirq toggled; do sum $probe < counted; done | tr '\n' ' ')" \
	"$passed " 'all hits in tasks, softirqs and hard irqs'
exec 3<&- 3>&-
for place in softirq hardirq $(has_nmi && echo nmi); do
	exec 3<>$sdt/counters
	echo "contexts::$place" >&3
	echo $place > $params/contexts/parameters/fire
	is "$(cat <&3 | sum $place)" 100 "100 hits in a $place"
	exec 3<&- 3>&-
done

# -- the parameter count: without a program ------------------------------------------------
count=$params/sdt/parameters/count
is "$(cat $count $sdt/counted)" '' 'nothing is counted by itself'
echo 'twice, nonsense::::' >$count
ok $((! $?)) 'a list with a bad pattern is refused'
echo 'twice, probed:init' >$count
is "$(cat $count)" 'twice, probed:init' 'a list of patterns: a module, and an event of one that is not there'
echo 1 >$params/twice/parameters/fire
echo 2 >$params/twice/parameters/fire
is "$(sed 's/@.*hits/@hits/' $sdt/counted)" "\
sdt:twice:fire:step@hits=3
sdt:twice:fire:step@hits=30
sdt:twice:other:step@hits=300" 'hits are counted while no program runs'
like "$(grep twice:fire: $sdt/probes)" ' users=1 event=[01] handlers=0 counters=1 ftrace=0 perf=0$' \
	'... by a user of its own kind'
insmod probed.ko
is "$(sed -n 's/@.*hits/@hits/; /probed/p' $sdt/counted)" 'sdt:probed:probed_init:init@hits=1' \
	'... also those of a module that comes, from its init code on'
rmmod twice
insmod twice.ko
is "$(sed -n 's/@.*hits/@hits/; /twice/p' $sdt/counted)" "\
sdt:twice:fire:step@hits=0
sdt:twice:fire:step@hits=0
sdt:twice:other:step@hits=0" '... and of one that is loaded again from 0'
exec 3<>$sdt/counters
echo 'twice::step' >&3
echo 1 >$params/twice/parameters/fire
is "$(sed -n 's/@.*hits/@hits/; /twice/p' $sdt/counted)" "$(cat <&3 | sed 's/@.*hits/@hits/')" \
	'beside a program that counts'
exec 3<&- 3>&-
printf '@twice.c' >$count
is "$(sed 's/@.*hits/@hits/' $sdt/counted)" "\
sdt:twice:fire:step@hits=0
sdt:twice:fire:step@hits=0
sdt:twice:other:step@hits=0" 'another list counts from 0'
echo '*' >$count
is "$(wc -l <$sdt/counted)" "$(grep -c 'kind=fire' $sdt/sites)" 'all'
echo 1 >$torture/run
i=0
while [ $i -lt 20 ]; do
	echo torture >$count
	cat $sdt/counted >counted
	echo '*' >$count
	i=$((i + 1))
done
echo 0 >$torture/run
is "$(users torture)" "$(grep -c ^sdt:torture: $sdt/probes)" 'lists can be replaced while sites fire'
echo >$count
is "$(cat $sdt/counted)$(users .)" 0 'an empty list ends it'
echo '*' >$count

# -- sdt.ko goes ----------------------------------------------------------------------------
exec 3<>$sdt/counters
echo '*' >&3
echo 1 > $torture/run
exec 3<&- 3>&-
if needs_gate 'sdt.ko goes while modules have events'; then
	rmmod sdt
	ok $? 'sdt.ko goes as soon as no program counts, whatever its parameter says'
	echo 0 > $torture/run
	insmod sdt.ko count=twice
	echo 1 >$params/twice/parameters/fire
	is "$(sed 's/@.*hits/@hits/' $sdt/counted)" "\
sdt:twice:fire:step@hits=1
sdt:twice:fire:step@hits=10
sdt:twice:other:step@hits=100" 'count= when it is loaded'
	rmmod sdt
	ok $? '... and it goes'
else
	echo 0 > $torture/run
	rmmod twice torture contexts probed sdt
fi
insmod sdt.ko count=::::: 2>/dev/null
ok $((! $?)) '... a bad list stops it from being loaded'
no_complaints 'the kernel log'
done_testing
