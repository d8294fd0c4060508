#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The parameters of sdt.ko: what events are called, what is in them, and which are
# enabled from the start; changed while nobody looks, while somebody does, and while
# probes fire.
. ./guest.sh

params=/sys/module/sdt/parameters
events=$tracefs/events
run() { printf 'hello\nexit\n' | ./testrevdev > /dev/null; }
# fields EVENT: the fields of the event's own, with their sizes
fields()
{
	sed -n 's/^\tfield:\(.*\);\toffset.*size:\([0-9]*\).*/\1 \2/p' "$events/revdev/$1/format" |
		grep -v common_ | tr -s ' ' | tr '\n' ';'
}
names() { ls $events/revdev | grep -v 'enable\|filter' | tr '\n' ' '; }
linux_names='ioctl_entry ioctl_return read_entry read_return write_entry write_return '
dtrace_names='ioctl-entry ioctl-return read-entry read-return write-entry write-return '
# said TEXT: how many lines of the log have had it since the last look
said() { dmesg -c | grep -c "sdt: $1"; }

# -- when sdt.ko is loaded -------------------------------------------------------
insmod revdev.ko
insmod sdt.ko layout=dtrace string_size=16 enable=revdev:read-entry
ok $? 'sdt.ko is loaded with parameters'
is "$(cat $params/layout) $(cat $params/string_size) $(cat $params/enable)" \
	'dtrace 16 revdev:read-entry' 'they can be read'
is "$(names)" "$dtrace_names" "layout=dtrace: DTrace's names"
is "$(fields write-entry)" 'struct file * fp 8;char * buf 8;size_t n 8;' \
	'... fields: the arguments'
is "$(cat $events/revdev/read-entry/enable)$(cat $events/revdev/write-entry/enable)" 10 \
	'enable: the event is enabled, others are not'
run
like "$(cat $tracefs/trace)" ' read-entry: fp=0x[0-9a-f]* text=0x[0-9a-f]*$' \
	'the text of an event in that layout'
rmmod revdev
insmod revdev.ko
is "$(names)$(cat $events/revdev/read-entry/enable)" "${dtrace_names}1" \
	'a module that comes later: the same'
rmmod sdt 2> /dev/null
is $? 1 '... is in use'
echo 0 > $events/enable
rmmod sdt && insmod sdt.ko
ok $? 'sdt.ko is loaded without'
is "$(cat $params/layout) $(cat $params/string_size) $(cat $params/enable)" 'linux 64 ' \
	'the defaults'
is "$(names)" "$linux_names" '... and their names'

# -- layout ------------------------------------------------------------------------
with_string='struct file * fp 8;char * buf 8;size_t n 8;unsigned long __probe_ip 8;__data_loc char[] buf_str 4;'
is "$(fields write_entry)" "$with_string" 'layout=linux: the place and a copy of the string as well'
dmesg -c > /dev/null
echo dtrace > $params/layout
is "$(names)$(fields write-entry)" "${dtrace_names}struct file * fp 8;char * buf 8;size_t n 8;" \
	'all events change at once'
echo linux > $params/layout
echo linux > $params/layout
is "$(names)$(fields write_entry)" "$linux_names$with_string" '... and back'
is "$(said '')" 0 '... silently'

echo 1 > $events/revdev/write_entry/enable
mkdir $tracefs/instances/other
echo 1 > $tracefs/instances/other/events/revdev/read_return/enable
echo dtrace > $params/layout
ok $? 'layout can be changed while events are in use'
is "$(names)" \
	'ioctl-entry ioctl-return read-entry read_return write-return write_entry ' \
	'those in use stay as they are'
is "$(dmesg | grep -c 'sdt: revdev:write_entry is in use and stays as it is')$(
	dmesg | grep -c 'sdt: revdev:read_return is in use and stays as it is') $(said '')" \
	'11 2' '... and the log says which'
run
is "$(grep -c ' write_entry: .*buf_str="hello"' $tracefs/trace)$(
	grep -c ' read_return: ' $tracefs/instances/other/trace)" 11 '... and go on'
echo 0 > $events/revdev/write_entry/enable
rmdir $tracefs/instances/other
echo dtrace > $params/layout
is "$(names)$(said '')" "${dtrace_names}0" 'said again when they are not: the rest changes'
echo solaris > $params/layout 2> /dev/null
is "$?$(cat $params/layout)$(said 'layout=solaris: it is "linux" or "dtrace"')" 1dtrace1 \
	'a layout that is none is refused, by name'
echo linux > $params/layout

# Users of other kinds.
echo 'stacktrace if n == 77' > $events/revdev/write_entry/trigger
echo dtrace > $params/layout
is "$(ls $events/revdev | grep write.entry)" write_entry 'an event with a trigger is in use'
echo '!stacktrace if n == 77' > $events/revdev/write_entry/trigger
echo linux > $params/layout
# What was recorded stays what it was, whatever its event has become.
recorded() { grep -v '^#' $tracefs/trace; }
echo > $tracefs/trace
echo 1 > $events/revdev/enable
run
echo 0 > $events/revdev/enable
recorded > before
id=$(cat $events/revdev/write_entry/id)
echo dtrace > $params/layout
is "$(recorded)" "$(cat before)" 'records of another form are shown as what they are'
if [ -e $tracefs/options/fields ]; then
	echo 1 > $tracefs/options/fields
	is "$(recorded | wc -l)" "$(wc -l < before)" '... also field by field'
	echo 0 > $tracefs/options/fields
fi
echo linux > $params/layout
is "$(recorded)" "$(cat before)" '... and afterwards'
is "$(cat $events/revdev/write_entry/id)" "$id" '... with the number that they have'

echo 'e:probes/copy revdev.write_entry n=$n' 2> /dev/null > $tracefs/dynamic_events
ok $((! $?)) 'an event probe, which would not notice, is refused'

# The name that an event is to have can be another's.
echo dtrace > $params/layout
if echo 'p:revdev/write_entry vfs_read' > $tracefs/kprobe_events; then
	dmesg -c > /dev/null
	echo linux > $params/layout
	is "$(names)" \
		'ioctl_entry ioctl_return read_entry read_return write-entry write_entry write_return ' \
		'an event whose new name is taken stays as it is'
	is "$(grep -c revdev:write_entry $tracefs/available_events)$(
		said 'revdev:write-entry stays as it is: there is an event write_entry')" 11 \
		'... and the log says so'
	echo > $tracefs/kprobe_events
else
	note 'this kernel has no kprobe events'
fi
echo linux > $params/layout
is "$(names)" "$linux_names" '... until it is free'

# -- string_size -------------------------------------------------------------------
insmod values.ko
strings() { sed -n 's/.* write_entry: .*buf_str="\(.*\)"$/\1/p' $tracefs/trace; }
echo 1 > $events/revdev/write_entry/enable
for size in 8 9 1024 0; do
	echo $size > $params/string_size
	echo > $tracefs/trace
	printf 'a longer string to be cut\nexit\n' | ./testrevdev > /dev/null
	strings
done > got
is "$(cat got)" "$(printf 'a longe\na longer\na longer string to be cut\n\n')" \
	'string_size: at most so many bytes with the NUL, at once'
# Of every length, from the program's memory and from the driver's, which are not
# read in the same way.
awk 'BEGIN { while (++n < 76) { s = s sprintf("%c", 97 + n % 26); print s } }' > lines
echo 64 > $params/string_size
echo 1 > $events/revdev/write_return/enable
for size in 8 13 16 64; do
	echo $size > $params/string_size
	echo > $tracefs/trace
	./testrevdev < lines > /dev/null
	cut -c 1-$((size - 1)) lines > cut
	is "$(strings | cmp - cut 2>&1; sed -n 's/.* write_return: .*text_str="\(.*\)"$/\1/p' $tracefs/trace | cmp - cut 2>&1)" \
		'' "string_size=$size: strings of 1 to 75 bytes"
done
echo 0 > $events/revdev/write_return/enable
echo 0 > $events/revdev/write_entry/enable
echo 0 > $params/string_size
is "$(fields write_entry)" 'struct file * fp 8;char * buf 8;size_t n 8;unsigned long __probe_ip 8;' \
	'0: no copies'
is "$(fields ioctl_entry)" \
	'struct file * fp 8;unsigned int cmd 4;long unsigned int arg 8;unsigned long __probe_ip 8;' \
	'... which an event without strings never had'
dmesg -c > /dev/null
for bad in 7 1025 -1 many; do
	echo $bad > $params/string_size 2> /dev/null && note "string_size=$bad is taken"
done
is "$(cat $params/string_size) $(said 'string_size=.*: it is 0, or 8 to 1024 bytes')" '0 4' \
	'what is no size is refused, four times'
echo 64 > $params/string_size
is "$(fields write_entry)" "$with_string" '64: they are back'
rmmod values

# -- enable ------------------------------------------------------------------------
rmmod revdev
echo 'values, revdev:write_entry revdev:nothing' > $params/enable
dmesg -c > /dev/null
insmod revdev.ko && insmod values.ko
is "$(cat $events/revdev/write_entry/enable)$(cat $events/revdev/read_entry/enable)$(cat $events/values/enable)" \
	101 'enable: one event of a module, all of another'
is "$(said 'enable=revdev:nothing: there is no such event')" 1 '... one that is none is told of'
echo > $params/enable
rmmod values && rmmod revdev && insmod revdev.ko
is "$(cat $params/enable)$(cat $events/revdev/enable)" 0 'nothing any more'

# -- while probes fire ---------------------------------------------------------------
(while [ ! -e stop ]; do run; done) &
fire=$!
i=0
while [ $i -lt 40 ]; do
	echo dtrace > $params/layout
	echo 1 > $events/revdev/write-entry/enable
	echo linux > $params/layout
	echo 1 > $events/revdev/read_entry/enable
	echo 0 > $events/revdev/enable
	echo linux > $params/layout
	echo $((i % 2 * 64)) > $params/string_size
	echo 1 > $events/revdev/enable
	cat $tracefs/trace > /dev/null
	echo 0 > $events/revdev/enable
	i=$((i + 1))
done
touch stop
wait $fire
is "$(names)" "$linux_names" 'changed 40 times while probes fire'
echo 64 > $params/string_size
echo > $tracefs/trace
echo 1 > $events/revdev/write_entry/enable
run
is "$(strings)" hello '... and all works'
echo dtrace > $params/layout &
rmmod revdev
wait
insmod revdev.ko
is "$(names)" "$dtrace_names" 'a module that goes meanwhile'

echo 0 > $events/enable
rmmod revdev && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
