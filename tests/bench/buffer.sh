#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# buffer.sh - section of "make bench": a record in the trace buffer
. "$(dirname "$0")/lib.sh"
figures_of buffer --add tests/vm/modules/cost.ko
