#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# endless.t - probes in loops that never end by themselves
#
# fuzz.t has random programs, some functions of which never return.
. "$(dirname "$0")/lib.sh"

kernel_flags
"$top/tests/fuzz/plugin/run" --cc "$cc" "$top/tests/fuzz/plugin/programs/endless.c"
