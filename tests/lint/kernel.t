#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# kernel.t - sparse and the warnings of W=1 find nothing in sdt.ko and the examples
#
# The examples stand for every driver that includes <linux/sdt.h>.  Debugging information
# changes no warning, and takes a third of the time.

. "$(dirname "$0")/../kbuild/lib.sh"

copy_built_tree .
tar -C "$sdt" -c --exclude='*.o' --exclude='.*.cmd' kmod examples | tar -x

# checked FOLDER: builds it; passes if each file was checked, and nothing found
checked()
{
	log=$(make --no-print-directory -C "$KDIR" M="$PWD/$1" \
		C=2 W=1 KCFLAGS=-g0 CONFIG_DEBUG_INFO_BTF_MODULES= modules 2>&1)
	ok $? "$1: built"
	# some of the rules are for the plugin and sdtinfo only, and one file for kernels without BPF
	is "$(lines CHECK)" "$(find "$1" -name '*.c' ! -name '*.mod.c' ! -name 'test*' \
		! -path '*/raw/without_bpf.c' \
		! -path '*/rules/words.c' ! -path '*/rules/providers.c' \
		! -path '*/rules/translation.c' ! -path '*/rules/list.c' \
		! -path '*/rules/field_name.c' ! -path '*/rules/conversion.c' \
		! -path '*/rules/written.c' ! -path '*/rules/reader.c' \
		! -path '*/rules/parameter.c' ! -path '*/rules/constant.c' | wc -l)" \
		"$1: sparse has seen each file"
	is "$(printf '%s\n' "$log" | grep -vE '^  [A-Z]|^Skipping BTF generation')" '' \
		"$1: no warnings"
}

checked kmod
for example in examples/*/; do
	checked "${example%/}"
done
done_testing
