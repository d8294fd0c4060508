#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# perf.sh - section of "make bench": an event for perf
. "$(dirname "$0")/lib.sh"
gcc -Wall -Wextra -O2 -static -o "$dir/attach" tests/bench/attach.c || exit 1
figures_of perf --add tests/vm/modules/cost.ko --add "$dir/attach"
