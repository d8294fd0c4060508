#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# plugin.t - sdtinfo with objects that the compiler plugin made

. "$(dirname "$0")/common.sh"

plugin=$(make -s --no-print-directory -C "$here/../../gcc-plugin" CC=gcc path)
include=$here/../../kbuild/include
: >empty.c
if ! gcc -fplugin="$plugin" -c -o empty.o empty.c 2>/dev/null; then
	ok 0 "# SKIP no plugin for this gcc"
	done_testing
	exit
fi

compile()
{
	gcc -O2 -mcmodel=kernel -fno-pic -fplugin="$plugin" -I "$include" \
		-c -o "${1%.c}.o" "$1"
}

cat >one.c <<'END'
#include <linux/sdt.h>

long one(char *text, unsigned long n)
{
	long i;

	if (DTRACE_PROBE_ENABLED(loop__turn))
		n++;
	for (i = 0; i < (long)n; i++)
		DTRACE_PROBE2(loop__turn, long, i, char *, text);
	DTRACE_PROBE1(one__done, unsigned long, n);
	return i;
}
END
cat >two.c <<'END'
#include <linux/sdt.h>

void two(char *text)
{
	DTRACE_PROBE(two__entry);
	DTRACE_PROBE2(loop__turn, long, 2L, char *, text);
}
END
compile one.c && compile two.c
ok $? "the plugin compiles"
module mod.ko one.o two.o
ok $? "link joins two objects"
run "$sdtinfo" dump mod.ko
is "$status:$err" "0:" "dump reads the module"
like "$out" "^sdt +mod +one +loop-turn$" "names"
like "$out" "^    arg1 .* char \* .*string" "arguments"
like "$out" "^    site   one\+0x[0-9a-f]+ +one.c:10$" "sites"
like "$out" "^    site   one\+0x[0-9a-f]+ +one.c:7, is-enabled$" "is-enabled sites"
is "$(readelf -sW mod.ko | grep -c 'UND __sdt')" 0 "no symbol of sdt stays undefined"

sed -i 's/2L, char \*, text/2L, unsigned long, 5UL/' two.c
compile two.c
run "$sdtinfo" link --module mod -o t.S one.o two.o
is "$status:$(test -e t.S; echo $?)" "1:1" "one probe with other arguments in two objects fails"
like "$err" "^one.c:10: error: " "... the one place"
like "$err" "^two.c:6: note: " "... the other"

done_testing
