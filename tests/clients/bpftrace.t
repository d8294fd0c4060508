#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# bpftrace.t - bpftrace reads the probes and their arguments
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --smp 1 --timeout 600 --root / --add tests/clients/clients.sh --add kmod/sdt.ko \
	--add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
	--add tests/vm/modules/kinds.ko --add tests/vm/modules/contexts.ko tests/clients/bpftrace.guest.sh
