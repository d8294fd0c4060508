#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# cost.t - instructions per hit, compared with a tracepoint
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --icount --add kmod/sdt.ko --add tests/vm/modules/cost.ko \
	--add tests/vm/modules/nothing.ko tests/vm/cost.guest.sh
