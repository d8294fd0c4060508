#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# publish.sh - what publishing events takes, by the tracing core with the module and by the gate
#
#	tests/bench/publish.sh
#	SIZES='30 1500' tests/bench/publish.sh
#
# For each of SIZES builds a module of that many functions with a probe (tests/vm/many.py).  The
# guest counts instructions, for the whole module.  A second one, with two processors, counts the
# interrupts by which a processor calls functions on the other.
. "$(dirname "$0")/lib.sh"
: "${SIZES:=30 1500 6000}"

# guest OPTION...: the rows of the guest
guest()
{
	tests/guest/start "$@" --append slub_debug=- --append rcupdate.rcu_expedited=1 \
		--timeout 7200 --memory 1024 --add kmod/sdt.ko --add tests/vm/allocated.sh --add "$dir/timed" \
		--add "$dir/probes-$count-3/many_probes.ko" \
		tests/bench/publish.guest.sh "$count" "$(commas "$count")" > "$dir/guest" ||
		fail "$(grep '^not ok' "$dir/guest" | head -n 1) in the guest with $count probes"
	cat "$dir/guest"
}

gcc -Wall -Wextra -O2 -o "$dir/timed" tests/bench/timed.c || exit 1
for count in $SIZES; do
	many probes "$count" 3 >&2 || fail "the module of $count probes cannot be built"
	guest --icount | grep -Ev '^ok |interrupts'
	guest --smp 2 | grep interrupts
done
