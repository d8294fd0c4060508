#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# torture.t - all operations on sdt.ko concurrently, for $SECONDS seconds
#
# In 30 seconds each has its turns; "make torture" takes longer.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
needs_two_processors

seconds=${SECONDS:-30}
exec tests/guest/start --timeout $((3 * seconds + 600)) --memory 1024 \
	--add kmod/sdt.ko --add kmod/sdt_raw.ko --add tests/vm/perf_user --add tests/vm/raw_user \
	--add tests/vm/modules/torture.ko --add tests/vm/modules/attacher.ko \
	--add tests/vm/modules/probed.ko --add tests/vm/modules/values.ko \
	--add tests/vm/modules/counter.ko --add tests/vm/modules/leaver.ko \
	--add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
	tests/vm/torture.guest.sh "$seconds"
