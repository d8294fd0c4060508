#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# stacks.t - a handler can unwind the stack, whatever the function of the site; and the
# stacks that the kernel takes begin where they should
#
# Builds the plugin's corpus, with a program that calls its functions, without probes
# and with probes in the configurations of corpus.t.
cd "$(dirname "$0")/../.." || exit 1

: "${KDIR:=$(make -s --no-print-directory kdir)}"
export KDIR
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# corpus NAME LINE...: a module corpus_NAME, with LINEs in its Kbuild file
corpus()
{
	name=$1
	mkdir "$dir/$name"
	cp tests/plugin/corpus/*.[ch] tests/vm/corpus_run.c "$dir/$name"
	echo "obj-m += $name/" >> "$dir/Kbuild"
	shift
	{
		echo "obj-m := corpus_$name.o"
		echo "corpus_$name-y := $(cd "$dir/$name" && echo *.c | sed 's/\.c\b/.o/g')"
		printf '%s\n' "$@"
	} > "$dir/$name/Kbuild"
}

sdt="include $PWD/kbuild/sdt.mk"
corpus none "ccflags-y := -I$PWD/kbuild/include"
corpus O2 'ccflags-y := -O2' "$sdt"
corpus Os 'ccflags-y := -Os' "$sdt"
corpus fp 'ccflags-y := -O2 -fno-omit-frame-pointer' "$sdt"
log=$(make -j2 -C "$KDIR" M="$dir" modules 2>&1) || {
	printf '%s\n' "$log" | sed 's/^/# /'
	exit 1
}
tests/guest/start --smp 1 --append log_buf_len=2M --add kmod/sdt.ko --add tests/vm/modules/stacks.ko \
	--add tests/vm/modules/contexts.ko --add "$dir/none/corpus_none.ko" --add "$dir/O2/corpus_O2.ko" \
	--add "$dir/Os/corpus_Os.ko" --add "$dir/fp/corpus_fp.ko" \
	tests/vm/stacks.guest.sh
