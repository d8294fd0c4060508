#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# triggers.t - triggers, histograms, synthetic events and filters on probes
#
# What tracefs can do with an event it can do with a probe's.  events.t has the simplest of
# it.
#
# needs: kmod/sdt.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko
# options: --timeout 300
. "$(dirname "$0")/../guest/guest.sh"

revdev=$tracefs/events/revdev
kinds=$tracefs/events/kinds
run() { printf 'hello\nworld\nioctl\nioctl\n' | ./testrevdev >/dev/null; }
fire() { echo "$1" >/sys/module/kinds/parameters/fire; }
clear() { echo >$tracefs/trace; }
# counted [FILE]: how often each event of revdev is in the trace
counted()
{
	grep -oE ' (read|write|ioctl)_(entry|return): ' "${1:-$tracefs/trace}" | sort | uniq -c |
		awk '{ printf "%d %s ", $1, substr($2, 1, length($2) - 1) }'
}
everything='2 ioctl_entry 2 ioctl_return 2 read_entry 2 read_return 2 write_entry 2 write_return '
# trigger EVENT TRIGGER: sets it, or with ! in front removes it
trigger() { echo "$2" >>"$1/trigger"; }
# field_names EVENT: those that are its own
field_names() { sed -nE 's/^\tfield:.*[ *]([a-z0-9_]+);.*/\1/p' "$1/format" | grep -v ^common_; }

insmod sdt.ko && insmod revdev.ko && insmod kinds.ko
ok $? 'the modules load'

# -- triggers that act on the trace --------------------------------------------------
echo 1 >$revdev/enable
trigger $revdev/read_entry traceoff
run
is "$(cat $tracefs/tracing_on) $(counted)" '0 1 read_entry 1 write_entry 1 write_return ' \
   'traceoff ends the trace, with the event that has it'
trigger $revdev/read_entry '!traceoff'
clear
trigger $revdev/ioctl_entry 'traceon if arg == 4'
run
is "$(cat $tracefs/tracing_on) $(lines ioctl_return) $(lines write_entry)" '1 1 0' \
   'traceon begins it, with a filter'
trigger $revdev/ioctl_entry '!traceon'
clear
trigger $revdev/ioctl_entry snapshot:1
run
is "$(counted $tracefs/snapshot)" '2 read_entry 2 read_return 2 write_entry 2 write_return ' \
   'snapshot, once'
is "$(lines write_entry) $(lines ioctl_return)" '0 2' '... and the trace goes on'
trigger $revdev/ioctl_entry '!snapshot'
echo 0 >$tracefs/snapshot
clear
trigger $revdev/write_entry 'stacktrace if buf_str == "world"'
run
is "$(grep -c '=> vfs_write$' $tracefs/trace)" 1 'stacktrace, with a filter'
trigger $revdev/write_entry '!stacktrace'
echo 0 >$revdev/enable

# -- triggers that switch other events -------------------------------------------------
clear
trigger $revdev/write_entry 'enable_event:revdev:read_entry if buf_str == "world"'
trigger $revdev/ioctl_entry disable_event:revdev:ioctl_return
echo 1 >$revdev/ioctl_return/enable
run
is "$(counted) $(grep -o 'text_str=.*' $tracefs/trace)" '1 read_entry  text_str="world"' \
   'enable_event and disable_event'
trigger $revdev/write_entry '!enable_event:revdev:read_entry'
trigger $revdev/ioctl_entry '!disable_event:revdev:ioctl_return'
echo 0 >$revdev/enable
is "$(grep -c '^sdt:.* users=0 ' $debugfs/sdt/probes)" "$(grep -c ^sdt: $debugfs/sdt/probes)" \
   'no user is left behind'

# -- histograms -------------------------------------------------------------------------
if has_histograms; then
	histograms=0
	for event in $kinds/*/; do
		for field in $(field_names $event); do
			trigger $event "hist:keys=$field:size=128" && histograms=$((histograms + 1))
		done
	done
	is $histograms "$(for event in $kinds/*/; do field_names $event; done | wc -l)" \
	   'a histogram by every field of every event'
	fire 3
	is "$(cat $kinds/*/hist | sed -n 's/^ *Hits: //p' | sort | uniq -c | tr -s ' ' | tr '\n' ';')" \
	   " $((histograms - 2)) 3; 2 6;" '... each has the hits'
	is "$(cat $kinds/*/hist | grep -c 'hitcount: *3$')" $((histograms + 2)) '... under its value'
	is "$(grep -o 'text_str: [a-z ]*[a-z]' $kinds/strings/hist)" 'text_str: a text' '... a string under itself'
	for event in $kinds/*/; do
		for field in $(field_names $event); do
			trigger $event "!hist:keys=$field:size=128"
		done
	done
	# summary FILE: the lines of a histogram
	summary() { grep '^{' "$1" | tr -s ' ' | sort; }
	trigger $kinds/high 'hist:keys=u8.hex,u64.hex,u16.log2:vals=u32'
	trigger $kinds/shared 'hist:keys=__probe_ip.sym:vals=n'
	trigger $kinds/function 'hist:keys=fire_own.sym,__probe_ip.sym-offset'
	trigger $kinds/low 'hist:keys=common_pid.execname,u32.buckets=10'
	fire 2
	is "$(summary $kinds/high/hist)" \
	   '{ u8: ff, u64: ffffffffffffffff, u16: ~ 2^16 } hitcount: 2 u32: 8589934590' 'keys .hex and .log2, a sum'
	is "$(summary $kinds/shared/hist | sed 's/\[f[0-9a-f]*\] //')" \
	   "$(printf '%s\n' '{ __probe_ip: fire_here [kinds] } hitcount: 2 n: 2' \
		'{ __probe_ip: fire_there [kinds] } hitcount: 2 n: 4')" \
	   'a probe in two functions is one event; __probe_ip.sym tells them apart'
	like "$(summary $kinds/function/hist)" \
	     '^\{ fire_own: \[f[0-9a-f]+\] fire_own \[kinds\] +, __probe_ip: \[f[0-9a-f]+\] fire_own\+0x[0-9a-f]+/0x[0-9a-f]+ \[kinds\] +\} hitcount: 2' \
	     'keys .sym and .sym-offset'
	like "$(summary $kinds/low/hist)" '^\{ common_pid: .*, u32: ~ 0-9 \} hitcount: 2' 'keys .execname and .buckets'
	# Opening the file that way removes all histograms of the event.
	for event in high shared function low; do
		: >$kinds/$event/trigger
	done

	# -- a synthetic event from two probes ------------------------------------------------------
	echo 'latency u64 us; int pid; char text[]' >$tracefs/synthetic_events
	trigger $revdev/read_entry 'hist:keys=common_pid:begin=common_timestamp.usecs'
	trigger $revdev/read_return \
		'hist:keys=common_pid:us=common_timestamp.usecs-$begin:onmatch(revdev.read_entry).latency($us,common_pid,text_str)'
	trigger $tracefs/events/synthetic/latency 'hist:keys=text:vals=us'
	echo 1 >$tracefs/events/synthetic/latency/enable
	clear
	run
	is "$(grep ' latency: ' $tracefs/trace | sed 's/.* latency: //; s/=[0-9][0-9]*/=N/g')" \
	   "$(printf '%s\n' 'us=N pid=N text=olleh' 'us=N pid=N text=dlrow')" \
	   'the time from entry to return, with the pid and the string'
	is "$(summary $tracefs/events/synthetic/latency/hist | sed 's/us: [0-9][0-9]*$/us: N/')" \
	   "$(printf '%s\n' '{ text: dlrow } hitcount: 1 us: N' '{ text: olleh } hitcount: 1 us: N')" \
	   '... as a histogram'
	echo 0 >$tracefs/events/synthetic/latency/enable
	: >$tracefs/events/synthetic/latency/trigger
	: >$revdev/read_return/trigger
	: >$revdev/read_entry/trigger
	echo '!latency' >>$tracefs/synthetic_events
	ok $? '... which can go'
else
	ok 0 'histograms and synthetic events # SKIP this kernel has no histograms'
fi

# -- filters ------------------------------------------------------------------------------------
# passes EVENT FILTER: whether a hit passes the filter, and none its opposite
passes()
{
	clear
	echo "$2" >$kinds/$1/filter && fire 1 && echo "!($2)" >$kinds/$1/filter && fire 1
	echo 0 >$kinds/$1/filter
	is "$(lines "$1")" 1 "filter: $1: $2"
}
echo 1 >$kinds/enable
while read -r event filter; do
	passes $event "$filter"
done <<'FILTERS'
low s8 == -128 && u8 == 0 && s16 == -32768 && u16 == 0
low s32 == -2147483648 && u32 == 0 && s64 == -9223372036854775808 && u64 == 0
low s8 < 0 && s16 < -1 && s32 <= -1 && s64 < 1
high s8 == 127 && u8 == 255 && s16 == 32767 && u16 == 0xffff
high s32 == 2147483647 && u32 == 4294967295 && s64 > 0 && u64 == 18446744073709551615
high u8 > 127 && u16 > 32767 && u32 > 2147483647 && u64 > 9223372036854775807
words arg1 == -128 && u8 == 255 && s16 < 0 && s64 < 0 && u64 & 0x8000000000000000
kernel yes == 1 && pid_type == 3 && arg3 != 0 && u16 & 1
kernel fp == 0 && current != 0 && text > 0xffffffff80000000
strings text_str == "a text" && arg1_str != "another"
strings text_str ~ "*tex*" || user == 1
own_level level == -2
own_size size == 1
strings text > 0xffffffff80000000 && arg1 > 0xffffffff80000000
own_string text > 0xffffffff80000000
own_u32 u32 > 5 && __probe_ip > 0xffffffff80000000
FILTERS
echo 0 >$kinds/enable

# -- set_event ----------------------------------------------------------------------------------
# events: those that are on
events() { cat $tracefs/set_event | sort | tr '\n' ' '; }
echo 'revdev:*' >$tracefs/set_event
echo '!revdev:write_return' >>$tracefs/set_event
echo '!read_return' >>$tracefs/set_event
is "$(events)" 'revdev:ioctl_entry revdev:ioctl_return revdev:read_entry revdev:write_entry ' \
   'set_event: a wildcard, and ! takes away'
echo write_return >$tracefs/set_event
echo '*:read_entry' >>$tracefs/set_event
is "$(events)" 'revdev:read_entry revdev:write_return ' '... of whatever system'
echo >$tracefs/set_event
is "$(events)" '' '... and all away'

# -- pids ------------------------------------------------------------------------------------------
(
	wait_for 60 test -e go
	run
	touch gone
) &
clear
echo 1 >$tracefs/options/event-fork
echo $$ >$tracefs/set_event_pid
echo revdev:* >$tracefs/set_event
touch go
wait_for 60 test -e gone
is "$(counted)" '' 'set_event_pid: no event of another process'
run
is "$(counted)" "$everything" '... but those of a child, with event-fork'
wait
echo >$tracefs/set_event_pid
echo 0 >$tracefs/options/event-fork

# -- instances ---------------------------------------------------------------------------------------
clear
mkdir $tracefs/instances/one
echo 'n == 5 && buf_str == "hello"' >$tracefs/instances/one/events/revdev/write_entry/filter
echo 1 >$tracefs/instances/one/events/revdev/write_entry/enable
histogram $tracefs/instances/one/events/revdev/read_return 'hist:keys=text_str'
run
is "$(counted $tracefs/instances/one/trace):$(counted)" "1 write_entry :$everything" \
   'an instance has its own filter'
histogram_like $tracefs/instances/one/events/revdev/read_return 'text_str: dlrow *\} hitcount: +1' \
   '... and its own triggers'
histogram $tracefs/instances/one/events/revdev/read_return '!hist:keys=text_str'
echo 0 >$tracefs/instances/one/events/enable
rmdir $tracefs/instances/one
ok $? '... and can go'

# -- clocks ---------------------------------------------------------------------------------------
for clock in $(sed 's/[][]//g' $tracefs/trace_clock); do
	echo $clock >$tracefs/trace_clock
	run
	is "$(cat $tracefs/trace_clock | grep -oF "[$clock]"):$(counted)" "[$clock]:$everything" "trace_clock $clock"
done
echo global >$tracefs/trace_clock
echo >$tracefs/set_event

# -- buffers of another size while probes fire -----------------------------------------------------
size=$(cat $tracefs/buffer_size_kb | grep -oE '^[0-9]+')
echo 1 >$kinds/enable
while [ ! -e stop ]; do
	fire 100
done &
resized=0
for kb in 64 4096 128 1024 16 2048; do
	echo $kb >$tracefs/buffer_size_kb && resized=$((resized + 1))
	sleep 0.2
done
touch stop
wait
is "$resized $(($(cat $tracefs/buffer_size_kb) / 64))" '6 32' 'buffer_size_kb changes while probes fire'
clear
fire 1
is "$(lines high) $(lines shared)" '1 2' '... and events go on'
echo "$size" >$tracefs/buffer_size_kb
echo 0 >$kinds/enable

rmmod kinds revdev
rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
