#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# disabled.sh - section of "make bench": disabled probes
#
# Figures of the guest, and unless QUICK is set what tests/plugin/corpus.t finds in the
# machine code.
. "$(dirname "$0")/lib.sh"

plain sites
tests/guest/start --icount --append slub_debug=- --append rcupdate.rcu_expedited=1 \
	--add tests/bench/figures.sh --add kmod/sdt.ko --add tests/vm/modules/sites.ko \
	--add "$dir/plain/sites.ko:/test/plain.ko" tests/bench/disabled.guest.sh "$RUNS" || exit
[ -z "${QUICK-}" ] || exit 0

# Its verdicts are not of interest here; without a table this fails.
sh tests/plugin/corpus.t | awk -F '|' '
	BEGIN {
		names[2] = "probe"; names[3] = "without plugin"; names[4] = "TRACE_EVENT"
		names[5] = "calls"; names[6] = "load and branch"
	}
	/^# .*: what is added/ { config = $1; sub(/^# /, "", config); sub(/:.*/, "", config) }
	/^# mean per site/ {
		for (column = 2; column <= 6; column++) {
			# instructions, loads, stores, pushes, bytes
			split($column, values, " ")
			row("instructions", values[1])
			row("memory accesses", values[2] + values[3] + values[4])
			row("bytes", values[5])
		}
		tables++
	}
	function row(kind, value) {
		printf "corpus -%s, %s per site\t%s\t%s\n", config, kind, names[column], value
	}
	END { exit tables == 0 }'
