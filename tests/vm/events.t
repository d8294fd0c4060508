#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# events.t - probes are normal trace events: revdev in tracefs
cd "$(dirname "$0")/../.." || exit 1
exec tests/vm/run --add kmod/sdt.ko --add examples/revdev/revdev.ko \
	--add examples/revdev/testrevdev --add examples/revdev/traceflow \
	--add examples/revdev/traceflow.expected --add tests/vm/modules/counter.ko \
	--add tests/vm/modules/numbers.ko --add tests/vm/modules/probed.ko \
	--add tests/vm/modules/slow.ko tests/vm/events.guest.sh
