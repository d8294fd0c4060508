#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# buffer.sh - section of "make bench": a record in the trace buffer
cd "$(dirname "$0")/../.." || exit 1
exec tests/vm/run --icount --append slub_debug=- --append rcupdate.rcu_expedited=1 \
	--add tests/bench/figures.sh --add kmod/sdt.ko --add tests/vm/modules/cost.ko \
	tests/bench/buffer.guest.sh "${RUNS:-5}"
