#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# cost.t - instructions per hit, compared with a tracepoint with the same arguments
#
# Disabled, counted, with a handler that does nothing, and into the trace buffer.  The guest's clock
# counts them, so the figures are the same at every run.
#
# needs: kmod/sdt.ko tests/vm/modules/cost.ko tests/vm/modules/nothing.ko
# options: --icount
. "$(dirname "$0")/../guest/guest.sh"

# measure STATE [ARGS]: sets none, probe and tracepoint, in hundredths of an
# instruction; ARGS "string" for those with a string
measure()
{
	for what in none probe tracepoint; do
		read -r count < /sys/module/cost/parameters/"${2:-int3}_$what"
		echo "# $1: $what $count"
		eval "$what=${count%.*}${count#*.}"
	done
}

# Linux 7 calls tracepoints with preemption on, within tracepoint_srcu, and a record
# is written within it as well, which costs instructions that Linux 6 does not take.
allowed=0 allowed_integers=0
case $(uname -r) in
[0-6].*) ;;
*) allowed=4 allowed_integers=1 ;;
esac

# Without static calls, a site, a trampoline and a sink are three indirect calls.
[ "$(uname -m)" = x86_64 ] || allowed_integers=$((allowed_integers + 5))

# Since Linux 6.10 a tracepoint measures its string once, by strlen(). On arm64, that and
# memcpy() take 16 bytes at a time.  They need a good address, which a probe's string may
# not have: each word of it is read with a test for a fault.  On x86-64, a string of a few
# words takes a few instructions more, a longer one less.
allowed_string=0 allowed_word=0
case $(uname -m):$(uname -r) in
aarch64:6.[0-9].*) ;;
aarch64:*) allowed_string=56 allowed_word=9 ;;
x86_64:6.[0-9].*) ;;
x86_64:6.*) allowed_string=6 ;;
x86_64:7.[0-2].*) ;;
x86_64:*) allowed_string=2 ;;
esac

# no_more NAME [WORDS]: passes if the probe costs no more than the tracepoint, or what is
# allowed, for a string of WORDS words
# shellcheck disable=SC2154 # set by measure
no_more()
{
	if [ $# = 1 ]; then
		more=$((allowed + allowed_integers))
	else
		more=$((allowed + allowed_string + allowed_word * $2))
	fi
	ok "$([ "$probe" -le $((tracepoint + 100 * more)) ]; echo $?)" \
		"$1: at most $more more than a tracepoint"
}

insmod sdt.ko && insmod cost.ko
ok $? 'the modules load'
# Without the plugin, the registers that the call of sdt.ko may change are saved and restored.
plain=0 plain_percent=0
if grep -q '__sdt_fire.*\[cost]' /proc/kallsyms; then
	note 'the probes are compiled without the plugin'
	plain=19 plain_percent=61
	allowed=$((allowed + plain))
fi
measure disabled
# shellcheck disable=SC2154
is $((probe - none)) 100 'a disabled probe costs one instruction'
ok "$([ "$probe" -le "$tracepoint" ]; echo $?)" '... no more than a tracepoint'

insmod nothing.ko
ok $? 'something listens to both'
measure handler
# It is looked up at the site, and called through a pointer: 11 instructions, of 31 in Linux 6.12.
percent=$((136 + plain_percent))
[ "$(uname -m)" = x86_64 ] || percent=$((percent + 10))
ok "$([ $((100 * probe)) -le $((percent * tracepoint)) ]; echo $?)" \
	"a handler: at most $percent % of a tracepoint"
rmmod nothing
insmod nothing.ko reentrant=1
measure 'reentrant handler'
percent=$((107 + plain_percent))
ok "$([ $((100 * probe)) -le $((percent * tracepoint)) ]; echo $?)" \
	"... a reentrant one: at most $percent %"
rmmod nothing

# Each pair of events has the same fields: three integers, where it fired, and the
# second a copy of a string as well.
echo 1 > $tracefs/events/cost/enable
echo 1 > $tracefs/events/cost_trace/enable
measure buffer
no_more 'three integers into the trace buffer'
for text in 'sixty-three bytes are what an event has of a string by default,' \
	'twenty-three bytes long' hello 1; do
	echo -n "$text" > /sys/module/cost/parameters/text
	measure "${#text} bytes" string
	no_more "two integers and a string of ${#text} bytes" $(((${#text} + 8) / 8))
done
like "$(tail -n 1 $tracefs/trace)" \
	"traced_string: .* a=9999 b=[0-9]* s=[0-9a-fx]* str=\"1\"\$" \
	'the tracepoint is there'
echo 0 > $tracefs/events/cost_trace/enable
echo > $tracefs/trace
cat /sys/module/cost/parameters/int3_probe > /dev/null
like "$(tail -n 1 $tracefs/trace)" 'int3: .int3_probe.* a=9999 b=[0-9]* c=3$' \
	'the probe is there'
cat /sys/module/cost/parameters/string_probe > /dev/null
like "$(tail -n 1 $tracefs/trace)" "string: .* a=9999 b=[0-9]* text=0x[0-9a-f]* text_str=\"1\"\$" \
	'... with its string'

# Last: a direct call to a handler needs that all sites that were ever enabled have it alone.
echo 0 > $tracefs/events/cost/enable
echo cost >/sys/module/sdt/parameters/count
measure counted
# ... and without static calls the counter is called through two pointers.
most=$((40 + plain))
[ "$(uname -m)" = x86_64 ] || most=$((80 + plain))
# Linux 6.1 with PREEMPT_RT also counts lazy preemption.
! uname -v | grep -q PREEMPT_RT || most=$((most + 10))
ok "$([ $((probe - none)) -le $((100 * most)) ]; echo $?)" "counted all the time: at most $most instructions"

rmmod cost && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
