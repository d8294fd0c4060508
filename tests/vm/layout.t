#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# layout.t - sdt.ko's parameters: names, fields, string sizes, events enabled at load
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --timeout 400 --add kmod/sdt.ko --add examples/revdev/revdev.ko \
	--add examples/revdev/testrevdev --add tests/vm/modules/values.ko \
	tests/vm/layout.guest.sh
