#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# triggers.t - triggers, histograms, synthetic events and filters on probes
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --timeout 300 --add kmod/sdt.ko --add examples/revdev/revdev.ko \
	--add examples/revdev/testrevdev --add tests/vm/modules/kinds.ko \
	tests/vm/triggers.guest.sh
