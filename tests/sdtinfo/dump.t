#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# dump.t - sdtinfo dump: what it shows of a module

. "$(dirname "$0")/common.sh"

object rev_dev.o <<'END'
probe sdt:revdev_read:read-entry rev_dev.c:57
  arg fp  "struct file *" "struct file *" 8 pointer
  arg buf "char *"        "char *"        8 string user
  arg n   "size_t"        "size_t" 8 integer "aka=unsigned long"
  arg cb  "cb_t"          "void (*)(int)" 8 function
  arg on  "bool"          "_Bool"         1 bool
  arg st  "enum state"    "enum state"    4 enum names=IDLE=0,BUSY=1,GONE=7,LOST=8,ALSO=8
  arg ret "int"           "int"           4 integer signed
  arg off "unsigned long" "long unsigned int" 8 integer
  arg s   "const unsigned char*" "const unsigned char *" 8 pointer
  arg cnt "int __percpu *" "int *" 8 pointer percpu
  arg reg "void __iomem *" "void *" 8 pointer iomem
  arg nxt "struct a __rcu *" "struct a *" 8 pointer rcu
enabled sdt:revdev_write:read-entry rev_dev.c:61
probe sdt:revdev_write:write-entry rev_dev.c:70 sites=2 symbol=revdev_write.cold shared
END
object rev_init.o <<'END'
probe sdt:revdev_init:init-done rev_init.c:9 in=.init.text
END
module revdev.ko rev_dev.o rev_init.o

expected="\
revdev.ko: module revdev, 3 probes, 4 sites, 1 is-enabled

PROVIDER  MODULE  FUNCTION      NAME
sdt       revdev  revdev_init   init-done
    site   revdev_init+0x4         rev_init.c:9, in .init.text
sdt       revdev  revdev_read   read-entry
    arg0   fp   struct file *               8-byte pointer
    arg1   buf  char *                      8-byte user string pointer
    arg2   n    size_t {aka unsigned long}  8-byte unsigned integer
    arg3   cb   void (*)(int)               8-byte function pointer, declared cb_t
    arg4   on   _Bool                       1-byte bool
    arg5   st   enum state                  4-byte unsigned enum {IDLE, BUSY, GONE = 7, LOST, ALSO = 8}
    arg6   ret  int                         4-byte signed integer
    arg7   off  long unsigned int           8-byte unsigned integer
    arg8   s    const unsigned char *       8-byte pointer
    arg9   cnt  int *                       8-byte percpu pointer, declared int __percpu *
    arg10  reg  void *                      8-byte iomem pointer, declared void __iomem *
    arg11  nxt  struct a *                  8-byte rcu pointer, declared struct a __rcu *
    site   revdev_read+0x4         rev_dev.c:57
    site   revdev_write+0x4        rev_dev.c:61, is-enabled
sdt       revdev  revdev_write  write-entry
    site   revdev_write.cold+0x4   rev_dev.c:70, 2 NOPs
    site   revdev_write.cold+0x16  rev_dev.c:70, 2 NOPs"

run "$sdtinfo" dump revdev.ko
is "$status:$err:$out" "0::$expected" "names, arguments and sites"

is "$(echo "$out" | grep '^    site ' | grep -vc is-enabled):$(echo "$out" | grep -c ', is-enabled$')" 4:1 \
	"a line for each site that the head counts"
run "$sdtinfo" list -v write-entry revdev.ko
is "$(echo "$out" | sed -n 's/^    site *//p')" "revdev_write.cold+0x4   rev_dev.c:70, 2 NOPs
revdev_write.cold+0x16  rev_dev.c:70, 2 NOPs" "... also in the list"
run "$sdtinfo" dump -j revdev.ko
is "$(echo "$out" | python3 -c '
import json, sys
m = json.load(sys.stdin)["modules"][0]
sites = [s for p in m["probes"] for s in p["sites"]]
print(m["sites"] + m["is_enabled_sites"], len(sites), [s["nops"] for s in sites])
print(*[(n["place"], n["section"], n["offset"] - s["offset"], n["bytes"]) for s in sites for n in s["other_nops"]])')" \
	"5 5 [1, 1, 1, 2, 2]
('revdev_write.cold+0xd', '.text', 9, '0f 1f 44 00 00') ('revdev_write.cold+0x1f', '.text', 9, '0f 1f 44 00 00')" \
	"... and in JSON, where NOPs that share a call with another one are below that"

# -v: a block of attributes for each probe, and further lines for each site
run "$sdtinfo" dump -v revdev.ko
is "$status:$err:$(echo "$out" | sed '/^sdt .*revdev_read/,$d')" "0::\
revdev.ko: module revdev, 3 probes, 4 sites, 1 is-enabled

PROVIDER  MODULE  FUNCTION      NAME
sdt       revdev  revdev_init   init-done

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: ISA

    site   revdev_init+0x4         rev_init.c:9, in .init.text
           .init.text+0x4: 0f 1f 44 00 00, record __sdt_sites+0x80" "-v: attributes as DTrace has them, bytes and record"
is "$(echo "$out" | grep -c 'Attributes$'):$(echo "$out" | grep -c ', record __sdt_sites+0x')" "6:7" \
	"... for each probe and each NOP"
is "$(echo "$out" | sed '/^	/d; /^           /d; /^$/d')" "$(echo "$expected" | sed '/^$/d')" \
	"... beside all that there is without it"
run "$sdtinfo" dump --verbose revdev.ko
is "$status:$(echo "$out" | grep -c 'Attributes$')" "0:6" "--verbose is -v"
object other.o <<'END'
probe sdt:f:p a.c:1
END
module other.ko other.o
patch other.ko .text+4 1 0xe9
run "$sdtinfo" dump -v other.ko
like "$status:$out" '^           \.text\+0x4: e9 1f 44 00 00, ' "-v: what else is there instead of a NOP"

cp revdev.ko before.ko
chmod a-w revdev.ko
"$sdtinfo" dump revdev.ko >/dev/null
cmp -s revdev.ko before.ko
ok $? "the module is not touched"
rm -f revdev.ko
cp before.ko revdev.ko

strip -g -o stripped.ko revdev.ko
run "$sdtinfo" dump stripped.ko
is "$status:$out" "0:$(echo "$expected" | sed 1s/revdev.ko/stripped.ko/)" "strip -g changes nothing"

strip --strip-unneeded -o stripped.ko revdev.ko
run "$sdtinfo" dump stripped.ko
is "$status:$err" "0:" "strip --strip-unneeded: works"
like "$out" '^    site   \.text\+0x4 +rev_dev.c:57$' "... sites are named by section"
like "$out" '^    site   \.init\.text\+0x4 +rev_init.c:9' "... init code's too"

{ cat revdev.ko; printf 'PKCS7~Module signature appended~\n'; } >signed.ko
run "$sdtinfo" dump signed.ko
is "$status:$out" "0:$(echo "$expected" | sed 1s/revdev.ko/signed.ko/)" "a signature behind the module is no concern"

for packer in xz zstd gzip; do
	case $packer in xz) end=xz ;; zstd) end=zst ;; gzip) end=gz ;; esac
	$packer -c signed.ko >revdev.ko.$end
	run "$sdtinfo" dump revdev.ko.$end
	is "$status:$err:$out" "0::$(echo "$expected" | sed 1s/revdev.ko/revdev.ko.$end/)" "a module packed by $packer is read as it is"
done

# Relocations against named symbols instead of the section's.
object named.o <<'END'
probe sdt:f:p n.c:1
END
cat >named.lds <<'END'
SECTIONS { /DISCARD/ : { *(.discard.*) } }
END
"$sdtinfo" link --module named -o t.S named.o
gcc -c -o t.o t.S
objcopy --add-symbol record=__sdt_sites:0,local --globalize-symbol=f named.o
ld -r -T named.lds -o named.ko named.o t.o
run "$sdtinfo" dump named.ko
like "$status:$out" '^    site   f\+0x4  n.c:1$' "global function symbols"

# Jump labels of other static keys stand between ours.
object keys.o <<'END'
probe sdt:f:p n.c:1
END
cat >other.S <<'END'
	.text
	nopl 0(%rax)
	.section __jump_table, "aw"
	.balign 8
	.long .text - ., .text + 5 - .
	.quad some_other_key + 1 - .
	.section .note.GNU-stack, "", @progbits
END
as -o other.o other.S
module keys.ko other.o keys.o
run "$sdtinfo" dump keys.ko
is "$status:$err" "0:" "jump labels of other static keys: done"
like "$out" "1 probe, 1 site$" "... are not ours"

run "$sdtinfo" dump revdev.ko keys.ko
is "$status:$(echo "$out" | grep -c ': module ')" "0:2" "two modules"
is "$("$sdtinfo" dump "$work/revdev.ko")" "$(echo "$expected" | sed "1s,revdev,$work/revdev,")" "a path with a space"

object enums.o <<'END'
probe sdt:f:p a.c:1
  arg x "enum x" "enum x" 4 enum signed names=X=-1,Y=0,Z=0x7fffffff
  arg y "enum y" "enum y" 8 enum names=X=0xffffffffffffffff,Y=1
  arg a "enum a" "enum a" 4 enum
  arg b "enum b" "enum b" 4 enum names=A=0,B=1,C=2,D=3,E=4,F=5,G=6,H=7
  arg c other    "enum c" 4 enum names=A=0,B=1,C=2,D=3,E=4,F=5,G=6,H=7,I=8,J=9
END
module enums.ko enums.o
is "$("$sdtinfo" dump enums.ko | sed -n 's/^ *arg.*-byte //p')" "\
signed enum {X = -1, Y, Z = 2147483647}
unsigned enum {X = 18446744073709551615, Y = 1}
unsigned enum
unsigned enum {A, B, C, D, E, F, G, H}
unsigned enum {A, B, C, D, E, F, G, H, ... 2 more}, declared other" "enumerators, as the source has them; eight at most"

object formats.o <<'END'
probe sdt:f:p a.c:1
  arg mac "u8 *" "u8 *" 8 bytes bound=6
  arg one "u8 *" "u8 *" 8 bytes bound=1
  arg data "const u8 *" "const u8 *" 8 bytes bound=arg5
  arg text "char *" "char *" 8 string bound=arg5
  arg comm "char *" "char *" 8 string bound=16 user
  arg len "size_t" "size_t" 8 integer
  arg status "u32" "u32" 4 integer hex
  arg f "enum f" "enum f" 4 bitmask names=URGENT=1,LAST=2,BOTH=3,NONE=0,MORE=0x10
  arg g "enum g" "enum g" 4 bitmask signed names=TOP=0xffffffff80000000
  arg h "enum h" "enum h" 4 bitmask
END
module formats.ko formats.o
is "$("$sdtinfo" dump formats.ko | sed -n 's/^ *arg[0-9]* *\([a-z]*\) .* \([1-9]-byte\)/\1: \2/p')" "\
mac: 8-byte pointer to 6 bytes
one: 8-byte pointer to 1 byte
data: 8-byte pointer to len bytes
text: 8-byte string pointer, at most len bytes
comm: 8-byte user string pointer, at most 16 bytes
len: 8-byte unsigned integer
status: 4-byte unsigned integer, hex
f: 4-byte unsigned bitmask {URGENT = 1, LAST = 2, BOTH = 3, NONE = 0, MORE = 0x10}
g: 4-byte signed bitmask {TOP = 0x80000000}
h: 4-byte unsigned bitmask" "bytes and strings of a length, hexadecimal, bits"

# How stable a provider's probes are is what was published of it.
object stable.o <<'END'
probe sdt:f:p a.c:1
probe io:f:p a.c:2
probe mine:f:p a.c:3
probe lockstat:f:p a.c:4
probe xpv:f:p a.c:5
END
module stable.ko stable.o
run "$sdtinfo" dump -v stable.ko
is "$(echo "$out" | awk '/f +p$/ { print "" } /^[a-z]+ / { printf "%s", $1 } /: / && $NF ~ /^[A-Z]/ { printf " %s", $NF }')" "
io Private Private Unknown Evolving Evolving ISA
lockstat Private Private Unknown Evolving Evolving Common
mine Private Private Unknown Private Private ISA
sdt Private Private Unknown Private Private ISA
xpv Private Private Unknown Private Private Platform" "-v: the stability of each provider's probes and arguments"
run "$sdtinfo" dump -j stable.ko
is "$(echo "$out" | python3 -c '
import json, sys
for p in json.load(sys.stdin)["modules"][0]["providers"]:
    print(p["provider"], p["defined"],
          *("/".join((a["names"], a["data"], a["dependency"])) for a in p["stability"].values()))')" "\
io False Evolving/Evolving/ISA Private/Private/Unknown Private/Private/Unknown Evolving/Evolving/ISA Evolving/Evolving/ISA
lockstat False Evolving/Evolving/Common Private/Private/Unknown Private/Private/Unknown Evolving/Evolving/Common Evolving/Evolving/Common
mine False Evolving/Evolving/ISA Private/Private/Unknown Private/Private/Unknown Private/Private/ISA Private/Private/ISA
sdt False Evolving/Evolving/ISA Private/Private/Unknown Private/Private/Unknown Private/Private/ISA Private/Private/ISA
xpv False Evolving/Evolving/Platform Private/Private/Unknown Private/Private/Unknown Private/Private/Platform Private/Private/Platform" "JSON has all of it"

# What comes from a file does not talk to the terminal.
object esc.o <<'END'
probe sdt:f:p "aESC[31m.c:1"
END
module esc.ko esc.o
sed 's/aESC\[/a\xc2\x9b[[/' esc.ko >bad.ko
run "$sdtinfo" dump bad.ko
like "$out" 'a\\xc2\\x9b\[\[31m\.c:1' "control characters are shown as such"

# -- several files, one of them bad --------------------------------------------

object none.o </dev/null
ld -r -o none.ko none.o
run "$sdtinfo" dump none.ko
tells "$status:$out:$err" '3::sdtinfo: none.ko probes' "no probes: exit code 3 and one line"
run "$sdtinfo" dump rev_dev.o
is "$status:$errs" "3:1" "an object that is no module yet: exit code 3"
like "$err" "use the .ko" "... and what to do"
run "$sdtinfo" dump none.ko keys.ko
is "$status:$(echo "$out" | head -1)" "3:keys.ko: module keys, 1 probe, 1 site" "one without probes does not stop the next"
run "$sdtinfo" dump none.ko missing.ko keys.ko
is "$status:$errs:$(echo "$out" | head -1)" "1:2:keys.ko: module keys, 1 probe, 1 site" "the worst exit code wins"

cp keys.ko bad.ko
patch bad.ko __sdt_table+4 2 9
run "$sdtinfo" dump bad.ko none.ko keys.ko
is "$status:$errs:$(echo "$out" | head -1)" "1:2:keys.ko: module keys, 1 probe, 1 site" "a broken module does not stop the next"
cp keys.ko bad.ko
patch bad.ko __sdt_table+52 4 0
patch bad.ko __sdt_sites+4 1 0
run "$sdtinfo" dump bad.ko
tells "$status:$out:$err" "1::sdtinfo: bad.ko __sdt_table 0 function 1 'sdtinfo verify'" \
	"the first of what is wrong, and how many more"

if [ -w /dev/full ]; then
	run sh -c '"$0" dump revdev.ko >/dev/full' "$sdtinfo"
	is "$status:$errs" "1:1" "no space left on standard output: one line"
fi

families_object
module families.ko families.o
run "$sdtinfo" dump families.ko
is "$(echo "$out" | grep -A 4 start | tail -n 4)" "    arg0   bp    bufinfo_t *  8-byte pointer, from struct buf *
    arg1   dev   devinfo_t *  8-byte pointer, from struct buf *
    arg2   name  char *       8-byte string pointer
    arg3   st    state_t      4-byte unsigned enum {ON = 1}, from enum st" "the translated view"
run "$sdtinfo" dump -v families.ko
is "$(echo "$out" | grep -A 3 native)" "    native:
    arg0   bp    struct buf *  8-byte pointer
    arg1   name  char *        8-byte string pointer
    arg2   st    enum st       4-byte unsigned enum {ON = 1}" "-v: the native arguments as well"

done_testing
