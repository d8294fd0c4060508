#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# trace-dat.t - the files of sdtinfo trace -o, as trace-cmd reads them
#
# needs: tests/clients/clients.sh kmod/sdt.ko tools/sdtinfo/sdtinfo
# needs: examples/revdev/revdev.ko examples/revdev/testrevdev tests/vm/modules/kinds.ko
# needs: tests/vm/modules/messages.ko tests/vm/modules/torture.ko
# options: --append slub_debug=- --root / --timeout 900
[ "${IN_GUEST-}" ] || pkg-config --exists libtracefs libtraceevent || {
	echo '1..0 # skip no libtracefs here: sdtinfo trace is not built'
	exit
}
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

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
sleep 3
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

rmmod torture messages kinds revdev sdt
report small.dat
is "$status:$errors:$(hits <report)" "0::$(cat trace.hits)" 'the same without the modules'
is "$(ls $tracefs/instances)" '' 'no instance is left'
no_complaints 'the kernel log has no complaint'
done_testing
