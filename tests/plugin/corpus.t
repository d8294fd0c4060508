#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# corpus.t - a disabled probe is one NOP
#
# Compiles tests/plugin/corpus/ in all its variants with the kernel's own flags,
# and those of each configuration, and compares the machine code.  With UPDATE=y, what
# it finds becomes what is expected of this compiler.
. "$(dirname "$0")/lib.sh"
. "$here/corpus/build.sh"

# all_variants NAME FLAG
all_variants()
{
	variant "$1" "$2" plain
	variant "$1" "$2" probed "$probes"
	variant "$1" "$2" macros "sdt-plugin := n" "$probes"
	variant "$1" "$2" events 'ccflags-y += -DCORPUS_EVENTS'
	variant "$1" "$2" calls 'ccflags-y += -DCORPUS_CALLS'
	variant "$1" "$2" branch 'ccflags-y += -DCORPUS_BRANCH'
}

configurations all_variants
if ! build_variants; then
	echo 'Bail out! the build is not silent'
	exit 1
fi
gcc=$($CC -dumpversion)
python3 "$here/corpus/compare.py" ${UPDATE:+--update} "$tmp" "${gcc%%.*}"
