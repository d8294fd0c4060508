#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# values.t - handlers get the values of the arguments
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --add kmod/sdt.ko --add examples/handler/handler.ko \
	--add tests/vm/modules/client.ko --add tests/vm/modules/values.ko --add tests/vm/modules/values.c \
	tests/vm/values.guest.sh
