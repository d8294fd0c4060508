#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# handler.sh - section of "make bench": a call of an enabled probe with handlers
. "$(dirname "$0")/lib.sh"
figures_of handler --add tests/vm/modules/cost.ko --add tests/vm/modules/nothing.ko
