#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# bpf.sh - section of "make bench": a BPF program at a probe, with and without the plugin, at a
# tracepoint and a kprobe, and at the raw tracepoint of a probe and of a tracepoint
. "$(dirname "$0")/lib.sh"

plain cost
tests/guest/start --add "$dir/plain/cost.ko:/test/plain.ko" tests/bench/bpf.guest.sh "$RUNS"
