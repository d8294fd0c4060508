#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tracepoints.t - the clients print the probes of docs/porting.md as the kernel does
#
# perf and trace-cmd print the formats of a probe, and the page's bpftrace script reads what
# is behind pointers.
#
# needs: tests/clients/clients.sh kmod/sdt.ko tests/vm/modules/formats.ko docs/porting.md
# options: --append slub_debug=- --root / --smp 1 --timeout 300
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

# dump: of a trace on the input the probe's frame_dump, from the event's name on
dump() { hits | grep '^frame_dump: '; }

# Where perf looks for the file of a module; clients.sh's load() says why there is no more
mount -t tmpfs tmpfs /lib/modules
mkdir -p "/lib/modules/$(uname -r)/extra"
cp ./*.ko "/lib/modules/$(uname -r)/extra"
insmod sdt.ko && insmod formats.ko
ok $? 'the modules load'
printf 'echo 1 > /sys/module/formats/parameters/fire\n' >fire

for flags in 3 9 0; do
	echo $flags >/sys/module/formats/parameters/flags
	echo >$tracefs/trace
	echo 1 >$tracefs/events/formats/frame_dump/enable
	perf record -o perf.data -e formats:frame_dump /bin/sh ./fire >log 2>&1
	ok $? "flags $flags: perf record" || note "$(cat log)"
	perf --no-pager script -i perf.data 2>&1 | dump >script
	dump <$tracefs/trace >trace
	echo 0 >$tracefs/events/formats/frame_dump/enable
	like "$(cat trace)" ' flags=[^ ]+ crc=0x1f caller=fire .* mac_bytes=02 00 00 00 00 17 saddr_bytes=c0 00 02 01 text_str="abcd" data_bytes=01 02 03 04 05 06 07 08 09 0a$' \
		'... the kernel'
	is "$(cat script)" "$(cat trace)" '... perf script shows the text that tracefs shows'
	trace-cmd record -o trace.dat -e formats:frame_dump /bin/sh ./fire >log 2>&1
	ok $? '... trace-cmd record' || note "$(cat log)"
	is "$(trace-cmd report -i trace.dat 2>&1 | dump | sed 's/mac=.* text_len/text_len/')" \
		"$(sed 's/mac=.* text_len/text_len/' trace)" \
		'... trace-cmd report, too'
done

echo 3 >/sys/module/formats/parameters/flags
sed -n '/^tracepoint:formats:frame_dump$/,/^}$/p' porting.md >script.bt
if why=$(no_bpftrace); then
	ok 0 "bpftrace # SKIP $why"
	done_testing
	exit
fi
bpftrace script.bt -c '/bin/sh ./fire' >out 2>&1
ok $? 'bpftrace' || note "$(cat out)"
# bpftrace 0.23 counts the NUL that it ends the string with, 0.17 does not.
is "$(sed 's/^text=abc$/text=abcd/' out | grep -E '^(text|data|mac|crc|URGENT)')" "\
text=abcd
data=\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\\x09\\x0a
mac=\\x02\\x00\\x00\\x00\\x00\\x17
crc=1f caller=fire
URGENT|LAST|" 'strings with a length, bytes, hexadecimal numbers, functions, flags'
rmmod formats && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
