#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# dtrace.t - DTrace 2.x uses the probes, with layout=dtrace
#
# Needs dtrace, which the systems of "make check-debian" have.
cd "$(dirname "$0")/../.." || exit 1

if ! command -v dtrace >/dev/null; then
	echo '1..0 # SKIP no dtrace: make check-clients'
	exit 0
fi
set --
for module in contexts kinds probed qualified twice values victim; do
	set -- "$@" --add "tests/vm/modules/$module.ko"
done
for file in revdev.ko testrevdev traceflow.d traceflow.expected; do
	set -- "$@" --add "examples/revdev/$file"
done
exec tests/guest/start --root / --timeout 1500 --add kmod/sdt.ko "$@" \
	--add tests/clients/clients.sh --add tools/sdtinfo/sdtinfo \
	--add tests/clients/values.d --add tests/clients/faults.d tests/clients/dtrace.guest.sh
