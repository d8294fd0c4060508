#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# bpf.sh - section of "make bench": a BPF program at an event
cd "$(dirname "$0")/../.." || exit 1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
gcc -Wall -Wextra -O2 -static -o "$dir/attach" tests/bench/attach.c || exit 1
tests/vm/run --icount --append slub_debug=- --append rcupdate.rcu_expedited=1 \
	--add tests/bench/figures.sh --add kmod/sdt.ko --add tests/vm/modules/cost.ko \
	--add "$dir/attach" tests/bench/bpf.guest.sh "${RUNS:-5}"
