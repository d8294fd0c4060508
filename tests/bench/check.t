#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# check.t - probes are not slower, next to their peers, than docs/benchmarks.md says
cd "$(dirname "$0")/../.." || exit 1
exec tests/bench/run --check
