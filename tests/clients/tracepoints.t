#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tracepoints.t - the clients print the probes of docs/from-tracepoints.md as the kernel does
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --smp 1 --timeout 300 --root / --add kmod/sdt.ko --add tests/vm/modules/formats.ko \
	--add docs/from-tracepoints.md --add tests/clients/clients.sh \
	tests/clients/tracepoints.guest.sh
