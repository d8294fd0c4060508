#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# shown.t - perf, trace-cmd and bpftrace handle formatted arguments as the kernel does
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --smp 1 --timeout 600 --root / --add tests/clients/clients.sh --add kmod/sdt.ko \
	--add tests/vm/modules/shown.ko tests/clients/shown.guest.sh
