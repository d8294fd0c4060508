#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# docs/from-tracepoints.md: the same events as tracepoints and as probes, and what of each
# is in the trace.
. ./guest.sh

formats=/sys/module/formats/parameters
probes=$tracefs/events/formats
tracepoints=$tracefs/events/formats_trace

# shown EVENT: its records, the tracepoint's first, without task and time
shown() { sed -n "s/^.*[0-9]: \($1: \)/\1/p" $tracefs/trace; }

insmod sdt.ko && insmod formats.ko
ok $? 'the modules load'
echo 1 > $formats/fire
is "$(cat $formats/computed_for_probe $formats/computed_for_tracepoint | tr '\n' ' ')" '0 0 ' \
	'disabled, nothing is computed for either'
is "$(ls $probes | grep frame | tr '\n' ' ')" "$(ls $tracepoints | grep frame | tr '\n' ' ')" \
	'both have the same events'

echo 1 > $probes/enable
echo 1 > $tracepoints/enable
echo 'hist:keys=mac.hex,flags.hex,caller.sym' > $probes/frame_dump/trigger
echo 1 > $formats/fire
is "$(cat $formats/computed_for_probe $formats/computed_for_tracepoint | tr '\n' ' ')" '1 1 ' \
	'DTRACE_PROBE_ENABLED() is what trace_*_enabled() is'
shown frame_send > records
is "$(sed -n 1p records)" 'frame_send: name=eth7 len=10 queue=3' 'a tracepoint with a string'
like "$(sed -n 2p records)" \
	'^frame_send: \(send[^ ]*\) name=0x[0-9a-f]+ len=10 queue=3 name_str="eth7"$' '... a probe'
shown frame_done > records
is "$(sed 's/([^ ]*) //' records | uniq -c | tr -s ' ' | tr '\n' ';')" \
	' 2 frame_done: len=10 err=0; 2 frame_done: len=10 err=-5;' 'a class, and probes of one form'
shown frame_failed > records
is "$(sed 's/([^ ]*) //' records | uniq -c | tr -s ' ')" ' 2 frame_failed: len=10 err=-5' \
	'a condition, as an if in front of the probe'
shown frame_dump > records
is "$(sed -n 1p records)" 'frame_dump: state=FRAME_SENT command=SEND flags=URGENT|LAST caller=fire [formats] mac=02:00:00:00:00:17 text=abcd data=01 02 03 04 05 06 07 08 09 0a' \
	'a tracepoint with formats'
like "$(sed -n 2p records)" '^frame_dump: \(dump[^ ]*\) state=FRAME_SENT command=SEND flags=URGENT_LAST ' \
	'a probe has names of enums, also for numbers that are none'
like "$(sed -n 2p records)" " mac=$((0x020000000017)) .* text_len=4 .* len=10 first=$((0x0102030405060708)) text_str=\"abcd!\?\"\$" \
	'... and numbers, and the string up to its NUL'
like "$(cat $probes/frame_dump/hist)" \
	'\{ mac: 20000000017, flags: 3, caller: \[[0-9a-f]+\] fire \[formats\] *\}' \
	'a histogram has hexadecimal numbers and names of functions'

echo 0 > $tracepoints/enable
echo '!hist:keys=mac.hex,flags.hex,caller.sym' > $probes/frame_dump/trigger
for filter in 'flags & 2' 'flags == 3 && mac == 0x020000000017'; do
	echo > $tracefs/trace
	echo "$filter" > $probes/frame_dump/filter
	echo 1 > $formats/fire
	is "$(shown frame_dump | wc -l)" 1 "a filter: $filter"
done
echo > $tracefs/trace
echo 'flags & 4' > $probes/frame_dump/filter
echo 'err < 0' > $probes/frame_done/filter
echo 1 > $formats/fire
is "$(shown frame_dump | wc -l)" 0 '... flags & 4'
is "$(shown frame_done | wc -l)" 1 '... in place of a condition: err < 0'
echo 0 > $probes/enable

insmod formats_client.ko
echo 1 > $formats/fire
is "$(cd /sys/module/formats_client/parameters && cat tracepoint_len probe_len | tr '\n' ' ')" \
	'10 10 ' 'register_trace_*() and sdt_attach()'
rmmod formats_client && rmmod formats && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
