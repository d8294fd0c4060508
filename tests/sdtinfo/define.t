#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# define.t - sdtinfo link: definitions, declarations and translated arguments
#
# Sites and definition of a probe are in different objects.  tests/plugin has those in
# one source file.

. "$(dirname "$0")/common.sh"

# links OBJECT.o...: they make a module, whose fields are in $fields: "f n int/4"
links()
{
	run module m.ko "$@"
	fields=$(echo "$status:$err" | grep -v '^0:$' ; "$sdtinfo" dump -j m.ko 2>/dev/null | python3 -c '
import json, sys
for p in json.load(sys.stdin)["modules"][0]["probes"]:
    for a in p["args"]:
        print(p["function"], a["name"], "%s/%u/%s%s%s%s" % (
            a["type"], a["size"], a["kind"], "/signed" if a["signed"] else "",
            "/hex" if a["hex"] else "/trusted" if a["trusted"] else "",
            "/%s" % a["bound"] if "bound" in a else
            "/arg%u" % a["bound_arg"] if "bound_arg" in a else ""))')
	rm -f m.ko
}

# fails WHAT ERROR NOTE OBJECT.o...: two lines, an error and a note with these words, in either
# order of the objects
fails()
{
	what=$1 error=$2 note=$3
	shift 3
	for order in "$*" "$(echo "$*" | tr ' ' '\n' | tac | tr '\n' ' ')"; do
		run "$sdtinfo" link --module m -o t.S $order
		tells "$status:$(test -e t.S; echo $?):$errs:$(echo "$err" | sed 1q)" "1:1:2:$error" "$what"
		tells "$(echo "$err" | sed 1d)" "$note" "... and the other place"
	done
}

# -- who needs a definition, and how many there may be --------------------------

object site.o <<'END'
provider io
declare io::start a.h:5
probe io:f:start a.c:10 use
  arg bp "struct buf *" "struct buf *" 8 pointer
  arg n  "" int 4 integer signed
END
object define.o <<'END'
provider io defined
define io::start d.c:3
  arg "" "struct buf *" "struct buf *" 8 pointer
  arg "" "int" int 4 integer signed
END
object again.o <<'END'
provider io
define io::start z.c:4
  arg "" "struct buf *" "struct buf *" 8 pointer
  arg "" "int" int 4 integer signed
END

run "$sdtinfo" link --module m -o t.S site.o
tells "$status:$(test -e t.S; echo $?):$err" '1:1:a.c:10: error io:m:f:start a.h:5: note SDT_PROBE_DEFINE2(io, , , start, "struct buf *", "int")' \
	"declared, but not defined: site and declaration, and what to write"
links site.o define.o
is "$fields" "f bp struct buf */8/pointer
f n int/4/integer/signed" "defined in another object"
fails "defined twice" "d.c:3: error probe io:m::start defined" \
	"z.c:4: note again SDT_PROBE_DECLARE(io, , , start)" \
	define.o again.o site.o
fails "defined in a header" "d.c:3: error probe io:m::start defined" \
	"d.c:3: note object header SDT_PROBE_DECLARE(io, , , start)" \
	define.o define.o site.o

object few.o <<'END'
declare io::start a.h:5
probe io:g:start b.c:7 use
  arg bp "struct buf *" "struct buf *" 8 pointer
END
fails "another number of arguments" "b.c:7: error probe io:m:g:start 1 argument" \
	"d.c:3: note definition 2 arguments" define.o few.o site.o

object untyped.o <<'END'
define io::start d.c:3 untyped
END
fails "another number of arguments, untyped" "a.c:10: error probe io:m:f:start 2 arguments" \
	"b.c:7: note 1 argument g() rename" \
	untyped.o few.o site.o

# A definition alone is no probe, but its provider is there.
object other.o <<'END'
probe sdt:f:p o.c:1
END
module m.ko define.o other.o
run "$sdtinfo" dump -j m.ko
is "$(echo "$out" | python3 -c '
import json, sys
m = json.load(sys.stdin)["modules"][0]
print([(p["provider"], p["defined"]) for p in m["providers"]], [p["name"] for p in m["probes"]])')" \
	"[('io', True), ('sdt', False)] ['p']" "a definition without a site: a provider, no probe"
run "$sdtinfo" verify m.ko
is "$status:$out" "0:m.ko: ok, 1 probe, 1 site" "... verified"
object merely.o <<'END'
provider net
probe sdt:f:p o.c:1
END
module m.ko merely.o
unlike "$("$sdtinfo" dump -j m.ko)" '"net"' "a provider that was declared only is not"

# -- asking ---------------------------------------------------------------------

object asks.o <<'END'
declare io::start a.h:5
enabled io:h:start c.c:3 use
END
links site.o define.o asks.o
is "$fields" "f bp struct buf */8/pointer
f n int/4/integer/signed" "SDT_PROBE_ENABLED() in an object without a site"
run "$sdtinfo" link --module m -o t.S asks.o define.o other.o
is "$status:$err" 0: "asks for what has no site: it is defined, so it may have been removed"
fails "asks for what is not defined" "c.c:3: error probe io:m:h:start defined" \
	"a.h:5: note declared SDT_PROBE_DEFINE(io, , , start)" asks.o other.o
object any.o <<'END'
any f n.c:9
END
run "$sdtinfo" link --module m --allow-empty -o t.S any.o
is "$status:$err" 0: "asks for any probe of none"
module m.ko any.o site.o define.o other.o
is "$(readelf -sW m.ko | awk '$8 ~ /^__sdt_enabled[$][0-9a-f]*$/ { print $2 }')" \
	0000000000000002 "... its symbol is the first place that is no probe"
run "$sdtinfo" verify m.ko
is "$status:$out" "0:m.ko: ok, 2 probes, 2 sites, 1 is-enabled" "... verified"

# -- types that fit -------------------------------------------------------------

# joint TYPE... -- RESULT: a definition's type, what sites pass, and what it becomes; of
# each "declared type size kind flags", "-" for no definition's type
joint()
{
	what="$*"
	if [ "$1" = - ]; then
		echo 'define sdt::p d.c:1 untyped'
	else
		printf 'define sdt::p d.c:1\n  arg "" %s\n' "$1"
	fi | object d.o
	shift
	i=0 objects=
	while [ "$1" != -- ]; do
		i=$((i + 1))
		printf 'declare sdt::p p.h:1\nprobe sdt:f%s:p s%s.c:1 use\n  arg x %s\n' $i $i "$1" | object s$i.o
		objects="$objects s$i.o"
		shift
	done
	links d.o $objects
	first=$fields
	links $(echo $objects | tr ' ' '\n' | tac) d.o
	is "$fields" "$first" "$what: whatever the order"
	is "$(echo "$fields" | cut -d ' ' -f 3- | sort -u)" "$2" "$what"
}
int='int int 4 integer signed' u32='u32 "unsigned int" 4 integer'
long='long "long int" 8 integer signed' ulong='ulong "long unsigned int" 8 integer'
short='short "short int" 2 integer signed' u8='u8 "unsigned char" 1 integer'
file='"struct file *" "struct file *" 8 pointer' page='"struct page *" "struct page *" 8 pointer'
text='"char *" "char *" 8 string' ctext='"const char *" "const char *" 8 string'
user='"char *" "char *" 8 string user' zero='int int 4 integer signed zero'
bool='bool "_Bool" 1 bool'
unknown='"foo_t *" "" 0 unknown'

joint "$int" "$int" -- "int/4/integer/signed"
joint "$int" "$short" "$u8" -- "int/4/integer/signed"
joint "$int" "$zero" -- "int/4/integer/signed"
joint "$int" "$u32" -- "long int/8/integer/signed"
joint "$int" "$int" "$ulong" -- "long int/8/integer/signed"
joint "$u32" "$u8" -- "unsigned int/4/integer"
joint "$bool" "$bool" -- "_Bool/1/bool"
joint "$bool" "$u8" -- "long unsigned int/8/integer"
joint "$u32" "$short" -- "long unsigned int/8/integer"
joint "$u32" "$file" -- "long unsigned int/8/integer"
joint "$long" "$int" "$file" "$ulong" -- "long int/8/integer/signed"
joint "$file" "$page" "$ulong" "$zero" -- "struct file */8/pointer"
joint "$file" "$int" -- "long unsigned int/8/integer"
joint "$text" "$ctext" -- "char */8/string"
joint "$text" "$text" "$user" -- "long unsigned int/8/integer"
joint "$unknown" "$file" "$file" -- "struct file */8/pointer"
joint - "$int" "$int" -- "int/4/integer/signed"
joint - "$int" "$zero" -- "int/4/integer/signed"
joint - "$file" "$zero" -- "struct file */8/pointer"
joint - "$zero" -- "int/4/integer/signed"
joint - "$file" "$page" -- "void */8/pointer"
joint - "$text" "$ctext" -- "const char */8/string"
joint - "$text" "$user" -- "long unsigned int/8/integer"
joint - "$u8" "$u32" -- "long unsigned int/8/integer"
joint - "$u8" "$int" -- "long int/8/integer/signed"
joint - "$int" "$file" -- "long unsigned int/8/integer"

# How a value is shown is the definition's say, where it has one.
hex='u32 "unsigned int" 4 integer hex' flags='"enum e" "enum e" 4 bitmask names=A=1,B=2'
mac='"u8 *" "u8 *" 8 bytes "aka=unsigned char *" bound=6' bytes='"u8 *" "u8 *" 8 pointer "aka=unsigned char *"'
name='"char *" "char *" 8 string bound=16'
joint "$hex" "$u32" "$u8" -- "unsigned int/4/integer/hex"
joint "$hex" "$ulong" -- "long unsigned int/8/integer/hex"
joint "$u32" "$hex" -- "unsigned int/4/integer"
joint - "$hex" "$hex" -- "unsigned int/4/integer/hex"
joint "$flags" "$u32" -- "enum e/4/bitmask"
joint - "$flags" "$flags" -- "enum e/4/bitmask"
# A trusted pointer is one at all sites.
trusted='"struct file *" "struct file *" 8 pointer trusted'
joint "$trusted" "$file" "$zero" '"void *" "void *" 8 pointer' '"foo_t *" "foo_t *" 8 pointer "aka=struct file *"' \
	-- "struct file */8/pointer/trusted"
joint "$trusted" "$page" -- "struct file */8/pointer"
joint "$trusted" "$ulong" -- "struct file */8/pointer"
joint "$trusted" "${file% 8 pointer} 8 pointer user" -- "struct file */8/pointer"
joint "$trusted" "$int" -- "long unsigned int/8/integer"
joint - "$trusted" "$zero" "$trusted" -- "struct file */8/pointer/trusted"
joint - "$trusted" "$file" -- "void */8/pointer"
# Where it has none, as in a type that is declared below it, one site's say holds at all.
plain='"enum e" "enum e" 4 enum names=A=1,B=2' number='u32 "unsigned int" 4 integer'
joint - "$hex" "$number" -- "unsigned int/4/integer/hex"
joint - "$number" "$hex" -- "unsigned int/4/integer/hex"
joint - "$plain" "$flags" "$zero" -- "enum e/4/bitmask"
joint "$mac" "$bytes" "$zero" -- "u8 */8/bytes/6"
joint - "$mac" "$mac" "$zero" -- "u8 */8/bytes/6"
joint - "$mac" "$bytes" -- "void */8/pointer"
joint - "$name" "$text" -- "void */8/pointer"
joint "$name" "$text" -- "char */8/string/16"

# What sdt.ko would read has to be that at all sites.
cvoid='"const void *" "const void *" 8 pointer' bound8='"u8 *" "u8 *" 8 bytes "aka=unsigned char *" bound=8'
cbytes='"const u8 *" "const u8 *" 8 pointer "aka=const unsigned char *"' ptr='ptr_t ptr_t 8 pointer "aka=void *"'
joint "$text" "$file" -- "void */8/pointer"
joint "$text" "$text" "$file" "$zero" -- "void */8/pointer"
joint "$text" "$bytes" -- "void */8/pointer"
joint "$text" "$ulong" -- "void */8/pointer"
joint "$text" "$name" -- "void */8/pointer"
joint "$text" "$ctext" "$cvoid" "$ptr" "$zero" -- "char */8/string"
joint "$text" "$int" -- "long unsigned int/8/integer"
joint "$user" "${file% 8 pointer} 8 pointer user" -- "void */8/pointer"
joint "$name" "$cbytes" "$cvoid" -- "char */8/string/16"
joint "$name" "$file" -- "void */8/pointer"
joint "$mac" "$cbytes" "$text" "$cvoid" "$mac" "$zero" -- "u8 */8/bytes/6"
joint "$mac" "$file" -- "void */8/pointer"
joint "$mac" "$bound8" -- "void */8/pointer"
joint "$mac" "$ulong" -- "void */8/pointer"

# A length that is another argument
object d.o <<'END'
define sdt::p d.c:1
  arg data "u8 *" "u8 *" 8 bytes bound=arg1 named
  arg len size_t size_t 8 integer "aka=long unsigned int" named
END
object s.o <<'END'
declare sdt::p p.h:1
probe sdt:f:p s.c:1 use
  arg skb "u8 *" "u8 *" 8 pointer "aka=unsigned char *"
  arg x int int 4 integer signed
END
links d.o s.o
is "$fields" "f data u8 */8/bytes/arg1
f len size_t/8/integer" "a definition's length is that of all sites"
run module m.ko d.o s.o
like "$("$sdtinfo" dump m.ko)" "arg0 +data +u8 \* +8-byte pointer to len bytes" "... by its name"

# Whose length is no number any more has none.
object d.o <<'END'
define sdt::p d.c:1 untyped
END
object s.o <<'END'
probe sdt:f:p s.c:1
  arg data "u8 *" "u8 *" 8 bytes bound=arg1
  arg len int int 4 integer signed zero
probe sdt:g:p s.c:2
  arg data "u8 *" "u8 *" 8 bytes bound=arg1
  arg len int int 4 integer signed zero
probe sdt:h:p s.c:3
  arg data int int 4 integer signed zero
  arg len "struct a *" "struct a *" 8 pointer
END
links d.o s.o
is "$(echo "$fields" | grep ^f)" "f data u8 */8/pointer
f len struct a */8/pointer" "a length that is a pointer at another site"

# set__error of OpenZFS: declared stays what the author wrote
object d.o <<'END'
define sdt::set-error d.c:1
  arg "" int int 4 integer signed
END
object s.o <<'END'
declare sdt::set-error p.h:1
probe sdt:f:set-error s.c:1 use
  arg err "" "long unsigned int" 8 integer
END
module m.ko d.o s.o
like "$("$sdtinfo" dump m.ko)" "arg0 +err +long int +8-byte signed integer, declared int" "the declared type stays"
joint "$user" "$user" -- "char */8/string"
printf 'define sdt::p d.c:1\n  arg "" %s\n' "$text" | object d.o
printf 'declare sdt::p p.h:1\nprobe sdt:f:p s.c:1 use\n  arg x %s\n' "$user" | object s.o
module m.ko d.o s.o
like "$("$sdtinfo" dump m.ko)" "user string pointer" "the compiler knows that it points to user space"

# Names: the definition's, else that of a site
object d.o <<'END'
define sdt::p d.c:1
  arg fd int int 4 integer signed named
  arg "" int int 4 integer signed
END
object s.o <<'END'
declare sdt::p p.h:1
probe sdt:f:p s.c:1 use
  arg n  int int 4 integer signed
  arg fd int int 4 integer signed
probe sdt:g:p t.c:1 use
  arg k int int 4 integer signed
  arg m int int 4 integer signed
END
links d.o s.o
is "$(echo "$fields" | cut -d ' ' -f 1,2 | paste -sd,)" "f fd,f m,g fd,g m" "given names are the definition's, the others from the sites"

# A DTRACE_PROBE of the same event is one of its sites, and needs no declaration.
object d.o <<'END'
define io::p d.c:1
  arg "" long "long int" 8 integer signed
END
object s.o <<'END'
probe io:f:p s.c:1
  arg n int int 4 integer signed
END
links d.o s.o
is "$fields" "f n long int/8/integer/signed" "DTRACE_PROBE beside a definition"

# -- functions that are given ----------------------------------------------------

object q.o <<'END'
probe io:f:start a.c:1 qualified
  arg n int int 4 integer signed
probe io:g:start a.c:2 qualified
  arg s "char *" "char *" 8 string
probe sdt:f:start a.c:3 qualified
enabled io:g:start a.c:4 qualified
END
module m.ko q.o
is "$("$sdtinfo" dump -j m.ko | python3 -c '
import json, sys
for p in json.load(sys.stdin)["modules"][0]["probes"]:
    print(p["event"])' | paste -sd ' ')" "io_f_start io_g_start f_start" "each is an event of its own"
is "$(readelf -sW m.ko | awk '$8 ~ /^__sdt_enabled/ { print $8 }')" "__sdt_enabled\$io\$g\$start\$6d2ded37" "its is-enabled symbol has the function"
run "$sdtinfo" verify m.ko
is "$status" 0 "verified"
object plain.o <<'END'
probe io:f:start b.c:1
END
fails "given and not" "a.c:1: error probe io:m:f:start names function" \
	"b.c:1: note not two events rename" plain.o q.o
object same.o <<'END'
probe io:x:g-start b.c:1
END
fails "what would be one event" "b.c:1: error probe io:m:x:g-start event io_g_start" \
	"a.c:2: note probe io:m:g:start rename" q.o same.o

# -- views ---------------------------------------------------------------------------

# view OBJECT.o...: the translated arguments, "f bp bufinfo_t *"
view()
{
	module m.ko "$@"
	"$sdtinfo" dump -j m.ko | python3 -c '
import json, sys
for p in json.load(sys.stdin)["modules"][0]["probes"]:
    for x in p.get("translated", [("none")]):
        print(p["function"], x if x == "none" else "%s=arg%u:%s" % (x["name"], x["arg"], x["type"]))'
}
object d.o <<'END'
define io::start d.c:3
  arg "" "struct buf *" "struct buf *" 8 pointer
  arg "" "int" int 4 integer signed
  xlate "" "bufinfo_t *" 0
  xlate "" "devinfo_t *" 0
  xlate "" "fileinfo_t *" 0
END
is "$(view d.o site.o)" "f bp=arg0:bufinfo_t *
f bp_1=arg0:devinfo_t *
f bp_2=arg0:fileinfo_t *" "the definition's view, under names that the native argument gives"
object given.o <<'END'
probe io:g:start b.c:3
  arg b "struct buf *" "struct buf *" 8 pointer
  arg n "int" int 4 integer signed
  xlate "" "bufinfo_t*" 0
  xlate bp "devinfo_t *" 0
  xlate "" "fileinfo_t *" 0
END
is "$(view d.o site.o given.o | cut -d : -f 1 | paste -sd ' ')" "f bp_1=arg0 f bp=arg0 f bp_2=arg0 g bp_1=arg0 g bp=arg0 g bp_2=arg0" \
	"a given name is everywhere, and no other's"
object nothing.o <<'END'
probe sdt:f:p a.c:1 translated
  arg x int int 4 integer signed
END
module m.ko nothing.o
run "$sdtinfo" verify m.ko
is "$status" 0 "a view without arguments"
object other.o <<'END'
probe io:z:start z.c:3
  arg b "struct buf *" "struct buf *" 8 pointer
  arg n "int" int 4 integer signed
  xlate "" "bufinfo_t *" 0
END
fails "another view than the definition's" "d.c:3: error arguments io:m::start translated (bufinfo_t *, devinfo_t *, fileinfo_t *)" \
	"z.c:3: note translated (bufinfo_t *) z()" d.o other.o
fails "a view that the definition has not" "d.c:3: error arguments io:m::start not translated" \
	"z.c:3: note translated (bufinfo_t *) z()" define.o other.o
object none.o <<'END'
probe io:y:start y.c:3
  arg b "struct buf *" "struct buf *" 8 pointer
  arg n "int" int 4 integer signed
END
fails "views of two sites" "y.c:3: error arguments io:m:y:start not translated" \
	"z.c:3: note translated (bufinfo_t *) z()" none.o other.o
object named.o <<'END'
probe io:x:start a.c:3
  arg b "struct buf *" "struct buf *" 8 pointer
  arg n "int" int 4 integer signed
  xlate dev "bufinfo_t *" 0
END
object renamed.o <<'END'
probe io:z:start z.c:3
  arg b "struct buf *" "struct buf *" 8 pointer
  arg n "int" int 4 integer signed
  xlate bio "bufinfo_t *" 0
END
fails "two given names" "a.c:3: error translated argument 0 io:m:x:start 'dev'" \
	"z.c:3: note 'bio' z() name" named.o renamed.o

object x1.o <<'END'
probe io:x:start a.c:3
  arg b "struct buf *" "struct buf *" 8 pointer
  xlate x "foo_t *" 0
  xlate "" "bar_t *" 0
END
object x2.o <<'END'
probe io:z:start z.c:3
  arg b "struct buf *" "struct buf *" 8 pointer
  xlate "" "foo_t *" 0
  xlate x "bar_t *" 0
END
fails "one given name twice" "a.c:3: error translated argument 0 io:m:x:start 'x'" \
	"z.c:3: note translated argument 1 z() rename" x1.o x2.o

# A definition may leave a type to its sites, also where they see it.
object left.o <<'END'
define io::start d.c:3
  arg "" "" "" 0 unknown
  arg "" "long" "long" 8 integer signed
  xlate "" "" 0
  xlate "" "b_t *" 1
END
object taken.o <<'END'
probe io:x:start a.c:3 use
  arg b int int 4 integer signed
  arg n long "long int" 8 integer signed
  xlate "" "int" 0
  xlate "" "b_t *" 1
END
module m.ko left.o taken.o
is "$("$sdtinfo" dump -v m.ko 2>&1 | grep -c 'b_t')" 1 "types of a view that a definition leaves to its sites"
run "$sdtinfo" verify m.ko
is "$status:$out" "0:m.ko: ok, 1 probe, 1 site" "... verified"

done_testing
