#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# json.t - the JSON documents match docs/sdtinfo-json.md
#
# Every key that occurs is described, and every described key occurs here.

. "$(dirname "$0")/common.sh"

description=$here/../../docs/sdtinfo-json.md
revdev=$here/../../examples/revdev/revdev.ko
if [ ! -e "$revdev" ]; then
	echo "Bail out! no $revdev: run make first"
	exit 1
fi

# check.py described DESCRIPTION VERB: what does not fit between the description and the
# documents of a verb, VERB.*.json
# check.py same A B: "same" if two documents are that, and how many errors there are
cat >check.py <<'END'
import glob, json, re, sys

def once(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), "a key comes twice: %s" % keys
    return dict(pairs)

def load(path):
    with open(path, encoding="utf-8", errors="strict") as f:
        return json.load(f, object_pairs_hook=once)

def sections(path):
    """{heading: [(key, type, text)]}"""
    found, rows = {}, None
    for line in re.sub(r"\n  (?=\S)", " ", open(path).read()).splitlines():
        if line.startswith("#"):
            rows = found.setdefault(line.lstrip("#").strip().lower(), [])
        item = re.match(r"- (`.*?`) \(((?:[^()]|\(.*?\))*)\)(?:: (.*))?$", line)
        for key in re.findall("`(.*?)`", item.group(1)) if item else ():
            rows.append((key, item.group(2), item.group(3) or ""))
    return found

def expand(found, heading, verb, prefix="", paths=None):
    """{path: (type, text)} of a section and of the objects that it names, as a verb has them"""
    paths = {} if paths is None else paths
    for key, kind, text in found[heading]:
        kind, _, verbs = kind.partition("; ")
        if verbs and f"`{verb}`" not in verbs:
            continue
        path, link = prefix + key, re.search(r"\[(.*?)\]", kind)
        paths[path] = ("list" if kind.startswith("list of ") else
                       "object" if link else kind, text)
        if kind.startswith("list of "):
            path += "[]"
            paths[path] = ("string" if kind == "list of string" else "object", "")
        if link:
            expand(found, link.group(1), verb, path + ".", paths)
    return paths

TYPES = {str: "string", bool: "bool", int: "number", dict: "object", list: "list"}

def walk(node, path=""):
    """(path, value) of all that is in a document"""
    yield path, node
    if isinstance(node, dict):
        for key in node:
            yield from walk(node[key], path + "." + key if path else key)
    elif isinstance(node, list):
        for item in node:
            yield from walk(item, path + "[]")

def check(verb, described, documents):
    seen = [pair for d in documents for pair in walk(d)]
    occurring = {path for path, _ in seen if path}
    for path in occurring - set(described):
        print("not described:", path)
    # tests/clients/sdtinfo.t looks at loaded modules, report.t at a report with all parts
    for path in set(described) - occurring:
        if verb != "report" and "unless the module is loaded" not in described[path][1]:
            print("does not occur:", path)
    for path, value in seen:
        kind, text = described.get(path, ("object", ""))
        if TYPES.get(type(value)) != kind:
            print("%s is no %s: %r" % (path, kind, value))
        if (kind == "number" and not path.endswith("enumerators[].value") and
                not 0 <= value < 1 << 53):
            print("%s is out of range: %d" % (path, value))
        if (kind == "string" and path.split(".")[-1] in ("kind", "change", "what")
                and "`" in text and value not in re.findall("`(.*?)`", text)):
            print("no word for %s: %s" % (path, value))
    for path, (_, text) in described.items():
        parent, _, key = path.rpartition(".")
        if path.endswith("[]") or "Absent" in text:
            continue
        for at, value in seen:
            if at == parent and key not in value:
                print("absent without saying so:", path)
    if any(d["verb"] != verb for d in documents):
        print("another verb")

if sys.argv[1] == "same":
    compact, pretty = load(sys.argv[2]), load(sys.argv[3])
    print("same" if compact == pretty else "not the same", len(compact["errors"]))
else:
    found, verb = sections(sys.argv[2]), sys.argv[3]
    described = expand(found, "every document", verb)
    if verb in found:
        expand(found, verb, verb, "", described)
    check(verb, described,
          [load(path) for path in sorted(glob.glob(verb + ".*.json"))])
END

# -- modules that have everything ----------------------------------------------

object all.o <<'END'
probe sdt:f:all-args all.c:1
  arg i    "int"           "int"           4 integer signed
  arg n    "size_t"        "size_t"        8 integer "aka=long unsigned int"
  arg b    "bool"          "_Bool"         1 bool
  arg e    "enum e"        "enum e"        4 enum names=YES=0,NO=1
  arg less "enum less"     "enum less"     4 enum signed names=MINUS=-5,PLUS=5
  arg much "enum much"     "enum much"     8 enum names=MUCH=0xffffffffffffffff
  arg p    "struct s *"    "struct s *"    8 pointer
  arg s    "char *"        "char *"        8 string
  arg u    "char __user *" "char *"        8 string user
  arg cpu  "int __percpu *" "int *"        8 pointer percpu
  arg rcu  "s __rcu *"     "struct s *"    8 pointer rcu
  arg io   "void __iomem *" "void *"       8 pointer iomem
  arg fn   "fn_t"          "void (*)(int)" 8 function
  arg s_str "char *"       "char *"        8 string
  arg c    "char"          "char"          1 integer signed
  arg last "short"         "short int"     2 integer signed
probe sdt:f:formats all.c:5
  arg mac  "u8 *"          "u8 *"          8 bytes bound=6
  arg text "char *"        "char *"        8 string bound=arg2
  arg len  "u32"           "u32"           4 integer hex
  arg bits "enum bits"     "enum bits"     4 bitmask signed names=NO=0,HIGH=-5
probe sdt:f:message all.c:6 "message=a %% of a message"
enabled sdt:g:all-args all.c:2
probe sdt:g:no-args all.c:3 sites=2 shared
probe io:g:start all.c:4 in=.init.text
END
module all.ko all.o

# Strings that are none, in the table, in the source's name and in the file's
object odd.o <<'END'
probe sdt:f:odd-name odd-source.c:1
  arg odd_arg "odd \"declared\"" "struct odd_type *" 8 pointer
END
module odd.ko odd.o
odd=$(printf 'o\033d\377.ko')
python3 - odd.ko "$odd" <<'END'
import os, sys
data = open(os.fsencode(sys.argv[1]), "rb").read()
for old, new in ((b"struct odd_type", b"struct \xed\xa0\x80\xfe\xff[\xc2\x9b"),
                 (b"odd-source", b"o\x80\xc3\xa4\\\xf0\x9f\"\xff-")):
    assert data.count(old) and len(old) == len(new), (old, new)
    data = data.replace(old, new)
open(os.fsencode(sys.argv[2]), "wb").write(data)
END

echo "	.section .note.GNU-stack" | as -o none.ko
cp all.ko bad.ko
patch bad.ko __sdt_sites+36 2 0

object families.o <<'END'
provider net defined
probe io:submit:start b.c:1
  arg bp "struct buf *" "struct buf *" 8 pointer
  arg name "char *" "char *" 8 string
  arg mac "u8 *" "u8 *" 8 bytes bound=6
  xlate "" "bufinfo_t *" 0
  xlate dev "devinfo_t *" 0
  xlate "" "char *" 1
  xlate "" "ether_addr_t *" 2
probe vfs:lookup:entry b.c:2 qualified
END
module families.ko families.o

object old.o <<'END'
probe sdt:f:gone m.c:1
probe io:f:view m.c:5
  arg bp "struct buf *" "struct buf *" 8 pointer
  arg name "char *" "char *" 8 string
  arg mac "u8 *" "u8 *" 8 bytes bound=6
  xlate "" "bufinfo_t *" 0
  xlate "" "char *" 1
  xlate "" "ether_addr_t *" 2
probe sdt:f:message m.c:9 "message=before"
probe sdt:f:before m.c:2
  arg x int int 4 integer signed
probe sdt:f:number m.c:3
  arg x int int 4 integer signed
probe sdt:f:fewer m.c:3
  arg x t t 4 integer signed aka=int
probe sdt:f:types m.c:4
  arg name   int int 4 integer signed
  arg type   int int 4 integer signed
  arg size   t t 4 integer
  arg kind   t t 8 pointer
  arg sign   t t 4 integer
  arg target "char *" "char *" 8 string
  arg names  "enum e" "enum e" 4 enum names=A=1
  arg bound  "u8 *" "u8 *" 8 bytes bound=6
  arg len    "u8 *" "u8 *" 8 bytes bound=arg9
  arg hex    int int 4 integer signed
END
object new.o <<'END'
probe io:f:view m.c:5
  arg bp "struct buf *" "struct buf *" 8 pointer
  arg name "char *" "char *" 8 string
  arg mac "u8 *" "u8 *" 8 bytes bound=6
  xlate "" "char *" 1
  xlate "" "ether_addr_t *" 2
probe sdt:f:message m.c:9 "message=after"
probe sdt:f:new m.c:1
  arg s "char *" "char *" 8 string
probe sdt:f:after m.c:2
  arg x int int 4 integer signed
probe sdt:f:number m.c:3
  arg x int int 4 integer signed
  arg t size_t size_t 8 integer "aka=unsigned long"
probe sdt:f:fewer m.c:3
probe sdt:f:types m.c:4
  arg other  int int 4 integer signed
  arg type   u32 u32 4 integer "aka=unsigned int"
  arg size   t t 8 integer
  arg kind   t t 8 integer
  arg sign   t t 4 integer signed
  arg target "char *" "char *" 8 string user
  arg names  "enum e" "enum e" 4 enum names=A=1,B=2
  arg bound  "u8 *" "u8 *" 8 bytes bound=7
  arg len    "u8 *" "u8 *" 8 bytes bound=arg9
  arg hex    int int 4 integer signed hex
END
mkdir old new
module m.ko old.o
mv m.ko old
module m.ko new.o
mv m.ko new

# -- documents -----------------------------------------------------------------

# json VERB ARGUMENT...: keep its document as VERB.N.json; sets $document
n=0
json()
{
	n=$((n + 1))
	verb=$1
	shift
	document=$verb.$n.json
	run "$sdtinfo" "$verb" "$@"
	text=$status:$err
	run "$sdtinfo" "$verb" -j "$@"
	printf '%s\n' "$out" >"$document"
	is "$status:$err" "$text" "$document: exit code and messages as without -j"
	is "$(wc -l <"$document")" 1 "$document: -j is one line"
	"$sdtinfo" "$verb" --pretty "$@" >pretty.json 2>/dev/null
	ok "$(test "$(wc -l <pretty.json)" -gt 5; echo $?)" "$document: --pretty is many lines"
	is "$(python3 check.py same "$document" pretty.json)" "same $errs" "$document: --pretty has the same in it, and both each message"
}

for verb in list args dump verify; do
	json $verb all.ko "$odd"
	test $verb = verify ||
		like "$(cat $document)" '"file":"o\\u001bd�\.ko"' "$document: what is no UTF-8 is replaced"
	like "$(cat $document)" '"o\\u001bd�\.ko"' "$document: ... in the file's name, too"
	json $verb missing.ko all.ko none.ko
	like "$(cat $document)" '"where":"missing.ko","what":"No such file or directory"' "$document: the error"
	like "$(cat $document)" '"module":"all"' "$document: the good file beside it"
done
for verb in list args dump; do
	json $verb families.ko
done
json list '*-args' all.ko
json list 'nix' all.ko
json verify bad.ko
like "$(cat $document)" '"ok":false,"findings":\[\{"where":"__sdt_sites' "$document: findings"
json diff old/m.ko new/m.ko
json diff new/m.ko new/m.ko
json diff none.ko new/m.ko
json diff none.ko none.ko
json diff missing.ko new/m.ko
json dump "$revdev"
# TRACE_EVENTs, whose fields are in no table; Linux before 5.18 cannot have them
tracked=$here/../vm/modules/tracked.ko
for verb in args dump; do
	[ ! -e "$tracked" ] || json $verb "$tracked"
done
# its time differs from one run to the next
"$sdtinfo" report -j --strings >report.0.json

described=
for verb in $("$sdtinfo" help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
	# those that print a document, not lines
	if "$sdtinfo" help "$verb" | grep -q -e --pretty; then
		is "$(python3 check.py described "$description" "$verb" 2>&1 | sort -u)" "" "$verb: what is described is what occurs"
		described="$described $verb"
		run "$sdtinfo" "$verb" -j --nix
		is "$status:$out" "2:" "$verb: no document of wrong usage"
	fi
done
is "$described" ' list args dump verify diff report' 'these verbs print a document'

# -- the example -----------------------------------------------------------------

cp "$revdev" revdev.ko
sed -n 's/^	//p' "$description" >example
like "$(head -n 1 example)" '^\$ sdtinfo [a-z]+ --pretty ' "there is an example"
# in what form json-c indents it depends on its version
PATH="$(dirname "$sdtinfo"):$PATH" sh -c "$(sed -n '1s/^\$ //p' example)" >real
is "$(python3 -m json.tool real)" "$(sed 1d example | python3 -m json.tool)" "the example is real"

done_testing
