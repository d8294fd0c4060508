#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# shown.t - the text of formatted arguments in the trace
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --add kmod/sdt.ko --add tests/vm/modules/shown.ko \
	--add tests/vm/modules/shown.c --add tests/vm/modules/measurer.ko \
	tests/vm/shown.guest.sh
