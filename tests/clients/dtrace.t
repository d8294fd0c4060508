#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# dtrace.t - the probes, seen by DTrace 2.x, with layout=dtrace
#
# For a root that has dtrace, as that of "make check-clients".
cd "$(dirname "$0")/../.." || exit 1
root=${ROOT:-/}

if [ ! -x "$root/usr/sbin/dtrace" ]; then
	echo "1..0 # SKIP no dtrace in $root: make check-clients"
	exit 0
fi
set --
for module in kinds probed twice values victim; do
	set -- "$@" --add "tests/vm/modules/$module.ko"
done
for file in revdev.ko testrevdev traceflow.d traceflow.expected; do
	set -- "$@" --add "examples/revdev/$file"
done
exec tests/vm/run --root "$root" --timeout 900 --add kmod/sdt.ko "$@" \
	--add tools/sdtinfo/sdtinfo \
	--add tests/clients/values.d --add tests/clients/faults.d tests/clients/dtrace.guest.sh
