#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# edges.t - handlers get the converted values of unusual arguments
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --add kmod/sdt.ko --add examples/handler/handler.ko \
	--add tests/vm/modules/edges.ko tests/vm/edges.guest.sh
