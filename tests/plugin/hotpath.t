#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A disabled probe is one NOP: functions with and without it, disassembled.
. "$(dirname "$0")/lib.sh"

cp "$here"/hotpath/* "$tmp"
cd "$tmp" || exit 1
cp leaf.c probed.c
{ echo '#define PLAIN'; cat leaf.c; } > plain.c
echo "include $top/kbuild/sdt.mk" >> Kbuild

log=$(module "$tmp") || note "$log"
# Kbuild prints what objtool, modpost and the compiler have to say.
if printf '%s\n' "$log" | grep -iE 'warning:|error:|\*\*\*'; then
	echo 'Bail out! the build is not silent'
	exit 1
fi
python3 compare.py hotpath.ko
