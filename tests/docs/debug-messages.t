#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# debug-messages.t - docs/debug-messages.md: its macros compile, and messages have the names
# and the warnings that it says
. "$(dirname "$0")/../plugin/lib.sh"

kernel_flags
page=$top/docs/debug-messages.md

# column N WORD: column N of the table whose head begins with WORD
column()
{
	awk -F ' *[|] *' -v column="$(($1 + 1))" -v head="$2" '
		$2 == head { inside = 1; getline; next }
		!/^\|/ { inside = 0 }
		inside { print $column }' "$page"
}

# Each message is in a function of its own, and has arguments for its conversions.
python3 - "$page" "$tmp" <<'END_OF_SCRIPT'
import re
import sys

page, folder = open(sys.argv[1], encoding="utf-8").read(), sys.argv[2]
HEAD = """#include <linux/device.h>
#include <linux/module.h>
#include <linux/sdt.h>
"""
VALUE = {"d": "n", "u": "n", "x": "n", "X": "n", "o": "n", "c": "n", "s": "s", "p": "p"}


def arguments(text):
    """Values for the conversions in a text"""
    result = []
    for stars, size, letter in re.findall(r"%[0-9.]*(\*?)(?:[0-9.]*)(zd|zu|lld|ld|)([duxXocsp]?)", text):
        result += ["n"] if stars else []
        result += {"zu": ["(size_t)n"], "zd": ["(long)n"], "ld": ["(long)n"],
                   "lld": ["(long long)n"]}.get(size) or [VALUE[letter]]
    return "".join(", " + value for value in result)


def function(i, text):
    return (f'void message_{i}(int n, const char *s, const void *p);\n'
            f'void message_{i}(int n, const char *s, const void *p)\n'
            f'{{\n\tDTRACE_PRINTF("{text}"{arguments(text)});\n}}\n')


def rows(head):
    """The first cells of all tables with this head"""
    tables = re.findall(rf"^\| {head} \|.*\n\|---.*\n((?:\|.*\n)+)", page, re.M)
    return [row.split("|")[1] for table in tables for row in table.splitlines()]


def write(name, text, head=""):
    with open(f"{folder}/{name}", "w") as file:
        file.write(head + HEAD + text)


front = re.search(r"^#define DTRACE_PRINTF_UNNAMED.*\n", page, re.M)[0]
write("names.c", head='#undef KBUILD_MODNAME\n#define KBUILD_MODNAME "foo"\n' + front, text="".join(function(i, re.search("`(.*)`", row)[1])
                         for i, row in enumerate(rows("message"))))
conversions = rows("conversion")
good = [text for row in conversions[:-1] for text in re.findall("`(%.*?)`", row)]
other = re.findall("`(%.*?)`", conversions[-1])
write("good.c", "".join(function(i, "a " + text) for i, text in enumerate(good)))
write("other.c", "".join(function(i, "a " + text) for i, text in enumerate(other)))
macros = next(block for block in re.findall(r"^```c\n(.*?)^```", page, re.M | re.S)
              if "#define foo_dbg" in block)
write("macros.c", macros + """
struct foo { const char *name; };
void use(struct foo *foo, struct device *dev, int n);
void use(struct foo *foo, struct device *dev, int n)
{
	foo_dbg("one %d\\n", n);
	foo_log(NET, "two %d\\n", n);
	foo_msg(3, "three\\n");
	foo_dev_dbg(foo, "four %d\\n", n);
	foo_warn("five %d\\n", n);
	pr_debug("six\\n");
	dev_dbg(dev, "seven %d\\n", n);
}
""")
print("#", len(good), "conversions, and", len(other), "that warn")
END_OF_SCRIPT

is "$(compile "$tmp/macros.c" "$tmp/macros.o")" '' 'the macros of the page compile silently'
is "$(python3 "$top/tests/plugin/table.py" "$tmp/macros.o" | sed -n 's/^probe \([^ ]*\).*/\1/p')" \
'sdt:use:one
foo:use:NET-two
sdt:use:three
sdt:use:four
sdt:use:five
sdt:use:six
sdt:use:seven' '... to these probes'

is "$(compile "$tmp/names.c" "$tmp/names.o")" '' 'the messages of the tables compile silently'
is "$(python3 "$top/tests/plugin/table.py" "$tmp/names.o" | sed -n 's/^probe [^:]*:[^:]*:\([^ ]*\).*/\1/p')" \
	"$(column 2 message | tr -d '`')" '... and have the names beside them'

is "$(compile "$tmp/good.c" "$tmp/good.o" -Wno-format -Wno-format-extra-args)" '' \
	'the conversions of the table have no warning of the plugin'
said=$(compile "$tmp/other.c" "$tmp/other.o" -Wno-format -Wno-format-extra-args)
is "$(printf '%s\n' "$said" | grep -c 'warning: .* which a record cannot hold')" \
	"$(grep -c 'DTRACE_PRINTF("' "$tmp/other.c")" '... except for those of its last row'
said=$(kernel_cc=$plain_cc
	compile "$tmp/other.c" "$tmp/other.o" -Wno-format -Wno-format-extra-args '-D__SDT_UNIT="unit"')
is "$said" '' '... of the plugin, not of the compiler without it'
is "$("$sdtinfo" link --module other -o "$tmp/other.s" "$tmp/other.o" 2>&1 |
	grep -c 'warning: .* which a record cannot hold')" \
	"$(grep -c 'DTRACE_PRINTF("' "$tmp/other.c")" '... of sdtinfo link then'
done_testing
