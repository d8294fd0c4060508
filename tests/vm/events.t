#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# events.t - probes are normal trace events: revdev in tracefs
#
# needs: kmod/sdt.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: examples/revdev/traceflow examples/revdev/traceflow.expected tests/vm/modules/counter.ko
# needs: tests/vm/modules/numbers.ko tests/vm/modules/probed.ko tests/vm/modules/slow.ko
# needs: tests/vm/perf_count tests/vm/load_forced
. "$(dirname "$0")/../guest/guest.sh"

write_entry=$tracefs/events/revdev/write_entry
input='hello\nworld\nioctl\nioctl\nexit\n'
run() { printf '%b' "$input" | ./testrevdev > /dev/null; }

# -- the flow of the example -------------------------------------------------
insmod sdt.ko && insmod revdev.ko
ok $? 'sdt.ko and revdev.ko load'
is "$(printf '%b' "$input" | ./traceflow ./testrevdev | grep -E '^ *(->|=>|<=|<-) ')" \
   "$(cat traceflow.expected)" 'traceflow shows what the example promises'
is "$(printf '%b' "$input" | ./testrevdev | tr '\n' ' ')" \
   'Write: hello  Read: olleh Write: world  Read: dlrow Ioctl: 3 is odd Ioctl: 4 is even ' \
   'testrevdev gets its strings back reversed'

# -- the files -----------------------------------------------------------------
is "$(grep '^revdev:' $tracefs/available_events | sort | tr '\n' ' ')" \
   'revdev:ioctl_entry revdev:ioctl_return revdev:read_entry revdev:read_return revdev:write_entry revdev:write_return ' \
   'available_events has the six events'
is "$(ls $write_entry | grep -vx 'hist\|hist_debug\|inject' | tr '\n' ' ')" \
   'enable filter format id trigger ' 'an event has the files of an event'
is "$(sed -n 's/^\tfield:\(.*\);\toffset.*size:\([0-9]*\).*/\1 \2/p' $write_entry/format |
	grep -v common_ | tr '\n' ';')" \
   'struct file * fp 8;char* buf 8;size_t n 8;unsigned long __probe_ip 8;__data_loc char[] buf_str 4;' \
   'format: the arguments with their types, where it fired, the captured string'
like "$(cat $write_entry/id)" '^[1-9][0-9]*$' 'id'

# -- enable ---------------------------------------------------------------------
is "$(cat $write_entry/enable)" 0 'disabled at first'
run
is "$(lines write_entry)" 0 'disabled: nothing in the trace'
echo 1 > $write_entry/enable
run
is "$(lines write_entry) $(lines write_return)" '2 0' 'enabled: every hit, of this event only'
like "$(cat $tracefs/trace)" 'testrevdev-[0-9]+ .* write_entry: \(revdev_write\+0x[0-9a-f]+\) fp=0x[0-9a-f]+ buf=0x[0-9a-f]+ n=5 buf_str="hello"' \
	'trace shows function, arguments and string'
echo 0 > $write_entry/enable
run
is "$(lines write_entry)" 2 'disabled again: no more of them'
echo > $tracefs/trace

# -- filter -----------------------------------------------------------------------
echo 'arg == 4' > $tracefs/events/revdev/ioctl_entry/filter
echo 'buf_str == "world"' > $write_entry/filter
echo 1 > $tracefs/events/revdev/enable
run
is "$(lines ioctl_entry) $(lines write_entry) $(lines read_entry)" '1 1 2' 'filters on a number and on a string'
echo 'nonsense == 4' > $write_entry/filter 2> /dev/null
ok $((! $?)) 'a filter on a field that is none is refused'
echo 0 > $tracefs/events/revdev/enable
echo 0 > $write_entry/filter
echo > $tracefs/trace

# -- triggers ------------------------------------------------------------------------
histogram $write_entry 'hist:keys=n:vals=hitcount'
echo stacktrace > $tracefs/events/revdev/read_entry/trigger
echo 1 > $tracefs/events/revdev/read_entry/enable
run
histogram_like $write_entry 'n: +5 .*hitcount: +2' 'a histogram counts by an argument'
like "$(cat $tracefs/trace)" '=> revdev_read|=> vfs_read' 'a stack trace goes through the driver'
histogram $write_entry '!hist:keys=n:vals=hitcount'
echo '!stacktrace' > $tracefs/events/revdev/read_entry/trigger
echo 0 > $tracefs/events/revdev/read_entry/enable
like "$(cat $debugfs/sdt/probes)" '^sdt:revdev:revdev_write:write-entry .*users=0 ' 'no user is left behind'

# -- trace_pipe, instances ---------------------------------------------------------------
echo > $tracefs/trace
mkdir $tracefs/instances/other
echo 1 > $tracefs/instances/other/events/revdev/write_return/enable
echo 1 > $write_entry/enable
timeout 3 cat $tracefs/trace_pipe > pipe &
run
wait
is "$(grep -c 'write_entry:' pipe) $(grep -c write_return: pipe)" '2 0' 'trace_pipe has the events of its instance'
is "$(grep -c write_return: $tracefs/instances/other/trace)" 2 'another instance has its own'
echo 0 > $write_entry/enable
rmdir $tracefs/instances/other
ok $? 'an instance with an enabled event can be removed'

# -- the module goes while its events are in use ---------------------------------------------
echo 1 > $tracefs/events/revdev/enable
run
rmmod revdev
ok $? 'revdev can be removed while its events are on'
is "$(grep -c revdev $tracefs/available_events)" 0 'its events go with it'
cat $tracefs/trace > /dev/null
rmmod sdt
ok $? 'and then sdt.ko'

# -- perf has an event open, and the module's init function fails ----------------------------
# told TEXT: how many lines of sdt.ko in the kernel's log end with that
told() { dmesg | grep -c "sdt: $1\$"; }
insmod sdt.ko
insmod slow.ko init=2000 fail=1 2> /dev/null &
loading=$!
wait_for 10 [ -e $tracefs/events/slow/begin/id ]
./perf_count "$(cat $tracefs/events/slow/begin/id)" sh -c 'touch opened; until [ -e stop ]; do sleep 0.1; done' > counted &
perf=$!
wait_for 10 [ -e opened ]
ok "$(kill -0 $loading; echo $?)" 'perf opens an event while its module is loaded'
wait $loading
is "$((! $?)) $(grep -c ^slow /proc/modules)" '0 0' '... whose init function fails: the kernel frees the module'
is "$(grep -c slow $tracefs/available_events)$(grep -c slow $debugfs/sdt/probes)" 00 '... with its events'
is "$(told 'slow: unloaded while perf or BPF uses 1 of its events: .*')" 1 \
	'sdt.ko tells of it'
rmmod sdt 2> /dev/null
ok $((! $?)) '... and stays while perf has the event open'
insmod slow.ko
ok $? 'the module can be loaded again'
run
touch stop
wait $perf
is "$? $(cat counted)" '0 0' 'perf closes the event'
rmmod slow && rmmod sdt
ok $? '... and sdt.ko can be removed'

needs_gate 'sdt.ko goes while modules have events, and comes after them' || { done_testing; exit; }

# -- sdt.ko goes while a module's exit function runs -----------------------------------------
insmod sdt.ko && insmod slow.ko exit=4000
echo 1 > $tracefs/events/slow/begin/enable
echo 0 > $tracefs/events/slow/begin/enable
rmmod slow &
unloading=$!
wait_for 10 grep -q '^slow .* Unloading' /proc/modules
rmmod sdt
ok $? 'sdt.ko is removed while a module is being unloaded'
ok "$(kill -0 $unloading; echo $?)" '... and does not wait for its exit function'
is "$(grep -c slow $tracefs/available_events)" 0 '... and has removed its events'
wait $unloading
is "$? $(grep -c ^slow /proc/modules)" '0 0' '... which comes to its end'

# -- the kernel has no number for another event ----------------------------------------------
# ends PID: whether the process ends soon
ends() { wait_for 20 sh -c "! kill -0 $1 2> /dev/null"; }
insmod sdt.ko && insmod revdev.ko && insmod numbers.ko
insmod probed.ko
ok $? 'there is no event number left: a module is loaded'
is "$(told 'probed: the kernel has no free event number for 4 of its events')" 1 '... and sdt.ko says so'
is "$(grep -c probed: $tracefs/available_events)" 0 '... and it has no events'
insmod counter.ko pattern=sdt:probed::fire
echo 10 > /sys/module/probed/parameters/fire
is "$(cat /sys/module/counter/parameters/hits)" 10 '... but probes, which call handlers'
cat /sys/module/sdt/parameters/enable > enable &
ends $!
is "$? $(cat enable)" '0 ' 'a parameter can be read'
rmmod counter
rmmod sdt &
ends $!
is "$? $(grep -c '^sdt ' /proc/modules)$(grep -c revdev: $tracefs/available_events)" '0 00' 'sdt.ko can be removed'
echo > /sys/module/numbers/parameters/more
insmod sdt.ko 2> /dev/null
ok $((! $?)) '... but not be loaded without a number of its own'
like "$(dmesg)" 'sdt: .*event number' '... and says why'
rmmod numbers
insmod sdt.ko
ok $? '... until there is a number'
is "$(grep -c probed: $tracefs/available_events)" 4 '... and then the module has events'
rmmod probed && rmmod revdev && rmmod sdt
ok $? 'all is unloaded'

# -- the kernel does not create the events of a module that is loaded by force, so not the gate --
./load_forced sdt.ko
like "$(dmesg)" 'sdt: .*tracing core .*-22' 'sdt.ko loaded by force does not reach the tracing core'
insmod numbers.ko
is "$(grep -c numbers: $tracefs/available_events)" "$(grep -c numbers: $debugfs/sdt/probes)" \
	'... but a module that comes later has its events'
rmmod numbers && rmmod sdt
ok $? '... and both can be removed'
no_complaints 'the kernel log has no complaint'
done_testing
