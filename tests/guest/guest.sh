# SPDX-License-Identifier: GPL-2.0-only
#
# guest.sh - what tests inside the virtual machine share; sourced, never run
#
#	#!/bin/sh
#	# needs: kmod/sdt.ko
#	. "$(dirname "$0")/../guest/guest.sh"
#	insmod sdt.ko
#	ok $? "sdt.ko loads"
#	no_complaints "the kernel log"
#	done_testing
#
# Such a script is a test, tests/vm/NAME.t, for busybox's shell.  Started on the host, it
# comes no further than here: tests/guest/start boots a guest with the files that it needs
# and starts it there, unless the libraries of sdtinfo that a line "# libraries: libtracefs >= 1.6"
# names are not here.  A test that has more to do on the host, to build files for
# example, does that in tests/vm/NAME.t and starts tests/vm/NAME.guest.sh in the guest.
#
# The guest has /proc, /sys, debugfs and tracefs mounted.  A warning, BUG or oops
# of the kernel ends it, which fails the test.

if [ ! "${IN_GUEST-}" ]; then
	. "$(dirname "$0")/../lib/tap.sh"
	# shellcheck disable=SC2046
	! grep -q '^# libraries:' "$0" || needs_libraries $(sed -n 's/^# libraries: //p' "$0")
	! grep -q '^# options:.* --smp 2' "$0" || needs_two_processors
	exec "$(dirname "$0")/../guest/start" "$0" "$@"
fi
. ./tap.sh

tracefs=/sys/kernel/tracing
debugfs=/sys/kernel/debug

# has_nmi: whether a module of this kernel can have an NMI (tests/vm/modules/nmi.h)
has_nmi()
{
	[ "$(uname -m)" = x86_64 ] ||
		zcat /proc/config.gz 2> /dev/null | grep -q '^CONFIG_ARM64_PSEUDO_NMI=y'
}

# stat_of KEY: of sdt.ko's statistics
stat_of() { sed -n "s/^$1 //p" $debugfs/sdt/stats; }

# lines EVENT [FILE]: how often it is in the trace
lines() { grep -c " $1: " "${2:-$tracefs/trace}"; }

# shown EVENT: its records in the trace, without task and time
shown() { sed -n "s/^.*[0-9]: \($1: \)/\1/p" $tracefs/trace; }

# has_gate: whether sdt.ko can publish and withdraw events at any time, as its log says when it is
# loaded; else events come and go with modules.  To be asked before the log is emptied.
has_gate()
{
	[ "${gate-}" ] || ! dmesg | grep -q 'sdt: events are published only with' || gate=n
	gate=${gate:-y}
	[ $gate = y ]
}

# needs_gate NAME: succeeds if the kernel has the gate, else skips NAME
needs_gate()
{
	has_gate || { ok 0 "$1 # SKIP events come and go only with modules here"; return 1; }
}

# all_needs_gate: ends a test if the kernel does not have the gate; sdt.ko is not loaded
all_needs_gate()
{
	insmod sdt.ko
	has_gate || { echo '1..0 # SKIP events come and go only with modules here'; exit; }
	rmmod sdt
}

# has_histograms: whether events have triggers that make histograms, and synthetic events
has_histograms() { [ -e $tracefs/events/sched/sched_switch/hist ]; }

# histogram EVENT-FOLDER TRIGGER: sets it, or with ! in front removes it, where the kernel can
histogram() { ! has_histograms || echo "$2" >> "$1/trigger"; }

# histogram_like EVENT-FOLDER REGEX NAME: passes if a line of the histogram matches
histogram_like()
{
	if has_histograms; then
		like "$(cat "$1/hist")" "$2" "$3"
	else
		ok 0 "$3 # SKIP this kernel has no histograms"
	fi
}

# fields EVENT: its own, MODULE/NAME, with their sizes
fields()
{
	sed -n 's/^\tfield:\(.*\);\toffset.*size:\([0-9]*\).*/\1 \2/p' "$tracefs/events/$1/format" |
		grep -v common_ | tr '\n' ';'
}

# Where a stack trace of a system call ends
case $(uname -m) in
x86_64) syscall_entry=entry_SYSCALL_64_after_hwframe ;;
*) syscall_entry=el0t_64_sync ;;
esac

# complaints: lines of the kernel log that tell of a kernel bug.  Warnings end the
# guest by themselves; these are what else there is.  What kmemleak has to say is
# for no_leaks: at the boot, ACPI loses some.  How long an NMI takes is the emulated
# machine's matter.
complaints()
{
	dmesg | grep -E 'WARNING:|BUG[: ]|INFO: |Oops|Call Trace:|UBSAN:|KASAN:|ODEBUG:|leaked' |
		grep -v 'INFO: NMI handler .* took too long'
}

# lockdep_off: says so if the kernel has lockdep and it has switched itself off, as
# after its first complaint or when a proprietary module was loaded
lockdep_off()
{
	[ ! -e /proc/lockdep_stats ] || grep 'debug_locks: *0$' /proc/lockdep_stats
}

# clear_log: empties the kernel log, for a test that looks for what comes next
clear_log()
{
	complaints >> complained
	dmesg -c > /dev/null
}

# no_complaints NAME: passes if the kernel log has no complaint, and could have
no_complaints()
{
	is "$(cat complained 2> /dev/null; complaints; lockdep_off)" "" "$1"
}

# scan_leaks: has kmemleak look for memory that nothing points to, which takes 10 to
# 30 s.  It tells of what it found when it looked before, too, with the same contents.
scan_leaks()
{
	echo scan > $debugfs/kmemleak && echo scan > $debugfs/kmemleak
}

# ignore_leaks: what the kernel has lost so far is not for no_leaks.  From here on
# kmemleak looks only when it is told to: while it does, all others are slower.
ignore_leaks()
{
	[ -e $debugfs/kmemleak ] || return 0
	echo scan=off > $debugfs/kmemleak
	scan_leaks
	echo clear > $debugfs/kmemleak
}

# no_leaks NAME: passes if kmemleak, where the kernel has it, knows of no memory
# that nothing points to.  It tells of none younger than 5 s.  If it has given up,
# it cannot scan, which fails.
no_leaks()
{
	if [ ! -e $debugfs/kmemleak ]; then
		note "this kernel has no kmemleak: $1"
		return
	fi
	sleep 6
	is "$(scan_leaks 2>&1 && cat $debugfs/kmemleak 2>&1 | not_at_boot)" '' "$1"
}

# not_at_boot: of kmemleak's reports those of memory that the booting kernel did not
# allocate itself, before any module
not_at_boot()
{
	awk '/^unreferenced object/ { head = $0; next }
		/^  comm / { shown = !/"swapper/; if (shown) print head }
		shown || !head'
}

# wait_for SECONDS COMMAND...: runs COMMAND every tenth of a second until it
# succeeds; fails if it has not within SECONDS
wait_for()
{
	wait_for_left=$(($1 * 10))
	shift
	until "$@"; do
		[ "$wait_for_left" -gt 0 ] || return 1
		wait_for_left=$((wait_for_left - 1))
		sleep 0.1
	done
}

# handler_log: what examples/handler has written, with pointers as numbers.  They are
# not hashed here, since the guest has slub_debug.
handler_log()
{
	dmesg | grep 'handler: ' |
		sed -E '/ = [0-9a-f]{16}$/s/ = 0*([0-9a-f])/ = 0x\1/'
}
