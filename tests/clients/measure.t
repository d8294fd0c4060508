#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# measure.t - sdtinfo latency and top -b count exactly what the driver has counted: on two
# processors, with many keys, short-lived tasks and open calls, and when hits are lost
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo tests/vm/modules/requests.ko tests/clients/tasks
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --memory 1024 --timeout 900
. "$(dirname "$0")/../guest/guest.sh"

requests=/sys/module/requests/parameters
export TERM=dumb

# begin VERB ARG...: measures in the background, from now until end; output in got and errors
mkfifo ready
exec 8<>ready
begin()
{
	verb=$1
	shift
	read -r started_before ended_before <$requests/counts
	./sdtinfo "$verb" --ready-fd 9 "$@" 9>&8 >got 2>errors &
	pid=$!
	timeout 60 head -n 1 <&8 >/dev/null
	note "$(cut -d ' ' -f 1 /proc/uptime) $verb $*"
}

# end: ends it; sets $status, and $started and $ended to what the driver has counted
end()
{
	kill -INT $pid
	status=0
	wait $pid || status=$?
	read -r started ended <$requests/counts
	started=$((started - started_before)) ended=$((ended - ended_before))
}

# value KEY: of what is in got as JSON
value() { sed "s/,\"buckets.*//; s/.*\"$1\":\([0-9]*\).*/\1/" got; }

# is_read: has sdtinfo read most of what is in the buffers?
is_read()
{
	[ "$(cat $tracefs/instances/sdtinfo-*/per_cpu/cpu*/stats | awk '/^entries/ { n += $2 }
		END { print n }')" -lt 2000 ]
}

# both N: two tasks fire N times 5,000 requests each, for which there is room
both()
{
	for _ in $(seq "$1"); do
		echo 5000 >$requests/fire &
		echo 5000 >$requests/fire
		wait $!
		wait_for 60 is_read
	done
}

insmod sdt.ko && insmod requests.ko
ok $? 'the modules load'

# -- many keys -------------------------------------------------------------------------------
echo 3000 >$requests/stuck
begin latency -j -k id requests:
both 3
end
is "$status:$(cat errors)" 0: '30,000 requests with numbers of their own, of two tasks'
is "$(value from_hits):$(value to_hits):$(value count):$(value lost)" "$started:$ended:$ended:0" \
	'... are measured as the driver has counted them'
is "$(grep -o '"key":"id=[0-9]*"' got | tr -dc '0-9\n' | tr '\n' ' ')" \
	"$(seq 3000 3000 30000 | tr '\n' ' ')" '... and the ten that have not ended are listed'
begin latency --over 1ns -k id requests:
both 3
end
is "$status:$(cat errors):$(grep -c request-done got):$(grep -c ^lost got)" "0::$ended:0" \
	'... each is a slow call'
is "$(grep '  open  ' got | grep -o ' id=[0-9]*' | sort | uniq -c |
	awk '{ sub(/.*=/, "", $2) } $1 == 1 && $2 % 3000 == 0' | wc -l)" 10 \
	'... and the ten that have not ended are told once'
echo 0 >$requests/stuck

begin latency -j requests:
for _ in 1 2 3 4 5; do
	./tasks 3500 $requests/fire || note 'tasks failed'
	wait_for 60 is_read
done
end
is "$status:$(cat errors):$(value from_hits):$(value count):$(value from_not_matched)" "0::17500:17500:0" \
	'17,500 tasks'

# -- calls that are open for longer than --over -----------------------------------------------
begin latency --over 1s -k id requests:
echo 1 >$requests/fire
echo 1 >$requests/begin
echo 1 >$requests/begin
wait_for 30 sh -c '[ "$(grep -c " open  " got)" -eq 2 ]'
ok $? 'two calls that are open when they cross the time are printed'
echo 1 >$requests/begin
sleep 0.5
end
is "$status:$(cat errors)" 0: '... until a signal'
is "$(wc -l <got)" 3 '... once, and not one that has not crossed it'
like "$(sed -n 2p got)" '^ +[0-9]+\.[0-9]{6}    [01]  measure\.t +[0-9]+ +open  sdt:requests:start_request:request-start +id=[0-9]+ code=0 positive=0$' \
	'... with its task and its arguments'
begin latency -j --over 0.3s -s -k code requests:
sh -c 'echo 1 >$1/begin; exec sleep 100' - $requests &
sleeping=$!
wait_for 30 grep -q '"open"' got
end
kill $sleeping
wait $sleeping 2>/dev/null
like "$(sed 's/0x[0-9a-f]*/X/g' got)" '^\{"open":[0-9]{9,},"from":\{"time":[0-9]+,"cpu":[01],"command":"[^"]*","pid":[0-9]+,"provider":"sdt","module":"requests","function":"start_request","name":"request-start","args":\{"id":[0-9]+,"code":0,"positive":0\},"stack":\[' \
	'... as JSON, with where its task sleeps'

# -- keys of several types ---------------------------------------------------------------------
# key KEY MATCHED NAME: 7 requests, of which so many are matched
key()
{
	begin latency -j -k "$1" requests:
	echo 7 >$requests/fire
	end
	is "$status:$(sed 's/;.*//' errors):$(value count)" "0:${4-}:$2" "$3"
}
unmatched() { echo "sdtinfo: latency: no hit of TO has the $1 of a hit of FROM before it"; }
key code 7 'the key -1 of an int is that of a long'
key code=positive 7 '... and as C compares them that of an unsigned int'
key positive=code 0 '... of which 4294967295 is not that of a long' "$(unmatched positive)"
key code=half 0 '... nor 65535 of an unsigned short that of an int' "$(unmatched code)"

# -- hits that are lost ------------------------------------------------------------------------
begin top -j -i 0.5 -b cpu request-start
kill -STOP $pid
echo 60000 >$requests/fire
kill -CONT $pid
wait_for 60 grep -q '"lost":\([1-9]\|null\)' got
wait_for 60 is_read
end
sum() { grep -o "\"$1\":[0-9]*" | awk -F : '{ n += $2 } END { print n }'; }
if grep -q '"lost":null' got; then
	note 'the kernel does not tell how many hits were lost'
else
	is "$status:$(($(tail -n 1 got | sum total) + $(sum lost <got)))" 0:60000 \
		'top tells in each round how many hits were lost'
fi
tells "$(cat errors)" 'sdtinfo: top lost CPU' '... and at the end'
begin top -i 0.5 -b cpu request-start
kill -STOP $pid
echo 60000 >$requests/fire
kill -CONT $pid
wait_for 60 grep -q 'hits/s, lost: [0-9]' got
ok $? '... as text'
end

# -- more values than there is room for ----------------------------------------------------------
begin top -i 1000 -b id request-start
both 10
echo 500 >$requests/fire
end
tells "$status:$(cat errors)" '0:sdtinfo: top --by 100000 (other)' 'more values than there is room for'
more=$(sed -n 's/^ *\([0-9]*\) more$/\1/p' got)
is "$(($(grep -c ' id=' got) + ${more:-0})):$(grep -o ' 500  id=(other)' got)" '100001: 500  id=(other)' \
	'... are one row'

# -- under load ----------------------------------------------------------------------------------
while :; do echo 1000 >$requests/fire; done &
load=$!
while :; do echo 1000 >$requests/fire; done &
load="$load $!"
./sdtinfo latency -t 2 -k id requests: >got 2>errors
is $? 0 'under a load that never ends, a time ends it'
begin latency --prometheus --output metrics -i 0.5 -k id requests:
wait_for 60 grep -qs 'sdt_latency_seconds_count.* [1-9]' metrics
ok $? '... and metrics are written'
end
kill $load
wait $load 2>/dev/null
is "$status" 0 '... until a signal'

# -- a module that is being removed ----------------------------------------------------------------
echo 1 >$requests/linger
rmmod requests &
removing=$!
wait_for 30 grep -q going /sys/module/requests/initstate
for verb in 'latency' 'top -n 1 -b id'; do
	./sdtinfo $verb requests: >got 2>errors
	status=$?
	# It has no events any more, or they disappear at once.
	tells "$status:$(cat errors)" "$status:sdtinfo: requests" "$verb: the module goes as it starts"
	[ $status -le 3 ]
	ok $? '... and it does not crash'
done
echo 0 >$requests/linger
wait $removing
ok $? 'the module goes'
rmmod sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
