#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# layout.t - sdt.ko's parameters: names, fields, string sizes, events enabled at load
#
# sdt.ko is reloaded with others under loaded modules, also while probes fire.
#
# needs: kmod/sdt.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/values.ko
# options: --smp 1 --timeout 400
. "$(dirname "$0")/../guest/guest.sh"

params=/sys/module/sdt/parameters
events=$tracefs/events
run() { printf 'hello\nexit\n' | ./testrevdev > /dev/null; }
names() { ls $events/revdev | grep -v 'enable\|filter' | tr '\n' ' '; }
linux_names='ioctl_entry ioctl_return read_entry read_return write_entry write_return '
dtrace_names='ioctl-entry ioctl-return read-entry read-return write-entry write-return '
# reload [PARAMETER...]: sdt.ko goes and comes, the modules with probes stay
reload() { rmmod sdt && insmod sdt.ko "$@"; }
# said TEXT: how many lines of the log have had it since the last look
said() { dmesg -c | grep -c "sdt: $1"; }

all_needs_gate
# -- when sdt.ko is loaded -------------------------------------------------------
insmod revdev.ko
insmod sdt.ko layout=dtrace string_size=16 enable=revdev:read-entry
ok $? 'sdt.ko is loaded with parameters'
is "$(cat $params/layout) $(cat $params/string_size) $(cat $params/enable)" \
	'dtrace 16 revdev:read-entry' 'they can be read'
is "$(names)" "$dtrace_names" "layout=dtrace: DTrace's names"
is "$(fields revdev/write-entry)" 'struct file * fp 8;char* buf 8;size_t n 8;' \
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
reload
ok $? 'sdt.ko is loaded without'
is "$(cat $params/layout) $(cat $params/string_size) $(cat $params/enable)" 'linux 64 ' \
	'the defaults'
is "$(names)" "$linux_names" '... and their names'

with_string='struct file * fp 8;char* buf 8;size_t n 8;unsigned long __probe_ip 8;__data_loc char[] buf_str 4;'
is "$(fields revdev/write_entry)" "$with_string" '... with the place and a copy of the string'
reload string_size=0
is "$(fields revdev/write_entry)" 'struct file * fp 8;char* buf 8;size_t n 8;unsigned long __probe_ip 8;' \
	'string_size=0: no copies'
is "$(fields revdev/ioctl_entry)" \
	'struct file * fp 8;unsigned int cmd 4;long unsigned int arg 8;unsigned long __probe_ip 8;' \
	'... which an event without strings never had'
rmmod sdt
dmesg -c > /dev/null
insmod sdt.ko layout=solaris 2> /dev/null
ok $((! $?)) 'a layout that is none is refused'
like "$(dmesg)" 'sdt: layout=solaris: .*linux.*dtrace' '... by name'

# -- what is settled then ----------------------------------------------------------
insmod sdt.ko
(echo dtrace > $params/layout) 2> /dev/null
is "$?$(cat $params/layout) $(names)" "1linux $linux_names" \
	'the layout of a loaded sdt.ko cannot be changed'
dmesg -c > /dev/null
echo 0 2> /dev/null > $params/string_size
is "$?$(cat $params/string_size) $(fields revdev/write_entry)" "164 $with_string" \
	'... nor can copies of strings be left out'
is "$(dmesg | wc -l)$(said 'string_size=0: .* reload it with string_size=0$')" 11 \
	'... the log says in one line what to do'
reload string_size=0
echo 16 2> /dev/null > $params/string_size
is "$?$(cat $params/string_size)$(said 'string_size=16: .* reload it with string_size=16$')" 101 \
	'... or be added'
echo 0 > $params/string_size
ok $? '... what it is already is no change'

# The name that an event is to have can be another's.
rmmod sdt
if echo 'p:revdev/write_entry vfs_read' > $tracefs/kprobe_events; then
	dmesg -c > /dev/null
	insmod sdt.ko
	is "$(names)$(grep -c revdev:write_entry $tracefs/available_events)$(
		said 'revdev: event write_entry ')" \
		"${linux_names}11" 'an event whose name is taken is not published, and the log says so'
	reload layout=dtrace
	is "$(names | tr ' ' '\n' | grep write | tr '\n' ' ')" 'write-entry write-return write_entry ' \
		'... in the other layout it has another name'
	echo > $tracefs/kprobe_events
	rmmod sdt
else
	note 'this kernel has no kprobe events'
fi
insmod sdt.ko
is "$(names)" "$linux_names" '... the name is free again'

# -- records in the trace ------------------------------------------------------------
# They go with the events: another event can have the number that they have.
other=$tracefs/instances/other
# recorded: what the traces of both instances have
recorded() { cat $tracefs/trace $other/trace | grep -v '^#'; }
# numbers: of the events of revdev
numbers() { cat $events/revdev/*/id | sort -n | tr '\n' ' '; }
mkdir $other
echo 1 > $events/revdev/enable
echo 1 > $other/events/revdev/enable
run
echo 0 > $events/revdev/enable
echo 0 > $other/events/revdev/enable
is "$(recorded | wc -l)" 8 'records in two instances'
before=$(numbers)
reload layout=dtrace
is "$(recorded)" '' '... are gone when sdt.ko is'
note "numbers of the events: $before, then $(numbers)"
echo 1 > $events/revdev/enable
run
echo 0 > $events/revdev/enable
is "$(recorded | grep -c ': [rw][a-z]*-[a-z]*: ')" 4 'records of the other layout'
rmdir $other
reload

echo 'e:probes/copy sched.sched_switch n=$next_pid' > $tracefs/dynamic_events
ok $? 'an event probe'
echo > $tracefs/dynamic_events
echo 'e:probes/copy revdev.write_entry n=$n' 2> /dev/null > $tracefs/dynamic_events
ok $((! $?)) '... which would keep an event that sdt.ko takes back, is refused'

# -- string_size -------------------------------------------------------------------
insmod values.ko
strings() { sed -n 's/.* write_entry: .*buf_str="\(.*\)"$/\1/p' $tracefs/trace; }
echo 1 > $events/revdev/write_entry/enable
for size in 8 9 1024; do
	echo $size > $params/string_size
	echo > $tracefs/trace
	printf 'a longer string to be cut\nexit\n' | ./testrevdev > /dev/null
	strings
done > got
is "$(cat got)" "$(printf 'a longe\na longer\na longer string to be cut\n')" \
	'string_size: at most so many bytes with the NUL, at once'
# Of every length, from the program's memory and from the driver's, which are not
# read in the same way.
awk 'BEGIN { while (++n < 76) { s = s sprintf("%c", 97 + n % 26); print s } }' > lines
echo 1 > $events/revdev/write_return/enable
for size in 8 13 16 64; do
	echo $size > $params/string_size
	echo > $tracefs/trace
	./testrevdev < lines > /dev/null
	cut -c 1-$((size - 1)) lines > cut
	is "$(strings | cmp - cut 2>&1; sed -n 's/.* write_return: .*text_str="\(.*\)"$/\1/p' $tracefs/trace | cmp - cut 2>&1)" \
		'' "string_size=$size: strings of 1 to 75 bytes"
done
echo 0 > $events/revdev/enable
dmesg -c > /dev/null
for bad in 7 1025 -1 many; do
	echo $bad > $params/string_size 2> /dev/null && note "string_size=$bad is taken"
done
is "$(cat $params/string_size) $(said 'string_size=.*: must be 0 or 8 to 1024 bytes')" '64 4' \
	'what is no size is refused, four times'
rmmod values

# -- enable ------------------------------------------------------------------------
rmmod revdev
echo 'values, revdev:write_entry revdev:nothing' > $params/enable
dmesg -c > /dev/null
insmod revdev.ko && insmod values.ko
is "$(cat $events/revdev/write_entry/enable)$(cat $events/revdev/read_entry/enable)$(cat $events/values/enable)" \
	101 'enable: one event of a module, all of another'
is "$(said 'enable=revdev:nothing: revdev ')" 1 '... one that is none is told of'
echo > $params/enable
rmmod values && rmmod revdev && insmod revdev.ko
is "$(cat $params/enable)$(cat $events/revdev/enable)" 0 'nothing any more'

# -- while probes fire ---------------------------------------------------------------
(while [ ! -e stop ]; do run; done) &
fire=$!
echo 1 > $events/revdev/write_entry/enable
for size in 8 1024 9 64 8 1024 9 64; do
	echo $size > $params/string_size
	sleep 0.1
done
strings | sort -u > got
is "$(cat got)" hello 'sizes of strings change while probes fire'
echo 0 > $events/revdev/enable
i=0
while [ $i -lt 20 ]; do
	reload layout=dtrace
	echo 1 > $events/revdev/write-entry/enable
	echo 0 > $events/revdev/enable
	reload string_size=$((i % 2 * 64))
	echo 1 > $events/revdev/enable
	cat $tracefs/trace > /dev/null
	echo 0 > $events/revdev/enable
	i=$((i + 1))
done
touch stop
wait $fire
is "$(names)" "$linux_names" 'reloaded 40 times while probes fire'
echo > $tracefs/trace
echo 1 > $events/revdev/write_entry/enable
run
is "$(strings)" hello '... and all works'
echo 0 > $events/enable
rmmod sdt
insmod sdt.ko layout=dtrace &
rmmod revdev
wait
insmod revdev.ko
is "$(names)" "$dtrace_names" 'a module that goes meanwhile'

rmmod revdev && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
