#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
cd "$(dirname "$0")/../.." || exit 1
modules=tests/vm/modules
line() { sed -n "/$1 \*\/$/=" $modules/twice.c; }
exec tests/vm/run --add kmod/sdt.ko --add $modules/client.ko --add $modules/twice.ko \
	--add $modules/probed.ko \
	tests/vm/handlers.guest.sh "$(line FIRST)" "$(line SECOND)" "$(line THIRD)"
