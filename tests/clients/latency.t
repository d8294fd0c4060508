#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# latency.t - sdtinfo latency measures the time between probes, and leaves nothing behind
#
# The guest has memory for four histograms at once, whose entries take several objects each,
# more with slub_debug.
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko tests/vm/modules/torture.ko script
# options: --memory 1024 --timeout 900

[ "${IN_GUEST-}" ] || pkg-config --exists libtracefs libtraceevent || {
	echo '1..0 # skip no libtracefs here: sdtinfo latency is not built'
	exit
}
. "$(dirname "$0")/../guest/guest.sh"

sdt=$debugfs/sdt
params=/sys/module
torture=$params/torture/parameters
export TERM=dumb

# begin ARG...: measures in the background until end; output in got and errors
begin()
{
	./sdtinfo latency "$@" >got 2>errors &
	pid=$!
	wait_for 30 grep -qs ^disable_hist: "$tracefs/instances/sdtinfo-$pid-1/events/ftrace/print/trigger"
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

fire() { seq "$1" | while read -r _; do printf 'hello\n' | ./testrevdev >/dev/null; done; }
# value KEY: of what is in got as JSON
value() { sed "s/,\"buckets.*//; s/.*\"$1\":\([0-9]*\).*/\1/" got; }

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

is "$(./sdtinfo latency a b 2>&1)" "sdtinfo: $sdt/tables: not found: load sdt.ko to see the running kernel's probes, or name a module's file" \
	'without sdt.ko'
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
latency write-entry kinds:fire_here:shared kinds:fire_there:shared
is "$status" 2 'three patterns are refused'
begin -j write-entry kinds::shared
sh -c 'for i in 1 2 3; do
	echo hello >/dev/revdev
	sleep 0.5
	echo 1 >/sys/module/kinds/parameters/fire
done'
end
is "$(value count):$(value from_not_matched):$(value to_not_matched)" 3:0:3 'as JSON'
note "sum $(value sum), max $(value max)"
[ "$(value sum)" -ge 1500000000 ] && [ "$(value sum)" -lt 9000000000 ]
ok $? 'the time that a task sleeps between the two'
[ "$(value max)" -ge 500000000 ] && [ "$(value max)" -le $(($(value sum) - 1000000000)) ]
ok $? '... its maximum'

# Each percentile is in the bucket with that rank.
begin -j :fire_task:task :fire_toggled:toggled
echo 1 >$torture/run
sleep 2
echo 0 >$torture/run
end
read -r task _ _ toggled <$torture/passed
is "$(value from_hits) $(value to_hits)" "$task $toggled" 'hits are those of the driver'
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
begin -c :fire_task:task :fire_toggled:toggled
echo 1 >$torture/run
sleep 1
echo 0 >$torture/run
end
read -r task _ <$torture/passed
is "$(sed -n 1p got)" from_ns,to_ns,count 'separated by commas'
more=$(($(awk -F , 'NR > 1 { n += $3 } END { print n }' got) - task))
[ $more -ge 0 ] && [ $more -le 5 ]
ok $? '... as many as were matched'

# While a load goes on, numbers begin and end together, and each FROM has its TO.
while sleep 0.01; do echo hello; done | ./testrevdev >/dev/null &
load=$!
begin -j write-entry write-return
sleep 2
end
kill $load
wait $load
[ "$(value count)" -gt 50 ]
ok $? 'a load goes on'
is "$(($(value from_not_matched) <= 1)):$(($(value to_not_matched) <= 1))" 1:1 \
	"... $(value from_not_matched) and $(value to_not_matched) of $(value count) hits are not matched: at the ends"

# -- keys ---------------------------------------------------------------------------------
# All hits on one CPU: the second FROM takes the place of the first, and a TO without a FROM
# is not matched.
begin -k common_cpu write-entry kinds::shared
fire_here() { taskset 1 sh -c "$1" 2>/dev/null || sh -c "$1"; }
fire_here 'echo hello >/dev/revdev; echo hello >/dev/revdev
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
like "$(cat errors; sed -n '$p' got)" 'not matched: 0 of 2 hits|the kernel refuses the trigger' \
	'arguments of different names: as their types allow'
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
is "$status:$(cat errors)" '0:sdtinfo: latency: no task hits FROM and then TO; both probes have fields for -k text, -k text_str' \
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
is "$(cat errors)" 'sdtinfo: latency: no hit of TO has the text_str of a hit of FROM before it; both probes have fields for -k text, -k text_str, -k ret' \
	'... with another key that matches nothing'
begin write-entry kinds::shared
echo hello >/dev/revdev
sh -c 'echo 1 >/sys/module/kinds/parameters/fire'
end
is "$(cat errors)" 'sdtinfo: latency: no task hits FROM and then TO; the probes share no field of one type for -k: FROM has fp, buf, buf_str, n; TO has n' \
	'... or that there are none'
begin write-entry read-return
echo hello >/dev/revdev
end
is "$status:$(cat errors)" 0: '... but not if only one was hit'
latency -k nothing read-entry read-return
is "$status:$out:$err" "1::sdtinfo: read_entry: it has no field 'nothing'; both events have common_cpu, common_pid, text, text_str" \
	'a field that does not exist'
latency -k fp read-entry read-return
is "$status:$out:$err" "1::sdtinfo: read_return: it has no field 'fp'; both events have common_cpu, common_pid, text, text_str" \
	'... in the second event'
latency -k n=length write-entry write-return
is "$status:$out:$err" "1::sdtinfo: write_return: it has no field 'length'; its fields are common_cpu, common_pid, text, text_str, ret" \
	'... in one of two names'
latency -k 'a b' write-entry write-return
like "$status:$err" "^2:sdtinfo latency: --key: 'a b' is neither FIELD nor FROM_FIELD=TO_FIELD" '... that cannot exist'
unchanged 'nothing is left behind'

# -- patterns -------------------------------------------------------------------------------
latency read-entry 'revdev::'
is "$status:$out:$err" '1::sdtinfo: revdev::: matches sdt:revdev:revdev_ioctl:ioctl-entry and sdt:revdev:revdev_ioctl:ioctl-return: choose one of them' \
	'several events'
latency kinds:fire_here:shared read-entry
is "$status:$out:$err" '1::sdtinfo: kinds:fire_here:shared: the kernel counts the hits of all sites of an event together: choose them all' \
	'a part of an event'
latency read-entry read-entry
is "$status:$out:$err" '1::sdtinfo: read_entry: a time is measured from one probe to another one' 'the same event'
latency read-entry nothing
is "$status:$out:$err" "3::sdtinfo: the running kernel: no probe matches 'nothing'" 'no match'
latency -t 0.2 read-entry read-return
like "$status:$err:$out" '^0::sdt:revdev:revdev_read:read-entry to .*
0\.[0-9] s, not matched: 0 of 0 hits of FROM, 0 of 0 hits of TO$' 'no hits'
unchanged 'nothing is left behind'

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
latency -j kinds::shared write-entry -k common_cpu -- ./writes
kill $load
wait $load
echo "$out" >got
is "$status:$err:$(value from_hits):$(value to_hits)" 0::6:3 'a command: hits of others are not measured'
latency -j write-entry write-return -- sh -c '(./writes) & wait'
echo "$out" >got
is "$status:$err:$(value count):$(value from_hits):$(value to_hits)" 0::3:3:3 '... those of its children are'
unchanged '... and nothing is left behind'
start=$(date +%s)
latency -t 0.3 write-entry write-return -- sh -c './writes; sleep 60'
like "$status:$err:$(echo "$out" | sed -n '$p')" '^0::.*not matched: 0 of 3 hits of FROM, 0 of 3 hits of TO$' \
	'... until a time ends'
[ $(($(date +%s) - start)) -le 20 ] && [ -z "$(pidof sleep)" ]
ok $? '... which ends the command'
latency write-entry write-return -- sh -c 'exit 3'
like "$status:$err:$(echo "$out" | sed -n '$p')" '^0::.*not matched: 0 of 0 hits of FROM, 0 of 0 hits of TO$' '... that fails'
latency write-entry write-return -- ./missing
like "$status:$err" '^1:sdtinfo: \./missing: No such file or directory$' '... that does not exist'
latency write-entry write-return --
like "$status:$out:$err" "^2::sdtinfo latency: a COMMAND must follow '--' " '... that was left out'
unchanged '... and nothing is left behind'

# -- the end --------------------------------------------------------------------------------
begin write-entry write-return
rmmod revdev 2>/dev/null
ok $((! $?)) 'a module that is measured stays'
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
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	./sdtinfo latency -t 60 write-entry write-return >/dev/null 2>&1 &
	wait_for 30 test -d "$tracefs/instances/sdtinfo-$!-1"
	usleep $((i * 100000 - 100000))
	kill -KILL $!
	wait $!
done
./sdtinfo trace -t 0.1 write-entry >/dev/null
unchanged '... at whatever moment that was killed'
for i in 1 2 3 4; do
	./sdtinfo latency -j write-entry write-return >got$i 2>errors$i &
	pids="$pids $!"
done
for pid in $pids; do
	wait_for 30 grep -qs ^disable_hist: "$tracefs/instances/sdtinfo-$pid-1/events/ftrace/print/trigger"
done
fire 5
kill $pids
wait $pids
is "$(for i in 1 2 3 4; do sed 's/,"buckets.*//; s/.*"count":\([0-9]*\).*/\1/' got$i; cat errors$i; done | tr '\n' ' ')" \
	'5 5 5 5 ' 'four that start at once do not disturb each other'
unchanged '... and leave nothing behind'
./sdtinfo latency -t 0.2 write-entry write-return >/dev/full 2>errors
is "$?:$(cat errors)" '1:sdtinfo: standard output: cannot write: No space left on device' 'a full disk'
mkdir -p /dev/pts
mount -t devpts none /dev/pts
(wait_for 20 grep -qs ^disable_hist: $tracefs/instances/*/events/ftrace/print/trigger; fire 3; killall -INT sdtinfo) &
TERM=xterm NO_COLOR=1 script -qec 'stty cols 40; ./sdtinfo latency write-entry write-return' /dev/null </dev/null |
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
