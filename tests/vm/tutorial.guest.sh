#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The commands of root in docs/tutorial.md; tutorial.t looks at what they print.
PATH=/test:$PATH sh ./root.sh /out
