#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# badinput.t - files that sdtinfo cannot read, tables that it must reject
#
# Each gives one line that says what is wrong, and exit code 1.

. "$(dirname "$0")/common.sh"

# bad WHAT LINE FILE: dump and link refuse FILE
bad()
{
	for verb in "dump" "link --module m -o t.S"; do
		echo old >t.S
		run "$sdtinfo" $verb "$3"
		is "$status:$errs:$out" "1:1:" "${verb%% *} $1: one line, exit code 1"
		like "$err" "^sdtinfo: $3: .*$2" "${verb%% *} $1: the line says so"
	done
	ok "$(test ! -e t.S; echo $?)" "$1: no output file is left"
}

good_object one.o
module one.ko one.o

# -- no such file --------------------------------------------------------------

bad "no such file" "No such file" missing.o
mkdir folder.o
bad "a folder" "is a directory" folder.o
bad "a device" "not a regular file" /dev/null
: >empty.o
bad "an empty file" "is empty" empty.o
echo "int main(void)" >text.o
bad "a text file" "not an ELF file" text.o
for packer in xz zstd gzip; do
	$packer -c text.o >text.ko.packed
	bad "text packed by $packer" "is not an ELF file after decompression with $packer" text.ko.packed
	$packer -c one.ko | head -c 500 >half.ko.packed
	bad "half a module packed by $packer" "cannot be decompressed with $packer: |is truncated: " half.ko.packed
	$packer -c one.ko >broken.ko.packed
	printf 'broken' | dd of=broken.ko.packed bs=1 seek=200 conv=notrunc 2>/dev/null
	bad "a broken module packed by $packer" "cannot be decompressed with $packer: " broken.ko.packed
	{ head -c 64 one.ko; head -c 20000000 /dev/zero; } >long.ko
	$packer -c long.ko >long.ko.packed
	[ $packer != zstd ] ||
		bad "20 MB in a file packed by $packer" "cannot be decompressed with $packer: it is too long" long.ko.packed
	head -c 1500 one.ko >short.ko
	$packer -c short.ko >short.ko.packed
	bad "a truncated module packed by $packer" "is truncated" short.ko.packed
done
zstd -c <one.ko >pipe.ko.packed
bad "a module that zstd packed from a pipe" "cannot be decompressed with zstd: .*size" pipe.ko.packed
ar rc one.a one.o
bad "an archive" "archive" one.a
echo "int main(void) { return 0; }" >exe.c
gcc -no-pie -o exe exe.c
bad "an executable" "is an executable" exe
gcc -shared -fPIC -o exe.so exe.c
bad "a shared object" "is a shared object" exe.so
echo nop | as --32 -o small.o
bad "a 32-bit object" "32-bit" small.o
cp one.o big.o
patch big.o ELF+5 1 2
bad "another byte order" "endian|header" big.o
cp one.ko type.o
patch type.o ELF+16 2 0xfe00
bad "an unknown ELF type" "ELF type 65024" type.o
cp one.ko noshdr.o
patch noshdr.o ELF+0x28 8 0
patch noshdr.o ELF+0x3c 4 0
bad "no section headers" "no section headers" noshdr.o

# -- sections that cost more than the file is long ----------------------------

cp one.o over.o
patch over.o header:.data+32 8 $(($(stat -c %s one.o) - 64))
patch over.o header:.data+24 8 64
bad "sections in one place" "its section .* overlaps another one" over.o
cp one.o endless.o
patch endless.o header:.shstrtab+32 8 2
bad "a table of strings without an end" "is not a string table" endless.o
long=$(printf '%04096d' 0 | tr 0 n)
object long.o <<END
probe sdt:f:p one.c:1 in=$long
END
bad "a section's name of 4096 bytes" "a section's name is longer than 4095 bytes" long.o
object long.o <<END
probe sdt:f:p one.c:1 symbol=$long
END
run "$sdtinfo" link --module m -o t.S long.o
tells "$status:$out:$err" '1::sdtinfo: long.o symbol name 4095' "a symbol's"

# -- a file that ends too early ------------------------------------------------

# A file may be cut anywhere; sdtinfo may say what it likes, but in one line.
truncated()
{
	size=$(stat -c %s "$2")
	wrong=
	i=0
	while [ $i -lt 60 ]; do
		head -c $((size * i / 60)) "$2" >cut.o
		run "$sdtinfo" $1 cut.o
		case "$status:$errs" in
		1:1|3:1) ;;
		*) wrong="$wrong $((size * i / 60)):$status:$errs" ;;
		esac
		i=$((i + 1))
	done
	is "$wrong" "" "${1%% *} of $2 cut at 60 lengths: one line, exit code 1 or 3"
}
truncated dump one.ko
truncated "link --module m -o t.S" one.o
head -c $(($(stat -c %s one.ko) - 1)) one.ko >cut.o
bad "one byte short" "is truncated" cut.o

# Bytes set at random: no more than a crash is ruled out here, see tests/fuzz.
python3 - one.ko "$sdtinfo" dump <<'END' >crashes
import random, subprocess, sys
random.seed(1)
good = open(sys.argv[1], "rb").read()
for i in range(200):
    data = bytearray(good)
    for _ in range(random.randint(1, 8)):
        data[random.randrange(len(data))] = random.choice((0, 1, 127, 128, 255))
    open("random.ko", "wb").write(data)
    p = subprocess.run(sys.argv[2:] + ["random.ko"], capture_output=True)
    if p.returncode not in (0, 1, 3) or len(p.stderr.splitlines()) > 1:
        print(i, p.returncode, p.stderr)
print("done")
END
is "$(cat crashes)" "done" "200 modules with random bytes: no crash, at most one line"

# -- tables --------------------------------------------------------------------

# table WHAT LINE OFFSET BYTES VALUE: a number in the table of object or module; of the
# three entries in the object one is an is-enabled one, so "provider" is not the same
table()
{
	provider=$((probe + 20 * 3))
	cp one.o bad.o
	patch bad.o ".discard.sdt+$(($3))" "$4" "$5"
	run "$sdtinfo" link --module m -o t.S bad.o
	is "$status:$errs:$(test -e t.S; echo $?)" "1:1:1" "link, $1: one line, exit code 1"
	like "$err" "^sdtinfo: bad.o: .discard.sdt\+0x0: .*$2" "link, $1: the line says so"
	# shellcheck disable=SC2034 # $3 may name it
	provider=$((probe + 20 * 2))
	cp one.ko bad.ko
	patch bad.ko "__sdt_table+$(($3))" "$4" "$5"
	run "$sdtinfo" dump bad.ko
	is "$status:$errs:$out" "1:1:" "dump, $1: one line, exit code 1"
	like "$err" "^sdtinfo: bad.ko: __sdt_table: .*$2" "dump, $1: the line says so"
}

# where the first probe is
probe=52

table "another ABI version" "ABI version 9, this sdtinfo knows version $abi only" 4 2 9
table "no magic" "no probe table" 0 4 0x12345678
table "another kind" "an unknown kind of probe table" 6 2 9
table "a size beyond the section" "4294967295 bytes cut off" 8 4 -1
table "a size that is too small" "of 0 bytes, but its parts need" 8 4 0
table "too many providers" "probe table of 4294967295 providers, at most 256" 12 4 -1
table "too many probes" "parts need" 16 4 -1
table "too many extras" "parts need" 20 4 -1
table "too many places" "parts need" 24 4 -1
table "too many arguments" "parts need" 28 4 0x10000000
table "too many translated arguments" "parts need" 32 4 -1
table "too many enumerators" "parts need" 36 4 -1
table "a size of strings that fits nothing" "parts need" 44 4 -4
table "a provider's name outside" "provider 0: its name lies outside" provider 4 0xfffffff0
table "a provider without a name" "provider 0: its name '' is not an identifier" provider 4 0
table "unknown flags of a provider" "provider 0: unknown flags 0x4" "provider + 19" 1 4
table "a provider that is not there" "probe 0: its provider is number 1 of 1" $((probe + 17)) 1 1
table "no function" "probe 0: its function '' is not an identifier" $probe 4 0
table "a name that is none" "probe 0: its name .* is not an identifier" $((probe + 4)) 4 0
table "a file outside" "probe 0: its file lies outside" $((probe + 8)) 4 -1
table "arguments outside" "probe 0: its 2 arguments from 4294967295 lie outside" $((probe + 12)) 4 -1
table "more arguments than a probe can have" "probe 0: its 33 arguments" $((probe + 16)) 1 33
table "unknown flags of a probe" "probe 0: unknown flags 0x80" $((probe + 18)) 2 0x80

# message WHAT LINE: a message on stdin that an object cannot have
message()
{
	object bad.o
	run "$sdtinfo" link --module m -o t.S bad.o
	is "$status:$errs" "1:1" "$1: one line, exit code 1"
	like "$err" "^sdtinfo: bad.o: .*$2" "$1: the line says so"
}

message "a message with too few arguments" "probe 0: its message takes more than its 1 arguments" <<'END'
probe sdt:f:few a.c:1 "message=few %d %d"
  arg n int int 4 integer signed
END
message "a width that is no integer" "probe 0: its message takes arg0 as a number, which is not an integer" <<'END'
probe sdt:f:star a.c:1 "message=star %*d"
  arg p "void *" "void *" 8 pointer
  arg n int int 4 integer signed
END
message "a precision that is no integer" "probe 0: its message takes arg1 as a number" <<'END'
probe sdt:f:star a.c:1 "message=star %*.*s"
  arg n int int 4 integer signed
  arg p bool bool 1 bool
  arg s "char *" "char *" 8 string
END
message "a message with translated arguments" "probe 0: a message with flags 0x3" <<'END'
probe sdt:f:message a.c:1 translated message=message
END
message "a message with a control character" "a control character in the string" <<'END'
probe sdt:f:message a.c:1 "message=a	tab"
END

# 0xa6 is no character of UTF-8: it would go to the assembler as it is
for where in one.o:.discard.sdt+$((probe + 24 * 3 + 20 + 24 * 2 + 12 * 2 + 1)) \
	     one.ko:__sdt_table+$((probe + 20 * 2 + 20 + 24 * 2 + 12 * 2 + 5)); do
	cp "${where%%:*}" bad.o
	patch bad.o "${where#*:}" 1 0xa6
	case $where in
	*.ko:*) run "$sdtinfo" dump bad.o ;;
	*) run "$sdtinfo" link --module m -o t.S bad.o ;;
	esac
	is "$status:$errs" "1:1" "${where%%:*}: a provider that is no UTF-8: one line, exit code 1"
	like "$err" "provider 0: its name '.xa6.*' is not an identifier" "... says so"
done

# the same for the two arguments, and the enumerators behind them
argument()
{
	cp one.o bad.o
	patch bad.o ".discard.sdt+$((probe + (20 + 4) * 3 + 20 + $3))" "$4" "$5"
	run "$sdtinfo" link --module m -o t.S bad.o
	is "$status:$errs" "1:1" "link, $1: one line, exit code 1"
	like "$err" "$2" "link, $1: the line says so"
	cp one.ko bad.ko
	patch bad.ko "__sdt_table+$((probe + 20 * 2 + 20 + $3))" "$4" "$5"
	run "$sdtinfo" dump bad.ko
	is "$status:$errs" "1:1" "dump, $1: one line, exit code 1"
	like "$err" "$2" "dump, $1: the line says so"
}

argument "an argument without a name" "argument 0: its field name '' is not an identifier|probe 0: its arg0 has no name" 0 4 0
argument "a declared type outside" "argument 0: its declared type lies outside" 4 4 -1
argument "an argument without a type" "argument 0: it has no type" 8 4 0
argument "a type without typedefs outside" "argument 0: its type without typedefs lies outside" 12 4 -1
argument "a size of 3 bytes" "argument 0: its size is 3 bytes" 21 1 3
argument "an unknown kind of argument" "argument 0: unknown kind 9" 22 1 9
argument "hexadecimal where there is no integer" "argument 1: shown in hexadecimal, but not an integer" 47 1 0x80
argument "an integer with enumerators" "argument 0: not an enum, but it has enumerators" 20 1 1
argument "enumerators outside" "argument 1: its 2 enumerators from 1 lie outside the table's 2" 40 4 1
argument "more of them than there are" "argument 1: its 3 enumerators from 0 lie outside" 44 1 3
argument "a first enumerator of none" "argument 0: a first enumerator, but no enumerators" 16 4 -1
argument "an enumerator's name outside" "enumerator 0: its name lies outside" 48 4 -1
argument "an enumerator without a name" "enumerator 1: its name '' is not an identifier" 60 4 0


# bytes of a length, in an object and in a module: data, text, len and what points to it
object bytes.o <<'END'
probe sdt:f:p b.c:1
  arg data "u8 *" "u8 *" 8 bytes bound=arg2
  arg text "char *" "char *" 8 string bound=6
  arg len int int 4 integer signed
  arg fp "struct file *" "struct file *" 8 pointer
END
module bytes.ko bytes.o

# bound WHAT LINE ARG OFFSET BYTES VALUE: a number of that argument
bound()
{
	cp bytes.o bad.o
	patch bad.o ".discard.sdt+$((probe + 20 + 4 + 20 + 24 * $3 + $4))" "$5" "$6"
	run "$sdtinfo" link --module m -o t.S bad.o
	is "$status:$errs" "1:1" "link, $1: one line, exit code 1"
	like "$err" "$2" "link, $1: the line says so"
	cp bytes.ko bad.ko
	patch bad.ko "__sdt_table+$((probe + 20 + 20 + 24 * $3 + $4))" "$5" "$6"
	run "$sdtinfo" dump bad.ko
	is "$status:$errs:$out" "1:1:" "dump, $1: one line, exit code 1"
	like "$err" "$2" "dump, $1: the line says so"
}
bound "no bytes" "argument 0: it points to 0 bytes" 0 16 4 0
bound "a constant with the top bit" "argument 1: its bound 0x80000020 is neither a number of bytes nor an argument" 1 16 4 0x80000020
bound "a length that is no argument of the probe" "probe 0: the length of arg0 is arg4, but it has 4 arguments" 0 16 4 0x80000004
bound "its own length" "probe 0: the length of arg1 is itself" 1 16 4 0x80000001
bound "a length that is no integer" "probe 0: the length of arg0 is arg3, which is not an integer" 0 16 4 0x80000003
bound "bytes with enumerators" "argument 0: not an enum, but it has enumerators" 0 20 1 1
bound "a string with enumerators" "argument 1: not an enum, but it has enumerators" 1 20 1 1
bound "a pointer with enumerators" "argument 3: not an enum, but it has enumerators" 3 20 1 1
bound "bytes that are trusted" "argument 0: trusted, but not a pointer that can be" 0 23 1 0x80

cp one.o bad.o
objcopy --remove-section .discard.sdt bad.o
run "$sdtinfo" link --module m -o t.S bad.o
is "$status:$errs" "1:1" "sites without a table: one line, exit code 1"
like "$err" "count 0 sites, but it has 4" "... both numbers"

# -- records and jump labels -----------------------------------------------------

# record WHAT LINE SECTION+OFFSET BYTES VALUE
record()
{
	cp one.ko bad.ko
	patch bad.ko "$3" "$4" "$5"
	run "$sdtinfo" dump bad.ko
	is "$status:$errs" "1:1" "$1: one line, exit code 1"
	like "$err" "$2" "$1: the line says so"
}

record "a record without magic" "__sdt_sites\+0x20: no site record" __sdt_sites+36 2 0
record "a record of another ABI version" "ABI version 1, this sdtinfo knows version $abi" __sdt_sites+7 1 1
record "a record of a probe that is not there" "leads to no probe" .rela__sdt_sites+16 8 2
record "a record that leads outside" "leads to no probe" .rela__sdt_sites+16 8 -1
record "a symbol that is not there" "needs symbol 16777215" .rela__sdt_sites+12 4 0xffffff
record "a key inside a record" "__jump_table\+0x0: its key is not that of a site record" .rela__jump_table+64 8 10
record "a key behind the records" "its key is not that of a site record" .rela__jump_table+64 8 0x40000000
record "a jump label without code" "leads to no code" .rela__jump_table+8 4 1
cp one.ko bad.ko
patch bad.ko header:__jump_table+4 4 8
patch bad.ko header:__jump_table+32 8 0x7ffffffffffffff0
run timeout 20 "$sdtinfo" dump bad.ko
is "$status:$errs" "1:1" "jump labels without contents: one line, exit code 1"
like "$err" "__jump_table has no contents" "... says so"
record "other site records than the table counts" "counts 9 sites, there are 4" __sdt_table+40 4 9

done_testing
