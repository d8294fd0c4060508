#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# verify.t - sdtinfo verify: each inconsistency is reported with its place
#
# Each test makes one change to a good module.
# verify-good.t has good modules of many kinds; verify-bytes.t changes single bytes.

. "$(dirname "$0")/common.sh"

good_object good.o
module good.ko good.o

run "$sdtinfo" verify good.ko
is "$status:$err:$out" "0::good.ko: ok, 2 probes, 3 sites, 1 is-enabled" "a good module"

# says WORDS...: "verify bad.ko" prints one line for each, which begins with the place, the
# first of the words
says()
{
	run "$sdtinfo" verify bad.ko
	finding=0
	for words; do
		finding=$((finding + 1))
		tells "$status:$err:$(echo "$out" | wc -l):$(echo "$out" | sed -n "${finding}s/^bad.ko: /bad.ko:/p")" \
			"4::$#:bad.ko:$words" "$words"
	done
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

# table OFFSET BYTES VALUE WORDS...: a number in the table; its place goes without saying
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

table 0 4 0 "__sdt_table no probe table start"
table 4 2 9 "__sdt_table probe table ABI version 9 sdtinfo knows version $abi build same SDT"
table 6 2 1 "__sdt_table object's probe table module's"
table 6 2 9 "__sdt_table unknown kind probe table module's"
table 8 4 -1 "__sdt_table probe table 4294967295 bytes cut off after $size"
table 8 4 80 "__sdt_table probe table 80 bytes parts $size"
table 12 4 2 "__sdt_table probe table $size bytes parts $((size + 20))"
table 12 4 257 "__sdt_table probe table 257 providers most 256 possible"
table 16 4 3 "__sdt_table probe table $size bytes parts $((size + 20))"
table 20 4 1 "__sdt_table probe table $size bytes parts $((size + 16))"
table 24 4 1 "__sdt_table probe table $size bytes parts $((size + 8))"
table 28 4 3 "__sdt_table probe table $size bytes parts $((size + 24))"
table 32 4 1 "__sdt_table probe table $size bytes parts $((size + 12))"
table 36 4 3 "__sdt_table probe table $size bytes parts $((size + 12))"
table 44 4 0 "__sdt_table probe table $size bytes parts $((strings + 4))"
table $end 4 0 "__sdt_table probe table without end mark"
table $strings 1 65 "__sdt_table probe table broken strings"
table $((end - 1)) 1 65 "__sdt_table probe table broken strings"
table 40 4 5 "__sdt_table probe table counts 5 sites 4 site records"
table 48 4 0 "__sdt_table probe table without module's name"
table 48 4 0x10000 "__sdt_table module's name outside strings"

table $((probe + 17)) 1 1 "__sdt_table probe 0 provider number 1 1"
table $((probe + 20)) 4 -4 "__sdt_table probe 1 function outside strings"
table $((probe + 4)) 4 $((end - strings)) "__sdt_table probe 0 name outside strings"
table $probe 4 0 "__sdt_table probe 0 function '' identifier"
table $((probe + 4)) 4 0 "__sdt_table probe 0 name '' identifier"
table $((probe + 8)) 4 -4 "__sdt_table probe 0 file outside strings"
table $((probe + 8)) 4 0 "__sdt_table probe 0 no source file"
table $((probe + 12)) 4 1 "__sdt_table probe 0 2 arguments 1 outside table's 2"
table $((probe + 16)) 1 33 "__sdt_table probe 0 33 arguments 0 outside table's 2"
table $((probe + 18)) 2 8 "__sdt_table probe 0 unknown flags 0x8"

table $arg 4 -4 "__sdt_table argument 0 field name outside strings"
table $arg 4 0 "__sdt_table argument 0 field name '' identifier"
table $((arg + 4)) 4 -4 "__sdt_table argument 0 declared type outside strings"
table $((arg + 8)) 4 -4 "__sdt_table argument 0 type outside strings"
table $((arg + 8)) 4 0 "__sdt_table argument 0 no type"
table $((arg + 12)) 4 -4 "__sdt_table argument 0 type without typedefs outside strings"
table $((arg + 21)) 1 3 "__sdt_table argument 0 size 3 bytes"
table $((arg + 22)) 1 0 "__sdt_table argument 0 unknown kind 0"
table $((arg + 22)) 1 9 "__sdt_table argument 0 unknown kind 9"
table $((arg + 22)) 1 5 "__sdt_table argument 0 pointer 4 bytes"
table $((arg + 23)) 1 0x21 "__sdt_table argument 0 unknown flags 0x21"
table $((arg + 20)) 1 1 "__sdt_table argument 0 enum enumerators"
table $((arg + 24 + 20)) 1 3 "__sdt_table argument 1 3 enumerators 0 outside table's 2"
table $((arg + 24 + 16)) 4 1 "__sdt_table argument 1 2 enumerators 1 outside table's 2"
table $((arg + 24)) 4 "$(number __sdt_table $arg 4)" \
	"__sdt_table probe 0 two arguments named 'x'"
table $((arg + 22)) 1 2 "__sdt_table argument 0 signed number"
table $((arg + 23)) 1 2 "__sdt_table argument 0 address space pointer"
table $((arg + 24 + 23)) 1 0x80 "__sdt_table argument 1 shown hexadecimal integer"
table $((enumerator + 12)) 4 -4 "__sdt_table enumerator 1 name outside strings"
table $enumerator 4 0 "__sdt_table enumerator 0 name '' identifier"

# Bytes and strings of a length
bounded='probe sdt:f:p a.c:1
  arg data "u8 *" "u8 *" 8 bytes bound=arg1
  arg len int int 4 integer signed'
bound=$((provider - 20 + 20 + 16))
echo "$bounded" | other
run "$sdtinfo" verify bad.ko
is "$status:$out" "0:bad.ko: ok, 1 probe, 1 site" "bytes of a length"
for change in "0:argument 0 points 0 bytes" "0x80000002:probe 0 length arg0 arg2 2 arguments" \
	      "0x80000000:probe 0 length arg0 itself" \
	      "0x80000020:argument 0 bound 0x80000020 bytes argument"; do
	echo "$bounded" | other
	patch bad.ko __sdt_table+$bound 4 "${change%%:*}"
	says "__sdt_table ${change#*:}"
done

# What sdt.ko would refuse
other <<END
probe sdt:f:p a.c:1
  arg x int "$(printf '%0256d' 0 | tr 0 n)" 4 integer
END
patch bad.ko __sdt_table+$((probe + 20 + 20)) 4 \
	"$(number __sdt_table $((probe + 20 + 20 + 8)) 4 bad.ko)"
says "__sdt_table argument 0 field name longer 255 bytes"
for byte in 1 27 127; do
	table $((strings + 2)) 1 $byte "__sdt_table control character string 1"
done
# only the first of what is wrong with the table
with __sdt_table+$probe 4 0 __sdt_table+$((probe + 20)) 4 0 __sdt_table+$((arg + 21)) 1 3
says "__sdt_table argument 0 size 3 bytes"

# The names of the two probes, each the other's
a=$(number __sdt_table $probe 8) b=$(number __sdt_table $((probe + 20)) 8)
table $probe 8 "$b" "__sdt_table probe 1 probes not sorted"
patch bad.ko __sdt_table+$((probe + 20)) 8 "$a"
says "__sdt_table probe 1 probes not sorted"

# A table is one block: what is behind it is nobody's.
resized __sdt_table $((size + 4))
says "__sdt_table 4 bytes after probe table"
resized __sdt_table 20
says "__sdt_table probe table cut off after 20 bytes"

# -- sections --------------------------------------------------------------------

# the fields of a section's header
flags=8 align=48
W=1 A=2

with header:__sdt_table+$flags 8 0
says "__sdt_table section not loaded module"
with header:__sdt_sites+$flags 8 $W
says "__sdt_sites section not loaded module" \
	"__sdt_sites section not writable"
with header:__sdt_sites+$flags 8 $A
says "__sdt_sites section not writable"
with header:__sdt_sites+$align 8 4
says "__sdt_sites section aligned 4 bytes 8"
with header:__sdt_table+$align 8 1
says "__sdt_table section aligned 1 bytes 4"
with header:__jump_table+$flags 8 0
says "__jump_table section not loaded module" \
	"__jump_table section not writable"
with header:__sdt_sites+$align 8 0
says "__sdt_sites section aligned 0 bytes 8"
with header:__jump_table+$align 8 1
says "__jump_table section aligned 1 bytes 8"
cp good.ko bad.ko
objcopy --add-section .discard.sdt=good.ko bad.ko
says ".discard.sdt objects' tables linker script modules drops"
strip -s -o bad.ko good.ko
says "__sdt_sites relocations gone strip -s no module"
objcopy --rename-section .modinfo=__sdt_table good.ko bad.ko
says "__sdt_table more than one section"
# twice SECTION: bad.ko has another one behind all others
twice()
{
	: >nothing
	objcopy --add-section again=nothing good.ko bad.ko
	objcopy --rename-section "again=$1" bad.ko
}
twice __sdt_sites
says "__sdt_sites more than one section"
twice __jump_table
says "__jump_table more than one section"
objcopy --rename-section __sdt_table=.rodata.gone good.ko bad.ko
says "__sdt_sites site records no section __sdt_table"

# -- site records -----------------------------------------------------------------

with __sdt_sites+36 2 0
says "__sdt_sites+0x20 no site record"
with __sdt_sites+39 1 9
says "__sdt_sites+0x20 site record ABI version 9 sdtinfo knows version $abi build same SDT"
# Without the symbol, only the addend: the number of a probe, or of none
with rela:__sdt_sites@0x10+12 4 0 rela:__sdt_sites@0x10+16 8 2
says "__sdt_sites+0x0 site record no probe table"
with rela:__sdt_sites@0x10+12 4 0 rela:__sdt_sites@0x10+16 8 -1
says "__sdt_sites+0x0 site record no probe table"
with rela:__sdt_sites@0x10+8 4 11
says "__sdt_sites+0x0 site record no probe table"
section=$(readelf -sW good.ko | awk '$4 == "SECTION" && $NF == ".text" { print $1 + 0 }')
with rela:__sdt_sites@0x10+12 4 "$section"
says "__sdt_sites+0x0 site record no probe table"
objcopy --rename-section __sdt_sites=.init.data good.ko bad.ko
says "__sdt_table probe 0 sdt:f:p no sites" \
	"__sdt_table probe 1 sdt:g:q no sites" \
	"__sdt_table probe table counts 4 sites 0 site records"
with __sdt_sites+20 4 0
says "__sdt_sites+0x0 site record line 0"
with __sdt_sites+64 1 1
says "__sdt_sites+0x40 site record zero sdt.ko write"
with __sdt_sites+72 1 1
says "__sdt_sites+0x40 site record zero sdt.ko write"
with __sdt_sites+95 1 1
says "__sdt_sites+0x40 site record zero sdt.ko write"
with __sdt_sites+16 1 1
says "__sdt_sites+0x10 relocation fills bytes zero refuse module"
with rela:__sdt_sites@0x10+0 8 0
says "__sdt_sites+0x0 site record no probe table" \
	"__sdt_sites+0x0 relocation changes site record here"
# a site that fires becomes an is-enabled one
with __sdt_sites+20 4 0x80000001
says "__sdt_table probe 0 sdt:f:p no sites"
resized __sdt_sites 163
says "__sdt_sites 163 bytes whole number site records"
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
says "__sdt_sites+0x80 no site record" \
	"__sdt_sites+0x80 no jump label site record" \
	"__sdt_table probe table counts 4 sites 5 site records" \
	"__sdt_sites+0x94 relocation changes site record here" \
	"__sdt_sites+0x98 relocation changes site record here" \
	"__sdt_sites+0xa0 no struct sdt_trampoline"

# -- jump labels -------------------------------------------------------------------

with rela:__jump_table@8+16 8 10
says "__jump_table+0x0 key site record" \
	"__sdt_sites+0x0 no jump label site record"
with rela:__jump_table@8+16 8 0x4000000
says "__jump_table+0x0 key site record" \
	"__sdt_sites+0x0 no jump label site record"
with rela:__jump_table@8+12 4 1
says "__sdt_sites+0x0 no jump label site record"
with rela:__jump_table@0+8 4 1
says "__jump_table+0x0 no code" \
	"__sdt_sites+0x0 no jump label site record"
with rela:__jump_table@4+8 4 1
says "__jump_table+0x0 no code jump"
with __jump_table+16 1 1
says "__jump_table+0x10 relocation fills bytes zero refuse module"
resized __jump_table 60
says "__jump_table 60 bytes whole number jump labels" \
	"__sdt_sites+0x60 no jump label site record"

# -- sites ---------------------------------------------------------------------------

no_nop="no NOP jump label patch"
with .text+4 1 0x90
says "f+0x4 $no_nop"
with .text+8 1 1
says "f+0x4 $no_nop"
with rela:__jump_table@0+16 8 5
says "f+0x5 $no_nop"
with rela:__jump_table@0+16 8 0x10000
says ".text+0x10000 $no_nop"
modinfo=$(readelf -sW good.ko | awk '$4 == "SECTION" && $NF == ".modinfo" { print $1 + 0 }')
with rela:__jump_table@0+12 4 "$modinfo"
says ".modinfo+0x4 site not section code"
with rela:__jump_table@4+12 4 "$modinfo" rela:__jump_table@4+16 8 0
says "f+0x4 site jump .modinfo not section code"
with rela:__jump_table@0+16 8 14
says "g+0x4 two jump labels patch site"
with rela:__jump_table@4+16 8 0x10000
says "f+0x4 site jump .text.unlikely+0x10000 beyond end"
with rela:__jump_table@8+16 8 3
says "f+0x4 jump label says site on"
other <<'END'
probe sdt:f:p a.c:1 in=.text.f cold=.text.g
probe sdt:g:q a.c:2 in=.text.g cold=.text.f
END
patch bad.ko rela:.text.f@11+0 8 8
says "f+0x4 relocation changes NOP"
other <<'END'
probe sdt:f:p a.c:1 in=.cold
END
patch bad.ko header:.cold+$flags 8 $A
says "f+0x4 site not section code"
# Jump labels of two bytes, and jumps that objtool has not replaced, are the kernel's own.
with .text+4 2 0x9066
says "f+0x4 $no_nop"
with .text+4 1 0xe9
says "f+0x4 $no_nop"

# -- the trampoline ---------------------------------------------------------------------

# It follows the four records: its key, its magic, and where its code and the table are.
key=0x80 magic=0x90 code=0x94 to_table=0x98 zero=0x9c
fills="relocation fills bytes zero refuse module"
none="__sdt_sites+$key no struct sdt_trampoline"
no_table="__sdt_sites+$key struct sdt_trampoline point probe table"
for place in $key $((key + 8)) $magic $zero; do
	with __sdt_sites+$place 1 1
	says "$none"
done
for place in $code $to_table; do
	with __sdt_sites+$place 1 1
	says "__sdt_sites+$place $fills"
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
says "__jump_table+0x30 key site record" \
	"__sdt_table probe table counts 4 sites 3 site records" \
	"__sdt_sites+0x60 no struct sdt_trampoline"
with rela:__sdt_sites@$to_table+0 8 0xa0
says "$no_table"
with rela:__sdt_sites@$code+16 8 1
says "__SCT__sdt+0x1 trampoline's code sdtinfo link writes"
with .text+0x40 1 0x90
says "__SCT__sdt+0x0 trampoline's code sdtinfo link writes"
with .text+0x46 1 0x90
says "__SCT__sdt+0x0 trampoline's code sdtinfo link writes"
cp good.ko bad.ko
patch bad.ko .text+0x40 1 0xe9
run "$sdtinfo" verify bad.ko
is "$status:$out" "0:bad.ko: ok, 2 probes, 3 sites, 1 is-enabled" "a trampoline may be a jump: to the kernel's return"

# -- names -------------------------------------------------------------------

printf 'license=GPL\0name=other\0' >modinfo
objcopy --update-section .modinfo=modinfo good.ko bad.ko
says "__sdt_table probe table module good file module other"
# Those of messages can get a number.
other <<'END'
probe sdt:f:disk a.c:1 message=disk
probe sdt:f:disk a.c:2 "message=disk: "
probe sdt:f:disk-0 a.c:3 "message=disk 0"
END
run "$sdtinfo" verify bad.ko
is "$status:$out" "0:bad.ko: ok, 3 probes, 3 sites" "messages with the same words"

# -- events ---------------------------------------------------------------------------------

# Tables that "sdtinfo link" would not make: parts of two probes are exchanged.
one_event="probes same name event"

object events.o <<'END'
probe sdt:f:p a.c:1
  arg x int int 4 integer signed
probe sdt:g:q a.c:2
  arg y long long 8 integer signed
probe sdt:h:r a.c:3
END
module good.ko events.o
names=$(number __sdt_table $((probe + 4)) 4)
type="__sdt_table sdt:p other arguments f() g() $one_event"
count="__sdt_table sdt:p other arguments f() h() $one_event"
second="__sdt_table+$((probe + 20 + 4)) 4 $names"
third="__sdt_table+$((probe + 2 * 20 + 4)) 4 $names"
with $second
says "$type"
with $third
says "$count"
with $second $third
says "$type" "$count"

object events.o <<'END'
probe a:f:b-c a.c:1
probe sdt:g:a-c-c a.c:2
END
module good.ko events.o
text=$((probe + 2 * 20 + 2 * 20))
with __sdt_table+$((text + $(number __sdt_table $((probe + 20 + 4)) 4) + 2)) 1 98
says "__sdt_table probes a:f:b-c sdt:g:a-b-c event a_b_c"

# A name of ten bytes becomes another in the table.
object events.o <<'END'
probe sdt:f:aa-bb-cc-d a.c:1
END
module good.ko events.o
text=$((probe + 20 + 20 + $(number __sdt_table $((probe + 4)) 4)))
# called NAME WORDS: the finding
called()
{
	cp good.ko bad.ko
	patch bad.ko __sdt_table+$text 8 "0x$(printf '%s\0\0\0\0\0\0\0\0' "$1" | head -c 8 | od -A n -t x1 | tr -d ' \n' | sed 's/\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)/\8\7\6\5\4\3\2\1/')"
	run "$sdtinfo" verify bad.ko
	tells "$status:$(echo "$out" | wc -l):$out" \
		"4:1:bad.ko: __sdt_table probe 0 $2" "an event $1"
}
file="tracefs file name beside module's events"
called enable "no event named enable $file"
called filter "no event named filter $file"
empty="name empty part before between after dashes"
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
tells "$out" "bad.ko: __sdt_table probe 0 event 202 bytes 200" "... of more"
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
	says "__sdt_table $3 0 '$1' common_ __probe_ fields event"
}
field_called common_pid commonxpid argument
field_called __probe_ip __probexip 'translated argument'

sed 's/commonxpid/commonépi/g' fields.ko >bad.ko
says "__sdt_table argument 0 field name 'commonépi' ASCII"

object dashes.o <<'END'
probe sdt:f:a-bc a.c:1
END
module dashes.ko dashes.o
sed 's/a-bc/a__c/g' dashes.ko >bad.ko
says "__sdt_table probe 0 name 'a__c' two underscores dash"

object events.o <<'END'
probe sdt:f:p a.c:1
END
module enable_.ko events.o
sed 's/enable_/enable\x00/g' enable_.ko >bad.ko
says "__sdt_table no module probes named enable tracefs file events/enable"

# -- what cannot be read is an error, no deviation ---------------------------------------------

# unreadable WORDS
unreadable()
{
	run "$sdtinfo" verify bad.ko
	tells "$status:$errs:$out:$err" "1:1::sdtinfo: bad.ko $1" "'$1': one line on stderr, exit code 1"
}
with rela:__jump_table@0+12 4 0xffffff
unreadable "symbol 16777215"
with header:.rela__sdt_sites+4 4 9
unreadable "relocations without addends"
with ELF+18 2 243
unreadable "ELF machine 243"
with ELF+5 1 2
unreadable "big-endian"
with ELF+4 1 1
unreadable "32-bit"
head -c 1000 good.ko >bad.ko
unreadable "truncated"
rm bad.ko
unreadable "No such file"

families_object

# -- providers and translated arguments: a module of another kind --------------------------------

object asks.o <<'END'
any f a.c:9
END
module good.ko families.o asks.o
provider=$((probe + 3 * 20)) extra=$((provider + 3 * 20)) xlated=$((extra + 16 + 3 * 24))
table $((provider + 4)) 1 8 "__sdt_table provider 0 unknown level stability 8"
table $((provider + 6)) 1 6 "__sdt_table provider 0 unknown class dependency 6"
table $((provider + 19)) 1 2 "__sdt_table provider 0 unknown flags 0x2"
table $provider 4 0 "__sdt_table provider 0 name '' identifier"
table $((provider + 20)) 4 "$(number __sdt_table $provider 4)" "__sdt_table provider 1 providers sorted"
table $extra 4 3 "__sdt_table extra 0 probe number 3 3"
table $((extra + 4)) 4 -4 "__sdt_table extra 0 message outside strings"
table $((extra + 8)) 4 9 "__sdt_table extra 0 4 translated arguments 9 outside table's 4"
table $((extra + 12)) 4 0 "__sdt_table extra 0 neither message nor translated arguments"
table $((extra + 12)) 4 33 "__sdt_table extra 0 33 translated arguments 0 outside table's 4"
table $((probe + 20 + 18)) 2 0 "__sdt_table probe 1 translated arguments translated"
table $xlated 4 0 "__sdt_table translated argument 0 field name '' identifier"
table $((xlated + 4)) 4 -4 "__sdt_table translated argument 0 type outside strings"
table $((xlated + 8)) 1 32 "__sdt_table translated argument 0 no arg32"
table $((xlated + 8)) 1 3 "__sdt_table probe 1 translated argument made arg3 3"
table $((xlated + 9)) 1 1 "__sdt_table translated argument 0 padding zero"
table $((xlated + 12)) 4 "$(number __sdt_table $xlated 4)" "__sdt_table probe 1 two translated arguments named 'bp'"
id=$(nm good.ko | sed -n 's/.* __sdt_enabled\$\([0-9a-f]\{8\}\)$/\1/p')
with symbol:__sdt_enabled\$$id+8 8 1
says "__sdt_sites+0x60 site record asks all probes first"
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
says "__sdt_sites+0x60 site record asks probe sdt:p g() first f()"

done_testing
