#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# cold.sh - section of "make bench": the cache lines and pages of a hit of three integers, by a
# plugin of QEMU (lines.c)
. "$(dirname "$0")/lib.sh"

gcc -Wall -Wextra -Wno-unused-parameter -O2 -shared -fPIC -o "$dir/lines.so" tests/bench/lines.c ||
	exit 1
for _ in $(seq "$RUNS"); do
	tests/guest/start --icount --append slub_debug=- --timeout 900 \
		--plugin "$dir/lines.so,out=$dir/lines" tests/bench/cold.guest.sh > "$dir/calls" ||
		fail "the guest failed: $(tail -n 1 "$dir/calls")"
	# Two lines for each call of the guest, the second of which counts
	sed -n 'n;p' "$dir/lines" | paste "$dir/calls" - | awk -F '\t' '{
		split($3, n, " ")
		print $1 ", lines of code\t" $2 "\t" n[2]
		print $1 ", lines of data\t" $2 "\t" n[3]
		print $1 ", pages\t" $2 "\t" n[4]
	}'
done
