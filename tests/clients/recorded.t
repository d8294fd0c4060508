#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# recorded.t - recorded hits through every sink, with every filter, against the driver's counters
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko tests/vm/modules/torture.ko
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --timeout 900
. "$(dirname "$0")/../guest/guest.sh"

mkdir -p /run
torture=/sys/module/torture/parameters

# sdtinfo ARG...: runs it; sets $out, $err, $status
sdtinfo()
{
	status=0
	out=$(./sdtinfo "$@" 2>errors) || status=$?
	err=$(cat errors)
}

# number KEY: its value in the JSON $out
number() { printf '%s\n' "$out" | grep -o "\"$1\":[0-9]*" | head -n 1 | sed 's/.*://'; }

# count TEXT: of $out's lines with it
count() { printf '%s\n' "$out" | grep -c "$1"; }

insmod sdt.ko
for module in revdev kinds torture; do
	insmod $module.ko
done

# -- each sink has the numbers of the driver ----------------------------------------
./sdtinfo record --size 64M 'torture::' >/dev/null
# On two CPUs, with other load
pids=
for _ in 1 2; do
	while :; do :; done &
	pids="$pids $!"
done
echo 1 >$torture/run
sleep 1
echo 0 >$torture/run
kill $pids
read -r task softirq hardirq toggled <$torture/passed
note "$task $softirq $hardirq $toggled hits"

# check WHAT: all sinks
check()
{
	sdtinfo record --show
	is "$status:$err:$(count ":task ") $(count ":softirq ") $(count ":hardirq ") $(count ":toggled ")" \
		"0::$task $softirq $hardirq $toggled" "$1: as text"
	is "$(printf '%s\n' "$out" | awk '/:torture:/ { if ($1 + 0 < last) n++; last = $1 } END { print n + 0 }')" 0 \
		'... in the order of their times'
	is "$(printf '%s\n' "$out" | awk '/:torture:/ { print $2 }' | sort -u | tr '\n' ' ')" '0 1 ' \
		'... of two CPUs'
	sdtinfo record --show -j
	is "$status:$err:$(count '"task"') $(count '"softirq"') $(count '"hardirq"') $(count '"toggled"')" \
		"0::$task $softirq $hardirq $toggled" '... as JSON'
	is "$(printf '%s\n' "$out" | grep '"task"' | grep -o '"evaluate":[0-9]*' | sort -u | wc -l)" "$task" \
		'... each of them once'
	sdtinfo trace --from record task
	is "$status:$err:$(count ':torture:')" "0::$task" '... by trace'
	sdtinfo latency --from record -j task toggled
	is "$status:$err:$(number from_hits) $(number to_hits)" "0::$task $toggled" '... as latencies'
	is "$(($(number count) + $(number to_not_matched)))" "$toggled" '... each of which is matched or not'
	sdtinfo top --from record
	is "$status:$err:$(printf '%s\n' "$out" | awk '/torture/ { print $2 }' | sort -n | tr '\n' ' ')" \
		"0::$(printf '%s\n' $task $softirq $hardirq $toggled | sort -n | tr '\n' ' ')" '... counted'
	sdtinfo top --from record -b cpu -j toggled
	is "$(printf '%s\n' "$out" | grep -o '"total":[0-9]*' | awk -F : '{ n += $2 } END { print n }')" \
		"$toggled" '... by CPU'
	sdtinfo record --show --perfetto picture
	is "$status:$err:$(grep -c '"name":"task","pid":1,' picture)" "0::$task" '... as a picture'

	sdtinfo record --show -f 'evaluate < 100'
	is "$status:$err:$(count ':torture:')" 0::400 '... with a filter'
	sdtinfo record --show -f '!(evaluate >= 50 && CPU == 0) && evaluate < 100 && CPU == 0' task toggled
	few=$(count ':torture:')
	sdtinfo record --show -f 'evaluate < 50 && CPU == 0' task toggled
	is "$(count ':torture:')" "$few" '... another one that means the same'
	sdtinfo record --show -f "evaluate < 50 || evaluate == $((task - 1))" task
	is "$(count ':torture:')" 51 '... with two conditions'
	sdtinfo latency --from record -j -f 'evaluate < 10' task toggled
	is "$(number from_hits) $(number to_hits)" '10 10' '... for latencies'
	sdtinfo top --from record -f 'evaluate < 10' task
	is "$(printf '%s\n' "$out" | awk '/torture/ { print $2 }')" 10 '... for counts'
	sdtinfo record --show -n 7
	is "$(count ':torture:')" 7 '... so many'
	sdtinfo record --show -t 10ms
	is "$(printf '%s\n' "$out" | awk '/:torture:/ { if (!first) first = $1
		if ($1 - first > 0.010002) late++; n++ } END { print (n > 0) ":" late + 0 }')" 1:0 '... those of a time'
	sdtinfo record --show -p 1
	is "$status:$(count ':torture:')" 0:0 '... of a task that has none'
	sdtinfo record --show task
	pid=$(printf '%s\n' "$out" | awk '/:task / { print $4; exit }')
	wanted=$(printf '%s\n' "$out" | awk -v pid="$pid" '/:task / && $4 == pid' | wc -l)
	sdtinfo trace --from record -p "$pid" task
	is "$(count ':task ')" "$wanted" '... of a task'
}
check 'loaded'
rmmod torture
check 'removed'
insmod torture.ko
check 'loaded again'

# -- what a recording does not have ---------------------------------------------------
# lacks WORDS ARG...
lacks()
{
	words=$1
	shift
	sdtinfo "$@"
	tells "$status:$out:$err" "$words" "$*"
}
lacks '1::sdtinfo: record --wall-clock' record --show --wall-clock
lacks '1::sdtinfo: task sites' record --show -l
lacks '1::sdtinfo: --filter common_flags' record --show -f 'common_flags == 1'
lacks "1::sdtinfo: --filter 'n' field" record --show -f 'n == 1'
lacks '1::sdtinfo: record --output --filter' record --show -o file -f 'evaluate < 10'
lacks '1::sdtinfo: record --output pattern' record --show -o file task
lacks '1::sdtinfo: nix' trace --from nix
mkfifo pipe.dat
lacks '1::sdtinfo: pipe.dat regular' trace --from pipe.dat
rm pipe.dat
lacks '2::sdtinfo trace: --from COMMAND' trace --from record task -- ls
lacks '2::sdtinfo trace: --from --stack' trace --from record -s
lacks '2::sdtinfo trace: --from --cgroup' trace --from record -g /
lacks '2::sdtinfo latency: --from --wait' latency --from record -w task toggled
lacks '2::sdtinfo top: --from --interval' top --from record -i 1
./sdtinfo record --stop 2>/dev/null

# -- the time of the day ---------------------------------------------------------------
./sdtinfo record --wall-clock 'revdev::' >/dev/null
before=$(date +%s)
printf 'hello\n' | ./testrevdev >/dev/null
after=$(date +%s)
sdtinfo record --show --wall-clock -j
is "$status:$err:$(count wall_time)" 0::4 'the time of the day'
when=$(date -u -d "$(printf '%s\n' "$out" | sed -n '1s/.*"wall_time":"\([^T]*\)T\([^.]*\).*/\1 \2/p')" +%s)
[ "$when" -ge $((before - 1)) ] && [ "$when" -le $((after + 1)) ]
ok $? "... is right: $before $when $after"
sdtinfo record --show -f 'buf == hello'
is "$(count write-entry):$(count :revdev:)" 1:1 'a string'
sdtinfo record --show -f 'buf ~ "*ell*" && COMMAND == testrevdev'
is "$(count write-entry):$(count :revdev:)" 1:1 '... part of it, and a command'
sdtinfo record --show -f 'buf != hello'
is "$(count :revdev:)" 0 '... another one'
sdtinfo record --show -f 'ret > -1 && ret & 4'
is "$(count :revdev:)" 2 '... numbers with signs, and bits'
sdtinfo record --show
all=$(count :revdev:)
for filter in 'PID > -1' 'CPU >= -1' 'PID != -1'; do
	sdtinfo record --show -f "$filter"
	is "$status:$err:$(count :revdev:)" "0::$all" "... signs of others: $filter"
done
./sdtinfo record --stop 2>/dev/null

# -- values of modules that are gone ----------------------------------------------------
./sdtinfo record 'kinds::' >/dev/null
echo 1 >/sys/module/kinds/parameters/fire
sdtinfo record --show
with=$(printf '%s\n' "$out" | sed 's/sdt:kinds:[^:]*:\([^ ]*\) */\1 /')
sdtinfo record --show -f 's8 == 0x80 && s32 == 0x80000000 && s64 < 0' kinds::low
is "$status:$(count ':low ')" 0:1 'a number is converted to the type of its field'
sdtinfo record --show -f 's8 > 0x80' kinds::high
is "$status:$(count ':high ')" 0:1 '... with its sign'
rmmod kinds
sdtinfo record --show
without=$(printf '%s\n' "$out" | sed 's/sdt:kinds:[^:]*:\([^ ]*\) */\1 /')
is "$status:$err" 0: 'without its module, hits are shown'
printf '%s\n' "$with" >with
printf '%s\n' "$without" >without
is "$(diff with without | grep '^+ ' | grep -v ARGUMENTS | sed 's/0xf[0-9a-f]*/ADDRESS/; s/.* function/function/')" \
	'function fire_own=ADDRESS' '... with the same values, but for names of its functions'
./sdtinfo record --stop 2>/dev/null

rmmod torture revdev sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
