#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# publish.t - which probes are published as events: parameter publish, file sdt/publish
#
# Events come and go while modules are loaded, and while both are in use.
#
# needs: kmod/sdt.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/counter.ko tests/vm/modules/numbers.ko tests/vm/modules/probed.ko
# needs: tests/vm/modules/message_cost.ko tests/vm/modules/patch.ko tests/vm/modules/slow.ko tests/vm/modules/native.ko tests/vm/perf_count
# options: --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

publish=/sys/module/sdt/parameters/publish
file=$debugfs/sdt/publish
events=$tracefs/events
run() { printf 'hello\nexit\n' | ./testrevdev > /dev/null; }
# names [MODULE]: its events
names() { sed -n "s/^${1:-revdev}://p" $tracefs/available_events | sort | tr '\n' ' '; }
all='ioctl_entry ioctl_return read_entry read_return write_entry write_return '
# said TEXT: how many lines of the log have had it since the last look
said() { dmesg -c | grep -c "sdt: $1"; }

all_needs_gate
# -- when sdt.ko is loaded -------------------------------------------------------
insmod revdev.ko
insmod sdt.ko publish='bad:::::' 2> /dev/null
ok $((! $?)) 'insmod sdt.ko publish= with a wrong pattern fails'
like "$(dmesg -c)" "sdt: 'bad:::::' .*pattern" '... and the log says why'
insmod sdt.ko publish=
is "$? $(cat $publish)$(names)$(ls -d $events/revdev 2> /dev/null)" '0 ' 'publish= publishes nothing'
is "$(grep -c revdev: $debugfs/sdt/probes)" 6 '... but the probes are there'
insmod counter.ko pattern=sdt:revdev::write-entry
exec 3<> $debugfs/sdt/counters
echo revdev::write-return >&3
run
is "$(cat /sys/module/counter/parameters/hits) $(sed 's/.* //' <&3)" '1 hits=1' \
	'... and call handlers, and are counted'
exec 3<&-
rmmod counter
insmod probed.ko
is "$(names probed)" '' 'a module that comes has no events either'
rmmod sdt
insmod sdt.ko publish='probed,revdev:write_*,@rev_dev.c:1'
is "$(names)$(names probed | wc -w)" 'write_entry write_return 4' \
	'patterns of a module, and of events of another'
rmmod sdt
insmod sdt.ko enable=revdev:read_entry publish=
is "$(names)$(cat $events/revdev/read_entry/enable)" 'read_entry 1' \
	'what enable= names is published, and enabled'
echo 0 > $events/revdev/read_entry/enable
rmmod sdt
dmesg -c > /dev/null
insmod sdt.ko publish='revdev:write_*,revdev:typo,slow:typo' enable=revdev:typo count=revdev:typo
is "$(said 'publish=revdev:typo: ') $(dmesg | grep -c slow)" '1 0' \
	'a pattern that names a module, but none of its probes'
rmmod sdt && insmod sdt.ko enable=revdev:typo count=revdev:typo
is "$(dmesg -c | grep -o '[a-z]*=revdev:typo: ' | sort | tr -d '\n')" 'count=revdev:typo: enable=revdev:typo: ' \
	'... likewise for enable= and count='
rmmod sdt
insmod sdt.ko layout=dtrace publish=revdev:write-entry
is "$(names)" 'write-entry ' 'layout=dtrace'
rmmod sdt
insmod sdt.ko
is "$(cat $publish) $(names)" "* $all" 'by default, all are published'

# -- events that are not sdt.ko's ---------------------------------------------------
# enabled: the events of native.ko that are
enabled() { grep -l 1 $events/native/*/enable | sed 's|.*native/||; s|/enable||' | tr '\n' ' '; }
parameter=/sys/module/sdt/parameters/enable
for what in native native:probe native:both 'native:*'; do
	wanted='probe '
	[ $what != native:both ] || wanted=
	echo $what > $parameter
	insmod native.ko
	is "$(enabled)" "$wanted" "enable=$what, then the module"
	rmmod native
	echo > $parameter
	insmod native.ko
	echo $what > $parameter
	is "$(enabled)" "$wanted" "... and the module, then enable=$what"
	echo 0 > $events/native/probe/enable
	rmmod native && rmmod sdt && insmod native.ko && insmod sdt.ko enable=$what
	is "$(enabled)" "$wanted" "... and the module, then sdt.ko with enable=$what"
	echo 0 > $events/native/probe/enable
	rmmod native
	echo > $parameter
done
dmesg -c > /dev/null
insmod native.ko
for _ in 1 2 3; do
	exec 4> $file
	echo revdev:write_entry >&4
	exec 4>&-
done
is "$(said 'native: event both ')" 1 \
	'that a name is taken is logged once, not at each change'
rmmod native

# -- a livepatch with probes ---------------------------------------------------------
if [ -d /sys/kernel/livepatch ]; then
	settled() { [ "$(cat /sys/kernel/livepatch/patch/transition 2> /dev/null)" = "$1" ]; }
	insmod native.ko
	insmod patch.ko
	wait_for 60 settled 0
	ok $? 'a livepatch with a probe of its own'
	echo 1 > $events/native/probe/enable
	echo 1 > $events/patch/patched/enable
	echo 1 > /sys/module/native/parameters/fire
	is "$(lines probe) $(shown patched | sed 's/(.*)/()/')" '0 patched: () n=5' \
		'... fires, and the replaced function does not'
	echo 0 > /sys/kernel/livepatch/patch/enabled
	wait_for 60 settled ''
	echo 1 > /sys/module/native/parameters/fire
	is "$(lines probe) $(lines patched)" '1 1' '... until it is disabled'
	rmmod patch && rmmod native
	ok $? '... and can be removed'
	echo > $tracefs/trace
fi

# -- while it is loaded ----------------------------------------------------------
line=$(sed -n 's/^sdt:revdev:revdev_read:read-entry@\([^ ]*\) .*/\1/p' $debugfs/sdt/sites | head -1)
for pattern in \
	'revdev:write_entry|write_entry ' \
	'write-entry|write_entry ' \
	'sdt:revdev:revdev_read:|read_entry read_return ' \
	"@${line##*/}|read_entry " \
	'*_entry|ioctl_entry read_entry write_entry ' \
	'nothing|' \
	"revdev::|$all" \
	'|' \
	"rev?ev|$all"; do
	echo "${pattern%|*}" > $publish
	is "$? $(cat $publish) $(names)" "0 ${pattern%|*} ${pattern#*|}" "publish=${pattern%|*}"
done
insmod message_cost.ko
for pattern in message-cost message-cost:: 'mess*-c?st' 'mess*-cost:*' message_cost; do
	echo "$pattern" > $publish
	is "$? $(names message_cost | wc -w)" "0 $(grep -c :message_cost: $debugfs/sdt/probes)" \
		"publish=$pattern: the module message_cost"
done
echo 'sdt:message-cost::' > /sys/module/sdt/parameters/count
ok "$(grep -q ':message_cost:.* hits=' $debugfs/sdt/counted; echo $?)" '... count='
echo > /sys/module/sdt/parameters/count
dmesg -c > /dev/null
echo message-cost:typo > $publish
is "$(said 'publish=message-cost:typo: message_cost ')" 1 '... which has none of that name'
rmmod message_cost
echo 'rev?ev' > $publish
dmesg -c > /dev/null
(echo 'write-entry,bad:::::' > $publish) 2> /dev/null
is "$? $(cat $publish) $(names)$(dmesg | grep -c sdt:)" "1 rev?ev ${all}1" \
	'a wrong pattern changes nothing'
like "$(dmesg)" "sdt: 'bad:::::' .*pattern" '... and the log says what is wrong'
dmesg -c > /dev/null
echo revdev:typo nosuch:probe revdev:write_entry > $publish
dmesg > log
is "$(grep -c 'sdt: publish=revdev:typo: revdev ' log) $(grep -c 'revdev:typo' log)" '1 1' \
	'a pattern of a module that has no such probe is logged'
is "$(grep -c "sdt: publish: .*'nosuch:probe'" log)" 1 \
	'... and one that matches nothing'
echo revdev:write_entry > $publish

# A list for which a page of sysfs is too small, and one for which a buffer of the shell is
# modules FIRST LAST: patterns of modules that are not there
modules() { seq "$1" "$2" | sed 's/.*/module_&:*/' | tr '\n' ' '; }
long="revdev:read_entry $(modules 1000 1400)revdev:write_entry"
for parameter in publish enable count; do
	path=/sys/module/sdt/parameters/$parameter
	before=$(cat $path)
	dmesg -c > /dev/null
	# Some shells go on after an error: what is left in their buffer is the newline, or more.
	for rest in '' 'revdev:read_entry'; do
		(printf '%4096s' "$long"; echo "$rest") > $path 2> /dev/null
		is "$? $(cat $path) $(names)" "1 $before write_entry " \
			"$parameter: a list that is too long changes nothing, nor does its end: '$rest'"
	done
	like "$(dmesg)" "sdt: $parameter: .*4096" '... and the log says so'
done
echo > /sys/module/sdt/parameters/count
echo > $publish
is "$? $(names)" '0 ' '... and a list can be emptied'
exec 4> $file
echo "$long" | dd bs=512 2> /dev/null >&4
is "$(names)" 'read_entry write_entry ' 'the file takes a long list, in whatever parts it comes'
exec 4>&-
long=$(modules 10000 15000)
exec 4> $file
(echo "$long" >&4) 2> /dev/null
ok $((! $?)) '... unless that is longer than 64 KB'
exec 4>&-
exec 4> $file
printf 'revdev:write_return rev' >&4
(printf 'dev:read_entry,bad:::::\n' >&4; echo 'dev:read_return' >&4) 2> /dev/null
is "$? $(names)" '1 write_return ' 'after an error, the file takes no more: half a word is none'
exec 4>&-
is "$(names)" '' '... until it is closed'
rmmod sdt
insmod sdt.ko publish="$(echo "$long" | cut -c1-5000 | tr ' ' ,),revdev:write_entry"
is "$? $(names)" '0 write_entry ' 'when it is loaded, sdt.ko takes a long list'
echo revdev:write_entry > $publish
rmmod revdev && insmod revdev.ko
is "$(names)" 'write_entry ' 'a module that is loaded again has the same events'
echo 1 > $events/revdev/write_entry/enable
run
is "$(lines write_entry)" 1 '... which work'
echo 0 > $events/revdev/write_entry/enable

# -- events in use ---------------------------------------------------------------
echo 1 > $events/revdev/write_entry/enable
echo stacktrace > $events/revdev/write_entry/trigger
echo > $publish
is "$(names)" 'write_entry ' 'an event that is enabled stays'
run
is "$(lines write_entry)" 2 '... and works'
echo 0 > $events/revdev/write_entry/enable
echo > $publish
is "$(names)" 'write_entry ' '... as it does with a trigger'
echo '!stacktrace' > $events/revdev/write_entry/trigger
is "$? $(names)" '0 write_entry ' '... and does not go when its use ends'
echo > $publish
is "$(names)" '' '... but with the next change'
echo revdev > $publish
./perf_count "$(cat $events/revdev/read_entry/id)" \
	sh -c 'touch opened; until [ -e stop ]; do sleep 0.1; done' > counted &
perf=$!
wait_for 10 [ -e opened ]
echo > $publish
is "$(names)" 'read_entry ' "perf's event stays"
run
touch stop
wait $perf
echo > $publish
is "$(cat counted) $(names)" '1 ' '... until perf has closed it'
echo revdev:read_entry > $publish
echo 1 > $events/revdev/read_entry/enable
echo > $publish
rmmod revdev
is "$? $(names)" '0 ' 'a module whose event is no longer wanted, but in use, can be removed'
insmod revdev.ko
is "$(names)" '' '... and comes without it'

# -- records of events that are gone ----------------------------------------------
other=$tracefs/instances/other third=$tracefs/instances/third
mkdir $other $third
echo probed revdev > $publish
echo 1 > $events/revdev/write_entry/enable
echo 1 > $other/events/revdev/write_return/enable
echo 1 > $third/events/probed/fire/enable
run
echo 3 > /sys/module/probed/parameters/fire
number=$(cat $events/revdev/write_entry/id)
echo 0 > $events/revdev/write_entry/enable
echo 0 > $other/events/revdev/write_return/enable
is "$(lines write_entry)$(lines write_return $other/trace)$(lines fire $third/trace)" 113 \
	'records in three instances'
echo probed > $publish
is "$(grep -vc '^#' $tracefs/trace) $(grep -vc '^#' $other/trace) $(lines fire $third/trace)" '0 0 3' \
	'records go with their events, those of other instances stay'
echo 'probed revdev' > $publish
note "the event's number was $number, and is $(cat $events/revdev/write_entry/id)"
echo 1 > $events/revdev/write_entry/enable
run
is "$(shown write_entry | sed 's/0x[0-9a-f]*/0x/g')" \
	'write_entry: (revdev_write+0x) fp=0x buf=0x n=5 buf_str="hello"' '... and the next ones are shown'
echo 0 > $events/revdev/write_entry/enable
echo 0 > $third/events/probed/fire/enable
rmdir $other $third
echo > $publish

# -- the file --------------------------------------------------------------------
exec 4> $file
echo '*:revdev::' >&4
is "$(names)" "$all" 'a program that has the file open gets the events it names'
insmod slow.ko
exec 4>&-
exec 4> $file
echo revdev:write_entry >&4
echo slow >&4
is "$(names)$(names slow)" 'write_entry begin end ' '... and others by another line'
printf 'revdev:wr' >&4
is "$(names)" 'write_entry ' '... which counts when it is complete'
printf 'ite_return\n' >&4
is "$(names)" 'write_entry write_return ' '... in several writes, too'
(echo 'revdev,bad:::::' >&4) 2> /dev/null
is "$? $(names)" '1 write_entry write_return ' '... but none by one that is wrong'
rmmod revdev && insmod revdev.ko
is "$(names)" 'write_entry write_return ' '... also of modules that come meanwhile'
exec 5> $file
echo 'revdev:*_entry' >&5
exec 4>&-
is "$(names)$(names slow)" 'ioctl_entry read_entry write_entry ' 'what two programs want goes with the last of them'
rmmod sdt 2> /dev/null
ok $((! $?)) 'sdt.ko cannot be removed while the file is open'
exec 5>&-
is "$(names)" '' 'the events go when the file is closed'
rmmod slow
sh -c "exec 4> $file; echo revdev >&4; touch there; while :; do sleep 0.1; done" &
killed=$!
wait_for 10 [ -e there ]
is "$(names)" "$all" 'a program gets events'
echo 1 > $events/revdev/write_entry/enable
kill -9 $killed
wait $killed
wait_for 10 [ "$(names | wc -w)" = 1 ]
is "$(names)" 'write_entry ' '... is killed: all go but the one that is in use'
echo 0 > $events/revdev/write_entry/enable
exec 4> $file
echo nothing >&4
exec 4>&-
is "$(names)" '' '... which goes with those of the next program'

# -- failures --------------------------------------------------------------------
if echo 'p:revdev/write_entry vfs_read' > $tracefs/kprobe_events; then
	dmesg -c > /dev/null
	echo revdev > $publish
	is "$(names) $(said 'revdev: event write_entry ')" \
		"$all 1" 'an event whose name is taken is not published'
	echo > $tracefs/kprobe_events
	echo revdev > $publish
	is "$(cat $events/revdev/write_entry/format | grep -c __probe_ip)" 2 '... until the name is free'
	echo > $publish
fi
insmod numbers.ko
dmesg -c > /dev/null
echo revdev > $publish
is "$? $(names)$(said 'revdev: the kernel has no free event number for 6 of its events')" '0 1' \
	'there is no event number left: the log says so'
rmmod numbers
echo revdev > $publish
is "$(names)" "$all" '... and the next time they are published'
echo > $publish

# -- at once ---------------------------------------------------------------------
(while [ ! -e end ]; do echo 'revdev,probed' > $publish; echo > $publish; done) &
setting=$!
# Linux 6.1 does not bear that a file of an event is opened while the event goes.
(while [ ! -e end ]; do
	exec 4> $file
	echo 'probed revdev:write_*' >&4
	echo revdev:write_entry >> $tracefs/set_event
	run
	cat $tracefs/trace > /dev/null
	echo '!revdev:write_entry' >> $tracefs/set_event
	exec 4>&-
done) 2> /dev/null &
filing=$!
i=0
while [ $i -lt 30 ]; do
	rmmod probed && insmod probed.ko
	rmmod revdev 2> /dev/null && insmod revdev.ko
	i=$((i + 1))
done
touch end
wait $setting
wait $filing
[ -d /sys/module/revdev ] || insmod revdev.ko
echo > $publish
is "$(names)$(names probed)" '' 'two publish while modules come and go: in the end nothing is left'
echo '*' > $publish
is "$(names)$(names probed | wc -w)" "${all}4" '... and all can be published'
rm end
(while [ ! -e end ]; do echo '*' > $publish; echo > $publish; done) 2> /dev/null &
setting=$!
i=0
while [ $i -lt 10 ]; do
	rmmod sdt && insmod sdt.ko publish=revdev:read_entry
	i=$((i + 1))
done
touch end
wait $setting
ok $? 'sdt.ko comes and goes while the parameter is set'

rmmod revdev && rmmod probed && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
no_leaks 'nothing is leaked'
done_testing
