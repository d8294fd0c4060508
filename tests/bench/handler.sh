#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# handler.sh - section of "make bench": a call of an enabled probe with handlers
cd "$(dirname "$0")/../.." || exit 1
exec tests/vm/run --icount --append slub_debug=- --append rcupdate.rcu_expedited=1 \
	--add tests/bench/figures.sh --add kmod/sdt.ko --add tests/vm/modules/cost.ko \
	--add tests/vm/modules/nothing.ko \
	tests/bench/handler.guest.sh "${RUNS:-5}"
