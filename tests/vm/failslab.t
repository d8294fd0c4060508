#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# failslab.t - each allocation of sdt.ko fails in turn
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"${CROSS_COMPILE-}gcc" -O2 -static -o "$dir/failnth" tests/vm/failnth.c || exit 1

tests/guest/start --timeout 1500 \
	--add kmod/sdt.ko --add "$dir/failnth" --add tests/vm/modules/failer.ko \
	--add tests/vm/modules/torture.ko --add tests/vm/modules/client.ko \
	--add tests/vm/modules/translated.ko --add tests/vm/modules/translator.ko \
	--add examples/revdev/revdev.ko tests/vm/failslab.guest.sh
