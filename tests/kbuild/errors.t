#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# errors.t - what the build says when it cannot make a module

. "$(dirname "$0")/lib.sh"

# Two modules that are wrong each in its way, and one that is right
mkdir wrong
cd wrong || exit 1
main_c >clash_main.c <<'END'
	extern void part(void);
	int n = 1;

	part();
	DTRACE_PROBE1(same, int, n);
END
cat >clash_part.c <<'END'
#include <linux/sdt.h>

void part(void);
static void start(char *s)
{
	DTRACE_PROBE1(same, char *, s);
}

void part(void)
{
	start("text");
}
END
echo '	if (DTRACE_PROBE_ENABLED(no__such)) return 1;' | main_c >enabled.c
echo '	DTRACE_PROBE(fine);' | main_c >right.c
cat >Kbuild <<END
obj-m := clash.o enabled.o right.o
clash-y := clash_main.o clash_part.o
include $sdt/kbuild/sdt.mk
END
kmake -k
is "$(test "$status" -ne 0; echo $?)" 0 "two modules with errors: the build fails"
like "$log" '^clash_main.c:10: .*sdt:clash:start:same' \
	"one probe, two types: the first place is named"
like "$log" '^clash_part.c:6: ' "... and the second"
like "$log" '^enabled.c:6: .*DTRACE_PROBE_ENABLED\(no__such\) in start\(\): module enabled has no such probe' \
	"DTRACE_PROBE_ENABLED of no probe: it is named"
is "$(lines 'LD \[M\].*right.o')" 1 "make -k goes on with the module that is right"
is "$(find . -name '*.ko' -o -name 'clash.sdtinfo.S' -o -name 'enabled.sdtinfo.S')" "" \
	"nothing is left of the wrong ones"

sed -i 's/(same,/(other,/' clash_part.c
sed -i 's/if (.*/if (DTRACE_PROBE_ENABLED(such)) DTRACE_PROBE(such);/' enabled.c
kmake
built "corrected, the same folder builds"

# A compiler without the headers that plugins are compiled with
cd "$tmp" || exit 1
mkdir empty module
copy_tree sdt
cat >cc <<END
#!/bin/sh
case "\$*" in
*-print-file-name=plugin*) echo $tmp/empty ;;
*) exec $kernel_cc "\$@" ;;
esac
END
chmod +x cc
cd module || exit 1
echo '	DTRACE_PROBE(start);' | main_c >one.c
printf 'obj-m := one.o\ninclude %s\n' "$tmp/sdt/kbuild/sdt.mk" >Kbuild
kmake CC="$tmp/cc"
is "$(test "$status" -ne 0; echo $?)" 0 "no plugin headers: the build fails"
like "$log" "^sdt: .*cc has no plugin headers: install gcc-$("$kernel_cc" -dumpversion)-plugin-dev\$" \
	"... and says what to install"
is "$(lines CC)" 0 "... before anything is compiled"

# What make would take for two files
mkdir "$tmp/a b" "$tmp/module2"
ln -s "$tmp/sdt" "$tmp/a b/sdt"
cp one.c "$tmp/module2"
cd "$tmp/module2" || exit 1
printf 'obj-m := one.o\ninclude %s\n' "$tmp/a\\ b/sdt/kbuild/sdt.mk" >Kbuild
kmake
like "$log" 'sdt: the path of kbuild/sdt.mk has a space in it' \
	"a tree whose path has a space: the reason is said"

done_testing
