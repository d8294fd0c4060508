#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# fuzz-plain.t - random programs with probes without the plugin do what they should
#
# A few of the programs that "make fuzz-plain" makes, by gcc and clang, and those that once
# were not compiled right: see tests/fuzz/plugin/run.
. "$(dirname "$0")/lib.sh"

kernel_flags
for compiler in "$cc" "$clang"; do
	if ! command -v "${compiler%% *}" > /dev/null; then
		note "no $compiler"
		continue
	fi
	"$top/tests/fuzz/plugin/run" --plain --cc "$compiler" \
		--flags='-O2 -mgeneral-regs-only' --flags='-Os -mgeneral-regs-only' 1..3 \
		"$top"/tests/fuzz/plugin/programs/*.c > "$tmp/log" 2>&1
	ok $? "${compiler##*/}"
	note "$(cat "$tmp/log")"
done
done_testing
