#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# corpus.t - a disabled probe is one NOP
#
# Compiles tests/plugin/corpus/ in all its variants with the kernel's own flags,
# and those of each configuration, and compares the machine code.
. "$(dirname "$0")/lib.sh"

# configuration NAME FLAG: all variants of the corpus, below $tmp/NAME
configuration()
{
	for variant in plain probed; do
		dir=$tmp/$1/$variant
		mkdir -p "$dir"
		cp "$here"/corpus/*.[ch] "$dir"
		{
			echo "obj-m := corpus_$1_$variant.o"
			echo "corpus_$1_$variant-y := $(cd "$dir" && echo *.c | sed 's/\.c\b/.o/g')"
			echo "ccflags-y := $2"
			[ $variant != probed ] ||
				echo "include $top/kbuild/sdt.mk"
			[ $variant = probed ] ||
				echo "ccflags-y += -I$top/kbuild/include"
		} > "$dir/Kbuild"
		echo "obj-m += $1/$variant/" >> "$tmp/Kbuild"
	done
}

configuration O2 -O2
configuration Os -Os
configuration fp '-O2 -fno-omit-frame-pointer'

log=$(make -j2 -C "$KDIR" M="$tmp" modules 2>&1) || note "$log"
# Kbuild prints what objtool, modpost and the compiler have to say.
if printf '%s\n' "$log" | grep -iE 'warning:|error:|\*\*\*'; then
	echo 'Bail out! the build is not silent'
	exit 1
fi
python3 "$here/corpus/compare.py" "$tmp" "$here/corpus/exceptions"
