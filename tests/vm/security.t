#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# security.t - who can see and do what: other users, kptr_restrict, lockdown
#
# The kernel hides addresses only without slab debugging, which tests/guest/start enables
# by default.
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"${CROSS_COMPILE-}gcc" -Wall -Wextra -O2 -o "$dir/perf_count" tests/vm/perf_count.c || exit 1
tests/guest/start --timeout 600 --append slub_debug=- --add kmod/sdt.ko \
	--add tests/vm/modules/secrets.ko --add tests/vm/modules/meddler.ko \
	--add tests/vm/modules/counter.ko --add tests/vm/modules/probed.ko \
	--add tools/sdtinfo/sdtinfo --add "$dir/perf_count" tests/vm/security.guest.sh
