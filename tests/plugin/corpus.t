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

# all_variants NAME FLAG: only the first configuration has all of the kernel's debugging
# information, which is slow to make; without the plugin all have it, because types are in it.
all_variants()
{
	local debug=-g1
	[ "$1" != O2 ] || debug=
	variant "$1" "$2 $debug" plain
	variant "$1" "$2 $debug" probed "$probes"
	variant "$1" "$2" macros "sdt-plugin := n" "$probes"
	variant "$1" "$2 $debug" events 'ccflags-y += -DCORPUS_EVENTS'
	variant "$1" "$2 $debug" calls 'ccflags-y += -DCORPUS_CALLS'
	variant "$1" "$2 $debug" branch 'ccflags-y += -DCORPUS_BRANCH'
}

configurations all_variants
if ! build_variants; then
	echo 'Bail out! the build is not silent'
	exit 1
fi
gcc=$($CC -dumpversion)
python3 "$here/corpus/compare.py" ${UPDATE:+--update} "$tmp" "${gcc%%.*}"
