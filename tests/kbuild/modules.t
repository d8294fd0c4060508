#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# modules.t - modules of every shape in one Kbuild file, built with -j2

. "$(dirname "$0")/lib.sh"

mkdir core sub

# One source file, with settings for it and exported symbols
cat >one.c <<'END'
#include <linux/module.h>
#include <linux/sdt.h>

#ifndef ONE
# error CFLAGS_one.o is lost
#endif

int one_export(int n);
int one_export(int n)
{
	DTRACE_PROBE1(called, int, n);
	return n;
}
EXPORT_SYMBOL_GPL(one_export);

static int __init start(void)
{
	DTRACE_PROBE(starting);
	return 0;
}

static void __exit stop(void)
{
	DTRACE_PROBE(stopping);
}

module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("a test");
MODULE_INFO(modname, KBUILD_MODNAME);
MODULE_INFO(basename, KBUILD_BASENAME);
END

# Several, one in a folder; a header's probe is used in both.
cat >common.h <<'END'
#include <linux/sdt.h>

static inline void common(int n)
{
	DTRACE_PROBE1(in__header, int, n);
}
END
main_c >many_main.c <<'END'
	extern void part(void);
	common(1);
	part();
END
sed -i '1i #include "common.h"' many_main.c
cat >core/part.c <<'END'
#include "common.h"

void part(void);
void part(void)
{
	common(2);
	DTRACE_PROBE(in__part);
}
END

# Two modules that share an object, by the other two lists that Kbuild knows
echo '	extern void shared(void); shared(); DTRACE_PROBE(left);' |
	main_c >left_main.c
echo '	extern void shared(void); shared(); DTRACE_PROBE(right);' |
	main_c >right_main.c
cat >shared.c <<'END'
#include <linux/sdt.h>

void shared(void);
void shared(void)
{
	DTRACE_PROBE(shared);
}
END

# No probes; a name with a dash; one source file in a folder without a Kbuild
# file, and one in a folder that has one, with flags that are not the same for all
: | main_c >none.c
echo '	DTRACE_PROBE(dash);' | main_c >with-dash.c
{
	echo '	DTRACE_PROBE(in__core);' | main_c
	echo 'MODULE_INFO(modname, KBUILD_MODNAME);'
} >core/lone.c
echo '	int STEM = 1; DTRACE_PROBE1(deep, int, deep);' | main_c >sub/deep.c

# A source file that the build makes first
echo '	DTRACE_PROBE(made);' | main_c >made.in

cat >Kbuild <<END
obj-m := one.o many.o left.o right.o with-dash.o made.o sub/
obj-\$(CONFIG_SDT_TEST) += none.o core/lone.o
many-y := many_main.o core/part.o
left-objs := left_main.o shared.o
right-m := right_main.o
right-y := shared.o
ccflags-y := -I\$(src) -fplugin-arg-sdt_plugin-verbose
CFLAGS_one.o := -DONE
CFLAGS_REMOVE_one.o := -pg
\$(obj)/made.c: \$(src)/made.in
	cp \$< \$@
clean-files := made.c
include $sdt/kbuild/sdt.mk
END
cat >sub/Kbuild <<END
obj-m := deep.o
ccflags-y = -DSTEM=\$(target-stem)
include $sdt/kbuild/sdt.mk
END

before=$(find . | sort)
kmake -j2 CONFIG_SDT_TEST=m
built "all modules are built by one make, -j2"
unlike "$log" '[Ww]arning|WARNING' "without a warning"
like "$log" 'one\.c:11:[0-9]+: note: ' "an option of the plugin in ccflags-y is obeyed"
is "$(lines 'SDTINFO \[M\]')" 9 "sdtinfo link ran once for each module"

# The trampoline's code is like that of the kernel and of the module: also where objtool runs on
# objects before they are linked.
config()
{
	grep -Eq "^CONFIG_($1)=y" "$KDIR/include/config/auto.conf"
}
thunk=
! config '(MITIGATION_)?RETHUNK' || thunk=__x86_return_thunk
is "$(readelf -rW one.sdtinfo.o | grep -o __x86_return_thunk | sort -u)" "$thunk" \
	"the trampoline returns as the kernel's functions do"
# unwind FILE: the number of bytes of objtool's table in it
unwind()
{
	size -A -d "$1" | awk '$1 == ".orc_unwind_ip" { n = $2 } END { print n + 0 }'
}
if config UNWINDER_ORC && ! config X86_KERNEL_IBT; then
	ok "$((!$(unwind many.sdtinfo.o)))" "... and can be unwound"
	is "$(unwind many.o)" $(($(unwind many_main.o) + $(unwind core/part.o) +
		$(unwind many.sdtinfo.o))) "... like the functions of the module"
fi

is "$(sites one.ko)" "\
sdt:one:one_export:called one.c:11
sdt:one:start:starting one.c:18, in .init.text
sdt:one:stop:stopping one.c:24, in .exit.text" \
	"one source file: its probes, also in __init and __exit"
info=$(readelf -p .modinfo one.ko core/lone.ko)
is "$(printf '%s\n' "$info" | sed -n 's/.* \(modname\|basename\|name\)=/\1 /p' |
	sort)" "\
basename one
modname lone
modname one
name lone
name one" "... KBUILD_MODNAME and KBUILD_BASENAME are those of the file"
unlike "$(nm one.ko)" __fentry__ "... CFLAGS_REMOVE_one.o is obeyed, as CFLAGS_one.o is"
# Not every kernel has versions of symbols.
crc='0x0*[1-9a-f]'
grep -q '^CONFIG_MODVERSIONS=y' "$KDIR/include/config/auto.conf" || crc=0x00000000
like "$(cat Module.symvers)" "^$crc.*one_export" \
	"... an exported symbol has a version"

is "$(sites many.ko)" "\
sdt:many:common:in-header common.h:5
sdt:many:common:in-header common.h:5, in .init.text
sdt:many:part:in-part core/part.c:7" \
	"several source files: a header's probe is one with two sites"
like "$(dump many.ko)" 'many.ko: module many, 2 probes, 3 sites' "... also by their number"

is "$(sites left.ko; sites right.ko)" "\
sdt:left:shared:shared shared.c:6
sdt:left:start:left left_main.c:6, in .init.text
sdt:right:shared:shared shared.c:6
sdt:right:start:right right_main.c:6, in .init.text" \
	"an object of two modules: its probe is in both"

is "$(sites with-dash.ko)" "sdt:with_dash:start:dash with-dash.c:6, in .init.text" \
	"a file name with a dash"
is "$(sites core/lone.ko)" "sdt:lone:start:in-core core/lone.c:6, in .init.text" \
	"obj-m names a file in a folder"
is "$(sites sub/deep.ko)" "sdt:deep:start:deep sub/deep.c:6, in .init.text" \
	"a folder with a Kbuild file of its own"

is "$(sites made.ko)" "sdt:made:start:made made.c:6, in .init.text" \
	"a source file that the build makes"

out=$(dump none.ko)
is "$? $out" "3 sdtinfo: none.ko: no probes in it" "a module without probes has none"
unlike "$(readelf -SW none.ko)" sdt "... and no section of ours"
unlike "$(nm -u ./*.ko sub/*.ko core/*.ko)" '__sdt_' "no symbol of ours is left undefined"

# As with "include $(shell pkg-config --variable=sdtmk sdt)"
sed -i '/sdt\.mk/d' Kbuild sub/Kbuild
kmake clean
is "$(find . | sort)" "$before" \
	"make clean without sdt leaves nothing behind, of modules that are not configured any more either"

done_testing
