#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# author.sh - source lines for 1 and 50 probes
#
# Counts the lines that a module with probes has more than the same module without them
# (tests/vm/many.py), in all its files: sources, headers, Kbuild.  Blank lines, comments and
# what a compiler flag needs are not counted.  All modules are built.
. "$(dirname "$0")/lib.sh"

# lines KIND COUNT: of the module's sources
lines()
{
	(cd "$dir/$1-$2-3" && cat Kbuild main.c part*.c $(ls events*.h 2> /dev/null)) |
		grep -cvE '^[[:space:]]*($|//)'
}

for count in 1 50; do
	for kind in plain probes events freebsd; do
		many $kind $count 3 >&2 || fail "the module of $count $kind cannot be built"
	done
	# The line of a function's place is empty if there is nothing in it.
	for pair in probes:probe events:TRACE_EVENT 'freebsd:FreeBSD SDT'; do
		row "$count, all lines" "${pair#*:}" \
			$(($(lines ${pair%:*} $count) - $(lines plain $count)))
	done
done > "$dir/rows"
cat "$dir/rows"

# What each probe takes after the first one: its own lines
awk -F '\t' '{ n[$2, $1 + 0] = $3; peer[$2] }
	END { for (p in peer) printf "each further\t%s\t%.2f\n", p, (n[p, 50] - n[p, 1]) / 49 }
	' "$dir/rows"
