#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# fuzz.t - random programs with probes do what they do without the plugin
#
# A few of the programs that "make fuzz-plugin" makes, and those that once were not
# compiled right: see tests/fuzz/plugin/run.  endless.t has one of these.
. "$(dirname "$0")/lib.sh"

kernel_flags
"$top/tests/fuzz/plugin/run" --cc "$cc" 1..6 \
	$(ls "$top"/tests/fuzz/plugin/programs/*.c | grep -v /endless.c)
