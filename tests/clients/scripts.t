#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# scripts.t - the scripts of examples/revdev for bpftrace, and latency, against the
# output that lies beside them
cd "$(dirname "$0")/../.." || exit 1

set --
for file in revdev.ko testrevdev traceflow.bt traceflow.expected latency latency.bt \
	    latency.expected latency.bt.expected; do
	set -- "$@" --add "examples/revdev/$file"
done
exec tests/vm/run --timeout 600 --root / --add kmod/sdt.ko "$@" tests/clients/scripts.guest.sh
