#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tp_printk.t - with tp_printk, events are printed to the console, where they fire
#
# needs: kmod/sdt.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/messages.ko
# options: --smp 1 --append tp_printk
. "$(dirname "$0")/../guest/guest.sh"

write_entry=$tracefs/events/revdev/write_entry
run() { printf 'hello\nworld\nexit\n' | ./testrevdev > /dev/null; }
# printed: what the kernel's log has had of our events since the last look
printed() { dmesg -c | sed -nE 's/^.*\] ([a-z]+[_-]entry: )/\1/p'; }
# recorded: the same of the trace
recorded() { sed -nE 's/^.* ([a-z]+[_-]entry: )/\1/p' $tracefs/trace; }

is "$(cat /proc/sys/kernel/tracepoint_printk)" 1 'the kernel was booted with tp_printk'
insmod sdt.ko && insmod revdev.ko
ok $? 'sdt.ko and revdev.ko load'
dmesg -c > /dev/null
echo 1 > $write_entry/enable
run
printed > lines
is "$(wc -l < lines)" 2 'each hit is printed'
like "$(cat lines)" '^write_entry: \(revdev_write\+0x[0-9a-f]+\) fp=0x[0-9a-f]+ buf=0x[0-9a-f]+ n=5 buf_str="hello"$' \
	'... with function, arguments and string'
is "$(recorded)" "$(cat lines)" '... and recorded with the same text'
echo 'buf_str == "world"' > $write_entry/filter
run
is "$(printed | grep -o 'buf_str=.*')" 'buf_str="world"' 'a filter is for the console, too'
echo 0 > $write_entry/filter
echo 0 > $write_entry/enable
run
is "$(printed)" '' 'a disabled event is not printed'

insmod messages.ko
echo 1 > $tracefs/events/messages/enable
echo > $tracefs/trace
dmesg -c > /dev/null
echo 1 > /sys/module/messages/parameters/fire
dmesg -c | sed -nE 's/^.*\] ([a-z]+_[a-z0-9_]+: )/\1/p' > lines
echo 0 > $tracefs/events/messages/enable
ok "$([ "$(wc -l < lines)" -ge 120 ]; echo $?)" 'messages are printed'
# Before 5.13, the kernel has no %p4cc, and prints a hashed address.
is "$(grep -vE '^bytes_fourcc: [0-9a-f]{16}$' lines)" \
	"$(sed -nE 's/^.*: ([a-z]+_[a-z0-9_]+: )/\1/p' $tracefs/trace | grep -vE '^bytes_fourcc: [0-9a-f]{16}$')" \
	'... with the text that they have in the trace'

rmmod messages revdev && rmmod sdt && insmod sdt.ko layout=dtrace && insmod revdev.ko
echo 1 > $tracefs/events/revdev/write-entry/enable
run
printed > lines
like "$(cat lines)" '^write-entry: fp=0x[0-9a-f]+ buf=0x[0-9a-f]+ n=5$' 'layout=dtrace'
is "$(recorded)" "$(cat lines)" '... is recorded with the same text'
echo 0 > $tracefs/events/enable
rmmod revdev && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
