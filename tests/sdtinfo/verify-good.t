#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# verify-good.t - sdtinfo verify: good modules of every kind are ok

. "$(dirname "$0")/common.sh"

# good FILE WHAT: no inconsistency
good()
{
	run "$sdtinfo" verify "$1"
	like "$status:$errs:$out" "^0:0:$1: ok, [0-9]+ probes?, [0-9]+ sites?(, [0-9]+ is-enabled)?$" "$2"
}

object all.o <<'END'
probe sdt:f:p all.c:1
  arg x int int 4 integer signed
enabled sdt:g:p all.c:2
probe sdt:g:near all.c:3 cold=.text sites=2
probe sdt:start:init all.c:4 in=.init.text cold=.text.unlikely
probe sdt:stop:exit all.c:5 in=.exit.text
probe sdt:h:q all.c:6 in=.text.h
probe sdt:i:q all.c:7 in=.text.unlikely symbol=i.cold shared
END
module all.ko all.o
run "$sdtinfo" verify all.ko
is "$status:$err:$out" "0::all.ko: ok, 6 probes, 7 sites, 1 is-enabled" "code in many sections, jumps near and far"

# What packagers do to a module, none of which matters
forms()
{
	strip -g -o stripped.ko "$1"
	good stripped.ko "$2, strip -g"
	strip --strip-unneeded -o stripped.ko "$1"
	good stripped.ko "$2, strip --strip-unneeded"
	{ cat stripped.ko; printf 'PKCS7~Module signature appended~\n'; } >signed.ko
	good signed.ko "$2, stripped and signed"
	xz -c signed.ko >packed.ko.xz
	good packed.ko.xz "$2, stripped, signed and packed by xz"
	zstd -qc signed.ko >packed.ko.zst
	good packed.ko.zst "$2, stripped, signed and packed by zstd"
	gzip -c signed.ko >packed.ko.gz
	good packed.ko.gz "$2, stripped, signed and packed by gzip"
	if ! readelf -SW "$1" | grep -qF ' .BTF '; then
		printf '\237\353\1\0' >btf
		objcopy --add-section .BTF=btf "$1" btf.ko
		good btf.ko "$2, with BTF"
	fi
	if objcopy --compress-debug-sections "$1" small.ko 2>/dev/null; then
		good small.ko "$2, with compressed debug sections"
	fi
}
forms all.ko "a module of ours"

# Relocations of every kind, in code and in data: none of them is ours.
{
	for section in '.text, "ax"' '.data.kinds, "aw"'; do
		printf '\t.section %s\n' "$section"
		for kind in NONE 64 PC32 GOT32 PLT32 GOTPCREL 32 32S 16 PC16 8 PC8 \
			TPOFF32 PC64 GOTOFF64 GOTPC32 SIZE32 SIZE64 GOTPCRELX REX_GOTPCRELX; do
			printf '\t.reloc ., R_X86_64_%s, somewhere\n\t.quad 0\n' $kind
		done
	done
	printf '\t.section .note.GNU-stack, "", @progbits\n'
} | as -o kinds.o
object first.o <<'END'
probe sdt:f:p first.c:1
END
module kinds.ko kinds.o first.o
ok "$(test "$(readelf -rW kinds.ko | awk '$3 ~ /^R_/ { print $3 }' | sort -u | wc -l)" -gt 19; echo $?)" \
	"a module with relocations of 20 kinds"
good kinds.ko "... is good"
# Tools leave one that does nothing where they have replaced an instruction.
object nop.o <<'END'
probe sdt:f:p first.c:1 in=.text.f cold=.text.g
probe sdt:g:q first.c:2 in=.text.g cold=.text.f
END
module nop.ko nop.o
patch nop.ko rela:.text.f@11+8 4 0
patch nop.ko rela:.text.f@11+0 8 5
good nop.ko "a relocation of kind NONE in the NOP"

# The module's name: "-" in a file's name is "_" in the kernel
for f in "$here"/../../examples/*/*.ko "$here"/../vm/modules/*.ko; do
	[ -e "$f" ] || continue
	name=$(basename "$f")
	cp "$f" "$name"
	run "$sdtinfo" verify "$name"
	if readelf -SW "$name" | grep -q " __sdt_table "; then
		is "$status:$errs:${out%%,*}" "0:0:$name: ok" "$name"
		real=$name
	else
		tells "$status:$out:$err" "3::sdtinfo: $name probes" "$name: no probes, exit code 3"
	fi
done
ok "$([ "${real-}" ]; echo $?)" 'there are modules with probes'
cp "$real" real.ko
forms real.ko "$real"

object none.o </dev/null
ld -r -o none.ko none.o
run "$sdtinfo" verify none.ko
tells "$status:$out:$err" '3::sdtinfo: none.ko probes' "no probes: exit code 3"
run "$sdtinfo" verify none.ko all.ko
is "$status:$errs:$out" "3:1:all.ko: ok, 6 probes, 7 sites, 1 is-enabled" "... and the next file is checked"

cp all.ko bad.ko
patch bad.ko __sdt_sites+0 4 1
patch bad.ko __sdt_table+52 4 0
run "$sdtinfo" verify bad.ko none.ko all.ko missing.ko
is "$status:$errs:$out" "1:2:\
bad.ko: __sdt_table: probe 0: its function '' is not an identifier
bad.ko: __sdt_sites+0x0: site record is not zero where the kernel and sdt.ko will write
all.ko: ok, 6 probes, 7 sites, 1 is-enabled" "several files: the worst exit code wins"
run "$sdtinfo" verify none.ko bad.ko all.ko
is "$status:$errs" "4:1" "a bad one is worse than one without probes"
before=$(cksum <bad.ko)
chmod a-w bad.ko
"$sdtinfo" verify bad.ko >/dev/null
is "$(cksum <bad.ko)" "$before" "the module is not touched"

# json FILE... EXPRESSION: of the document d
json()
{
	run "$sdtinfo" verify $1
	printf '%s\n' "$out" >document
	python3 -c 'import json, sys; d = json.load(open("document")); print(eval(sys.argv[1]))' "$2"
}
is "$(json "-j all.ko" '[(m["file"], m["module"], m["ok"], m["sites"], m["findings"]) for m in d["modules"]]')" \
	"[('all.ko', 'all', True, 7, [])]" "JSON of a good module"
is "$(json "--pretty bad.ko all.ko" '[(m["ok"], len(m["findings"])) for m in d["modules"]]')" \
	"[(False, 2), (True, 0)]" "JSON of a bad module and a good one"
is "$(json "-j bad.ko" 'd["modules"][0]["findings"][0]')" \
	"{'where': '__sdt_table', 'what': \"probe 0: its function '' is not an identifier\"}" "... has the place and what is wrong"
run "$sdtinfo" verify -j bad.ko
is "$status:$errs" "4:0" "... and the exit code"
is "$(json "-j none.ko" '(d["modules"], d["errors"])')" \
	"([], [{'where': 'none.ko', 'what': 'no probes in it'}])" "JSON of a module without probes"

done_testing
