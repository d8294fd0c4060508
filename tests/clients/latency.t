#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# latency.t - sdtinfo latency measures the time between probes, and leaves nothing behind
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko tests/vm/modules/torture.ko script
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --smp 1 --memory 1024 --timeout 900
. "$(dirname "$0")/../guest/guest.sh"

sdt=$debugfs/sdt
params=/sys/module
torture=$params/torture/parameters
export TERM=dumb

# begin ARG...: measures in the background, from now until end; output in got and errors
mkfifo ready
exec 8<>ready
begin()
{
	./sdtinfo latency --ready-fd 9 "$@" 9>&8 >got 2>errors &
	pid=$!
	timeout 60 head -n 1 <&8 >/dev/null
}

# end: ends it; sets $status
end()
{
	kill -INT $pid
	status=0
	wait $pid || status=$?
}

# latency ARG...: runs it; sets $out, $err, $status
latency()
{
	status=0
	out=$(./sdtinfo latency "$@" 2>errors) || status=$?
	err=$(cat errors)
}

fire()
{
	seq "$1" | while read -r _; do
		printf 'hello\n' | ./testrevdev >/dev/null || note 'testrevdev failed'
	done
}
# value KEY: of what is in got as JSON
value() { sed "s/,\"buckets.*//; s/.*\"$1\":\([0-9]*\).*/\1/" got; }

# Runs a command on one CPU, where taskset can
pinned='taskset 1'
$pinned true 2>/dev/null || pinned=

# state: all that it could have changed
state()
{
	(
		cd $tracefs || exit
		ls instances events/synthetic
		cat synthetic_events tracing_on trace_clock set_event
		grep -H . events/*/enable events/synthetic/*/enable
		grep -v '#' events/*/*/trigger
		grep -v 'users=0 ' $sdt/probes
		sed 's/^\([^ ]* [0-9]* [0-9]*\) .*/\1/' /proc/modules
	) 2>&1
}

unchanged()
{
	state >after
	is "$(diff before after)" '' "$1"
}

tells "$(./sdtinfo latency a b 2>&1)" "sdtinfo: $sdt/tables sdt.ko" 'without sdt.ko'
insmod sdt.ko && insmod revdev.ko && insmod kinds.ko && insmod torture.ko
ok $? 'the modules load'
echo 1 >$tracefs/events/revdev/enable
echo 0 >$tracefs/events/revdev/enable
state >before

# -- times -----------------------------------------------------------------------------
begin write-entry write-return
fire 5
end
is "$status:$(cat errors)" 0: 'a signal ends it'
is "$(sed -n 1p got)" 'sdt:revdev:revdev_write:write-entry to sdt:revdev:revdev_write:write-return' 'a head'
is "$(sed '1d' got | awk '/\.\./ { n += $6 } END { print n }')" 5 'bars count what was measured'
like "$(grep ^count got)" '^count 5, mean [0-9.]+ .s, p50 [0-9.]+ .s, p90 [0-9.]+ .s, p99 [0-9.]+ .s, max [0-9.]+ .s$' \
	'... and a line sums them up'
like "$(sed -n '$p' got)" '^[0-9.]+ s, not matched: 0 of 5 hits of FROM, 0 of 5 hits of TO$' '... all are matched'
unchanged '... and nothing is left behind'

# A task that sleeps between the two
latency
tells "$status:$err" '2:sdtinfo latency: FROM TO' 'no pattern'
begin -j write-entry kinds::shared
sh -c 'for i in 1 2 3; do
	echo hello >/dev/revdev
	sleep 0.5
	echo 1 >/sys/module/kinds/parameters/fire
done'
end
is "$(value count):$(value from_not_matched):$(value to_not_matched)" 3:0:3 'as JSON'
note "sum $(value sum), max $(value max)"
[ "$(value sum)" -ge 1500000000 ]
ok $? 'the time that a task sleeps between the two'
[ "$(value max)" -ge 500000000 ] && [ "$(value max)" -le $(($(value sum) - 1000000000)) ]
ok $? '... its maximum'

# Each percentile is in the bucket with that rank.
begin -j :fire_task:task :fire_toggled:toggled
echo 1 >$torture/run
sleep 0.5
echo 0 >$torture/run
end
read -r task _ _ toggled <$torture/passed
is "$(value from_hits) $(value to_hits)" "$task $toggled" 'hits are those of the driver' ||
	note "$(cut -c 1-500 got)"
# An interrupt can match the hit that its task is just matching.
more=$(($(value count) + $(value from_not_matched) - task))
[ $more -ge 0 ] && [ $more -le 5 ]
ok $? '... each hit of FROM is matched, or said not to be'
more=$(($(value count) + $(value to_not_matched) - toggled))
[ $more -eq 0 ]
ok $? '... and each hit of TO'
[ "$(value to_not_matched)" -gt 0 ]
ok $? '... such as those of interrupts'
sed 's/.*"buckets":\[//; s/},{/\n/g' got | tr -dc '0-9,\n' | tr , ' ' >buckets
is "$(awk '{ n += $3; if ($1 < last || $2 <= $1) bad++; last = $2 } END { print n, bad + 0 }' buckets)" \
	"$(value count) 0" 'buckets are in order and have all of them'
for percent in 50 90 99; do
	is "$(awk -v p=$percent -v n="$(value count)" -v value="$(value p$percent)" '
		BEGIN { rank = n * p / 100 }
		{ sum += $3; if (!found && sum >= rank) { found = 1; print (value >= $1 && value <= $2) } }' buckets)" 1 \
		"p$percent is where it should be"
done

# While a load goes on, numbers begin and end together, and each FROM has its TO.
while sleep 0.01; do echo hello; done | ./testrevdev >/dev/null &
load=$!
begin -j write-entry write-return
sleep 2
end
kill $load
wait $load
[ "$(value count)" -gt 1 ]
ok $? 'a load goes on'
is "$(($(value from_not_matched) <= 1)):$(($(value to_not_matched) <= 1))" 1:1 \
	"... $(value from_not_matched) and $(value to_not_matched) of $(value count) hits are not matched: at the ends"

# -- keys ---------------------------------------------------------------------------------
# All hits on one CPU: the second FROM takes the place of the first, and a TO without a FROM
# is not matched.
begin -k common_cpu write-entry kinds::shared
$pinned sh -c 'echo hello >/dev/revdev; echo hello >/dev/revdev
	echo 1 >/sys/module/kinds/parameters/fire; echo 1 >/sys/module/kinds/parameters/fire'
end
like "$(sed -n '$p' got)" 'not matched: 1 of 2 hits of FROM, 3 of 4 hits of TO$' 'what is not matched is counted'
begin -k text read-entry read-return
fire 3
end
like "$(sed -n '$p' got)" 'not matched: 0 of 3 hits of FROM, 0 of 3 hits of TO$' 'the value of an argument as the key'
begin -k n=ret write-entry write-return
fire 2
end
like "$(sed -n '$p' got)" 'not matched: 0 of 2 hits' 'arguments of different names and types'
begin -j -k buf_str=text_str write-entry write-return
printf 'Hits: 1000000 \nmax: 99999999999 \nDropped: 77 \n' | ./testrevdev >/dev/null
end
is "$(value from_hits):$(value to_hits):$(($(value max) < 10000000000)):$(cat errors)" 3:3:1: \
	'strings as keys are not taken for numbers'

# When nothing is matched, other keys are suggested.
write_and_read() { echo hello >/dev/revdev; cat /dev/revdev >/dev/null; }
begin write-return read-entry
write_and_read
end
tells "$status:$(cat errors)" '0:sdtinfo: latency FROM TO -k text -k text_str' \
	'hits of different tasks: the fields that both probes have'
begin -j write-return read-entry
write_and_read
end
like "$(cat got)" '"shared_fields":\["text","text_str"\]' '... as JSON'
begin -k text write-return read-entry
write_and_read
end
like "$(sed -n '$p' got):$(cat errors)" 'not matched: 0 of 1 hits of FROM, .*:$' '... which measures then'
begin -k text_str write-return read-return
write_and_read
end
tells "$(cat errors)" 'sdtinfo: latency TO text_str FROM -k text -k text_str -k ret' \
	'... with another key that matches nothing'
begin write-entry kinds::shared
echo hello >/dev/revdev
sh -c 'echo 1 >/sys/module/kinds/parameters/fire'
end
tells "$(cat errors)" 'sdtinfo: latency FROM TO -k FROM fp buf buf_str n TO n' \
	'... or that there are none'
begin write-entry read-return
echo hello >/dev/revdev
end
is "$status:$(cat errors)" 0: '... but not if only one was hit'
latency -k nothing read-entry read-return
tells "$status:$out:$err" '1::sdtinfo: read_entry nothing common_cpu common_pid text text_str' \
	'a field that does not exist'
latency -k fp read-entry read-return
tells "$status:$out:$err" '1::sdtinfo: read_return fp common_cpu common_pid text text_str' \
	'... in the second event'
latency -k n=length write-entry write-return
tells "$status:$out:$err" '1::sdtinfo: write_return length common_cpu common_pid text text_str ret' \
	'... in one of two names'
latency -k n=text_str write-entry write-return
tells "$status:$out:$err" '1::sdtinfo: --key text_str text n number' '... of text, for a number'
latency -k txet read-entry read-return
tells "$status:$out:$err" '1::sdtinfo: read_entry txet text' '... that is misspelled'
latency -t 0.1 -k text 'revdev::'
tells "$status:$err" '0:sdtinfo: ioctl_entry write_entry text' \
	'... that some of several pairs lack: these are left out'
like "$out" '^sdt:revdev:revdev_read:read-entry to ' '... and the others are measured'
latency -k 'a b' write-entry write-return
tells "$status:$err" "2:sdtinfo latency: --key 'a b' FIELD FROM_FIELD=TO_FIELD" \
	'... that cannot exist'
unchanged 'nothing is left behind'

# -- patterns -------------------------------------------------------------------------------
latency read-entry
tells "$status:$out:$err" '1::sdtinfo: read-entry sdt:revdev:revdev_read:read-entry end' 'one event'
latency kinds:fire_own:
tells "$status:$out:$err" '1::sdtinfo: kinds:fire_own:: X-entry X-return two' \
	'several events, none of which make a pair'
begin -j kinds:fire_here:shared kinds:fire_there:shared
echo 1 >/sys/module/kinds/parameters/fire
end
is "$status:$(value from_hits):$(value to_hits):$(value count)" 0:1:1:1 'a part of an event, and another part'
latency read-entry nothing
tells "$status:$out:$err" "3::sdtinfo: 'nothing'" 'no match'
latency -t 0.2 read-entry read-return
like "$status:$err:$out" '^0::sdt:revdev:revdev_read:read-entry to .*
0\.[0-9] s, not matched: 0 of 0 hits of FROM, 0 of 0 hits of TO$' 'no hits'
unchanged 'nothing is left behind'

# -- pairs ----------------------------------------------------------------------------------
begin revdev:
fire 3
end
is "$status:$(cat errors)" 0: 'pairs by their names'
is "$(sed -n 1p got)" 'measuring 3 pairs of probes' '... as many as there are'
is "$(grep ' to ' got)" "$(for f in ioctl read write; do
	echo "sdt:revdev:revdev_$f:$f-entry to sdt:revdev:revdev_$f:$f-return"; done)" '... with their heads'
is "$(grep -c '^count 3, ' got):$(grep -c 'not matched: 0 of 3 hits of FROM, 0 of 3 hits of TO$' got)" 2:2 \
	'... each measured by itself'
begin -j 'revdev:*re*' revdev::write-entry revdev::write-return
fire 2
end
is "$(sed 's/.*"from":"\([^"]*\)".*"from_hits":\([0-9]*\).*"count":\([0-9]*\),"sum.*/\1 \2 \3/' got)" \
	'sdt:revdev:revdev_read:read-entry 2 2
sdt:revdev:revdev_write:write-entry 2 2' '... of several patterns, once each'
begin -j write-entry write-return read-entry read-return
fire 2
end
is "$(sed 's/.*"from":"\([^"]*\)".*"from_hits":\([0-9]*\).*"count":\([0-9]*\),"sum.*/\1 \2 \3/' got)" \
	'sdt:revdev:revdev_write:write-entry 2 2
sdt:revdev:revdev_read:read-entry 2 2' 'several pairs that are named'
unchanged '... and nothing is left behind'

# -- what has not ended -----------------------------------------------------------------------
# waits TEXT: a task that writes it and then sleeps between the two probes
waits()
{
	sh -c "printf '$1' >/dev/revdev; exec sleep 100" &
	waiting="${waiting:+$waiting }$!"
	wait_for 30 grep -q '^sleep$' /proc/$!/comm
}
waiting=
begin -s write-entry kinds::shared
waits first
sleep 1.5
waits 'second  n: 7\n'
fire 1
sleep 0.2
end
kill $waiting
wait $waiting 2>/dev/null
is "$status:$(cat errors)" 0: 'what has not ended'
like "$(grep 'not matched' got)" 'not matched: 3 of 3 hits of FROM' '... has no time'
is "$(sed -n '/^not ended/{n;p;}' got)" '      AGE  COMMAND              PID  ARGUMENTS' '... is listed'
sed '1,/ AGE /d' got >open
like "$(sed -n 1p open)" "^ *[0-9.]+ s  sleep +${waiting%% *}  fp=0x[0-9a-f]{16} buf=\"first\" n=5\$" \
	'... with its age, task and arguments, the oldest first'
like "$(sed -n 2p open)" '^	(hrtimer_nanosleep|do_nanosleep)$' '... and where the task sleeps'
like "$(grep second open | tr '\134' /)" "s  sleep +${waiting##* }  fp=0x[0-9a-f]{16} buf=\"second  n: 7/012\" n=13\$" \
	'... whatever a string has'
like "$(grep hello open)" 's  (testrevdev|<\.\.\.>) ' '... even if the task is gone'
begin -j -k common_cpu write-entry kinds::shared
fire 1
end
like "$(cat got)" '"open":\[\{"age":[0-9]+,"cpu":[0-9]+,"command":"[^"]*","pid":[0-9]+,"key":"common_cpu=[01]","args":\{"fp":"0x[0-9a-f]+","buf":"hello","n":5\}\}\]' \
	'... as JSON, with a key'
begin -k text write-return read-return
echo hello >/dev/revdev
end
like "$(sed -n '$p' got)" '  text=0x[0-9a-f]{16}  text="hello\\012" ret=6$' '... an argument as the key'
unchanged '... and nothing is left behind'

# -- slow calls ---------------------------------------------------------------------------------
# A task that sleeps for a time between two probes.  The others can be slow, too; any of them can be
# seen while it is open.
sleeps() { sh -c "printf $2 >/dev/revdev; usleep $1; echo 1 >/sys/module/kinds/parameters/fire"; }
begin --over 300ms write-entry kinds::shared
sleeps 0 quick
sleeps 400000 slow
sleeps 0 quick
wait_for 10 grep -q shared got
ok $? 'slow calls are printed as they end'
end
is "$status:$(cat errors)" 0: '... until a signal'
is "$(sed -n 1p got)" \
	'           TIME  CPU  COMMAND              PID       TOOK  PROBE                                ARGUMENTS' '... with a head'
grep -v '  open  ' got | grep -A 1 slow >ended
like "$(sed -n 1p ended)" '^ +[0-9]+\.[0-9]{6}    [01]  (sh|<\.\.\.>) +[0-9]+ +sdt:revdev:revdev_write:write-entry  fp=0x[0-9a-f]+ buf="slow" n=4$' \
	'... the hit that began one'
like "$(sed -n 2p ended)" '^ +[0-9]+\.[0-9]{6}    [01]  (sh|<\.\.\.>) +[0-9]+ +([4-9][0-9]{2} ms|[0-9.]+ s)  sdt:kinds:fire_here:shared +n=1$' \
	'... the one that ended it, and the time between them'
is "$(wc -l <ended)" 2 '... once'
begin -j -s --over 300ms write-entry kinds::shared
sleeps 400000 slow
end
grep '"took"' got | sed 's/"\(time\|cpu\|pid\|took\)":[0-9]*/"\1":N/g; s/0x[0-9a-f]*/X/; s/"command":"[^"]*"/"command":C/g' >masked
is "$(cut -d '[' -f 1 masked)" '{"took":N,"from":{"time":N,"cpu":N,"command":C,"pid":N,"provider":"sdt","module":"revdev","function":"revdev_write","name":"write-entry","args":{"fp":"X","buf":"slow","n":4}},"to":{"time":N,"cpu":N,"command":C,"pid":N,"provider":"sdt","module":"kinds","function":"fire_here","name":"shared","args":{"n":1},"stack":' \
	'... as JSON'
like "$(cut -d '[' -f 2 masked)" '^"fire_here",.*"vfs_write",' '... with a stack'
latency --over 0.1ms --prometheus write-entry write-return
tells "$status:$err" '2:sdtinfo latency: --over --prometheus' '... not as metrics'
latency --over 10x write-entry write-return
tells "$status:$err" "2:sdtinfo latency: --over '10x'" '... a wrong time'
latency --over 1ns revdev: -- sh -c 'printf hello | ./testrevdev >/dev/null'
is "$status:$err:$(echo "$out" | grep -c revdev_)" 0::4 '... of a command, and of several pairs'
unchanged '... and nothing is left behind'

# -- by a value --------------------------------------------------------------------------------
write_both()
{
	fire 2
	echo hi >/dev/revdev
}
begin -b n write-entry write-return
write_both
end
is "$status:$(cat errors)" 0: 'by the value of an argument'
is "$(grep -E '^(n=|count)' got | sed 's/,.*//' | paste - - | sort)" 'n=3	count 1
n=5	count 2' '... a distribution for each'
like "$(sed -n '$p' got)" 'not matched: 0 of 3 hits of FROM, 0 of 3 hits of TO$' '... and how many'
begin -b buf write-entry write-return
write_both
end
is "$(grep ^buf= got | sort)" 'buf="hello"
buf="hi\012"' '... of a string'
begin -b n write-entry write-return
for size in $(seq 60); do
	head -c "$size" /dev/zero >/dev/revdev
done
end
is "$(grep -c '^n=' got):$(grep more got)" '50:10 more values' '... the first of many, and how many more there are'
begin -b ret write-entry write-return
write_both
end
is "$(grep ^ret= got | sort)" 'ret=3
ret=5' '... of the second probe'
begin -j -b comm write-entry write-return
write_both
end
is "$(sed 's/.*"values"://; s/,"\(sum\|p50\|p90\|p99\|max\)":[0-9]*//g; s/"buckets":\[[^]]*\]/B/g; s/,"shared.*//; s/^\[//; s/\]$//; s/},/}/' got |
	tr '{' '\n' | sort | tr -d '\n')" '"value":"latency.t","count":1,B}"value":"testrevdev","count":2,B}' \
	'... by the name of the task, as JSON'
begin -b cpu write-entry write-return
$pinned sh -c 'echo hello >/dev/revdev'
end
like "$(sed -n 2p got)" '^cpu=[01]$' '... by CPU'
begin -b stack write-entry write-return
fire 2
end
is "$(sed -n '2,4p' got)" 'stack
	revdev_write
	vfs_write' '... by the stack'
is "$(grep -c ^count got)" 1 '... one of which is one'
latency -b nothing write-entry read-return
tells "$status:$out:$err" '1::sdtinfo: write_entry --by nothing comm pid cpu stack FROM fp buf buf_str n TO text text_str ret' \
	'... that does not exist'
latency -b RET write-entry read-return
tells "$status:$out:$err" '1::sdtinfo: write_entry --by RET ret' '... that is misspelled'
unchanged '... and nothing is left behind'

# -- filters -------------------------------------------------------------------------------------
begin -f 'n > 4' write-entry write-return
write_both
end
like "$status:$(cat errors):$(sed -n '$p' got)" '^0::.* not matched: 0 of 2 hits of FROM, 1 of 3 hits of TO$' \
	'a filter of the first probe'
begin -j -f 'ret < 4' write-entry write-return
write_both
end
is "$(value count):$(value from_hits):$(grep -c '"open":\[\]' got)" 1:3:1 '... of the second: what it leaves out has ended'
begin --over 1ns -f 'COMMAND == testrevdev' write-entry write-return
write_both
end
is "$(grep -c write-return got)" 2 '... of both, and slow calls'
begin -f 'buf == "hi\n"' write-entry write-entry
end
is "$status:$(cat errors)" 0: '... of a period'
latency -f 'foo == 1' write-entry write-return
tells "$status:$out:$err" '1::sdtinfo: --filter 2 foo fp buf n text ret COMMAND PID CPU' \
	'... of neither'
unchanged '... and nothing is left behind'

# -- periods ------------------------------------------------------------------------------------
begin write-entry write-entry
sh -c 'for i in 1 2 3; do echo hello >/dev/revdev; usleep 500000; done'
fire 1
end
is "$status:$(cat errors):$(sed -n 1p got)" '0::sdt:revdev:revdev_write:write-entry from hit to hit' 'the period of a probe'
like "$(grep ^count got)" '^count 2, mean ([5-9][0-9]{2} ms|[0-9.]+ s)' '... of each task by itself'
like "$(sed -n '$p' got)" '^[0-9.]* s, 4 hits, 2 without one before$' '... from its first hit on'
begin -j -k buf_str write-entry write-entry
sh -c 'for i in 1 2; do echo hello >/dev/revdev; echo x >/dev/revdev; done'
end
is "$(value count):$(value from_not_matched)" 2:2 '... of each value'
latency --over 1ms write-entry write-entry
tells "$status:$err" '1:sdtinfo: sdt:revdev:revdev_write:write-entry --over' '... has no slow calls'
unchanged '... and nothing is left behind'

# -- a command ----------------------------------------------------------------------------
cat >writes <<'END'
#!/bin/sh
for i in 1 2 3; do
	echo 1 >/sys/module/kinds/parameters/fire
	printf 'hello\n' | ./testrevdev >/dev/null
done
END
chmod +x writes
while sleep 0.01; do echo 1 >/sys/module/kinds/parameters/fire; done &
load=$!
latency -j kinds::shared write-entry -k common_cpu -- $pinned ./writes
kill $load
wait $load
echo "$out" >got
is "$status:$err:$(value from_hits):$(value to_hits)" 0::6:3 'a command: hits of others are not measured'
latency -j write-entry write-return -- sh -c '(./writes) & wait'
echo "$out" >got
is "$status:$err:$(value count):$(value from_hits):$(value to_hits)" 0::3:3:3 '... those of its children are'
unchanged '... and nothing is left behind'
start=$(date +%s)
latency -t 5 write-entry write-return -- sh -c './writes; sleep 600'
like "$status:$err:$(echo "$out" | sed -n '$p')" '^0::.*not matched: 0 of 3 hits of FROM, 0 of 3 hits of TO$' \
	'... until a time ends'
[ $(($(date +%s) - start)) -lt 600 ] && [ -z "$(pidof sleep)" ]
ok $? '... which ends the command'
latency write-entry write-return -- sh -c 'exit 3'
like "$status:$err:$(echo "$out" | sed -n '$p')" '^0::.*not matched: 0 of 0 hits of FROM, 0 of 0 hits of TO$' '... that fails'
latency write-entry write-return -- ./missing
tells "$status:$err" '1:sdtinfo: ./missing No such file or directory' '... that does not exist'
latency write-entry write-return --
tells "$status:$out:$err" "2::sdtinfo latency: COMMAND '--'" '... that was left out'
unchanged '... and nothing is left behind'

# -- the end --------------------------------------------------------------------------------
begin write-entry write-return
fire 1
rmmod revdev
ok $? 'a module that is measured can be removed'
status=0
wait $pid || status=$?
tells "$status:$(cat errors)" '0:sdtinfo: revdev removed 2 events' '... which ends the run'
like "$(sed -n '$p' got)" '0 of 1 hits of FROM' '... with what was measured'
insmod revdev.ko
./sdtinfo list revdev: >/dev/null && state >before
begin write-entry write-return
fire 1
other=$pid
mv got other
begin write-entry write-return
fire 2
end
like "$(sed -n '$p' got)" '0 of 2 hits of FROM' 'a second run does not disturb the first'
kill -TERM $other
wait $other
is "$?" 0 'SIGTERM ends it'
like "$(sed -n '$p' other)" '0 of 3 hits of FROM' '... with all of its hits'
begin write-entry write-return
kill -KILL $pid
wait $pid
./sdtinfo trace -t 0.1 write-entry >/dev/null
unchanged 'what a killed run left behind, the next one removes'
pids=
# Not while it makes its instance: Linux 6.1 then warns.
for i in 1 2 3 4 5 6; do
	./sdtinfo latency -t 60 write-entry write-return >/dev/null 2>&1 &
	wait_for 30 test -d "$tracefs/instances/sdtinfo-$!-1-measured"
	usleep $((i * 200000 - 200000))
	kill -KILL $!
	wait $!
done
./sdtinfo trace -t 0.1 write-entry >/dev/null
unchanged '... at whatever moment that was killed'
for i in 1 2 3 4; do
	./sdtinfo latency --ready-fd 9 -j write-entry write-return 9>&8 >got$i 2>errors$i &
	pids="$pids $!"
done
for i in 1 2 3 4; do
	timeout 60 head -n 1 <&8 >/dev/null
done
fire 5
kill $pids
wait $pids
is "$(for i in 1 2 3 4; do sed 's/,"buckets.*//; s/.*"count":\([0-9]*\).*/\1/' got$i; cat errors$i; done | tr '\n' ' ')" \
	'5 5 5 5 ' 'four that start at once do not disturb each other'
unchanged '... and leave nothing behind'
./sdtinfo latency -t 0.2 write-entry write-return >/dev/full 2>errors
tells "$?:$(cat errors)" '1:sdtinfo: No space left on device' 'a full disk'
mkdir -p /dev/pts
mount -t devpts none /dev/pts
(timeout 60 head -n 1 <&8 >/dev/null; fire 3; killall -INT sdtinfo) &
TERM=xterm NO_COLOR=1 script -qec 'stty cols 40; ./sdtinfo latency --ready-fd 8 write-entry write-return' /dev/null </dev/null |
	tr -d '\r' >got
wait
is "$(grep '\.\.' got | awk 'length > 40' | wc -l):$(grep -c '@$' got | grep -c '[1-9]')" 0:1 'bars of a terminal of 40 columns'

rmmod sdt
insmod sdt.ko layout=dtrace
begin write-entry write-return
fire 2
end
like "$(sed -n '$p' got)" '0 of 2 hits of FROM, 0 of 2 hits of TO$' 'the layout dtrace'
rmmod sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
