#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# incremental.t - what is rebuilt after a change, and what is not

. "$(dirname "$0")/lib.sh"

copy_built_tree sdt

mkdir module
cd module || exit 1
echo '	DTRACE_PROBE(start);' | main_c >single.c
echo '	extern void part(void); part();' | main_c >multi_main.c
cat >part.c <<'END'
#include <linux/sdt.h>

void part(void);
void part(void)
{
	DTRACE_PROBE(part);
}
END
sed 's/part/more/' part.c >more.c
cat >Kbuild <<END
obj-m := single.o multi.o
multi-y := multi_main.o part.o more.o
include $tmp/sdt/kbuild/sdt.mk
END

# steps: the last build's, without what Kbuild does after linking a module
steps()
{
	printf '%s\n' "$log" | sed -n "s|$PWD/||"'
		/MODPOST\|\.mod\.o\|module-common\|\.ko$/d
		s/^  \([A-Z]*\) *\[M\] */\1 /p' | paste -sd ' '
}

# compiled: how many of the author's files the last build has compiled
compiled()
{
	lines 'CC \[M\]  \(.*/\)*[a-z_]*\.o'
}

kmake
built "built a first time"
is "$(steps)" "CC single.o SDTINFO single.sdtinfo.s\
 CC multi_main.o CC part.o CC more.o LD multi.o SDTINFO multi.sdtinfo.s" \
	"... step by step"

kmake
is "$status$log" 0 "nothing changed: nothing is built, and nothing said"

touch part.c
kmake
is "$(steps)" "CC part.o LD multi.o SDTINFO multi.sdtinfo.s" \
	"one of several source files touched: it is compiled and its module linked"
is "$(lines 'LD \[M\]  .*\.ko')" 1 "... and no other module"

touch single.c
kmake
is "$(steps)" "CC single.o SDTINFO single.sdtinfo.s" \
	"the only source file touched: likewise"

sed -i 's/DTRACE_PROBE(part)/DTRACE_PROBE1(renamed, int, 1)/' part.c
sed -i 's/PROBE(start);/PROBE(first);/' single.c
kmake
like "$(sites multi.ko)" 'part:renamed part.c:6' "another name of a probe is in the module"
unlike "$(sites multi.ko)" 'part:part' "... in place of the first"
like "$(sites single.ko)" 'start:first single.c:6' "... also where there is one source file"

touch more.c
kmake V=1
like "$log" "sdtinfo-link link .*--module multi.* -o [^ ]*multi.sdtinfo.s [^ ]*multi.o" \
	"V=1 shows the command"
built "... and builds"
# There can be others in build/, for other compilers.
plugin=$(printf '%s\n' "$log" | sed -n 's/.*-fplugin=\([^ ]*\).*/\1/p' | head -n 1)

sed -i 's/ more.o//' Kbuild
kmake
is "$(steps)" "LD multi.o SDTINFO multi.sdtinfo.s" \
	"a source file less: nothing is compiled"
unlike "$(sites multi.ko)" more "... and its probe is gone"

echo 'ccflags-y += -DX' >>Kbuild
kmake
is "$(compiled)" 3 "other flags, below the include line: everything is compiled"

for tool in "$tmp/sdt/tools/sdtinfo/sdtinfo-link" "$plugin" "$tmp/sdt/kbuild/join"; do
	touch "$tool"
	kmake
	is "$status$log" 0 "${tool##*/} has another time: nothing is built"
	cat "$tool" >copy
	echo >>copy
	cat copy >"$tool"
	kmake
	is "$(compiled)" 3 "... and other contents: everything is compiled"
	like "$(sites single.ko)$(sites multi.ko)" 'single.c:6.*part.c:6' '... and has its probes'
done

kmake
is "$status$log" 0 "nothing changed since: nothing is built"

done_testing
