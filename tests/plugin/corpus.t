#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# corpus.t - a disabled probe is one NOP
#
# Compiles tests/plugin/corpus/ in all its variants with the kernel's own flags,
# and those of each configuration, and compares the machine code.
. "$(dirname "$0")/lib.sh"

# variant CONFIGURATION FLAG NAME LINE...: the corpus as a module, in
# $tmp/CONFIGURATION/NAME, with LINEs in its Kbuild file
variant()
{
	local module=corpus_$1_$3 dir=$tmp/$1/$3 flag=$2
	mkdir -p "$dir"
	cp "$here"/corpus/*.[ch] "$dir"
	case $3 in
	events|calls|branch)
		(cd "$dir" && python3 "$here/corpus/generate.py" "$3" ./*.c) ;;
	esac
	echo "obj-m += $1/$3/" >> "$tmp/Kbuild"
	shift 3
	cat > "$dir/Kbuild" <<-END
		obj-m := $module.o
		$module-y := $(cd "$dir" && echo *.c | sed 's/\.c\b/.o/g')
		ccflags-y := $flag -I$top/kbuild/include -I\$(src)
		$*
	END
}

# configuration NAME FLAG: all variants
configuration()
{
	variant "$1" "$2" plain
	variant "$1" "$2" probed "include $top/kbuild/sdt.mk
		ccflags-y += -fplugin-arg-sdt_plugin-no-warn-side-effects"
	variant "$1" "$2" events 'ccflags-y += -DCORPUS_EVENTS'
	variant "$1" "$2" calls 'ccflags-y += -DCORPUS_CALLS'
	variant "$1" "$2" branch 'ccflags-y += -DCORPUS_BRANCH'
}

configuration O2 -O2
configuration Os -Os
# Otherwise they all have frame pointers.
if ! grep -q '^CONFIG_FRAME_POINTER=y' "$KDIR/include/config/auto.conf"; then
	configuration fp '-O2 -fno-omit-frame-pointer'
fi

log=$(make -j2 -C "$KDIR" M="$tmp" modules 2>&1) || note "$log"
# Kbuild prints what objtool, modpost and the compiler have to say.
if printf '%s\n' "$log" | grep -iE 'warning:|error:|\*\*\*'; then
	echo 'Bail out! the build is not silent'
	exit 1
fi
gcc=$($CC -dumpversion)
python3 "$here/corpus/compare.py" "$tmp" "${gcc%%.*}"
