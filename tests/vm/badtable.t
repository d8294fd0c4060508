#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# badtable.t - modules whose probe records or table are wrong
#
# Makes variants of probed.ko, each wrong in one way, and a list of them with
# what sdt.ko's line in the log must say.
cd "$(dirname "$0")/../.." || exit 1

good=tests/vm/modules/probed.ko
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# variant NAME REGEX: a copy of the good module as $dir/NAME.ko
variant()
{
	cp "$good" "$dir/$1.ko"
	echo "$1 $2" >> "$dir/list"
}
# patch SECTION+OFFSET BYTES VALUE: in the newest variant
patch()
{
	python3 tests/sdtinfo/patch.py "$dir/$(tail -n 1 "$dir/list" | cut -d' ' -f1).ko" "$@"
}

# The layout is that of <linux/sdt_abi.h>.
variant table-version 'probe table has ABI version 99, this sdt\.ko knows version 3'
patch __sdt_table+4 2 99
variant site-version 'site record has ABI version 99, this sdt\.ko knows version 3'
patch __sdt_sites+20 2 99
variant magic 'leads to no probe table'
patch __sdt_table+0 4 0
variant kind 'probe table has kind 1'
patch __sdt_table+6 2 1
variant size 'probe table says 80 bytes'
patch __sdt_table+8 4 80
variant probes 'probe table says'
patch __sdt_table+12 4 0x40000000
variant sites 'probe table counts 9 sites'
patch __sdt_table+20 4 9
variant provider 'string offset out of range'
patch __sdt_table+40 4 0x7fffffff
variant aka 'argument 0 of its probe table: string offset out of range'
patch __sdt_table+$((36 + 4 * 36 + 12)) 4 0x7fffffff
variant arg-flags 'argument 0 of its probe table: unknown flags 0x80'
patch __sdt_table+$((36 + 4 * 36 + 19)) 1 0x80
variant outside 'probe pointer leads outside the module'
patch .rela__sdt_sites+16 8 0x10000000
variant between 'probe pointer is not at a probe|leads to no probe table|leads outside'
patch .rela__sdt_sites+16 8 4
variant file 'file name outside the module'
patch .rela__sdt_sites+40 8 0x10000000
variant site-kind 'unknown kind'
patch __sdt_sites+22 2 7

# Two NOPs where objtool should have made one of a jump
variant nop 'has no NOP where it should: did objtool run'
patch ".text+0x$(readelf -rW "$good" | awk '/__jump_table/ { here = 1 }
	here && $5 == ".text" { print $7; exit }')" 5 0x9066001f0f

variant truncated 'probe table is truncated'
objcopy -O binary --set-section-flags __sdt_table=alloc --only-section=__sdt_table \
	"$good" "$dir/table"
head -c -64 "$dir/table" > "$dir/short"
objcopy --update-section __sdt_table="$dir/short" "$dir/truncated.ko" || exit 1

tests/vm/run --add kmod/sdt.ko --add "$good" --add "$dir:/test/bad" \
	tests/vm/badtable.guest.sh
