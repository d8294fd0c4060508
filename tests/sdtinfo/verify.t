#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# verify.t - sdtinfo verify: each inconsistency is reported with its place
#
# Each test makes one change to a good module.  The words of findings are compared here.
# verify-good.t has good modules of many kinds; verify-bytes.t changes single bytes.

. "$(dirname "$0")/common.sh"

good_object good.o
module good.ko good.o

run "$sdtinfo" verify good.ko
is "$status:$err:$out" "0::good.ko: ok, 2 probes, 3 sites, 1 is-enabled" "a good module"

# says LINE...: "verify bad.ko" prints these lines, each behind the file's name
says()
{
	run "$sdtinfo" verify bad.ko
	is "$status:$err:$out" "4::$(printf 'bad.ko: %s\n' "$@")" "$*"
}

# with PLACE BYTES VALUE [PLACE BYTES VALUE]...: bad.ko is good.ko with these changes
with()
{
	cp good.ko bad.ko
	while [ $# -gt 0 ]; do
		patch bad.ko "$1" "$2" "$3" || return
		shift 3
	done
}

# other: bad.ko is made of the probes on stdin
other()
{
	object bad.o
	module bad.ko bad.o
}

# number SECTION OFFSET BYTES [FILE]: the number there in good.ko
number()
{
	objcopy --dump-section "$1=bytes" "${4-good.ko}" dumped.ko
	od -A n -t "u$3" -j "$2" -N "$3" bytes | tr -d ' '
	rm bytes dumped.ko
}

# resized SECTION SIZE: bad.ko is good.ko with a section that ends elsewhere
resized()
{
	with "header:$1+32" 8 "$2"
}

# -- the table ------------------------------------------------------------------

# table OFFSET BYTES VALUE LINE...: a number in the table; its place goes without saying
table()
{
	with "__sdt_table+$1" "$2" "$3"
	shift 3
	says "$@"
}

# where things are in the table of a provider, two probes, two arguments, two enumerators
probe=52 provider=$((52 + 2 * 20))
arg=$((provider + 20)) enumerator=$((provider + 20 + 2 * 24))
strings=$((provider + 20 + 2 * 24 + 2 * 12))
# bytes of all of it, and the end mark's place
size=$(number __sdt_table 8 4)
end=$((size - 4))

table 0 4 0 "__sdt_table: no probe table where one should start"
table 4 2 9 "__sdt_table: probe table has ABI version 9, this sdtinfo knows version $abi only: build both with the same SDT"
table 6 2 1 "__sdt_table: an object's probe table where a module's should be"
table 6 2 9 "__sdt_table: an unknown kind of probe table where a module's should be"
table 8 4 -1 "__sdt_table: probe table of 4294967295 bytes cut off after $size"
table 8 4 80 "__sdt_table: probe table of 80 bytes, but its parts need $size"
table 12 4 2 "__sdt_table: probe table of $size bytes, but its parts need $((size + 20))"
table 12 4 257 "__sdt_table: probe table of 257 providers, at most 256 are possible"
table 16 4 3 "__sdt_table: probe table of $size bytes, but its parts need $((size + 20))"
table 20 4 1 "__sdt_table: probe table of $size bytes, but its parts need $((size + 16))"
table 24 4 1 "__sdt_table: probe table of $size bytes, but its parts need $((size + 8))"
table 28 4 3 "__sdt_table: probe table of $size bytes, but its parts need $((size + 24))"
table 32 4 1 "__sdt_table: probe table of $size bytes, but its parts need $((size + 12))"
table 36 4 3 "__sdt_table: probe table of $size bytes, but its parts need $((size + 12))"
table 44 4 0 "__sdt_table: probe table of $size bytes, but its parts need $((strings + 4))"
table $end 4 0 "__sdt_table: probe table without its end mark"
table $strings 1 65 "__sdt_table: probe table with broken strings"
table $((end - 1)) 1 65 "__sdt_table: probe table with broken strings"
table 40 4 5 "__sdt_table: the probe table counts 5 sites, there are 4 site records"
table 48 4 0 "__sdt_table: probe table without a module's name"
table 48 4 0x10000 "__sdt_table: the module's name lies outside the strings"

table $((probe + 17)) 1 1 "__sdt_table: probe 0: its provider is number 1 of 1"
table $((probe + 20)) 4 -4 "__sdt_table: probe 1: its function lies outside the strings"
table $((probe + 4)) 4 $((end - strings)) "__sdt_table: probe 0: its name lies outside the strings"
table $probe 4 0 "__sdt_table: probe 0: its function '' is not an identifier"
table $((probe + 4)) 4 0 "__sdt_table: probe 0: its name '' is not an identifier"
table $((probe + 8)) 4 -4 "__sdt_table: probe 0: its file lies outside the strings"
table $((probe + 8)) 4 0 "__sdt_table: probe 0: it has no source file"
table $((probe + 12)) 4 1 "__sdt_table: probe 0: its 2 arguments from 1 lie outside the table's 2"
table $((probe + 16)) 1 17 "__sdt_table: probe 0: its 17 arguments from 0 lie outside the table's 2"
table $((probe + 18)) 2 4 "__sdt_table: probe 0: unknown flags 0x4"

table $arg 4 -4 "__sdt_table: argument 0: its field name lies outside the strings"
table $arg 4 0 "__sdt_table: argument 0: its field name '' is not an identifier"
table $((arg + 4)) 4 -4 "__sdt_table: argument 0: its declared type lies outside the strings"
table $((arg + 8)) 4 -4 "__sdt_table: argument 0: its type lies outside the strings"
table $((arg + 8)) 4 0 "__sdt_table: argument 0: it has no type"
table $((arg + 12)) 4 -4 "__sdt_table: argument 0: its type without typedefs lies outside the strings"
table $((arg + 21)) 1 3 "__sdt_table: argument 0: its size is 3 bytes"
table $((arg + 22)) 1 0 "__sdt_table: argument 0: unknown kind 0"
table $((arg + 22)) 1 9 "__sdt_table: argument 0: unknown kind 9"
table $((arg + 22)) 1 5 "__sdt_table: argument 0: a pointer of 4 bytes"
table $((arg + 23)) 1 0x21 "__sdt_table: argument 0: unknown flags 0x21"
table $((arg + 20)) 1 1 "__sdt_table: argument 0: not an enum, but it has enumerators"
table $((arg + 24 + 20)) 1 3 "__sdt_table: argument 1: its 3 enumerators from 0 lie outside the table's 2"
table $((arg + 24 + 16)) 4 1 "__sdt_table: argument 1: its 2 enumerators from 1 lie outside the table's 2"
table $((arg + 24)) 4 "$(number __sdt_table $arg 4)" \
	"__sdt_table: probe 0: two arguments are named 'x'"
table $((arg + 22)) 1 2 "__sdt_table: argument 0: signed, but not a number"
table $((arg + 23)) 1 2 "__sdt_table: argument 0: in an address space, but not a pointer"
table $((arg + 24 + 23)) 1 0x80 "__sdt_table: argument 1: shown in hexadecimal, but not an integer"
table $((enumerator + 12)) 4 -4 "__sdt_table: enumerator 1: its name lies outside the strings"
table $enumerator 4 0 "__sdt_table: enumerator 0: its name '' is not an identifier"

# Bytes and strings of a length
bounded='probe sdt:f:p a.c:1
  arg data "u8 *" "u8 *" 8 bytes bound=arg1
  arg len int int 4 integer signed'
bound=$((provider - 20 + 20 + 16))
echo "$bounded" | other
run "$sdtinfo" verify bad.ko
is "$status:$out" "0:bad.ko: ok, 1 probe, 1 site" "bytes of a length"
for change in "0:argument 0: it points to 0 bytes" "0x80000002:probe 0: the length of arg0 is arg2, but it has 2 arguments" \
	      "0x80000000:probe 0: the length of arg0 is itself" \
	      "0x80000010:argument 0: its bound 0x80000010 is neither a number of bytes nor an argument"; do
	echo "$bounded" | other
	patch bad.ko __sdt_table+$bound 4 "${change%%:*}"
	says "__sdt_table: ${change#*:}"
done

# What sdt.ko would refuse
other <<END
probe sdt:f:p a.c:1
  arg x int "$(printf '%0256d' 0 | tr 0 n)" 4 integer
END
patch bad.ko __sdt_table+$((probe + 20 + 20)) 4 \
	"$(number __sdt_table $((probe + 20 + 20 + 8)) 4 bad.ko)"
says "__sdt_table: argument 0: its field name is longer than 255 bytes"
for byte in 1 27 127; do
	table $((strings + 2)) 1 $byte "__sdt_table: a control character in the string at 1"
done
# only the first of what is wrong with the table
with __sdt_table+$probe 4 0 __sdt_table+$((probe + 20)) 4 0 __sdt_table+$((arg + 21)) 1 3
says "__sdt_table: argument 0: its size is 3 bytes"

# The names of the two probes, each the other's
a=$(number __sdt_table $probe 8) b=$(number __sdt_table $((probe + 20)) 8)
table $probe 8 "$b" "__sdt_table: probe 1: the probes are not sorted"
patch bad.ko __sdt_table+$((probe + 20)) 8 "$a"
says "__sdt_table: probe 1: the probes are not sorted"

# A table is one block: what is behind it is nobody's.
resized __sdt_table $((size + 4))
says "__sdt_table: 4 bytes after the probe table"
resized __sdt_table 20
says "__sdt_table: probe table cut off after 20 bytes"

# -- sections --------------------------------------------------------------------

# the fields of a section's header
flags=8 align=48
W=1 A=2

with header:__sdt_table+$flags 8 0
says "__sdt_table: this section is not loaded with the module"
with header:__sdt_sites+$flags 8 $W
says "__sdt_sites: this section is not loaded with the module" \
	"__sdt_sites: this section is not writable"
with header:__sdt_sites+$flags 8 $A
says "__sdt_sites: this section is not writable"
with header:__sdt_sites+$align 8 4
says "__sdt_sites: this section is aligned to 4 bytes, not to 8"
with header:__sdt_table+$align 8 1
says "__sdt_table: this section is aligned to 1 bytes, not to 4"
with header:__jump_table+$flags 8 0
says "__jump_table: this section is not loaded with the module" \
	"__jump_table: this section is not writable"
with header:__sdt_sites+$align 8 0
says "__sdt_sites: this section is aligned to 0 bytes, not to 8"
with header:__jump_table+$align 8 1
says "__jump_table: this section is aligned to 1 bytes, not to 8"
cp good.ko bad.ko
objcopy --add-section .discard.sdt=good.ko bad.ko
says ".discard.sdt: the objects' tables are still there: link with the kernel's linker script for modules, which drops them"
strip -s -o bad.ko good.ko
says "__sdt_sites: its relocations are gone (strip -s?): no kernel can load such a module"
objcopy --rename-section .modinfo=__sdt_table good.ko bad.ko
says "__sdt_table: there is more than one such section"
# twice SECTION: bad.ko has another one behind all others
twice()
{
	: >nothing
	objcopy --add-section again=nothing good.ko bad.ko
	objcopy --rename-section "again=$1" bad.ko
}
twice __sdt_sites
says "__sdt_sites: there is more than one such section"
twice __jump_table
says "__jump_table: there is more than one such section"
objcopy --rename-section __sdt_table=.rodata.gone good.ko bad.ko
says "__sdt_sites: site records, but no section __sdt_table"

# -- site records -----------------------------------------------------------------

with __sdt_sites+36 2 0
says "__sdt_sites+0x20: no site record where one should be"
with __sdt_sites+39 1 9
says "__sdt_sites+0x20: site record has ABI version 9, this sdtinfo knows version $abi only: build both with the same SDT"
# Without the symbol, only the addend: the number of a probe, or of none
with rela:__sdt_sites@0x10+12 4 0 rela:__sdt_sites@0x10+16 8 2
says "__sdt_sites+0x0: site record leads to no probe of the table"
with rela:__sdt_sites@0x10+12 4 0 rela:__sdt_sites@0x10+16 8 -1
says "__sdt_sites+0x0: site record leads to no probe of the table"
with rela:__sdt_sites@0x10+8 4 11
says "__sdt_sites+0x0: site record leads to no probe of the table"
section=$(readelf -sW good.ko | awk '$4 == "SECTION" && $NF == ".text" { print $1 + 0 }')
with rela:__sdt_sites@0x10+12 4 "$section"
says "__sdt_sites+0x0: site record leads to no probe of the table"
objcopy --rename-section __sdt_sites=.init.data good.ko bad.ko
says "__sdt_table: probe 0, sdt:f:p: it has no sites" \
	"__sdt_table: probe 1, sdt:g:q: it has no sites" \
	"__sdt_table: the probe table counts 4 sites, there are 0 site records"
with __sdt_sites+20 4 0
says "__sdt_sites+0x0: site record has line 0"
with __sdt_sites+64 1 1
says "__sdt_sites+0x40: site record is not zero where the kernel and sdt.ko will write"
with __sdt_sites+72 1 1
says "__sdt_sites+0x40: site record is not zero where the kernel and sdt.ko will write"
with __sdt_sites+95 1 1
says "__sdt_sites+0x40: site record is not zero where the kernel and sdt.ko will write"
with __sdt_sites+16 1 1
says "__sdt_sites+0x10: a relocation fills these bytes, which are not zero: the kernel would refuse the module"
with rela:__sdt_sites@0x10+0 8 0
says "__sdt_sites+0x0: site record leads to no probe of the table" \
	"__sdt_sites+0x0: a relocation changes the site record here"
# a site that fires becomes an is-enabled one
with __sdt_sites+20 4 0x80000001
says "__sdt_table: probe 0, sdt:f:p: it has no sites"
resized __sdt_sites 163
says "__sdt_sites: 163 bytes are not a whole number of site records"
# one more record, of zeros, at the end of the file: the linker chooses what follows
# the section
objcopy --dump-section __sdt_sites=records good.ko dumped.ko
truncate -s 192 records
cp good.ko bad.ko
truncate -s %8 bad.ko
records_at=$(stat -c %s bad.ko)
cat records >>bad.ko
patch bad.ko header:__sdt_sites+24 8 "$records_at"
patch bad.ko header:__sdt_sites+32 8 192
says "__sdt_sites+0x80: no site record where one should be" \
	"__sdt_sites+0x80: no jump label leads to this site record" \
	"__sdt_table: the probe table counts 4 sites, there are 5 site records" \
	"__sdt_sites+0x94: a relocation changes the site record here" \
	"__sdt_sites+0x98: a relocation changes the site record here" \
	"__sdt_sites+0xa0: there is no struct sdt_trampoline"

# -- jump labels -------------------------------------------------------------------

with rela:__jump_table@8+16 8 10
says "__jump_table+0x0: its key is not that of a site record" \
	"__sdt_sites+0x0: no jump label leads to this site record"
with rela:__jump_table@8+16 8 0x4000000
says "__jump_table+0x0: its key is not that of a site record" \
	"__sdt_sites+0x0: no jump label leads to this site record"
with rela:__jump_table@8+12 4 1
says "__sdt_sites+0x0: no jump label leads to this site record"
with rela:__jump_table@0+8 4 1
says "__jump_table+0x0: it leads to no code" \
	"__sdt_sites+0x0: no jump label leads to this site record"
with rela:__jump_table@4+8 4 1
says "__jump_table+0x0: it leads to no code to jump to"
with __jump_table+16 1 1
says "__jump_table+0x10: a relocation fills these bytes, which are not zero: the kernel would refuse the module"
resized __jump_table 60
says "__jump_table: 60 bytes are not a whole number of jump labels" \
	"__sdt_sites+0x60: no jump label leads to this site record"

# -- sites ---------------------------------------------------------------------------

no_nop="there is no NOP that a jump label can patch"
with .text+4 1 0x90
says "f+0x4: $no_nop"
with .text+8 1 1
says "f+0x4: $no_nop"
with rela:__jump_table@0+16 8 5
says "f+0x5: $no_nop"
with rela:__jump_table@0+16 8 0x10000
says ".text+0x10000: $no_nop"
modinfo=$(readelf -sW good.ko | awk '$4 == "SECTION" && $NF == ".modinfo" { print $1 + 0 }')
with rela:__jump_table@0+12 4 "$modinfo"
says ".modinfo+0x4: the site is not in a section of code"
with rela:__jump_table@4+12 4 "$modinfo" rela:__jump_table@4+16 8 0
says "f+0x4: the site would jump to .modinfo, which is not a section of code"
with rela:__jump_table@0+16 8 14
says "g+0x4: two jump labels patch this site"
with rela:__jump_table@4+16 8 0x10000
says "f+0x4: the site would jump to .text.unlikely+0x10000, beyond its end"
with rela:__jump_table@8+16 8 3
says "f+0x4: the jump label says that the site is on"
other <<'END'
probe sdt:f:p a.c:1 in=.text.f cold=.text.g
probe sdt:g:q a.c:2 in=.text.g cold=.text.f
END
patch bad.ko rela:.text.f@11+0 8 8
says "f+0x4: a relocation changes the NOP"
other <<'END'
probe sdt:f:p a.c:1 in=.cold
END
patch bad.ko header:.cold+$flags 8 $A
says "f+0x4: the site is not in a section of code"
# Jump labels of two bytes, and jumps that objtool has not replaced, are the kernel's own.
with .text+4 2 0x9066
says "f+0x4: $no_nop"
with .text+4 1 0xe9
says "f+0x4: $no_nop"

# -- the trampoline ---------------------------------------------------------------------

# It follows the four records: its key, its magic, and where its code and the table are.
key=0x80 magic=0x90 code=0x94 to_table=0x98 zero=0x9c
fills="a relocation fills these bytes, which are not zero: the kernel would refuse the module"
none="__sdt_sites+$key: there is no struct sdt_trampoline"
no_table="__sdt_sites+$key: the struct sdt_trampoline does not point to the probe table"
moved="__sdt_trampoline: the value of this symbol is not the one in the probe table"
for place in $key $((key + 8)) $magic $zero; do
	with __sdt_sites+$place 1 1
	says "$none"
done
for place in $code $to_table; do
	with __sdt_sites+$place 1 1
	says "__sdt_sites+$place: $fills"
done
with rela:__sdt_sites@$code+8 4 1
says "$none"
with rela:__sdt_sites@$code+0 8 $((key + 8))
says "$none"
with rela:__sdt_sites@$to_table+8 4 1
says "$no_table"
with rela:__sdt_sites@$to_table+16 8 4
says "$no_table"
resized __sdt_sites 128
says "__jump_table+0x30: its key is not that of a site record" \
	"__sdt_table: the probe table counts 4 sites, there are 3 site records" \
	"__sdt_sites+0x60: there is no struct sdt_trampoline"
with rela:__sdt_sites@$to_table+0 8 0xa0
says "$no_table"
with rela:__sdt_sites@$code+16 8 1
says "__SCT__sdt+0x1: the trampoline's code is not what sdtinfo link writes" "$moved"
with .text+0x40 1 0x90
says "__SCT__sdt+0x0: the trampoline's code is not what sdtinfo link writes"
with .text+0x46 1 0x90
says "__SCT__sdt+0x0: the trampoline's code is not what sdtinfo link writes"
cp good.ko bad.ko
patch bad.ko .text+0x40 1 0xe9
run "$sdtinfo" verify bad.ko
is "$status:$out" "0:bad.ko: ok, 2 probes, 3 sites, 1 is-enabled" "a trampoline may be a jump: to the kernel's return"

# -- symbols and names ------------------------------------------------------------------

undefined="this symbol is undefined: the kernel would refuse the module"
# renamed OLD NEW: a symbol of bad.ko has another name
renamed()
{
	objcopy --redefine-sym "$1=$2" good.ko bad.ko
}
value="the value of this symbol is not the one in the probe table"
# file_id: what the symbols of good.ko, which has one source file, have in place of its name
file_id()
{
	nm good.ko | sed -n 's/.* __sdt_.*\$\([0-9a-f]\{8\}\)$/\1/p' | sort -u
}
id=$(file_id)
renamed __sdt_probe\$sdt\$f\$p\$$id __sdt_probe\$sdt\$f\$z\$$id
says "__sdt_probe\$sdt\$f\$z\$$id: $value"
renamed __sdt_probe\$sdt\$f\$p\$$id __sdt_probe\$sdt\$f\$p\$12345678
says "__sdt_probe\$sdt\$f\$p\$12345678: $value"
renamed __sdt_enabled\$sdt\$\$p\$$id __sdt_enabled\$sdt\$\$q\$$id
says "__sdt_enabled\$sdt\$\$q\$$id: $value"
renamed __sdt_probe\$sdt\$f\$p\$$id another
says "__sdt_table: probe 0 has no symbol __sdt_probe\$sdt\$f\$p"
renamed __SCT__sdt __sdt_probe\$sdt\$f\$q
says "__sdt_probe\$sdt\$f\$q: $value"
renamed __SCT__sdt __sdt_enabled\$sdt\$\$p
says "__sdt_enabled\$sdt\$\$p: $value"
with symbol:__sdt_enabled\$sdt\$\$p\$$id+8 8 2
says "__sdt_sites+0x20: site record leads to no probe of the table" \
	"__sdt_enabled\$sdt\$\$p\$$id: $value"
# The symbol of the trampoline's code serves: nothing refers to it.
for symbol in __sdt_probe\$sdt\$h\$p __sdt_enabled\$sdt\$\$r __sdt_enabled\$12345678; do
	renamed __SCT__sdt $symbol
	patch bad.ko symbol:$symbol+6 2 0
	says "$symbol: $undefined"
done
renamed __SCT__sdt another
patch bad.ko symbol:another+6 2 0
run "$sdtinfo" verify bad.ko
is "$status" 0 "other symbols may be undefined: the kernel has them"
# A numbered message has a symbol without the number.
other <<'END'
probe sdt:f:disk a.c:1 message=disk
probe sdt:f:disk a.c:2 "message=disk: "
probe sdt:f:disk-0 a.c:3 "message=disk 0"
END
run "$sdtinfo" verify bad.ko
is "$status:$out" "0:bad.ko: ok, 3 probes, 3 sites" "messages with the same words"
cp bad.ko messages.ko
symbol=$(nm messages.ko | sed -n 's/.* \(__sdt_probe\$sdt\$f\$disk__0\$.*\)/\1/p')
objcopy --redefine-sym "$symbol=__sdt_probe\$sdt\$f\$disk\$${symbol#*disk__0\$}" messages.ko bad.ko
run "$sdtinfo" verify bad.ko
is "$status" 0 "... the number in a name may come from its words"
objcopy --redefine-sym "$symbol=__sdt_probe\$sdt\$f\$disk__0" messages.ko bad.ko
says "__sdt_probe\$sdt\$f\$disk__0: $value"
with rela:__sdt_sites@$code+12 4 "$section" rela:__sdt_sites@$code+16 8 64 symbol:__sdt_trampoline+8 8 48
says "$moved"
with rela:__sdt_sites@$code+12 4 "$section" rela:__sdt_sites@$code+16 8 64 symbol:__sdt_trampoline+6 2 0
says "__sdt_trampoline: $undefined"
printf 'license=GPL\0name=other\0' >modinfo
objcopy --update-section .modinfo=modinfo good.ko bad.ko
says "__sdt_table: the probe table belongs to module good, the file to module other"

# -- events ---------------------------------------------------------------------------------

# Tables that "sdtinfo link" would not make: parts of two probes are exchanged.
one_event="probes with the same name are one event"

object events.o <<'END'
probe sdt:f:p a.c:1
  arg x int int 4 integer signed
probe sdt:g:q a.c:2
  arg y long long 8 integer signed
probe sdt:h:r a.c:3
END
module good.ko events.o
names=$(number __sdt_table $((probe + 4)) 4) id=$(file_id)
g="__sdt_probe\$sdt\$g\$q\$$id: $value"
h="__sdt_probe\$sdt\$h\$r\$$id: $value"
type="__sdt_table: sdt:p has other arguments in f() than in g(): $one_event"
count="__sdt_table: sdt:p has other arguments in f() than in h(): $one_event"
second="__sdt_table+$((probe + 20 + 4)) 4 $names"
third="__sdt_table+$((probe + 2 * 20 + 4)) 4 $names"
with $second
says "$g" "$type"
with $third
says "$h" "$count"
with $second $third
says "$h" "$g" "$type" "$count"

object events.o <<'END'
probe a:f:b-c a.c:1
probe sdt:g:a-c-c a.c:2
END
module good.ko events.o
text=$((probe + 2 * 20 + 2 * 20))
with __sdt_table+$((text + $(number __sdt_table $((probe + 20 + 4)) 4) + 2)) 1 98
says "__sdt_probe\$sdt\$g\$a__c__c\$$id: $value" \
	"__sdt_table: probes a:f:b-c and sdt:g:a-b-c would both be event a_b_c"

# A name of ten bytes becomes another in the table; only its symbol still has the first.
object events.o <<'END'
probe sdt:f:aa-bb-cc-d a.c:1
END
module good.ko events.o
text=$((probe + 20 + 20 + $(number __sdt_table $((probe + 4)) 4)))
# called NAME LINE
called()
{
	cp good.ko bad.ko
	patch bad.ko __sdt_table+$text 8 "0x$(printf '%s\0\0\0\0\0\0\0\0' "$1" | head -c 8 | od -A n -t x1 | tr -d ' \n' | sed 's/\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)/\8\7\6\5\4\3\2\1/')"
	run "$sdtinfo" verify bad.ko
	is "$status:$(echo "$out" | grep -v "$value")" "4:bad.ko: __sdt_table: probe 0: $2" "an event $1"
}
file="tracefs has a file of that name beside a module's events"
called enable "no event can be named enable: $file"
called filter "no event can be named filter: $file"
empty="its name has an empty part before, between or after the dashes"
called -aa "$empty"
called aa--bb "$empty"
called aa- "$empty"
long=$(printf '%0200d' 0 | tr 0 e)
printf 'probe sdt:f:%s a.c:1\n' $long | object events.o
module good.ko events.o
run "$sdtinfo" verify good.ko
is "$status" 0 "an event of 200 bytes"
cp good.ko bad.ko
patch bad.ko __sdt_table+$((probe + 20)) 4 "$(number __sdt_table $probe 4)"
run "$sdtinfo" verify bad.ko
like "$out" "^bad.ko: __sdt_table: probe 0: the name of its event has 202 bytes, at most 200 are possible" "... of more"
# No field can have the name of one that every event has, native or translated.
object fields.o <<'END'
probe sdt:f:p a.c:1
  arg commonxpid int int 4 integer signed
  xlate __probexip long 0
END
module fields.ko fields.o
# field_called TO FROM WHAT: another name for the field of an argument
field_called()
{
	sed "s/$2/$1/g" fields.ko >bad.ko
	says "__sdt_table: $3 0: it cannot be called '$1': names that begin with common_ or __probe_ are those of fields that every event has"
}
field_called common_pid commonxpid argument
field_called __probe_ip __probexip 'translated argument'

sed 's/commonxpid/commonépi/g' fields.ko >bad.ko
says "__sdt_table: argument 0: its field name 'commonépi' is not ASCII"

object dashes.o <<'END'
probe sdt:f:a-bc a.c:1
END
module dashes.ko dashes.o
sed 's/a-bc/a__c/g' dashes.ko >bad.ko
says "__sdt_table: probe 0: its name 'a__c' has two underscores, which stand for a dash"

object events.o <<'END'
probe sdt:f:p a.c:1
END
module enable_.ko events.o
sed 's/enable_/enable\x00/g' enable_.ko >bad.ko
says "__sdt_table: no module with probes can be named enable: tracefs has a file events/enable"

# -- what cannot be read is an error, no deviation ---------------------------------------------

# unreadable LINE
unreadable()
{
	run "$sdtinfo" verify bad.ko
	is "$status:$errs:$out" "1:1:" "'$1': one line on stderr, exit code 1"
	like "$err" "^sdtinfo: bad.ko: .*$1" "... which says so"
}
with rela:__jump_table@0+12 4 0xffffff
unreadable "needs symbol 16777215"
with header:.rela__sdt_sites+4 4 9
unreadable "relocations without addends"
with ELF+18 2 243
unreadable "ELF machine 243"
with ELF+5 1 2
unreadable "big-endian"
with ELF+4 1 1
unreadable "32-bit"
head -c 1000 good.ko >bad.ko
unreadable "is truncated"
rm bad.ko
unreadable "No such file"

families_object

# -- providers and translated arguments: a module of another kind --------------------------------

object asks.o <<'END'
any f a.c:9
END
module good.ko families.o asks.o
provider=$((probe + 3 * 20)) extra=$((provider + 3 * 20)) xlated=$((extra + 16 + 3 * 24))
table $((provider + 4)) 1 8 "__sdt_table: provider 0: unknown level of stability 8"
table $((provider + 6)) 1 6 "__sdt_table: provider 0: unknown class of dependency 6"
table $((provider + 19)) 1 2 "__sdt_table: provider 0: unknown flags 0x2"
table $provider 4 0 "__sdt_table: provider 0: its name '' is not an identifier"
table $((provider + 20)) 4 "$(number __sdt_table $provider 4)" "__sdt_table: provider 1: the providers are not sorted"
table $extra 4 3 "__sdt_table: extra 0: its probe is number 3 of 3"
table $((extra + 4)) 4 -4 "__sdt_table: extra 0: its message lies outside the strings"
table $((extra + 8)) 4 9 "__sdt_table: extra 0: its 4 translated arguments from 9 lie outside the table's 4"
table $((extra + 12)) 4 0 "__sdt_table: extra 0: it has neither a message nor translated arguments"
table $((extra + 12)) 4 17 "__sdt_table: extra 0: its 17 translated arguments from 0 lie outside the table's 4"
table $((probe + 20 + 18)) 2 0 "__sdt_table: probe 1: it has translated arguments, but is not translated"
table $xlated 4 0 "__sdt_table: translated argument 0: its field name '' is not an identifier"
table $((xlated + 4)) 4 -4 "__sdt_table: translated argument 0: its type lies outside the strings"
table $((xlated + 8)) 1 16 "__sdt_table: translated argument 0: there is no arg16"
table $((xlated + 8)) 1 3 "__sdt_table: probe 1: a translated argument is made from arg3, of 3"
table $((xlated + 9)) 1 1 "__sdt_table: translated argument 0: its padding is not zero"
table $((xlated + 12)) 4 "$(number __sdt_table $xlated 4)" "__sdt_table: probe 1: two translated arguments are named 'bp'"
id=$(file_id)
with symbol:__sdt_enabled\$$id+8 8 1
says "__sdt_sites+0x60: site record asks for all probes, but does not lead to the first one" \
	"__sdt_enabled\$$id: $value"
# An is-enabled record leads to the first probe of its event.
other <<'END'
probe sdt:f:p a.c:1
probe sdt:g:p a.c:2
probe sdt:g:q a.c:3
enabled sdt:h:p a.c:4
END
run "$sdtinfo" verify bad.ko
is "$status" 0 "an is-enabled site of an event with two probes"
patch bad.ko rela:__sdt_sites@0x70+16 8 1
says "__sdt_sites+0x60: site record asks for probe sdt:p, but leads to the one in g(), not to the first one, in f()"

done_testing
