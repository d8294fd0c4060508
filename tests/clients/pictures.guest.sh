#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Timelines for pictures.t, in /out, and how the runs that write them end
. "$(dirname "$0")/../guest/guest.sh"

params=/sys/module
fire=$params/calls/parameters/fire
torture=$params/torture/parameters

# timeline NAME ARG...: runs it; sets $status, $out and $err
timeline()
{
	name=$1
	shift
	status=0
	out=$(./sdtinfo trace --perfetto "/out/$name.json" "$@" 2>errors) || status=$?
	err=$(cat errors)
}

# is_on: does the run of $pid trace?
is_on()
{
	(cd "$tracefs/instances/sdtinfo-$pid-1/events" &&
		grep -q 1 calls/enable revdev/enable torture/enable) 2>/dev/null
}

# begin FILE ARG...: begins one in the background; sets $pid
begin()
{
	file=$1
	shift
	./sdtinfo trace --perfetto "$file" "$@" 2>errors &
	pid=$!
	wait_for 30 is_on
}

# end SIGNAL: ends it; sets $status
end()
{
	kill "-$1" $pid
	status=0
	wait $pid || status=$?
}

calls() { echo "for what in $*; do echo \$what >$fire; done"; }

insmod sdt.ko && insmod revdev.ko && insmod calls.ko && insmod torture.ko
ok $? 'the modules load'

# -- the command line ------------------------------------------------------------
for wrong in '-o x' -j --wall-clock; do
	timeline wrong $wrong calls:
	tells "$status:$err" '2:sdtinfo trace: --perfetto' "not with $wrong"
done
./sdtinfo trace -k req calls: 2>errors
tells "$?:$(cat errors)" '2:sdtinfo trace: --key --perfetto' 'no key without it'
timeline wrong -k 'r q' calls:
tells "$status:$err" "2:sdtinfo trace: --key 'r q' FIELD FROM_FIELD=TO_FIELD" \
	'a key that cannot exist'
timeline wrong -k nothing calls:
tells "$status:$out:$err" '1::sdtinfo: --key nothing' '... that no two probes have'
timeline wrong calls: -- ./missing
tells "$status:$err" '1:sdtinfo: ./missing No such file or directory' \
	'a command that does not exist'
./sdtinfo trace --perfetto /nowhere/x.json calls: 2>errors
tells "$?:$(cat errors)" '1:sdtinfo: /nowhere/x.json No such file or directory' 'no folder'
is "$(ls /out | grep -v '^guest$')" '' '... nothing is left of any'

# -- calls and requests ------------------------------------------------------------
timeline nothing -t 0.2 calls:
is "$status:$out:$err" 0:: 'no hits'
timeline calls calls: -- sh -c "$(calls nested left again steps stuck)"
is "$status:$out:$err" 0:: 'calls of a command'
is "$(ls -l /out/calls.json | cut -c 1-10)" '-rw-r--r--' '... can be read like any new file'
# Those of a workqueue are no hits of the command.
begin /out/requests.json calls: revdev:
echo requests >$fire
end INT
is "$status:$(cat errors)" 0: 'requests, which another task ends'
begin /out/task.json -k common_pid calls:
echo requests >$fire
end TERM
is "$status:$(cat errors)" 0: '... by the task'
begin /out/key.json -k len=size calls:
echo requests >$fire
end INT
is "$status:$(cat errors)" 0: '... by fields of different names'
timeline values calls: -- sh -c "$(calls values)"
timeline details -s -l calls: -- sh -c "$(calls nested)"
like "$(grep '"name":"between"' /out/details.json | grep '"cat"')" \
	'"function":"middle","file":"[^"]*calls.c","line":[0-9]+,"args":\{"n":1\},"stack":\["middle","outer","outermost",' \
	'the source line and the stack'
timeline limit -n 5 calls: -- sh -c "$(calls nested)"
is "$status:$err" 0: 'five hits'
timeline filter -f 'n == 2 && CPU >= 0' calls: -- sh -c "$(calls nested again)"
tells "$status:$err" '0:sdtinfo: --filter events' 'a filter'
timeline half 'calls::inner-return' calls::between -- sh -c "$(calls nested)"
timeline many calls::io-start calls::io-done -- sh -c "$(calls many)"
is "$status:$err" 0: '17,000 open calls'
is "$(grep -c '"ph":"e"' /out/many.json):$(grep -c 'unfinished\|unmatched' /out/many.json)" 17000:0 \
	'... each with its end'

# -- tasks and CPUs ----------------------------------------------------------------
begin /out/tasks.json revdev:
for _ in 1 2 3; do
	printf 'hello\n' | ./testrevdev >/dev/null
done
end INT
is "$status:$(cat errors)" 0: 'tasks that are gone'
begin /out/busy.json torture:
echo 1 >$torture/run
usleep 300000
echo 0 >$torture/run
end INT
is "$status" 0 'tasks and interrupts on two CPUs'
read -r task softirq hardirq toggled <$torture/passed
lost=$(sed -n 's/.*hits lost: \([0-9]*\).*/\1/p' errors)
missing=$((task + softirq + hardirq + toggled - $(grep -c '"pid":2,"tid":[01],"ts".*"command"' /out/busy.json)))
# A plus is there if the kernel did not say of all how many they were.
[ $missing -eq "${lost:-0}" ] || { [ $missing -gt "${lost:-0}" ] && grep -q "$lost+" errors; }
ok $? "... each hit is there, or lost: $missing"

# While it is stopped, the buffers fill up.
begin /out/lost.json torture:
kill -STOP $pid
echo 128 >"$tracefs/instances/sdtinfo-$pid-1/buffer_size_kb"
echo 1 >$torture/run
sleep 1
echo 0 >$torture/run
kill -CONT $pid
end INT
tells "$(cat errors)" 'sdtinfo: trace hits lost' 'hits are lost'

# -- what goes away ----------------------------------------------------------------
begin /out/gone.json calls:
echo nested >$fire
wait_for 10 sh -c 'grep -qs outermost /out/gone.json.*'
rmmod calls
wait $pid
tells "$?:$(cat errors)" '0:sdtinfo: calls removed events' 'the module is removed'
insmod calls.ko
cp /out/calls.json before
begin /out/calls.json calls:
echo nested >$fire
wait_for 10 sh -c 'grep -qs outermost /out/calls.json.*'
end KILL
ok "$(cmp -s before /out/calls.json; echo $?)" 'a file is not replaced by one of a killed run'
mv /out/calls.json.* /out/killed.json
begin /out/killed-at-once.json calls:
end KILL
mv /out/killed-at-once.json.* /out/killed-at-once.json

mkdir small
mount -t tmpfs -o size=256k none small
begin small/full.json torture:
echo 1 >$torture/run
wait $pid
tells "$?:$(ls small):$(cat errors)" '1::sdtinfo: small/full.json No space left on device' \
	'a full disk: nothing is left'
echo 0 >$torture/run
umount small
./sdtinfo trace --perfetto /dev/full calls: -- true 2>errors
tells "$?:$(cat errors)" '1:sdtinfo: /dev/full No space left on device' '... from the beginning'
[ -c /dev/full ]
ok $? '... and is not removed'
./sdtinfo trace --perfetto - calls: -- sh -c "$(calls nested)" >/out/stdout.json
is $? 0 'on standard output'
sh -c './sdtinfo trace --perfetto - torture: 2>errors; echo $? >status' | head -c 1000 >/dev/null &
wait_for 10 sh -c "ls $tracefs/instances | grep -q sdtinfo"
echo 1 >$torture/run
wait_for 30 test -e status
is "$(cat status errors)" 141 '... whose reader goes: it ends without a word'
mkfifo pipe
sh -c 'sleep 100' <pipe &
sleeper=$!
./sdtinfo trace --perfetto pipe torture: 2>errors &
pid=$!
wait_for 30 test -d "$tracefs/instances/sdtinfo-$pid-1"
sleep 2
kill -INT $pid
sleep 1
kill -INT $pid
wait_for 10 test ! -d "$tracefs/instances/sdtinfo-$pid-1"
ok $? '... whose reader does not read: the second signal ends it'
kill $sleeper
wait $pid $sleeper
echo 0 >$torture/run

# -- what the kernel hides ---------------------------------------------------------
echo 2 >/proc/sys/kernel/kptr_restrict
begin /out/hidden.json calls:
echo requests >$fire
end INT
is "$status:$(grep -c 0xffff /out/hidden.json)" 0:0 'kptr_restrict=2 hides addresses'
echo 0 >/proc/sys/kernel/kptr_restrict
is "$(ls $tracefs/instances)" '' 'no instance is left'
rmmod sdt
insmod sdt.ko layout=dtrace
timeline dtrace calls: -- sh -c "$(calls nested values)"
is "$status:$err" 0: 'the layout dtrace'
no_complaints 'the kernel log'
done_testing
