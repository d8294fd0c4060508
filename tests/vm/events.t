#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# events.t - probes are normal trace events: revdev in tracefs
cd "$(dirname "$0")/../.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
for program in perf_count load_forced; do
	"${CROSS_COMPILE-}gcc" -Wall -Wextra -O2 -o "$dir/$program" tests/vm/$program.c || exit 1
done

tests/guest/start --add kmod/sdt.ko --add examples/revdev/revdev.ko \
	--add examples/revdev/testrevdev --add examples/revdev/traceflow \
	--add examples/revdev/traceflow.expected --add "$dir/perf_count" --add "$dir/load_forced" \
	--add tests/vm/modules/counter.ko --add tests/vm/modules/numbers.ko \
	--add tests/vm/modules/probed.ko --add tests/vm/modules/slow.ko tests/vm/events.guest.sh
