#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# livepatch.t - what kpatch-build and klp-build ask of the objects that they compare
#
# make check-livepatch has kpatch make a patch, and loads it.

. "$(dirname "$0")/lib.sh"

cat > main.c <<'END'
#include <linux/module.h>
#include <linux/sdt.h>
#include <sys/sdt.h>

int other(int n);

static int fire_set(const char *val, const struct kernel_param *kp)
{
	DTRACE_PROBE1(before, const char *, val);
	if (DTRACE_PROBE_ENABLED(after))
		DTRACE_PROBE1(after, int, other(1));
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire_set };
module_param_cb(fire, &fire_ops, NULL, 0200);
SDT_PROVIDER_DEFINE(drv);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("two files");
END
cat > other.c <<'END'
#include <linux/sdt.h>

int other(int n);
int other(int n)
{
	DTRACE_PROBE1(other, int, n);
	return n;
}
END
printf 'obj-m := drv.o\ndrv-y := main.o other.o\ninclude %s/kbuild/sdt.mk\n' "$sdt" > Kbuild

# locals FILE: its local variables
locals() { readelf -sW "$1" | awk '$4 == "OBJECT" && $5 == "LOCAL" { print $8 }' | sort; }

# ours FILE: how many sections it has that only "sdtinfo link" reads
ours() { readelf -SW "$1" | grep -c ' \.discard\.sdt'; }

# entries FILE: for each entry in __jump_table, whether .discard.annotate_data has it, and the
# variable that is its key
cat > entries <<'END'
import re, subprocess, sys

def readelf(option):
    return subprocess.run(['readelf', option, sys.argv[1]], stdout=subprocess.PIPE,
                          check=True, text=True).stdout

# section names by number; the variables of each section: name, first byte, end
names = dict(re.findall(r'^ *\[ *(\d+)\] (\S+)', readelf('-SW'), re.M))
variables = {}
for start, size, number, name in re.findall(
        r'^ *\d+: (\w+) +(\d+) OBJECT .* (\d+) (\S+)$', readelf('-sW'), re.M):
    variables.setdefault(names[number], []).append((name, int(start, 16), int(start, 16) + int(size)))

# the relocations of a section: their offsets, symbols and addends
def relocations(section):
    text = readelf('-rW').split("section '.rela%s' " % section)
    return [(int(offset, 16), symbol, int(addend, 16)) for offset, symbol, addend in re.findall(
        r'^(\w+) +\w+ R_\S+ +\w+ (\S+) \+ (\w+)$', text[1].split('\n\n')[0] if text[1:] else '', re.M)]

marked = {addend for offset, symbol, addend in relocations('.discard.annotate_data')
          if symbol == '__jump_table'}
for offset, symbol, addend in relocations('__jump_table'):
    if offset % 16 == 8:
        keys = [name for name, start, end in variables.get(symbol, []) if start <= addend < end]
        print(offset - 8 in marked, (keys or [symbol])[0])
END
# clang's names begin with the function's.
entries()
{
	python3 entries "$1" | sed 's/ [a-z_]*\.\(__tracepoint\)/ \1/; s/_site.*//; s/[$].*//' | sort | uniq -c |
		awk '{ print $1, $2, $3 }'
}

clang=$(command -v clang || command -v clang-14)
[ -z "$clang" ] || kernel_clang "$clang"
for form in sdt-plugin=y sdt-plugin=n ${clang:+CC="$tmp/clang"}; do
	kmake "$form" KCFLAGS='-ffunction-sections -fdata-sections'
	is "$status" 0 "$form: the module builds" || note "$log"
	locals drv.ko > kept
	is "$(locals main.o | comm -23 - kept | grep -v __UNIQUE_ID_)" '' \
		'... kpatch-build finds the local variables of a file in it'
	is "$(entries main.o)" '3 True __tracepoint_sdt' \
		'... the keys have names of tracepoints, and objtool finds the entries'
	is "$(entries drv.o)" '4 True __tracepoint_sdt' "... in the module's object, too"
	[ "$(ours main.o)" -gt 0 ] && [ "$(ours drv.o)" -eq 0 ]
	ok $? '... which has no section .discard.* that objtool does not know'
	kmake clean
done

done_testing
