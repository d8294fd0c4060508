#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# contexts.t - probes fire in every context: task, interrupts, NMI, locks held ...
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"${CROSS_COMPILE-}gcc" -Wall -Wextra -O2 -o "$dir/perf_count" tests/vm/perf_count.c || exit 1
tests/guest/start --smp 2 --timeout 600 --add kmod/sdt.ko --add tests/vm/modules/contexts.ko \
	--add tests/vm/modules/witness.ko --add "$dir/perf_count" \
	tests/vm/contexts.guest.sh
