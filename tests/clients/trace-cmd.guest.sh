#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# trace-cmd lists, records and prints probes as it does the kernel's own events.
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

load
ok $? 'the modules load'
note "$(trace-cmd --version 2>&1 | grep version)"

# -- list, record, report ---------------------------------------------------------
is "$(trace-cmd list -e '^revdev:' | sort | tr '\n' ' ')" \
   'revdev:ioctl_entry revdev:ioctl_return revdev:read_entry revdev:read_return revdev:write_entry revdev:write_return ' \
   'trace-cmd list has the probes'
mkdir $tracefs/instances/beside
echo 1 >$tracefs/instances/beside/events/revdev/enable
echo 1 >$tracefs/instances/beside/events/kinds/enable
trace-cmd record -o trace.dat -e revdev -e kinds ./fire >log 2>&1
ok $? 'trace-cmd record' || note "$(cat log)"
trace-cmd report -i trace.dat >report 2>log
is "$(cat log)" '' 'trace-cmd report understands every event'
hits <report >report.hits
hits <$tracefs/instances/beside/trace >trace.hits
rmdir $tracefs/instances/beside
is "$(counted <trace.hits)" "$fired" 'tracefs has every hit'
is "$(cat report.hits)" "$(cat trace.hits)" 'trace-cmd report shows the text that tracefs shows'
like "$(cat report)" \
	' write_entry: +\(revdev_write\+0x[0-9a-f]+\) fp=0xfff[0-9a-f]+ buf=0x[0-9a-f]+ n=5 buf_str="hello"' \
	'function, values and string'
cp trace.dat report /out

trace-cmd record -o filter.dat -e revdev:ioctl_entry -f 'arg == 4' \
	-e revdev:write_entry -f 'buf_str == "world"' ./fire >log 2>&1
is "$(trace-cmd report -i filter.dat 2>&1 | grep -oE 'arg=4|n=5 buf_str=.*')" \
   "$(printf 'n=5 buf_str="world"\narg=4')" 'with a filter'

# -- rmmod while it looks -----------------------------------------------------------
# An ftrace user does not hold the module: its events go with it.
trace-cmd start -e revdev >log 2>&1
./fire
is "$(trace-cmd show | counted)" "$fired" 'trace-cmd start, show'
gone revdev
ok $? 'the module can go'
is "$(trace-cmd stat 2>&1 | grep -c revdev)" 0 '... and trace-cmd knows of it no more'
trace-cmd reset >log 2>&1
ok $? '... and can end' || note "$(cat log)"
insmod revdev.ko

# The core empties its buffers when such events go.
trace-cmd record -o used.dat -e revdev -e sched:sched_process_exit sleep 1000 >log 2>&1 &
wait_for 60 pidof sleep >/dev/null	# it starts when trace-cmd is ready
./fire
gone revdev
ok $? 'the module can go during trace-cmd record'
kill -INT "$(pidof sleep)"
wait
trace-cmd report -i used.dat >report 2>&1
ok $? '... and the recording can be read'
like "$(cat report)" 'sched_process_exit: +comm=' '... which has gone on'
trace-cmd reset >log 2>&1
rmmod kinds sdt
is "$(trace-cmd report -i trace.dat 2>&1 | hits)" "$(cat report.hits)" \
   'as can older recordings, without the modules'
no_complaints 'the kernel log has no complaint'
done_testing
