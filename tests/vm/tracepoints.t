#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tracepoints.t - the events of docs/porting.md as tracepoints and as probes
#
# needs: kmod/sdt.ko tests/vm/modules/formats.ko tests/vm/modules/formats_client.ko
. "$(dirname "$0")/../guest/guest.sh"

formats=/sys/module/formats/parameters
probes=$tracefs/events/formats
tracepoints=$tracefs/events/formats_trace

# field NAME: its text in a record, which the input has
field() { sed -n "s/.* $1=/ /; s/ [a-z_]*=.*//; s/^ //p"; }

# dumped [PARAMETER=VALUE...]: fires with these, puts the record of the tracepoint
# frame_dump into the file tracepoint, and that of the probe into the file probe
dumped()
{
	for setting; do
		echo "${setting#*=}" > "$formats/${setting%%=*}"
	done
	echo > $tracefs/trace
	echo 1 > $formats/fire
	shown frame_dump > records
	sed -n 1p records > tracepoint
	sed -n 2p records > probe
}

insmod sdt.ko && insmod formats.ko
ok $? 'the modules load'
echo 1 > $formats/fire
is "$(cat $formats/computed_for_probe $formats/computed_for_tracepoint | tr '\n' ' ')" '0 0 ' \
	'disabled, nothing is computed for either'
is "$(ls $probes | grep frame | tr '\n' ' ')" "$(ls $tracepoints | grep frame | tr '\n' ' ')" \
	'both have the same events'

echo 1 > $probes/enable
echo 1 > $tracepoints/enable
histogram $probes/frame_dump 'hist:keys=flags.hex,crc.hex,caller.sym'
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
histogram_like $probes/frame_dump \
	'\{ flags: 3, crc: 1f, caller: \[[0-9a-f]+\] fire \[formats\] *\}' \
	'a histogram has hexadecimal numbers and names of functions'

dumped
is "$(cat tracepoint)" 'frame_dump: state=FRAME_SENT command=SEND flags=URGENT|LAST crc=0x1f caller=fire [formats] mac=02:00:00:00:00:17 saddr=192.0.2.1 text=abcd data=01 02 03 04 05 06 07 08 09 0a' \
	'a tracepoint with formats'
like "$(cat probe)" '^frame_dump: \(dump[^ ]*\) state=FRAME_SENT command=SEND flags=URGENT\|LAST crc=0x1f caller=fire mac=' \
	'a probe has names of enums, also for numbers, flags, hexadecimal numbers and functions'
like "$(cat probe)" ' text_len=4 text=0x[0-9a-f]+ len=10 data=0x[0-9a-f]+ mac_bytes=02 00 00 00 00 17 saddr_bytes=c0 00 02 01 text_str="abcd" data_bytes=01 02 03 04 05 06 07 08 09 0a$' \
	'... and bytes, and a string with a length'
for flags in 1 2 3 9 12; do
	dumped flags=$flags
	is "$(field flags < probe)" "$(field flags < tracepoint)" "flags: $(field flags < tracepoint)"
done
dumped flags=0
is "$(field flags < tracepoint) $(field flags < probe)" ' 0x0' 'no flag: nothing, and 0x0'
for len in 0 1 9 10; do
	dumped flags=3 len=$len
	is "$(field data_bytes < probe)" "$(field data < tracepoint)" \
		"$len bytes: $(field data < tracepoint)"
done
echo 8 > /sys/module/sdt/parameters/string_size
dumped
is "$(field data_bytes < probe)" '01 02 03 04 05 06 07 08' '10 bytes, of which string_size lets through 8'
is "$(field text_str < probe)" '"abcd"' '... and all of a short string'
echo 64 > /sys/module/sdt/parameters/string_size

echo 0 > $tracepoints/enable
histogram $probes/frame_dump '!hist:keys=flags.hex,crc.hex,caller.sym'
for filter in 'flags & 2' 'flags == 3 && crc == 0x1f' 'text_str == "abcd"'; do
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
