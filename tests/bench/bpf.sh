#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# bpf.sh - section of "make bench": a BPF program at an event
. "$(dirname "$0")/lib.sh"
gcc -Wall -Wextra -O2 -static -o "$dir/attach" tests/bench/attach.c || exit 1
figures_of bpf --add tests/vm/modules/cost.ko --add "$dir/attach"
