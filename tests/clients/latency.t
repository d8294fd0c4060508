#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# latency.t - sdtinfo latency measures the time between probes, and leaves nothing behind
cd "$(dirname "$0")/../.." || exit 1

pkg-config --exists libtracefs libtraceevent || {
	echo '1..0 # skip no libtracefs here: sdtinfo latency is not built'
	exit
}
# For four histograms at once, whose entries take several objects each, more with slub_debug
exec tests/guest/start --timeout 900 --memory 1024 --add kmod/sdt.ko --add tools/sdtinfo/sdtinfo \
	--add tests/vm/modules/kinds.ko --add tests/vm/modules/torture.ko \
	--add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
	--add "$(command -v script):/bin/script" tests/clients/latency.guest.sh
