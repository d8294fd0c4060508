#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# clang.t - with clang, modules build with probes, without the plugin; for a kernel without
# jump labels, without probes, and the build says so

. "$(dirname "$0")/lib.sh"

clang=$(command -v clang || command -v clang-14)
if [ -z "$clang" ]; then
	echo "1..0 # SKIP no clang"
	exit 0
fi

kernel_clang "$clang"
mkdir module
cd module || exit 1
printf '\tDTRACE_PROBE1(start, int,\n\t\t1);\n' | main_c >single.c
echo '	extern void part(void); part();' | main_c >multi_main.c
cat >part.c <<'END'
#include <linux/sdt.h>

void part(void);
void part(void)
{
	if (DTRACE_PROBE_ENABLED(part))
		DTRACE_PROBE(part);
}
END
cat >Kbuild <<END
obj-m := single.o multi.o
multi-y := multi_main.o part.o
include $sdt/kbuild/sdt.mk
END

kmake
built "built with gcc"
kmake CC="$tmp/clang"
built "then with clang, in the same folder"
unlike "$log" 'sdt:' "... without a word from us"
unlike "$(cat .*.cmd)" "^[a-z]*cmd.*$tmp/clang .*-fplugin" "... without the plugin"
probes='sdt:single:start:start single.c:6, in .init.text
sdt:multi:part:part part.c:7
sdt:multi:part:part part.c:6, is-enabled'
is "$(sites single.ko; sites multi.ko)" "$probes" "... and with probes"
is "$("$sdt/tools/sdtinfo/sdtinfo" verify single.ko multi.ko)" "\
single.ko: ok, 1 probe, 1 site
multi.ko: ok, 1 probe, 1 site, 1 is-enabled" "... which are as they should be"

kmake CC="$tmp/clang" KCFLAGS=-g0
built "without debugging information"
is "$(sites single.ko)" 'sdt:single:start:start single.c:7, in .init.text' \
	"... a probe on two lines is on the second for clang"

kmake sdt-plugin=n
built "with gcc, without the plugin"
unlike "$(cat .*.cmd)" '^[a-z]*cmd.* -fplugin' "... really"
is "$(sites single.ko; sites multi.ko)" "$probes" "... with probes"

kmake sdt-plugin=maybe
ok $((! status)) "sdt-plugin must be y or n"
like "$log" 'sdt: sdt-plugin .*maybe' "... says the message"

kmake CONFIG_JUMP_LABEL=
built "for a kernel without jump labels"
is "$(printf '%s\n' "$log" | grep 'sdt:' | sed 's/.*\(CONFIG_JUMP_LABEL\).*\(DTRACE_PROBE\).*/\1 \2/')" \
	'CONFIG_JUMP_LABEL DTRACE_PROBE' "... with one line of ours"
unlike "$(nm single.ko multi.ko)" __sdt "... and without probes"

kmake
built "with gcc again"
is "$(sites single.ko; sites multi.ko)" "$probes" "... they are back"

# An object in binary form may have been compiled with the plugin.
cp -r . ../mixed && cd ../mixed || exit 1
mv part.o part.bin
rm part.c .part.o.cmd
printf '$(obj)/part.o: $(src)/part.bin\n\tcp $< $@\n\ttouch $(@D)/.$(@F).cmd\n' >>Kbuild
sed -i 's/extern.*/DTRACE_PROBE(start); &/' multi_main.c
kmake sdt-plugin=n
built "without the plugin, with an object that was compiled with it"
is "$(sites multi.ko)" "$(printf '%s\n' "$probes" | grep multi)
sdt:multi:start:start multi_main.c:6, in .init.text" "... with the probes of both"
is "$("$sdt/tools/sdtinfo/sdtinfo" verify multi.ko)" "multi.ko: ok, 2 probes, 2 sites, 1 is-enabled" \
	"... which are as they should be"

# Objects whose names are macros, differ in what no symbol has, or in where a folder ends, or mean
# something to tools in a symbol behind a dot;
# flags of the author; the innermost of two folders
mkdir -p ../names/sub && cd ../names || exit 1
n=0
for object in current a-b a_b sub/a sub.a a,b a__b cold b.old a,old sub/cold; do
	n=$((n + 1))
	printf '#include <linux/sdt.h>\nvoid f%d(void);\nvoid f%d(void)\n{\n\tDTRACE_PROBE(here);\n}\n' \
		$n $n >$object.c
done
echo '	DTRACE_PROBE(start);' | main_c >names_main.c
cat >Kbuild <<END
obj-m := names.o
names-y := names_main.o current.o a-b.o a_b.o sub/a.o sub.a.o a,b.o a__b.o cold.o b.old.o a,old.o sub/cold.o
sdt-srcroot := $tmp
include $sdt/kbuild/sdt.mk
CFLAGS_current.o := -DAUTHOR
END
for form in sdt-plugin=n "CC=$tmp/clang"; do
	kmake "$form" CFLAGS_a-b.o=-DCALLER
	built "$form: names of all kinds, and flags of the author"
	is "$(sites names.ko)" 'sdt:names:f1:here current.c:5
sdt:names:f10:here a,old.c:5
sdt:names:f11:here sub/cold.c:5
sdt:names:f2:here a-b.c:5
sdt:names:f3:here a_b.c:5
sdt:names:f4:here sub/a.c:5
sdt:names:f5:here sub.a.c:5
sdt:names:f6:here a,b.c:5
sdt:names:f7:here a__b.c:5
sdt:names:f8:here cold.c:5
sdt:names:f9:here b.old.c:5
sdt:names:start:start names_main.c:6, in .init.text' '... each has its probe'
	is "$(nm names.ko | grep -c '__sdt_place[$][A-Za-z0-9_]*[$][0-9]*$'):$(nm names.ko | grep '__sdt_place.*[.]')" \
		12: '... and a symbol without a dot'
done
done_testing
