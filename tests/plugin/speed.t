#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# speed.t - a function with many sites compiles in at most four times the time that
# it takes without
#
# Compares the CPU times of one run, each the shortest of three, because machines are busy.
# Without debug information: GCC's tracking of variables takes most of the time in any
# function with so many blocks.
. "$(dirname "$0")/lib.sh"

# straight SITES: a function with so many probes in a row
straight()
{
	echo '#include <linux/sdt.h>
	struct counts { long n[8]; };
	void take(long a);
	void straight(struct counts *c, long a, long b);
	void straight(struct counts *c, long a, long b) {'
	for i in $(seq "$1"); do
		echo "a = a * $((i + 2)) + c->n[$((i % 8))];
		DTRACE_PROBE3(p$i, long, a, long, b, long, c->n[1]);
		c->n[$((i % 8))] = a;"
	done
	echo 'take(a); }'
}

kernel_flags
probed=$kernel_cc

# seconds COMMAND: the CPU seconds of a compilation of many.c
seconds()
{
	local kernel_cc=$1
	compile "$tmp/many.c" "$tmp/many.o" -g0 -ftime-report | awk '/^ TOTAL/ { print $3 }'
}

straight 1300 > "$tmp/many.c"
for _ in 1 2 3; do
	seconds "$probed" >> "$tmp/probed"
	seconds "$plain_cc" >> "$tmp/plain"
done
probed_time=$(sort -n "$tmp/probed" | head -n 1)
plain_time=$(sort -n "$tmp/plain" | head -n 1)
note "1,300 sites: $probed_time s with probes, $plain_time s without"
ok "$(awk "BEGIN { print !($plain_time > 0 && $probed_time <= 4 * $plain_time) }")" \
	'1,300 sites in one function take at most four times the time'

# GCC's PRE is what would take most of it.  It is left on where it is no burden.
for sites in 100 101; do
	straight $sites > "$tmp/some.c"
	compile "$tmp/some.c" "$tmp/some$sites.o" "-fdump-tree-pre=$tmp/pre$sites" > "$tmp/said"
	is "$(cat "$tmp/said")" '' "$sites sites compile"
done
ok "$(grep -q straight "$tmp/pre100"; echo $?)" 'a function with 100 sites gets PRE'
ok "$((! $(grep -q straight "$tmp/pre101" 2> /dev/null; echo $?)))" '... and one with 101 does not'
done_testing
