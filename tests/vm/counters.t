#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# counters.t - debugfs's counters tell how often each site was hit
cd "$(dirname "$0")/../.." || exit 1
set --
for module in probed twice contexts torture; do
	set -- "$@" --add "tests/vm/modules/$module.ko"
done
exec tests/guest/start --smp "${SMP:-2}" --timeout 600 --add kmod/sdt.ko "$@" tests/vm/counters.guest.sh
