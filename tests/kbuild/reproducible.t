#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# reproducible.t - probes do not depend on the folder that a module is built in

. "$(dirname "$0")/lib.sh"

# A header and what a generated source was made of are outside the folder that is
# built.
mkdir -p first/folder/sub first/include
cat >first/include/outside.h <<'END'
#include <linux/sdt.h>

static inline void outside(void)
{
	DTRACE_PROBE(outside);
}
END
cd first/folder || exit 1
{
	echo '	outside();'
	echo '	DTRACE_PROBE(start);'
	echo "#line 7 \"$tmp/first/grammar/single.y\""
	echo '	DTRACE_PROBE(made);'
} | main_c | sed '1i #include <outside.h>' >single.c
echo '	extern void part(void); part(); DTRACE_PROBE1(start, char *, "x");' |
	main_c >multi_main.c
cat >sub/part.c <<'END'
#include <linux/sdt.h>

void part(void);
void part(void)
{
	DTRACE_PROBE(part);
	if (DTRACE_PROBE_ENABLED(part))
		DTRACE_PROBE(more);
}
END
cat >Kbuild <<END
obj-m := single.o multi.o
multi-y := multi_main.o sub/part.o
sdt-srcroot := \$(abspath \$(src)/..)
ccflags-y += -I\$(sdt-srcroot)/include
include $sdt/kbuild/sdt.mk
END
mkdir "$tmp/second"
cp -r . "$tmp/second"
cp -r ../include "$tmp"
sed -i "s|$tmp/first/|$tmp/|" "$tmp/second/single.c"

kmake -j2
built "built in one folder"
cd "$tmp/second" || exit 1
kmake
built "built in another"
cd "$tmp" || exit 1
for m in single multi; do
	cmp first/folder/$m.sdtinfo.s second/$m.sdtinfo.s
	ok $? "$m: the same table source, byte for byte"
	is "$(cd first/folder && dump $m.ko)" "$(cd second && dump $m.ko)" \
		"$m: the same to sdtinfo"
	"${CROSS_COMPILE-}objcopy" --strip-debug second/$m.ko stripped.ko
	unlike "$(strings -a stripped.ko)" "$tmp" "$m: no folder's name in it"
done

is "$(sites first/folder/single.ko | sort)" "\
sdt:single:outside:outside include/outside.h:5, in .init.text
sdt:single:start:made grammar/single.y:7, in .init.text
sdt:single:start:start single.c:8, in .init.text" \
	"files outside the folder are named relative to sdt-srcroot"

# The same folder under other names
ln -s second link
rm second/*.o second/sub/*.o second/*.ko
cd link || exit 1
make -C "$KDIR" M="$tmp/link" modules >../log 2>&1
ok $? "built through a symbolic link" || note "$(cat ../log)"
cd ..
is "$(sites second/multi.ko)" "$(sites first/folder/multi.ko)" "... the same sites"
rm second/*.o second/sub/*.o second/*.ko
make -C "$KDIR" M="$(realpath --relative-to="$KDIR" second)" modules >log 2>&1
ok $? "built by a relative path" || note "$(cat log)"
is "$(sites second/multi.ko)" "$(sites first/folder/multi.ko)" "... the same sites"
for m in single multi; do
	cmp first/folder/$m.sdtinfo.s second/$m.sdtinfo.s
	ok $? "$m: ... and the same table"
done

done_testing
