#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The files of sdtinfo trace -o, as trace-cmd and sdtinfo read them, and those of trace-cmd.
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

trap 'cp ./*.dat /out' EXIT

torture=/sys/module/torture/parameters

load && insmod messages.ko && insmod torture.ko
ok $? 'the modules load'

# report FILE [OPTION]: what trace-cmd says of it goes to the file report, $status and $errors
report()
{
	status=0
	trace-cmd report ${2:+"$2"} -i "$1" >report 2>errors || status=$?
	errors=$(cat errors)
}

# rows: of trace's output, what does not change from run to run
rows()
{
	sed '1d; s/^ *[0-9.]* *[0-9]*  \([^ ]*\)  *[0-9]*  /\1 /; s/  */ /g; s/=0xffff[0-9a-f]*/=P/g'
}

# of_formats: what trace shows of such rows if the module is not there
of_formats() { sed -E 's/^([^ ]+ [a-z]+:[a-z]+:)[a-z_]*:([^ ]+)/\1:\2/; h; s/^([^ ]+ [^ ]+).*/\1/; y/-/_/; G; s/\n[^ ]+ [^ ]+//'; }

# from FILE [ARG...]: sdtinfo trace of it; sets $out, $errors and $status
from()
{
	file=$1
	shift
	status=0
	out=$(./sdtinfo trace --from "$file" "$@" 2>errors) || status=$?
	errors=$(cat errors)
}

# -- what it says --------------------------------------------------------------------
mkdir $tracefs/instances/beside
echo 1 >$tracefs/instances/beside/events/revdev/enable
echo 1 >$tracefs/instances/beside/events/kinds/enable
./sdtinfo trace -o small.dat 'revdev::' 'kinds::' -- ./fire
ok $? 'sdtinfo trace -o'
hits <$tracefs/instances/beside/trace >trace.hits
rmdir $tracefs/instances/beside
report small.dat
is "$status:$errors:$(hits <report)" "0::$(cat trace.hits)" \
	'trace-cmd report shows the text that tracefs shows'
is "$(sed -n 's/^ *\([^ ]*\)-[0-9]* *\[.*/\1/p' report | sort -u)" 'fire
testrevdev' '... and the names of tasks that have ended'

# -- without symbols, and with others' events --------------------------------------------
restrict=$(cat /proc/sys/kernel/kptr_restrict)
echo 2 >/proc/sys/kernel/kptr_restrict
./sdtinfo trace -o unnamed.dat kinds::shared -- ./fire 2>hidden
echo "$restrict" >/proc/sys/kernel/kptr_restrict
tells "$(cat hidden)" 'sdtinfo: unnamed.dat kptr_restrict symbols functions' 'without symbols, it is said what the file lacks'
from small.dat fire_here:shared
is "$status:$errors:$(echo "$out" | grep -c :shared)" 0::1 'hits of a function'
from unnamed.dat shared
is "$status:$errors:$(echo "$out" | grep -c :shared)" 0::2 '... an event has all its hits'
from unnamed.dat fire_here:shared
tells "$status:$(echo "$out" | grep -c :shared):$errors" '0:0:sdtinfo: unnamed.dat left out: 2' \
	'... but those of a function are not known'
echo 'p:others/read vfs_read' >$tracefs/kprobe_events
trace-cmd record -o kprobe.dat -e others -e revdev ./fire >log 2>&1
from small.dat 'revdev::'
wanted=$(echo "$out" | grep -c :revdev:)
from kprobe.dat
is "$status:$errors:$(echo "$out" | grep -c others):$(echo "$out" | grep -c :revdev:)" \
	"0::0:$wanted" 'events of kprobes are no probes'
echo >$tracefs/kprobe_events

report small.dat --check-events
is "$status:$errors" 0: '... understands all of its events'
is "$(trace-cmd dump --summary -i small.dat 2>&1 |
	grep -oE '6\s+.Version|2 systems|2 .CPUs|Flyrecord|.local.$' | tr -d '\t[]' | tr '\n' ' ')" \
	'6Version 2 systems 2 CPUs Flyrecord local ' 'trace-cmd dump understands all of its parts'
./sdtinfo trace -o revdev.dat 'revdev::' -- ./fire
trace-cmd record --file-version 6 -o other.dat -e revdev ./fire >log 2>&1
small=$(stat -c %s revdev.dat) other=$(stat -c %s other.dat)
ok $((small * 20 > other)) 'without functions, it has few of the symbols that trace-cmd writes' ||
	note "$small, $other"

./sdtinfo trace -s -o stacks.dat 'revdev::write-entry' -- ./fire
report stacks.dat
is "$(grep -c '<stack trace' report):$(grep -oE '=> (revdev_write|vfs_write|ksys_write)' report | sort | uniq -c | tr -s ' ')" \
	'2: 2 => ksys_write
 2 => revdev_write
 2 => vfs_write' 'with stacks it has all symbols'
./sdtinfo trace -o messages.dat 'messages::addresses_*' -- \
	sh -c 'echo all >/sys/module/messages/parameters/fire'
report messages.dat
like "$(cat report)" 'addresses_fn_code: +fn=fire_literals' '... and with messages that have functions'

# -- how many ------------------------------------------------------------------------
# begin PATTERN...: begins big.dat in the background; sets $pid
begin()
{
	rm -f ready
	./sdtinfo trace --ready-fd 3 -o big.dat "$@" 3>ready 2>errors &
	pid=$!
	wait_for 60 test -s ready
}

# end: ends it; sets $status
end()
{
	kill -INT $pid
	status=0
	wait $pid || status=$?
}

begin 'torture::'
echo 1 >$torture/run
sleep 1
echo 0 >$torture/run
end
read -r task softirq hardirq toggled <$torture/passed
is "$status:$(cat errors)" 0: 'on two CPUs under load'
report big.dat
is "$(sed -nE 's/.*\[00([0-9])\].* (task|softirq|hardirq|toggled): .*/\2/p' report | sort | uniq -c | tr -s ' ')" \
	" $hardirq hardirq
 $softirq softirq
 $task task
 $toggled toggled" "trace-cmd finds all $((task + softirq + hardirq + toggled)) hits"
is "$(sed -nE 's/.*\[00([0-9])\].*/\1/p' report | sort -u | tr -d '\n')" 01 '... of both CPUs'
is "$(sed -nE 's/.* ([0-9.]+): (task|softirq|hardirq|toggled): .*/\1/p' report | sort -nc 2>&1)" '' \
	'... in the order of their times'

# -- what is lost ----------------------------------------------------------------------
begin 'torture::task'
kill -STOP $pid
echo 16 >"$tracefs/instances/sdtinfo-$pid-1/buffer_size_kb"
echo 1 >$torture/run
sleep 2
echo 0 >$torture/run
kill -CONT $pid
end
read -r task softirq hardirq toggled <$torture/passed
lost=$(sed -n 's/.*hits lost: \([0-9]*\).*/\1/p' errors)
report big.dat
ok $((${lost:-0} == 0)) "hits were overwritten: ${lost:-0}"
is "$(($(grep -c ' task: ' report) + lost))" "$task" '... and are counted'

# -- as a source ---------------------------------------------------------------------
./sdtinfo trace 'revdev::' 'kinds::' -- ./fire 2>errors | rows >live.rows
trace-cmd record -o compressed.dat -e revdev -e kinds -e sched:sched_switch ./fire >log 2>&1
trace-cmd record -B one -e revdev -B two -e kinds -o instances.dat ./fire >log 2>&1
for file in small.dat compressed.dat instances.dat; do
	from ./$file 'revdev::' 'kinds::'
	is "$status:$errors" 0: "$file is a source"
	is "$(echo "$out" | rows)" "$(cat live.rows)" '... shows what is shown live'
done
from compressed.dat 'sched:::'
is "$status:$errors:$(echo "$out" | grep -c ' sched:sched::sched_switch ')" \
	"0::$(trace-cmd report -i compressed.dat 2>/dev/null | grep -c ' sched_switch: ')" \
	'... and events that are no probes'
insmod native.ko && insmod tracked.ko
trace-cmd record -o own.dat -e native -e lorry -e tracked sh -c "echo 1 >/sys/module/native/parameters/fire
	echo 1 >/sys/module/tracked/parameters/fire" >log 2>&1
from own.dat
is "$status:$errors:$(echo "$out" | sed -nE 's/.* [a-z]+:(native|lorry|tracked):[a-z_]*:([a-z_]+) .*/\2/p' | sort)" \
	"0::$(trace-cmd report -i own.dat 2>/dev/null | sed -nE 's/.*[0-9]: +([a-z_]+): .*/\1/p' | sort)" \
	'TRACE_EVENTs, probes or not, beside probes'
like "$out" ' sdt:tracked:fire_set:one +n=1$' '... which have their functions'
like "$out" ' sdt:native:fire_set:probe +arg0=1$' '... also beside an event with the name of another one'
like "$out" ' native:native::both +n=4$' '... which is shown'
from own.dat -l
like "$status:$out" ' sdt:native:fire_set:probe@native[.]c:[0-9]+ ' '... and their lines, if they are known'
from own.dat -f 'goal == "Hull"' lorry:::lorry_varying
is "$status:$errors:$(echo "$out" | grep -o 'goal=[^ ]* between=[^ ]*')" '0::goal="Hull" between=0x55' \
	'... and TRACE_EVENTs their fields'
rmmod native tracked
from small.dat -f 'n == 5' 'revdev::write-entry' -n 1
is "$status:$errors:$(echo "$out" | rows)" "0::$(grep -m 1 write-entry live.rows)" \
	'a filter, a pattern, a limit'
from stacks.dat
is "$(echo "$out" | grep -cE '^	(revdev_write|vfs_write|ksys_write)$')" 6 'stacks'
from messages.dat
like "$out" 'fn=fire_literals code=fire_literals\+0x2' 'messages with functions'
from big.dat
tells "$status:$errors" "0:sdtinfo: big.dat missing $lost" 'how many were lost'
from nothing.dat
tells "$status:$out:$errors" '1::sdtinfo: nothing.dat No such file' 'no file'

# counts FILE: how often each probe of torture.ko was hit
counts()
{
	from "$1" -j 'torture::'
	echo "$out" | sed -n 's/.*"name":"\([a-z]*\)".*/\1/p' | sort | uniq -c | tr -s ' '
}

begin 'torture::'
echo 1 >$torture/run
sleep 1
echo 0 >$torture/run
end
read -r task softirq hardirq toggled <$torture/passed
is "$(counts big.dat)" " $hardirq hardirq
 $softirq softirq
 $task task
 $toggled toggled" "all $((task + softirq + hardirq + toggled)) hits of two CPUs under load"
trace-cmd record -o trace-cmd.dat -e torture sh -c "echo 1 >$torture/run; sleep 1; echo 0 >$torture/run" >log 2>&1
read -r task softirq hardirq toggled <$torture/passed
is "$(counts trace-cmd.dat)" " $hardirq hardirq
 $softirq softirq
 $task task
 $toggled toggled" "... and all $((task + softirq + hardirq + toggled)) of a file of trace-cmd"
counts trace-cmd.dat >trace-cmd.counts
is "$(./sdtinfo top -j -b common_cpu --from trace-cmd.dat 'torture::' 2>errors | grep -oE '"hits":[0-9]+' |
	awk -F: '{ n += $2 } END { print n }')" $((task + softirq + hardirq + toggled)) 'top --by counts them'
is "$(./sdtinfo latency -j --from trace-cmd.dat torture::task torture::task 2>errors |
	grep -oE '"to_hits":[0-9]+')" "\"to_hits\":$task" 'latency measures them'
./sdtinfo record --name dat --size 4M 'torture::' >log 2>&1
echo 1 >$torture/run
sleep 1
echo 0 >$torture/run
read -r task softirq hardirq toggled <$torture/passed
./sdtinfo record --show --name dat -o recorder.dat >log 2>&1
is "$?:$(cat log)" 0: 'a file of a recorder'
report recorder.dat
is "$status:$errors:$(grep -cE ' (task|softirq|hardirq|toggled): ' report)" \
	"0::$((task + softirq + hardirq + toggled))" '... with all hits'
rmmod torture
./sdtinfo trace --from dat -o gone.dat >log 2>&1
is "$?:$(cat log)" 0: '... also when its module has gone'
report gone.dat
is "$status:$errors:$(grep -cE ' (task|softirq|hardirq|toggled): ' report)" \
	"0::$((task + softirq + hardirq + toggled))" '... with all hits'
./sdtinfo record --stop --name dat >log 2>&1
of_formats <live.rows >/out/rows
cp trace-cmd.counts /out

rmmod messages kinds revdev sdt
report small.dat
is "$status:$errors:$(hits <report)" "0::$(cat trace.hits)" 'the same without the modules'
from small.dat
is "$status:$errors:$(echo "$out" | rows)" "0::$(of_formats <live.rows)" \
	'... as a source, whose probes are made of formats'
is "$(ls $tracefs/instances)" '' 'no instance is left'
no_complaints 'the kernel log has no complaint'
done_testing
