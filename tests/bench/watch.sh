#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# watch.sh - section of "make bench": sdtinfo trace and top, and what they compete with
. "$(dirname "$0")/lib.sh"
gcc -Wall -Wextra -O2 -static -o "$dir/pace" tests/bench/pace.c || exit 1
tests/guest/start --icount --timeout 3000 --root / --append slub_debug=- \
	--append rcupdate.rcu_expedited=1 --add tests/bench/figures.sh --add kmod/sdt.ko \
	--add tools/sdtinfo/sdtinfo --add tests/vm/modules/cost.ko --add tests/vm/modules/twice.ko \
	--add tests/clients/clients.sh --add "$dir/pace" tests/bench/watch.guest.sh "$RUNS"
