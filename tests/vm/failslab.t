#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# failslab.t - every allocation fails in turn, where the kernel can do that: "make
# torture KERNEL=debug" has one
cd "$(dirname "$0")/../.." || exit 1

: "${KDIR:=$(make -s --no-print-directory kdir)}"
if ! grep -q '^CONFIG_FAILSLAB=y' "$KDIR/include/config/auto.conf"; then
	echo '1..0 # SKIP this kernel has no failslab'
	exit 0
fi
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
gcc -O2 -static -o "$dir/failnth" tests/vm/failnth.c || exit 1

tests/vm/run --timeout 3600 --memory 1024 \
	--add kmod/sdt.ko --add "$dir/failnth" \
	--add tests/vm/modules/torture.ko --add tests/vm/modules/counter.ko \
	--add examples/revdev/revdev.ko tests/vm/failslab.guest.sh
