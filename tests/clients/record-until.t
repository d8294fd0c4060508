#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# record-until.t - a recorder stops at a hit, keeps it, says which it was, and goes on
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko tests/vm/modules/torture.ko
# libraries: libtracefs >= 1.6 libtraceevent
# options: --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

mkdir -p /run
instances=$tracefs/instances
torture=/sys/module/torture/parameters

# record ARG...: runs sdtinfo record; sets $out, $err, $status
record()
{
	status=0
	out=$(./sdtinfo record "$@" 2>errors) || status=$?
	err=$(cat errors)
}

# state_of NAME: what the list says of a recorder, without the time
state_of()
{
	./sdtinfo record | sed -n "s/^$1 .*[0-9]K  *[-0-9.]*[ s]*  //p" | sed 's/ at [0-9]*\.[0-9]*/ at TIME/; s/  */ /g'
}
state() { state_of record; }

# shown PROBE: how many of its hits the recorder has
shown() { ./sdtinfo record --show | grep -c "$1"; }

write() { echo "$1" | ./testrevdev >/dev/null; }

for module in sdt revdev kinds torture; do
	insmod $module.ko
done

record --until write-return --after 2 $(yes revdev:: | head -n 9000)
tells "$status:$err" '1:sdtinfo: patterns long bytes' 'a recorder of sdt.ko with too many patterns is refused'
is "$(state)" '' '... as a whole'

# -- it stops ----------------------------------------------------------------------
record --until 'write-return if ret > 5' 'revdev::'
tells "$status:$out" '0:recording 6 events sdt-record KB until write-return' 'it records until a hit'
is "$(state)" 'revdev: recording until revdev:write_return if ret > 5' '... as it is listed'
write hello
is "$(state)" 'revdev: recording until revdev:write_return if ret > 5' '... other hits do not stop it'
write longer
write later
is "$(state)" 'revdev: stopped by revdev:write_return' \
	'... this one does' || note "$(./sdtinfo record; cat $instances/sdt-record/trace)"
is "$(grep -c 'write_return.*longer' $instances/sdt-record/trace):$(ls /run/sdtinfo/sdt-record | grep -v :)" 1: \
	'... the list leaves the hits in the buffer'
./sdtinfo record --show read-entry >got 2>&1
is "$(state)" 'revdev: stopped by revdev:write_return at TIME, text="longer" ret=6' \
	'... shown, it has the time and the values of that hit, whatever was printed'
# The kernel's text rounds.
time=$(./sdtinfo record | sed -n 's/.* at \([0-9.]*\), .*/\1/p')
is "$(./sdtinfo record --show | awk -v time="$time" '$1 > time - 2e-6 && $1 < time + 2e-6' | grep -c 'write-return.*longer')" 1 \
	'... and is there, at this time'
is "$(./sdtinfo record --show | tail -n 1 | grep -c 'write-return.*ret=6')" 1 '... as the last hit'
is "$(shown later)" 0 '... no later ones'
is "$(state)" 'revdev: stopped by revdev:write_return at TIME, text="longer" ret=6' \
	'... after all hits were shown, too'
like "$(./sdtinfo record -j)" '"recorded":"revdev:",.*"recording":false,"state":"stopped by revdev:write_return at [0-9.]+","until":"revdev:write_return if ret > 5","stopped_by":"revdev:write_return","stopped_at":[0-9]+,"values":"text=' \
	'... as JSON'
record --again
tells "$status:$out" '0:recording again sdt-record' 'it goes on'
is "$(state)" 'revdev: recording until revdev:write_return if ret > 5' '... as it is listed'
write later
is "$(shown '"later"'):$(shown '"longer"')" 3:2 '... with the hits from before'
record --again
tells "$status:$err" '1:sdtinfo: sdt-record stopped' '... only if it has stopped'
write longest
is "$(state)" 'revdev: stopped by revdev:write_return' '... until the next one'
is "$(shown longest):$(state | sed 's/.*ret=/ret=/')" '2:ret=7' '... which has these values'
record --stop
is "$(ls $instances /run/sdtinfo | grep sdt-)" '' '... and is removed'

# -- what is recorded ----------------------------------------------------------------
record --until 'write-return' 'revdev::write-*'
write hello
is "$(shown write-return):$(state)" '1:revdev:write_entry, revdev:write_return stopped by revdev:write_return at TIME, text="hello" ret=5' \
	'without a filter, the first hit'
record --stop
record -s --until 'write-return' 'revdev::'
write hello
is "$(./sdtinfo record --show | sed '1,/write-return/d; s/^[ \t]*//' | head -n 2 | tr '\n' ' ')" 'revdev_write vfs_write ' \
	'... with its stack'
record --stop
record --until 'write-return if ret == 6' 'revdev::write-entry'
tells "$status:$out" '0:recording 2 events until' 'a probe that is not recorded otherwise'
write hello
write longer
is "$(shown write-entry):$(shown write-return)" 2:1 '... has the hit that stops it only'
record --stop
record --until 'write-return if text == longer' -f 'n == 5' 'revdev::write-*'
write hello
write longer
is "$(shown 'n=5'):$(shown 'n=6'):$(shown write-return)" 1:0:1 'a filter that the probe does not have'
record --stop
record --until 'write-entry if n == 6' -f 'n == 5' 'revdev::write-*'
write hello
write four
write longer
is "$(shown 'n='):$(state | grep -c 'stopped by.*n=6')" 2:1 '... one that would drop the hit'
record --stop
record --until 'write-entry' -f 'n == 5' 'revdev::write-*'
write four
is "$(shown 'n=4')" 1 '... of any hit'
record --stop
record --until 'write-return if ret == 6 && common_flags >= 0' 'revdev::'
write longer
record --show
is "$status:$err:$(state)" '0::revdev: stopped by revdev:write_return' \
	'a filter that only the kernel can evaluate'
record --stop
record --until 'revdev::*-return if ret == 6' 'revdev::'
write hello
write longer
is "$(state)" 'revdev: stopped by revdev:write_return' 'one of several probes'
record --again
is "$(state)" 'revdev: recording until revdev:read_return if ret == 6, revdev:write_return if ret == 6' \
	'... each of which can stop it again'
rmmod revdev
ok $? '... the module can go'
is "$(state)" 'off' '... then nothing is recorded'
record --stop
insmod revdev.ko

# -- more hits after it ----------------------------------------------------------------
# What a recorder of this name has left that was not removed by sdtinfo
record 'revdev::'
write older
is "$(shown write-return)" 1 'another recorder'
rmdir $instances/sdt-record
record --until 'write-return' --after 3 --size 64K 'revdev::'
tells "$status:$out" '0:recording instance sdt-record 3 hits after write-return' 'some hits after it'
is "$(state)" 'revdev: recording until write-return after 3' '... as it is listed'
write hello
write later
is "$(state)" 'revdev: stopped by write-return after 3' '... it stops'
is "$(./sdtinfo record --show | awk '/:revdev:/ { n++ } END { print n }'):$(shown write-return):$(state)" \
	'5:1:revdev: stopped by write-return after 3 at TIME' '... that many hits later'
record --again
write again
write again
is "$status:$(shown '"again"'):$(state)" '0:4:revdev: stopped by write-return after 3 at TIME' '... again'
record --stop
is "$status:$(ls $instances):$(cat /sys/module/sdt/parameters/record)" 0:: '... and is removed'

rmmod revdev
echo 'record 64K revdev:: until revdev::write-return' >/sys/module/sdt/parameters/record
is "$(state)" 'waiting for its modules' 'one that was started before its module was loaded'
record --show
tells "$status:$err" '3:sdtinfo: record modules loaded' '... as --show says'
insmod revdev.ko
is "$(state)" 'revdev: recording until revdev::write-return' '... records when it is'
record --stop

# -- wrong ---------------------------------------------------------------------------
record --until 'write-nothing' 'revdev::'
tells "$status:$err" '3:sdtinfo: write-nothing' 'no such probe'
record --until 'write-return if rett < 0' 'revdev::'
tells "$status:$err" "1:sdtinfo: 'rett' 'ret'" 'no such field'
record --until 'write-return if ret <' 'revdev::'
tells "$status:$err" '1:sdtinfo: value' 'no filter'
record --until 'kinds:fire_there:shared' 'revdev::'
tells "$status:$err" "1:sdtinfo: shared --until 'kinds:fire_there:shared'" 'a part of an event'
record --until 'kinds:fire_there:shared' --after 3 'revdev::'
tells "$status:$err" "1:sdtinfo: shared --until 'kinds:fire_there:shared'" '... and hits after it'
record --until 'write-return if ret < 0' --after 3 'revdev::'
tells "$status:$err" '2:sdtinfo record: --after --until' 'a filter, and hits after it'
record --after 3 'revdev::'
tells "$status:$err" '2:sdtinfo record: --after --until' 'hits after nothing'
record --until 'write-return'
tells "$status:$err" '2:sdtinfo record: pattern' 'nothing to record'
record --again --name nix
tells "$status:$err" '1:sdtinfo: nix' 'none to go on'
is "$(ls $instances)" '' '... leaves nothing behind'

# -- under load, on two CPUs ----------------------------------------------------------
# numbers PROBE: the numbers of the hits in the file got, in their order
numbers() { sed -n "s/.*:$1  *evaluate=\([0-9]*\) .*/\1/p" got | sort -n; }

# Hits can have passed, but come too late: one in each context of a CPU, one in each of the
# driver's tasks.
late=$((3 * 2 + 3))
for size in 8M 64K; do
	for hit in 'toggled 3000' 'hardirq 400' 'task 2000'; do
		set -- $hit
		record --size $size --until "torture::$1 if evaluate == $2" 'torture::'
		is "$status:$err" 0: "$size: until $hit" || continue
		echo 1 >$torture/run
		wait_for 60 grep -qs 0 $instances/sdt-record/tracing_on
		echo 0 >$torture/run
		overwritten=$(./sdtinfo record -j | sed 's/.*"overwritten":\([0-9]*\).*/\1/')
		./sdtinfo record --show >got
		is "$(state | sed 's/.*stopped by \([a-z:]*\) .*evaluate=\([0-9]*\).*/\1 \2/')" \
			"torture:$1 $2" "$size: stopped by $1 number $2"
		is "$(numbers $1 | grep -cx "$2")" 1 '... which it has'
		total=0
		for probe in task softirq hardirq toggled; do
			total=$((total + $(numbers $probe | tail -n 1) + 1))
		done
		missing=$((total - $(grep -c :torture: got) - overwritten))
		[ $missing -ge 0 ] && [ $missing -le $late ]
		ok $? "... the others of $total hits are there or counted: $overwritten, $missing were late"
		record --stop
	done
done
no_complaints 'the kernel log'
done_testing
