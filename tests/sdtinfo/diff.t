#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# diff.t - sdtinfo diff: how the probes of a module have changed

. "$(dirname "$0")/common.sh"

# make FOLDER: the module m of the probes on stdin, as FOLDER/m.ko
make()
{
	mkdir -p "$1"
	object m.o && module m.ko m.o && mv m.ko "$1"
}

# same WHAT: the module of the probes on stdin is as before/m.ko is
same()
{
	make after
	run "$sdtinfo" diff before/m.ko after/m.ko
	is "$status:$out:$err" "0::" "$1: the same"
}

# differs WHAT LINE...: it differs so; the two lines that name the files are ours
differs()
{
	make after
	what=$1
	shift
	run "$sdtinfo" diff before/m.ko after/m.ko
	is "$status:$err:$(echo "$out" | sed 1,2d)" "4::$(printf '%s\n' "$@")" "$what"
}

make before <<'END'
probe sdt:f:p a.c:1
  arg fp "struct file *" "struct file *" 8 pointer
  arg n  "size_t" "size_t" 8 integer "aka=long unsigned int"
  arg s  "enum s" "enum s" 4 enum names=A=0,B=1
probe sdt:g:q a.c:2
END

run "$sdtinfo" diff before/m.ko before/m.ko
is "$status:$out:$err" "0::" "a module and itself: silent"
same "other lines, files, sites and remarks" <<'END'
enabled sdt:h:q b.c:9
probe sdt:g:q b.c:2 sites=3
probe sdt:f:p b.c:1 in=.init.text
  arg fp "file *" "struct file *" 8 pointer
  arg n  "unsigned long" "size_t" 8 integer "aka=long unsigned int"
  arg s  "enum s" "enum s" 4 enum names=A=0,B=1
END

# -- probes -----------------------------------------------------------------------

f='probe sdt:f:p a.c:1
  arg fp "struct file *" "struct file *" 8 pointer
  arg n  "size_t" "size_t" 8 integer "aka=long unsigned int"
  arg s  "enum s" "enum s" 4 enum names=A=0,B=1'
g='probe sdt:g:q a.c:2'

differs "one was added" "+ sdt:m:g:r" <<END
$f
$g
probe sdt:g:r a.c:3
END
is "$(echo "$out" | head -2)" "\
--- before/m.ko: module m, 2 probes
+++ after/m.ko: module m, 3 probes" "... with the two files in front"
differs "one is gone" "- sdt:m:g:q" <<END
$f
END
differs "another name" "- sdt:m:g:q" "+ sdt:m:g:r" <<END
$f
probe sdt:g:r a.c:2
END
differs "another function" "- sdt:m:g:q" "+ sdt:m:h:q" <<END
$f
probe sdt:h:q a.c:2
END
differs "another provider" "+ io:m:g:q" "- sdt:m:g:q" <<END
$f
probe io:g:q a.c:2
END
differs "of all kinds, in the order of their names" "+ aaa:m:a:a" "! sdt:m:f:p" \
	"      - arg2: enum s s, 4-byte unsigned enum {A, B}" "- sdt:m:g:q" "+ sdt:m:h:q" "+ zzz:m:z:z" <<END
probe zzz:z:z a.c:1
  arg x int int 4 integer
probe aaa:a:a a.c:1
  arg x int int 4 integer
probe sdt:h:q a.c:2
probe sdt:f:p a.c:1
  arg fp "struct file *" "struct file *" 8 pointer
  arg n  "size_t" "size_t" 8 integer "aka=long unsigned int"
END

# -- arguments ----------------------------------------------------------------------

# argument WHAT LINE ARG...: sdt:f:p has the argument's line ARG instead of $old
old='char * x, 8-byte string pointer'
make before <<'END'
probe sdt:f:p a.c:1
  arg x "char *" "char *" 8 string
END
argument()
{
	what=$1 line=$2
	shift 2
	make after <<END
probe sdt:f:p a.c:1
  arg $@
END
	run "$sdtinfo" diff before/m.ko after/m.ko
	is "$status:$err:$(echo "$out" | sed 1,2d)" "4::! sdt:m:f:p
      - arg0: $old
      + arg0: $line" "$what"
}
argument "another field name" "char * y, 8-byte string pointer" y '"char *" "char *" 8 string'
argument "another type" "int * x, 8-byte string pointer" x '"int *" "int *" 8 string'
argument "another type behind the typedef" "char * {aka signed char *} x, 8-byte string pointer" \
	x '"char *" "char *" 8 string "aka=signed char *"'
argument "another kind" "char * x, 8-byte pointer" x '"char *" "char *" 8 pointer'
argument "to user space" "char * x, 8-byte user string pointer" x '"char *" "char *" 8 string user'
argument "to a per-CPU variable" "char * x, 8-byte percpu string pointer" x '"char *" "char *" 8 string percpu'
argument "to I/O memory" "char * x, 8-byte iomem string pointer" x '"char *" "char *" 8 string iomem'
argument "an RCU pointer" "char * x, 8-byte rcu string pointer" x '"char *" "char *" 8 string rcu'
make before <<'END'
probe sdt:f:p a.c:1
  arg x "enum e" "enum e" 4 enum signed names=A=0,B=-1
END
old='enum e x, 4-byte signed enum {A, B = -1}'
argument "another sign" "enum e x, 4-byte unsigned enum {A, B = 18446744073709551615}" x '"enum e" "enum e" 4 enum names=A=0,B=-1'
argument "another enumerator's value" "enum e x, 4-byte signed enum {A, B = 2}" \
	x '"enum e" "enum e" 4 enum signed names=A=0,B=2'
argument "another enumerator's name" "enum e x, 4-byte signed enum {C, B = -1}" \
	x '"enum e" "enum e" 4 enum signed names=C=0,B=-1'
argument "one enumerator less" "enum e x, 4-byte signed enum {A}" \
	x '"enum e" "enum e" 4 enum signed names=A=0'
make before <<'END'
probe sdt:f:p a.c:1
  arg x "enum e" "enum e" 1 enum names=A=0,B=1,C=2,D=3,E=4,F=5,G=6,H=7,I=8
END
old='enum e x, 1-byte unsigned enum {A, B, C, D, E, F, G, H, I}'
argument "the last of many enumerators" "enum e x, 1-byte unsigned enum {A, B, C, D, E, F, G, H, J}" \
	x '"enum e" "enum e" 1 enum names=A=0,B=1,C=2,D=3,E=4,F=5,G=6,H=7,J=8'
make before <<'END'
probe sdt:f:p a.c:1
  arg x "u8 *" "u8 *" 8 bytes bound=6
END
old='u8 * x, 8-byte pointer to 6 bytes'
argument "another number of bytes" "u8 * x, 8-byte pointer to 1 byte" x '"u8 *" "u8 *" 8 bytes bound=1'
argument "bytes and no bytes" "u8 * x, 8-byte pointer" x '"u8 *" "u8 *" 8 pointer'
make before <<'END'
probe sdt:f:p a.c:1
  arg x u32 u32 4 integer
END
old='u32 x, 4-byte unsigned integer'
argument "hexadecimal" "u32 x, 4-byte unsigned integer, hex" x 'u32 u32 4 integer hex'
make before <<'END'
probe sdt:f:p a.c:1
  arg x "struct file *" "struct file *" 8 pointer
END
old='struct file * x, 8-byte pointer'
argument "trusted" "struct file * x, 8-byte pointer, trusted" x '"struct file *" "struct file *" 8 pointer trusted'
make before <<'END'
probe sdt:f:p a.c:1
  arg x "enum e" "enum e" 4 enum signed names=A=0,B=-1
END
differs "one more" "! sdt:m:f:p" "      + arg1: size_t {aka unsigned long} n, 8-byte unsigned integer" <<'END'
probe sdt:f:p a.c:1
  arg x "enum e" "enum e" 4 enum signed names=A=0,B=-1
  arg n size_t size_t 8 integer "aka=unsigned long"
END
differs "none left" "! sdt:m:f:p" "      - arg0: enum e x, 4-byte signed enum {A, B = -1}" <<'END'
probe sdt:f:p a.c:1
END
differs "name and size" "! sdt:m:f:p" "      - arg0: enum e x, 4-byte signed enum {A, B = -1}" \
	"      + arg0: enum e y, 8-byte signed enum {A, B = -1}" <<'END'
probe sdt:f:p a.c:1
  arg y "enum e" "enum e" 8 enum signed names=A=0,B=-1
END

# -- modules ------------------------------------------------------------------------

object n.o <<'END'
probe sdt:f:p a.c:1
  arg x "enum e" "enum e" 4 enum signed names=A=0,B=-1
END
module n.ko n.o
run "$sdtinfo" diff before/m.ko n.ko
is "$status:$err:$out" "4::\
--- before/m.ko: module m, 1 probe
+++ n.ko: module n, 1 probe
! module m -> n" "another name of the module"
object none.o </dev/null
ld -r -o none.ko none.o
run "$sdtinfo" diff none.ko n.ko
is "$status:$err:$(echo "$out" | sed 1,2d)" "4::+ sdt:n:f:p" "no probes before: all are new"
run "$sdtinfo" diff n.ko none.ko
is "$status:$err:$(echo "$out" | sed 1,2d)" "4::- sdt:n:f:p" "no probes any more: all are gone"
run "$sdtinfo" diff none.ko none.ko
is "$status:$errs:$out" "3:1:" "no probes in either: exit code 3"
xz -k n.ko
run "$sdtinfo" diff n.ko n.ko.xz
is "$status:$out:$err" "0::" "one of the files may be packed"

run "$sdtinfo" diff n.ko missing.ko
is "$status:$errs:$out" "1:1:" "a missing file: one line, exit code 1"
run "$sdtinfo" diff missing.ko none.ko
is "$status:$errs:$out" "1:1:" "... and if there is nothing to compare it with"
cp n.ko bad.ko
patch bad.ko __sdt_table+4 2 8
run "$sdtinfo" diff bad.ko n.ko
is "$status:$errs:$out" "1:1:" "a broken module: one line, exit code 1"
for files in "" n.ko "n.ko n.ko n.ko"; do
	run "$sdtinfo" diff $files
	is "$status:$errs:$out" "2:1:" "'diff $files': one line, exit code 2"
done

# -- JSON -----------------------------------------------------------------------------

# json FILES EXPRESSION: of the document d
json()
{
	run "$sdtinfo" diff -j $1
	printf '%s\n' "$out" >document
	python3 -c 'import json, sys; d = json.load(open("document")); print(eval(sys.argv[1]))' "$2"
}
make after <<'END'
probe sdt:f:p a.c:1
  arg y "enum e" "enum e" 4 enum signed names=A=0,B=2
  arg z int int 4 integer
probe sdt:f:new a.c:1
END
is "$(json "before/m.ko after/m.ko" '(d["schema"], d["verb"], d["before"]["file"], d["after"]["module"], d["errors"])')" \
	"(2, 'diff', 'before/m.ko', 'm', [])" "JSON: the two modules"
is "$(json "before/m.ko after/m.ko" '[(c["change"], "before" in c, c["after"]["name"]) for c in d["changes"]]')" \
	"[('added', False, 'new'), ('changed', True, 'p')]" "... their changes"
is "$(json "before/m.ko after/m.ko" '[[a["name"] for a in d["changes"][1][side]["args"]] for side in ("before", "after")]')" \
	"[['x'], ['y', 'z']]" "... and their arguments"
json "before/m.ko before/m.ko" '' >/dev/null 2>&1
is "$status:$(json "n.ko n.ko" 'd["changes"]')" "0:[]" "... none: still a document, exit code 0"
json "n.ko missing.ko" '' >/dev/null 2>&1
is "$status:$(json "n.ko missing.ko" 'd["errors"][0]["where"]')" "1:missing.ko" "... an error is in it"

make before <<'END'
probe sdt:f:p a.c:1
  arg x "word" "word" 8 integer
END
old='word x, 8-byte unsigned integer'
argument "another size" "word x, 4-byte unsigned integer" x '"word" "word" 4 integer'

# -- many -------------------------------------------------------------------------------

# A large driver in which every name has changed.
many()
{
	python3 -c '
import sys
for i in range(10000):
    print("probe sdt:function_%d:%s-%d a.c:%d" % (i, sys.argv[1], i, i + 1))
    print("  arg a int int 4 integer signed")' "$1" | make "$1"
}
many old
many new
before=$(date +%s%N)
run "$sdtinfo" diff old/m.ko new/m.ko
ms=$((($(date +%s%N) - before) / 1000000))
is "$status:$(echo "$out" | grep -c '^[-+] ')" "4:20000" "10,000 probes with other names"
note "in $ms ms"
ok "$(test $ms -le 2000; echo $?)" "... at most 2 s"

families_object
mkdir -p old new
module families.ko families.o
mv families.ko old
sed '/xlate dev/d; s/bufinfo_t/diskinfo_t/; s/ qualified//' >new.txt <<'END'
probe io:submit:start a.c:1
  arg bp "struct buf *" "struct buf *" 8 pointer
  arg name "char *" "char *" 8 string
  arg st "enum st" "enum st" 4 enum names=ON=1
  xlate "" "bufinfo_t *" 0
  xlate "" "char *" 1
  xlate "" "state_t" 2
probe io:lookup:read-done a.c:2
probe sdt:f:p a.c:3
END
object new.o <new.txt
module families.ko new.o
mv families.ko new
run "$sdtinfo" diff old/families.ko new/families.ko
is "$status:$(echo "$out" | tail -n +3)" "4:! io:families:lookup:read-done
      - with its function in the event's name
! io:families:submit:start
      - translated arg0: bufinfo_t * bp, from arg0
      + translated arg0: diskinfo_t * bp, from arg0
      - translated arg1: devinfo_t * dev, from arg0
      + translated arg1: char * name, from arg1
      - translated arg2: char * name, from arg1
      + translated arg2: state_t st, from arg2
      - translated arg3: state_t st, from arg2" "translated arguments, and given functions"
make old <<'END'
probe sdt:f:p a.c:1
  arg x int int 4 integer signed
  xlate one "a_t *" 0
END
make new <<'END'
probe sdt:f:p a.c:1
  arg x int int 4 integer signed
  xlate two "a_t *" 0
END
run "$sdtinfo" diff old/m.ko new/m.ko
is "$status:$(echo "$out" | tail -n 1)" "4:      + translated arg0: a_t * two, from arg0" "a translated argument that was only renamed"

done_testing
