#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The bpftrace script of docs/from-tracepoints.md prints what a probe's event has not.
. ./guest.sh

insmod sdt.ko && insmod formats.ko
ok $? 'the modules load'
sed -n '/^tracepoint:formats:frame_dump$/,/^}$/p' from-tracepoints.md >script.bt
printf 'echo 1 > /sys/module/formats/parameters/fire\n' >fire
bpftrace script.bt -c '/bin/sh ./fire' >out 2>&1
ok $? 'bpftrace' || note "$(cat out)"
# bpftrace 0.23 counts the NUL that it ends the string with, 0.17 does not.
is "$(sed 's/^text=abc$/text=abcd/' out | grep -E '^(text|data|mac|URGENT)')" "\
text=abcd
data=\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\\x09\\x0a
mac=20000000017 caller=fire
URGENT|LAST|" 'strings with a length, bytes, hexadecimal numbers, functions, flags'
rmmod formats && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
