#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# args.t - sdtinfo args: the arguments of probes, and what clients call them
#
# list.t tests patterns and files.

. "$(dirname "$0")/common.sh"

object m.o <<'END'
probe sdt:revdev_write:write-entry a.c:1
  arg fp "struct file *" "struct file *" 8 pointer
  arg n size_t size_t 8 integer "aka=long unsigned int"
  arg ret "status" int 4 integer signed
probe io:copy:many a.c:2
  arg s "char *" "char *" 8 string
  arg s_str int int 4 integer signed
  arg u "char *" "char *" 8 string user
  arg p "char *" "char *" 8 string percpu
  arg i "char *" "char *" 8 string iomem
  arg r "char *" "char *" 8 string rcu
  arg s_str_ "char *" "char *" 8 string
  arg g int int 4 integer
  arg h int int 4 integer
  arg j int int 4 integer
  arg k int int 4 integer
  arg l int int 4 integer
probe sdt:none:nothing a.c:3
END
module m.ko m.o

run "$sdtinfo" args m.ko
# columns: their widths are not what is tested
columns()
{
	printf '%s\n' "$out" | sed 's/   */|/g; s/^|//'
}
is "$status:$err:$(columns)" "0::\
io:m:copy:many, event m:io_many
ARG|FIELD|DTRACE|BPFTRACE|SIZE|TYPE
arg0|s|args[0]|args->s|8|char *
s_str__|args->s_str__|its string, for str()
arg1|s_str|args[1]|args->s_str|4|int
arg2|u|args[2]|args->u|8|char *
arg3|p|args[3]|args->p|8|char *
arg4|i|args[4]|args->i|8|char *
arg5|r|args[5]|args->r|8|char *
r_str|args->r_str|its string, for str()
arg6|s_str_|args[6]|args->s_str_|8|char *
s_str__str|args->s_str__str|its string, for str()
arg7|g|args[7]|args->g|4|int
arg8|h|args[8]|args->h|4|int
arg9|j|args[9]|args->j|4|int
arg10|k|-|args->k|4|int
arg11|l|-|args->l|4|int

sdt:m:none:nothing, event m:nothing

sdt:m:revdev_write:write-entry, event m:write_entry
ARG|FIELD|DTRACE|BPFTRACE|SIZE|TYPE
arg0|fp|args[0]|args->fp|8|struct file *
arg1|n|args[1]|args->n|8|size_t {aka long unsigned int}
arg2|ret|args[2]|args->ret|4|int, declared status" "names for clients, copies of strings, types"
is "$(printf '%s\n' "$out" | grep -c '^    ARG    FIELD       DTRACE   BPFTRACE')" 2 \
	"all tables have the same column widths"

run "$sdtinfo" args write-entry m.ko
is "$status:$err:$(printf '%s\n' "$out" | sed 1d)" "0::\
    ARG   FIELD  DTRACE   BPFTRACE   SIZE  TYPE
    arg0  fp     args[0]  args->fp   8     struct file *
    arg1  n      args[1]  args->n    8     size_t {aka long unsigned int}
    arg2  ret    args[2]  args->ret  4     int, declared status" "one probe: columns that fit it"
run "$sdtinfo" args nothing m.ko
is "$status:$err:$out" "0::sdt:m:none:nothing, event m:nothing" "no arguments: no table"
run "$sdtinfo" args other m.ko
is "$status:$errs:$out" "3:1:" "no match: one line, exit code 3"
run "$sdtinfo" args a:b:c:d:e m.ko
is "$status:$errs:$out" "2:1:" "no pattern: one line, exit code 2"
run "$sdtinfo" args --kernel . m.ko
is "$status:$errs:$out" "2:1:" "--kernel without --all: one line, exit code 2"
run "$sdtinfo" args missing.ko
is "$status:$errs:$out" "1:1:" "no file: one line, exit code 1"
mkdir tree
xz -c m.ko >tree/m.ko.xz
run "$sdtinfo" args -a --kernel ./tree nothing
is "$status:$err:$out" "0::sdt:m:none:nothing, event m:nothing" "of all modules in a folder"

"$sdtinfo" args -j m.ko >document
# json EXPRESSION: of the probes p, by their names
json()
{
	python3 -c 'import json, sys
d = json.load(open("document"))
p = {p["name"]: p for p in d["modules"][0]["probes"]}
print(eval(sys.argv[1]))' "$1"
}
is "$(json '[(a["name"], a.get("string_field"), a["clients"].get("dtrace")) for a in p["many"]["args"]]')" \
	"[('s', 's_str__', 'args[0]'), ('s_str', None, 'args[1]'), ('u', None, 'args[2]'), ('p', None, 'args[3]'), ('i', None, 'args[4]'), ('r', 'r_str', 'args[5]'), ('s_str_', 's_str__str', 'args[6]'), ('g', None, 'args[7]'), ('h', None, 'args[8]'), ('j', None, 'args[9]'), ('k', None, None), ('l', None, None)]" \
	"JSON: strings and DTrace's ten"
is "$(json 'p["write-entry"]["args"][2]')" \
	"{'name': 'ret', 'type': 'int', 'declared': 'status', 'kind': 'integer', 'size': 4, 'signed': True, 'hex': False, 'trusted': False, 'user': False, 'percpu': False, 'rcu': False, 'iomem': False, 'clients': {'dtrace': 'args[2]', 'bpftrace': 'args->ret', 'ftrace': 'ret'}}" \
	"JSON: an argument"
is "$(json '(p["nothing"]["args"], p["nothing"]["event"], p["nothing"]["id"])')" "([], 'nothing', 2)" "JSON: none"

# How values are shown, and how many bytes there are
object formats.o <<'END'
probe sdt:f:formats a.c:1
  arg mac "u8 *" "u8 *" 8 bytes "aka=unsigned char *" bound=6
  arg mac_bytes "u32" "u32" 4 integer hex
  arg text "char *" "char *" 8 string bound=arg3
  arg len size_t size_t 8 integer
  arg data "u8 *" "u8 *" 8 bytes bound=arg3 user
  arg bits "flags" "enum e" 4 bitmask names=A=1,B=2
probe sdt:f:view a.c:2
  arg data "u8 *" "u8 *" 8 bytes bound=arg1
  arg len size_t size_t 8 integer
  xlate bytes "u8 *" 0
END
module formats.ko formats.o
run "$sdtinfo" args formats.ko
is "$status:$err:$(columns)" "0::\
sdt:formats:f:formats, event formats:formats
ARG|FIELD|DTRACE|BPFTRACE|SIZE|TYPE
arg0|mac|args[0]|args->mac|8|u8 * {aka unsigned char *}, to 6 bytes
mac_bytes_|args->mac_bytes_|its 6 bytes, for buf()
arg1|mac_bytes|args[1]|args->mac_bytes|4|u32, hex
arg2|text|args[2]|args->text|8|char *, at most len bytes
text_str|args->text_str|its string, for str()
arg3|len|args[3]|args->len|8|size_t
arg4|data|args[4]|args->data|8|u8 *, to len bytes
arg5|bits|args[5]|args->bits|4|enum e, bitmask, declared flags

sdt:formats:f:view, event formats:view
ARG|FIELD|DTRACE|BPFTRACE|SIZE|TYPE
arg0|bytes|args[0]|args->bytes|8|u8 *, to len bytes
bytes_bytes|args->bytes_bytes|its len bytes, for buf()" "bytes and strings of a length, bit masks, hexadecimal"
"$sdtinfo" args -j formats.ko >document
is "$(json '[(a["name"], a["kind"], a.get("bound"), a.get("bound_arg"), a["hex"], a.get("bytes_field"), a.get("string_field"), len(a.get("enumerators", []))) for a in p["formats"]["args"]]')" \
	"[('mac', 'bytes', 6, None, False, 'mac_bytes_', None, 0), ('mac_bytes', 'integer', None, None, True, None, None, 0), ('text', 'string', None, 3, False, None, 'text_str', 0), ('len', 'integer', None, None, False, None, None, 0), ('data', 'bytes', None, 3, False, None, None, 0), ('bits', 'bitmask', None, None, False, None, None, 2)]" \
	"JSON: the same"
is "$(json '[(x["name"], x["bytes_field"]) for x in p["view"]["translated"]]')" "[('bytes', 'bytes_bytes')]" "JSON: a view of bytes"

families_object
module families.ko families.o
run "$sdtinfo" args start families.ko
is "$out" "io:families:submit:start, event families:io_start
    ARG   FIELD     DTRACE   BPFTRACE        SIZE  TYPE
    arg0  bp        args[0]  args->bp        8     bufinfo_t *, from struct buf *
    arg1  dev       args[1]  args->dev       8     devinfo_t *, from struct buf *
    arg2  name      args[2]  args->name      8     char *
          name_str           args->name_str        its string, for str()
    arg3  st        args[3]  args->st        4     state_t, from enum st" "a translated probe has the translated arguments"
run "$sdtinfo" args -j start families.ko
is "$(echo "$out" | python3 -c '
import json, sys
p = json.load(sys.stdin)["modules"][0]["probes"][0]
print([sorted(a) for a in p["args"]][1])
for x in p["translated"]:
    print(x["name"], x["type"], x["arg"], x.get("string_field"), x["clients"]["dtrace"], x["clients"]["ftrace"])')" \
	"['declared', 'hex', 'iomem', 'kind', 'name', 'percpu', 'rcu', 'signed', 'size', 'trusted', 'type', 'user']
bp bufinfo_t * 0 None args[0] bp
dev devinfo_t * 0 None args[1] dev
name char * 1 name_str args[2] name
st state_t 2 None args[3] st" "JSON has both"

done_testing
