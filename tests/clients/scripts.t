#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# scripts.t - the bpftrace scripts of examples/revdev and latency print the expected
# output, which is in the same folder
cd "$(dirname "$0")/../.." || exit 1

set --
for file in revdev.ko testrevdev traceflow.bt traceflow.expected latency latency.bt \
	    latency.expected latency.bt.expected; do
	set -- "$@" --add "examples/revdev/$file"
done
exec tests/guest/start --smp 1 --timeout 600 --root / --add kmod/sdt.ko "$@" \
	--add tests/clients/clients.sh tests/clients/scripts.guest.sh
