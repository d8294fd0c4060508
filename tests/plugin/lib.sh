# SPDX-License-Identifier: GPL-2.0-only
#
# lib.sh - for the plugin's tests: compiles with the kernel's own flags
#
# Sourced.  Makes a temporary folder $tmp, which goes when the test ends.

set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$top/tests/lib/tap.sh"

: "${KDIR:=$(make -s --no-print-directory -C "$top" kdir)}"

# plugin_for CC: prints where the plugin for a compiler is
plugin_for()
{
	make -s --no-print-directory -C "$top/gcc-plugin" path CC="$1"
}

: "${CC:=$(make -s --no-print-directory -C "$top" KDIR="$KDIR" cc)}"
plugin=$(plugin_for "$CC")
# What it compiles for: x86_64, aarch64
machine=$($CC -dumpmachine)
machine=${machine%%-*}
# The words that call clang for the same machine
clang="clang${CROSS_COMPILE:+ --target=${CROSS_COMPILE%-}}"
sdtinfo=$top/tools/sdtinfo/sdtinfo
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# module DIR [ARGUMENT...]: builds the module in a folder; prints what make printed
module()
{
	module_dir=$1
	shift
	make -C "$KDIR" M="$module_dir" "$@" modules 2>&1
}

# kernel_flags: sets $kernel_cc to the command by which the kernel compiles a
# module's file with sdt.mk, without input and output, $plain_cc to the same without
# the plugin, and $cc to the compiler; runs in $KDIR
kernel_flags()
{
	mkdir "$tmp/flags"
	echo '#include <linux/module.h>
	MODULE_LICENSE("GPL"); MODULE_DESCRIPTION("flags");' > "$tmp/flags/main.c"
	printf 'obj-m := flags.o\nflags-y := main.o\ninclude %s/kbuild/sdt.mk\n' "$top" > "$tmp/flags/Kbuild"
	module "$tmp/flags" > "$tmp/flags/log" || {
		note "$(cat "$tmp/flags/log")"
		echo "Bail out! no module can be built"
		exit 1
	}
	kernel_cc=$(sed -n 's/^[a-z]*cmd_.* := \(.*\) -c -o .*/\1/p' \
		"$tmp/flags/.main.o.cmd" |
		sed 's/-Wp,-MMD,[^ ]*//; s/-DKBUILD_MODFILE=[^ ]*//')
	plain_cc=$(printf '%s\n' "$kernel_cc" | sed 's/-fplugin[-=][^ ]*//g')
	cc=$(set -- $kernel_cc; echo "$1")
}

# without_general_regs_only: changes $kernel_cc and $plain_cc to those for files with floating
# point, where no other flag undoes that one
without_general_regs_only()
{
	kernel_cc=$(echo "$kernel_cc" | sed 's/ -mgeneral-regs-only//')
	plain_cc=$(echo "$plain_cc" | sed 's/ -mgeneral-regs-only//')
}

# compile FILE.c OUT [FLAG...]: compiles with $kernel_cc; prints what it says
compile()
{
	local in=$1 out=$2
	shift 2
	(cd "$KDIR" && eval "$kernel_cc \"\$@\"" -c -o '"$out"' '"$in"' 2>&1)
}
