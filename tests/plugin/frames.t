#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# frames.t - debuggers find a function's caller from each instruction of a cold block
#
# Compiles tests/plugin/corpus/ and variable.c with the kernel's own flags, and others that
# change where functions keep what, and compares the machine code with .debug_frame.
. "$(dirname "$0")/lib.sh"
. "$here/corpus/build.sh"

probes="$probes
	ccflags-y += -g"

# with_probes NAME FLAG
with_probes()
{
	variant "$1" "$2" probed "$probes"
}

configurations with_probes
if [ "$machine" = aarch64 ]; then
	# Functions that call nothing do not sign their return address.
	with_probes signed '-O2 -mbranch-protection=pac-ret'
	with_probes unsigned '-O2 -mbranch-protection=none'
fi
# A canary would need the frame at once.
mkdir -p "$tmp/variable/probed"
cp "$here/frames/variable.c" "$tmp/variable/probed"
printf 'obj-m := variable.o\nccflags-y := -fno-stack-protector\n%s\n' "$probes" \
	> "$tmp/variable/probed/Kbuild"
echo 'obj-m += variable/probed/' >> "$tmp/Kbuild"
if ! build_variants; then
	echo 'Bail out! the build is not silent'
	exit 1
fi
python3 "$here/corpus/frames.py" "$tmp"
