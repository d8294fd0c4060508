#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# python.t - pyflakes finds nothing in the project's Python scripts

. "$(dirname "$0")/lib.sh"

clean 'scripts' pyflakes3 $(scripts python3)
done_testing
