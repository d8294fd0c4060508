#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# handler.t - a module that calls sdt.ko includes the same sdt.mk, and makes no other
# module depend on sdt.ko

. "$(dirname "$0")/lib.sh"

cat >listens.c <<'END'
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>

static struct sdt_handler *handler;

static void hit(const struct sdt_hit *hit, void *cookie)
{
}

static int __init start(void)
{
	handler = sdt_attach("sdt:probed::", hit, NULL);
	return PTR_ERR_OR_ZERO(handler);
}

static void __exit stop(void)
{
	sdt_detach(handler);
}

module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("a test");
END
echo '	DTRACE_PROBE(start);' | main_c >probed.c

# kbuild_of TREE MODULE...: the Kbuild file
kbuild_of()
{
	echo "include $1/kbuild/sdt.mk" >Kbuild
	shift
	for module; do
		sed -i "1i obj-m += $module.o" Kbuild
	done
}

# depends FILE.ko: the modules that it needs
depends()
{
	readelf -p .modinfo "$1" | sed -n 's/.* depends=//p'
}

kbuild_of "$sdt" listens probed
kmake
built "a handler and a module with a probe in one Kbuild file: built by the one line"
unlike "$log" '[Ww]arning|WARNING' "... without a warning"
is "$(depends listens.ko)" sdt "the handler depends on sdt.ko"
is "$(depends probed.ko)" '' "... and the other module does not"
is "$(sites probed.ko)" "sdt:probed:start:start probed.c:6, in .init.text" "... and has its probe"

sed -i "1i KBUILD_EXTRA_SYMBOLS := $sdt/kmod/Module.symvers" Kbuild
kmake
built "symbols that the author names as well: built"
unlike "$log" 'twice|[Ww]arning' "... without a warning"
kbuild_of "$sdt" listens
: >none.symvers
kmake KBUILD_EXTRA_SYMBOLS="$PWD/none.symvers"
built "symbols that the command line names as well: built"

# modpost reads the Kbuild file of the folder that is built, and no other.
mkdir -p below/folder
cp listens.c below/folder
printf 'obj-m := listens.o\ninclude %s\n' "$sdt/kbuild/sdt.mk" >below/folder/Kbuild
cd below || exit 1
echo 'obj-m := folder/' >Kbuild
kmake
like "$log" 'ERROR: modpost: .*["'"'"']_*sdt_attach[a-z_]*["'"'"'].* undefined!' \
	"a handler in a folder below: modpost does not know sdt.ko's symbols"
ok "$(grep -q '^| "__sdt_attach".* undefined, from modpost' "$sdt/docs/troubleshooting.md"; echo $?)" \
	"... which troubleshooting.md explains"
kbuild_of "$sdt" folder/listens
sed -i 's|folder/listens.o|folder/|' Kbuild
kmake
built "... unless the folder that is built has the line, too"
cd .. || exit 1

# sdt.ko is not built, or not for this kernel.
copy_built_tree sdt
mkdir -p sdt/kmod
cp -r "$sdt/kmod/include" sdt/kmod
for state in 'not built' 'built for another kernel'; do
	kbuild_of "$tmp/sdt" listens probed
	kmake
	is "$(test "$status" -ne 0; echo $?)" 0 "sdt.ko is $state: a handler is not built"
	like "$log" "sdt: listens.ko .*sdt.ko.*'make -C $tmp/sdt kmod KDIR=" \
		"... and what to do is said"
	unlike "$log" 'undefined' "... in place of each symbol"
	kbuild_of "$tmp/sdt" probed
	kmake
	built "... but a module with a probe is"
	unlike "$log" 'sdt:|[Ww]arning' "... and nothing said"
	cp "$sdt/kmod/Module.symvers" sdt/kmod
	sed 's/vermagic=[^ ]*/vermagic=4.5.6/' "$sdt/kmod/sdt.ko" >sdt/kmod/sdt.ko
done

done_testing
