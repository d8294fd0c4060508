#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# size.sh - bytes per site, in the module's file and in memory
#
#	tests/bench/size.sh
#	COUNT=300 tests/bench/size.sh		sooner
#
# Builds modules of COUNT small functions that have a probe, a TRACE_EVENT, an event of a
# class that 100 of them share (DEFINE_EVENT), a tracepoint that is no event, or nothing in
# them, with 0, 3 and 8 arguments (tests/vm/many.py).
# All figures are what such a module has more than the one with nothing, divided by COUNT.
# The sections are those that the loader keeps; size.guest.sh adds what the kernel says.
. "$(dirname "$0")/lib.sh"
. tests/vm/sections.sh
: "${COUNT:=1000}"

# in_sections ARGS: the row of what $dir/sections has
in_sections()
{
	awk -v args="$1" -v count="$COUNT" '
		BEGIN {
			peer["probes"] = "probe"; peer["events"] = "TRACE_EVENT"
			peer["classes"] = "DEFINE_EVENT"
			peer["tracepoints"] = "tracepoint"
		}
		{ n[$1] += $4 }
		END {
			for (kind in peer)
				printf "%d arguments, all sections\t%s\t%.1f\n", args,
					peer[kind], (n[kind] - n["plain"]) / count
		}' "$dir/sections"
}

# in_file KIND PEER ARGS: the row of the whole file
in_file()
{
	row "$3 arguments, file" "$2" "$(stat -c %s "$dir/$1-$COUNT-$3/many_$1.ko" \
		"$dir/plain-$COUNT-$3/many_plain.ko" | paste -s |
		awk -v count="$COUNT" '{ printf "%.1f", ($1 - $2) / count }')"
}

add=
for args in 0 3 8; do
	for kind in plain probes events classes tracepoints; do
		many $kind "$COUNT" $args >&2 ||
			fail "the module of $COUNT $kind with $args arguments cannot be built"
		file=$dir/$kind-$COUNT-$args/many_$kind.ko
		add="$add --add $file:/test/$kind-$args.ko"
		sections $kind "$file"
	done > "$dir/sections"
	in_sections $args
	in_file probes probe $args
	in_file events TRACE_EVENT $args
	in_file classes DEFINE_EVENT $args
	in_file tracepoints tracepoint $args
done

# The clock of --icount does not wait while the guest sleeps.
tests/guest/start --icount --append slub_debug=- --timeout 900 --add kmod/sdt.ko \
	--add tests/vm/allocated.sh $add tests/bench/size.guest.sh "$COUNT" "$RUNS" ||
	fail 'the guest failed'
