#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# record.t - sdtinfo record keeps the last hits, and those of killed runs
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko tests/vm/modules/torture.ko tests/vm/modules/slow.ko
# needs: tests/vm/modules/flood.ko
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --timeout 900
. "$(dirname "$0")/../guest/guest.sh"

mkdir -p /run
sdt=$debugfs/sdt
params=/sys/module
instances=$tracefs/instances

# sdtinfo ARG...: runs it; sets $out, $err, $status
sdtinfo()
{
	status=0
	out=$(./sdtinfo "$@" 2>errors) || status=$?
	err=$(cat errors)
}

# record ARG...: likewise
record() { sdtinfo record "$@"; }

fire() { printf 'hello\n' | ./testrevdev >/dev/null; }

# hits: what does not change from run to run, a line for each hit
hits()
{
	printf '%s\n' "$out" | sed -n 's/^ *[0-9.]* *[0-9]*  \([^ ]*\)  *[0-9]*  /\1 /; s/  */ /g; s/ fp=0x[0-9a-f]*//
		/:/p'
}

# told: what the lines about lost hits of $out add up to
told() { echo "$out" | awk '$1 == "lost" { n += $2 } END { print n + 0 }'; }

# list: the recorders, without sizes
list()
{
	./sdtinfo record -j | sed -E 's/.*"recorder":"([^"]*)","events":([0-9]*),.*"records":([0-9]*),"overwritten":([0-9]*),.*"state":"([^"]*)".*/\1 \2 \3 \4 \5/'
}

four='testrevdev sdt:revdev:revdev_write:write-entry buf="hello" n=5
testrevdev sdt:revdev:revdev_write:write-return text="hello" ret=5
testrevdev sdt:revdev:revdev_read:read-entry text="hello"
testrevdev sdt:revdev:revdev_read:read-return text="olleh" ret=5'

# -- nothing to record -------------------------------------------------------------
record
is "$status:$out:$err" 0:: 'no recorder, without sdt.ko'
record 'revdev::'
tells "$status:$out:$err" "1::sdtinfo: $sdt/tables sdt.ko" 'without sdt.ko'
insmod sdt.ko
for module in revdev kinds torture slow flood; do
	insmod $module.ko
done
record 'revdev::nothing'
tells "$status:$out:$err" '3::sdtinfo: revdev::nothing' 'no match'
for word in show stop; do
	record $word
	tells "$status:$out:$err" "3::sdtinfo: '$word' '--$word'" "$word without dashes"
done
record --show
tells "$status:$out:$err" "1::sdtinfo: record 'sdtinfo record'" 'none to show'
record --stop --name nix
tells "$status:$out:$err" "1::sdtinfo: nix 'sdtinfo record'" 'none to stop'

# wrong WORDS ARG...
wrong()
{
	words=$1
	shift
	record "$@"
	tells "$status:$err" "2:sdtinfo record: $words" "wrong: $*"
}
for name in 'a/b' '../x' 'a b' 'ä' '.' '_a' '-a'; do
	wrong "--name '$name' letters" "--name=$name" 'revdev::'
done
x64=$(printf 'x%.0s' $(seq 64))
wrong "--name x$x64 long" --name x$x64 'revdev::'
record --stop --name $x64
tells "$status:$err" "1:sdtinfo: $x64 'sdtinfo record'" 'not too long'
record --name sdtinfo-1-1 'revdev::'
tells "$status:$err" '1:sdtinfo: --name sdtinfo-1-1' 'the name of a run'
for size in 0 4X -4M M '' 4MB 99999999999999999999 17179869184G; do
	wrong "--size '$size'" --size "$size" 'revdev::'
done
wrong "pattern '*'" -f 'n > 4'
wrong "pattern '*'" --name x
wrong '--name NAME' --name '' 'revdev::'
wrong '--show --stack' --show -s
wrong '--stop arguments' --stop 'revdev::'
wrong '--line --show' -l 'revdev::'
wrong '--json --show' -j 'revdev::'
wrong '--global --name' --global --name x 'revdev::'
wrong '--show --global' --global --show
cpus=$(grep -c '^processor' /proc/cpuinfo)
record --size $((8 * cpus - 1))K 'revdev::'
tells "$status:$err" "1:sdtinfo: --size $cpus CPUs $((8 * cpus))K" 'a size that is too small'
record --size 1000G 'revdev::'
tells "$status:$err" '1:sdtinfo: --size Cannot allocate memory' '... too large'
record -f 'm > 4' 'revdev::'
tells "$status:$err" "1:sdtinfo: --filter 6 'm'" 'a wrong filter'
is "$(ls $instances)" '' '... leaves nothing behind'

# -- record ------------------------------------------------------------------------
normal=$(cat $tracefs/buffer_size_kb)
record 'revdev::'
like "$status:$out:$err" '^0:recording 6 events in instance sdt-record, 4[01][0-9][0-9] KB:$' 'it records'
like "$(cat $tracefs/buffer_size_kb)" '^(7 .expanded: )?1[34][0-9][0-9].?$' "... and the kernel's own buffer has its normal size, or will have"
note "which was $normal"
fire
is "$(list)" 'record 6 4 0 recording' 'it is listed'
like "$(./sdtinfo record -j)" '^\{"recorder":"record","events":6,"recorded":"revdev:","records":4,"overwritten":0,"size":4[0-9]{6},"held":[1-9][0-9]+,"recording":true,"state":"recording"\}$' \
	'... as JSON'
like "$(./sdtinfo record | tail -n 1)" '^record +6 +4 +0 +4[0-9]{3}K +[0-9]+\.[0-9] s  revdev:  +recording$' '... as text'
record --show
is "$status:$err:$(hits)" "0::$four" 'the hits'
like "$(echo "$out" | sed -n 1p)" '^ *TIME +CPU +COMMAND +PID +PROBE +ARGUMENTS$' '... below a head'
record --show
is "$status:$err:$(hits)" "0::$four" '... again'
fire
record --show
is "$(hits)" "$four
$four" '... with those that came since'
record --show write-entry
is "$(hits | wc -l)" 2 '... of a pattern'
record --show -l write-entry
like "$(hits)" 'revdev_write:write-entry@rev_dev.c:[0-9]+ ' '... with their lines'
record --show -j 'revdev::write-entry'
like "$out" '^\{"time":[0-9]+,"cpu":[01],"command":"testrevdev","pid":[0-9]+,"provider":"sdt","module":"revdev","function":"revdev_write","name":"write-entry","args":\{"fp":"0xfff[0-9a-f]{13}","buf":"hello","n":5\}\}' \
	'... as JSON'
record 'kinds::'
tells "$status:$err" '1:sdtinfo: record --stop --name' 'one of this name is there'

record --name two -s -f 'n > 4' 'revdev::write-*'
tells "$status:$err" '0:sdtinfo: --filter 1 2' \
	'another one, with a filter and stacks'
fire
record --show --name two
is "$(echo "$out" | sed '1d; 2s/.*sdt:/sdt:/; 2s/ .*//' | sed -n '1,3p;$p')" \
	"$(printf 'sdt:revdev:revdev_write:write-entry\n\trevdev_write\n\tvfs_write\n\t%s' "$syscall_entry")" '... shows them'
is "$(list)" 'record 6 12 0 recording
two 1 2 0 recording' '... two are listed'
record --stop --name two
is "$status:$out:$err" '0::removed sdt-two: 2 records of hits and stacks, 0 overwritten' '... one is removed'
is "$(list):$(ls /run/sdtinfo)" 'record 6 12 0 recording:sdt-record' '... and the other is not'

# -- nothing is lost ----------------------------------------------------------------
./sdtinfo record --show >/dev/full 2>errors
tells "$?:$(cat errors)" '1:sdtinfo: No space left on device' 'a full disk'
./sdtinfo record --show 2>errors | head -n 1 >got
is "$(cat errors):$(wc -l <got)" :1 'a closed pipe'
fire
mkdir small
mount -t tmpfs -o size=16K none small
mount --bind small /run/sdtinfo
record --show
tells "$status:$out:$err" '1::sdtinfo: /run/sdtinfo/sdt-record No space left on device' \
	'no room for the hits'
umount /run/sdtinfo
umount small
record --show
is "$status:$err:$(hits | wc -l)" 0::16 '... all hits are still there'
./sdtinfo record --show --stop >/dev/full 2>errors
is "$?:$(list)" '1:record 6 16 0 recording' 'what cannot be printed is not removed'
pids=
for n in 1 2 3 4; do
	./sdtinfo record --show >got.$n &
	pids="$pids $!"
done
fire
wait $pids
is "$(cat got.? | grep -c CPU)" 4 'four at once'
record --show
is "$(hits | wc -l)" 20 '... each hit is there once'
./sdtinfo record --show >got &
kill -9 $!
wait $! 2>/dev/null
record --show
is "$(hits | wc -l)" 20 'one that is killed takes nothing with it'
record --show --stop
is "$status:$(hits | wc -l):$err" '0:20:removed sdt-record: 20 hits, 0 overwritten' 'shown and removed'
is "$(ls $instances; ls /run/sdtinfo)" '' '... nothing is left'

# The last ones
torture=$params/torture/parameters
record --size 64K 'torture::'
echo 1 >$torture/run
sleep 1
echo 0 >$torture/run
read -r task softirq hardirq toggled <$torture/passed
total=$((task + softirq + hardirq + toggled))
lost=$(./sdtinfo record | awk '/^record/ { print $4 }')
has=$(./sdtinfo record | awk '/^record/ { print $3 }')
[ "$lost" -gt 0 ]
ok $? 'with more hits than there is room for'
is $((has + lost)) $total "... each of $total is there, or overwritten: $has, $lost"
record --show
is "$(echo "$out" | grep -c ':torture:')" "$has" '... these are shown'
is "$(told)" "$lost" '... and those are told'
is "$(echo "$out" | awk '/:torture:/ { if ($1 + 0 < last) n++; last = $1 } END { print n + 0 }')" 0 \
	'... in the order of their times'
newest=$(echo "$out" | sed -n '$p')
before=$(du -k /run/sdtinfo | awk 'END { print $1 }')
for _ in 1 2 3; do
	echo 1 >$torture/run
	sleep 0.3
	./sdtinfo record --show >got
	echo 0 >$torture/run
	./sdtinfo record --show >got
done
[ "$(du -k /run/sdtinfo | awk 'END { print $1 }')" -le $((before + 64)) ]
ok $? '... they take no more memory, however often they are shown'
like "$(sed -n '$p' got)" '^ *[0-9.]+ .*:torture:' '... the last ones'
[ "$(sed -n '$p' got)" != "$newest" ]
ok $? '... are others'
record --stop
like "$status:$err" '^0:removed sdt-record: [0-9]+ hits, [0-9]+ overwritten$' '... and removed'

# Each time that it is shown, a page of the buffer goes to a file.
record --size 16K 'revdev::'
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	fire
	record --show
done
has=$(./sdtinfo record | awk '/^record/ { print $3 }')
lost=$(./sdtinfo record | awk '/^record/ { print $4 }')
[ "$lost" -gt 0 ]
ok $? 'shown often, its files have no room for all hits'
is $((has + lost)) 80 "... each is there, or is counted: $has, $lost"
is "$(hits | wc -l)" "$has" '... these are shown'
is "$(told)" "$lost" '... and those are told'
is "$(ls /run/sdtinfo/sdt-record | grep '[.]......$')" '' '... no file is left beside'
record --stop
is "$status:$err" "0:removed sdt-record: $has hits, $lost overwritten" '... and in the end'

# A page that is full of records has no room for the number of those lost before it.
for probe in empty narrow wide; do
	record --size 64K "flood::$probe"
	for total in 10000 20000; do
		echo 10000 >$params/flood/parameters/$probe
		record --show
		has=$(./sdtinfo record | awk '/^record/ { print $3 }')
		lost=$(./sdtinfo record | awk '/^record/ { print $4 }')
		is $((has + lost)) $total "$probe: $has of $total hits are there"
		is "$(echo "$out" | grep -c flood) $(told) $err" \
			"$has $lost sdtinfo: record: hits missing: $lost; they were overwritten" \
			"... the number of the others is told"
	done
	record --stop
done

# -- events and modules -------------------------------------------------------------
echo >$params/sdt/parameters/publish
published() { sed -n 's/^revdev://p' $tracefs/available_events | sort | tr '\n' ' '; }
is "$(published)" '' 'nothing is published'
record 'revdev::write-*'
is "$status:$(published)" '0:write_entry write_return ' '... but what is recorded'
./sdtinfo trace -t 0.1 'revdev::' >/dev/null
is "$(published)" 'write_entry write_return ' '... also when something else has changed'
fire
record --show
is "$(hits | wc -l)" 2 '... its hits'
rmmod revdev
ok $? 'its module can be removed'
is "$(list)" 'record 0 2 0 off' '... then no event is left'
hits_before=$(hits)
record --show
is "$status:$err:$(hits | tr _ -)" "0::$(echo "$hits_before" | sed 's/:revdev_write:/::/' | tr _ -)" \
	'... the hits that were shown are still there, without functions'
record --show write-return
is "$status:$(hits)" '0:testrevdev sdt:revdev::write_return text="hello" ret=5' '... a pattern chooses'
record --show -j write-entry
like "$out" '^\{"time":[0-9]+,"cpu":[01],"command":"testrevdev","pid":[0-9]+,"provider":"sdt","module":"revdev","function":(null|""),"name":"write_entry","args":\{"fp":"0xfff[0-9a-f]{13}","buf":"hello","n":5\}\}$' \
	'... as JSON'
record --show 'kinds::'
tells "$status:$out:$err" "3::sdtinfo: record 'kinds::'" '... not those of others'
insmod kinds.ko 2>/dev/null
insmod torture.ko 2>/dev/null
insmod revdev.ko
fire
record --show
is "$status:$err:$(hits)" "0::$hits_before" 'loaded again, it is not recorded, and has the names of its functions'
record --show -l
tells "$status:$err" '1:sdtinfo: write_entry sites' '... but not where the sites were'
record --show --stop
is "$status:$(hits):$err" "0:$hits_before:removed sdt-record: 2 hits, 0 overwritten" \
	'... until the recorder is started again'
record 'revdev::write-*'
fire
rmmod revdev
# The words of the message about it
gone='sdtinfo: record events hits modules --stop'
record --show
tells "$status:$out:$err" "3::$gone" 'hits that were not shown go with the module'
record --stop
insmod revdev.ko
record 'revdev::write-*' 'kinds::shared'
fire
record --show
rmmod revdev
echo 1 >$params/kinds/parameters/fire
record --show
is "$status:$(hits):$err" '0:testrevdev sdt:revdev::write_entry buf="hello" n=5
testrevdev sdt:revdev::write_return text="hello" ret=5
record.t sdt:kinds:fire_here:shared n=1
record.t sdt:kinds:fire_there:shared n=2:' \
	'one of two modules is removed, the other one is still recorded'
insmod revdev.ko
record --stop
record 'revdev::write-*'
fire
record --show
is "$(hits | wc -l)" 2 '... as here'
rmmod sdt 2>/dev/null
is $? 1 'sdt.ko stays while it is needed'
record --stop
is "$status:$(published)" 0: 'afterwards, its events are withdrawn'
echo '*' >$params/sdt/parameters/publish

# Some sites of an event
record 'kinds:fire_there:shared'
echo 1 >$params/kinds/parameters/fire
record --show
is "$(hits)" 'record.t sdt:kinds:fire_here:shared n=1
record.t sdt:kinds:fire_there:shared n=2' 'a recorder has all sites of an event'
record --show 'kinds:fire_there:shared'
is "$(hits)" 'record.t sdt:kinds:fire_there:shared n=2' '... of which a pattern chooses'
exec 5<$instances/sdt-record/trace_pipe
record --stop
tells "$status:$err" '1:sdtinfo: sdt-record Device or resource busy' 'a file of it is open'
exec 5<&-
record --stop
is "$status" 0 '... no more'

# -- the kernel's own buffer ---------------------------------------------------------
record --global 'revdev::write-*'
tells "$status:$err" '0:sdtinfo: /proc/sys/kernel/ftrace_dump_on_oops 1' \
	'the global recorder'
echo 1 >/proc/sys/kernel/ftrace_dump_on_oops
fire
is "$(lines write_entry):$(lines read_entry)" 1:0 '... records'
is "$(list | cut -d ' ' -f 1,2,5)" '--global 2 recording' '... and is listed'
record --global 'revdev::'
tells "$status:$err" '1:sdtinfo: revdev write_entry enabled' \
	'... events that no one else has enabled'
is "$(cat $tracefs/events/revdev/*/enable | tr -d '\n')" 000011 '... and changes none of these'
record --global --stop
is "$status:$out:$err" "0:disabled 2 events in the kernel's own buffer:" '... ends'
record --global -f 'n > 5' 'revdev::write-entry'
fire
is "$status:$err:$(lines write_entry)" 0::1 '... with a filter'
record --global --stop write-entry
is "$status:$(cat $tracefs/events/revdev/write_entry/filter)" 0:none '... which goes'
echo 0 >/proc/sys/kernel/ftrace_dump_on_oops
echo >$tracefs/trace

# -- what a killed run has left ------------------------------------------------------
# killed ARG...: traces, and is killed when four hits are in its buffers, unread
killed()
{
	./sdtinfo trace "$@" >/dev/null 2>&1 &
	pid=$!
	wait_for 30 grep -qs 1 "$instances/sdtinfo-$pid-1/events/revdev/write_return/enable"
	sleep 0.5
	kill -STOP $pid
	fire
	kill -KILL $pid
	wait $pid 2>/dev/null
}

record --show --name sdtinfo-1-1
tells "$status:$err" "1:sdtinfo: sdtinfo-1-1 'sdtinfo record'" 'no such run'
killed 'revdev::'
# The words of the message about them
left="sdtinfo: sdtinfo-$pid-1 killed 4 hits 'sdtinfo record --show --name sdtinfo-$pid-1' --stop"
sdtinfo trace -t 0.1 'kinds::'
tells "$status:$err" "0:$left" 'the next run tells of hits that a killed one has left'
is "$(ls $instances):$(cat $instances/*/tracing_on)" "sdtinfo-$pid-1:0" '... and keeps them'
is "$(list)" "sdtinfo-$pid-1 6 4 0 left by a killed run" '... so does the list'
fire
sdtinfo top -b pid -n 1 -i 0.1 'revdev::'
tells "$status:$err" "0:$left" '... so does top, with no others'
./sdtinfo record --show --stop --name sdtinfo-$pid-1 >/dev/full 2>errors
is "$?:$(ls $instances)" "1:sdtinfo-$pid-1" 'they stay if they cannot be printed'
for _ in 1 2; do
	record --show --name sdtinfo-$pid-1
	is "$status:$err:$(hits)" "0::$four" '... they are shown'
done
sdtinfo trace --from sdtinfo-$pid-1 write-entry
is "$status:$err:$(hits)" "0::$(echo "$four" | head -n 1)" '... by trace, too'
record --show --stop --name sdtinfo-$pid-1
is "$status:$err:$(hits)" "0:removed sdtinfo-$pid-1: 4 hits, 0 overwritten:$four" '... and removed'
is "$(ls $instances; ls /run/sdtinfo)" '' '... nothing is left'
killed -s 'revdev::'
record --show --stop -j --name sdtinfo-$pid-1
is "$(echo "$out" | grep -c '"stack":\["revdev_')" 4 'with stacks, as JSON'
killed 'revdev::'
record --stop --name sdtinfo-$pid-1
is "$status:$out:$err" "0::removed sdtinfo-$pid-1: 4 hits, 0 overwritten" 'removed without showing them'
./sdtinfo trace --ready-fd 3 'revdev::' 3>ready >/dev/null &
pid=$!
wait_for 30 test -s ready
is "$(list)" '' 'a run that lives is not listed'
record --show --name sdtinfo-$pid-1
tells "$status:$err" "1:sdtinfo: sdtinfo-$pid-1 over" 'of a run that goes on, nothing is shown'
kill -INT $pid
wait $pid
is "$(ls $instances)" '' '... and nothing is left'
./sdtinfo latency --over 1ns write-entry write-return >/dev/null &
pid=$!
wait_for 30 grep -qs 1 "$instances/sdtinfo-$pid-1-measured/events/revdev/write_return/enable"
sleep 0.5
kill -STOP $pid
fire
kill -KILL $pid
wait $pid 2>/dev/null
sdtinfo trace -t 0.1 'kinds::'
is "$status:$err:$(ls $instances)" 0:: 'what latency leaves goes'
rmmod sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
