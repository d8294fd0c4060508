#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# offer.t - who publishes events: the tracing core with the module, the gate, or the core with
# sdt_carrier.ko (parameter publish_by)
#
# needs: kmod/sdt.ko kmod/sdt_carrier.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/early.ko tests/vm/modules/native.ko tests/vm/modules/probed.ko
# needs: tests/vm/modules/window.ko tests/vm/load_forced tests/vm/perf_count
# options: --timeout 300
. "$(dirname "$0")/../guest/guest.sh"

events=$tracefs/events
run() { printf 'hello\nexit\n' | ./testrevdev > /dev/null; }
# names [MODULE]: its events
names() { sed -n "s/^${1:-revdev}://p" $tracefs/available_events | sort | tr '\n' ' '; }
# said TEXT: how many lines of the log have had it since the last look
said() { dmesg -c | grep -c "sdt: $1"; }
all='ioctl_entry ioctl_return read_entry read_return write_entry write_return '

# works: the events of revdev, which is loaded, in the trace and for perf
works()
{
	echo > $tracefs/trace
	echo 1 > $events/revdev/enable
	run
	echo 0 > $events/revdev/enable
	counted=$(printf 'hello\nexit\n' |
		./perf_count "$(cat $events/revdev/write_entry/id)" ./testrevdev | tail -n 1)
	is "$(lines write_entry) $(lines read_return) $counted" '1 1 1' "$1"
}

# -- every way that this kernel has: the core and the gate, only the core, only the gate ---
for by in 3 1 2; do
	insmod sdt.ko publish_by=$by
	insmod revdev.ko
	[ "$by" = 2 ] && [ "$(names)" = '' ] && { skip_gate=y; rmmod revdev sdt; continue; }
	is "$(names)" "$all" "publish_by=$by: a module that comes has its events"
	works '... they work'
	rmmod revdev
	is "$(names)$(ls -d $events/revdev 2> /dev/null)" '' '... and go with it'
	for _ in 1 2 3; do
		insmod revdev.ko && rmmod revdev
	done
	insmod revdev.ko
	works '... and come again'
	rmmod revdev
	insmod native.ko
	is "$(said 'native: event both is not published') $(names native)" '1 both heavy probe ' \
		'... unless the module has a trace event of that name'
	rmmod native
	insmod early.ko fail=19 2> /dev/null
	is "$((!$?))$(names early)" 0 '... a module whose init code fails has none'
	insmod early.ko
	is "$(names early)" 'step ' '... and has them when it succeeds'
	rmmod early
	insmod window.ko refuse=1 go=1
	for _ in 1 2 3; do
		insmod early.ko 2> /dev/null && echo '# early was not refused'
	done
	is "$(names early)$(grep -c early: $debugfs/sdt/probes)" 0 '... one that another notifier refuses has none'
	rmmod window
	insmod early.ko
	echo 1 > $events/early/step/enable
	echo > $tracefs/trace
	echo 1 > /sys/module/early/parameters/fire
	is "$(lines step)" 1 '... and has them when it is loaded later'
	echo 0 > $events/early/step/enable
	rmmod early sdt
	ok $? '... sdt.ko goes'
done

# -- what the core does not take --------------------------------------------------------
# Without the gate, and with it where the kernel has it
insmod revdev.ko
for _ in 1 2; do
	insmod sdt.ko publish_by=1
	dmesg -c > /dev/null
	insmod probed.ko
	is "$(said 'probed: .* not published: .*sdt_carrier') $(names probed)" '1 ' \
		'the core takes no event of a proprietary module, which is logged'
	is "$(names)$(grep -c revdev: $debugfs/sdt/probes)" 6 '... nor one of a module that was there before'
	insmod sdt_carrier.ko
	is "$(names)$(names probed | wc -w)" "${all}4" '... until a carrier comes'
	works '... and they work'
	ok "$(dmesg | grep -c 'bad taint')" '... without a complaint of the core'
	rmmod sdt 2> /dev/null
	ok $((! $?)) '... sdt.ko stays while they are there'
	rmmod sdt_carrier
	is "$(names)$(names probed | wc -w)" "${all}4" '... and they stay when the carrier goes'
	rmmod probed
	is "$(names probed)" '' '... and go with their own module'
	insmod probed.ko
	insmod sdt_carrier.ko
	is "$(names probed | wc -w)" 4 '... a later one gets its events from the next carrier'
	echo 1 > $events/probed/fire/enable
	echo > $tracefs/trace
	echo 3 > /sys/module/probed/parameters/fire
	is "$(lines fire)" 3 '... which work, too'
	rmmod probed
	rmmod sdt_carrier
	rmmod revdev
	rmmod sdt
	ok $? '... and sdt.ko goes when the modules have gone'
	insmod revdev.ko
done

# -- a carrier and the gate --------------------------------------------------------------
if [ ! "${skip_gate-}" ]; then
	insmod sdt.ko
	insmod probed.ko
	insmod sdt_carrier.ko
	is "$(names probed | wc -w) $(names)" "4 $all" 'where the gate publishes, a carrier has nothing to do'
	rmmod sdt_carrier
	./load_forced early.ko 2> /dev/null || insmod early.ko
	is "$(names early)" 'step ' 'the gate publishes the events of modules with any taint'
	rmmod early probed sdt
fi
no_complaints 'the kernel log'
done_testing
