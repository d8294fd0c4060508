#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Loads and removes the module of COUNT probes, with sdt.ko publishing in either way.  The rows'
# names have COUNT as TITLE.
. "$(dirname "$0")/../guest/guest.sh"
. ./allocated.sh
count=$1 title=$2

# row ROW PEER VALUE
row() { printf '%s events: %s\t%s\t%s\n' "$title" "$1" "$2" "$3"; }
# interrupts: function call interrupts of all processors
interrupts() { awk '$1 == "CAL:" { print $2 + $3 }' /proc/interrupts; }

# once BY PEER
once()
{
	insmod sdt.ko publish_by="$1"
	# not the first load, which allocates for good
	insmod many_probes.ko && rmmod many_probes
	load many_probes
	row 'memory, bytes' "$2" $((size + more))
	before=$(interrupts)
	took=$(./timed insmod many_probes.ko)
	row 'interrupts at insmod' "$2" $(($(interrupts) - before))
	row 'insmod, instructions' "$2" "$took"
	[ "$(grep -c many_probes: $tracefs/available_events)" = "$count" ] || ok 1 'all events are there'
	row 'rmmod, instructions' "$2" "$(./timed rmmod many_probes)"
	rmmod sdt
}

load many_probes
for _ in 1 2; do
	once 1 probe
	once 2 gate
done
no_complaints 'the kernel log'
[ "$tap_failed" -eq 0 ]
