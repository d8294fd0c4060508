# SPDX-License-Identifier: GPL-2.0-only
#
# lib.sh - what the tests of kbuild/sdt.mk share; sourced, never run
#
# Changes to an empty folder, $tmp, which is removed when the test ends, and provides
#
#	$sdt		the tree under test: kbuild/, gcc-plugin/, tools/sdtinfo/,
#			build/plugin/
#	$KDIR		the kernel's build folder, by default that of the top Makefile
#	kmake ARG...	builds the modules of the current folder as their author
#			would; sets $log (all output) and $status
#	lines REGEX	how many lines of $log match REGEX after Kbuild's indent
#	main_c		prints a module's main source, with the body of its init
#			function (whose name is start) from stdin
#	dump FILE.ko	the output of sdtinfo dump
#	sites FILE.ko	its probe sites, one per line, without code addresses:
#			sdt:revdev:revdev_read:read-entry rev_dev.c:56
#	copy_tree DIR	a copy of the tree as in git, with nothing built
#	copy_built_tree DIR	the same with the build results
#	other_compiler PLUGIN	makes ./othercc, a compiler that this plugin was not built
#			for, and ./cxx, which copies the plugin instead of building
#			one, and logs its calls to cxx.log
#	kernel_clang CLANG	makes ./clang, which compiles modules for this kernel
#
# Knows nothing of how a probe is made of its macro: that is tests/plugin.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"

sdt=$(cd "$here/../.." && pwd)

: "${KDIR:=$(make -s --no-print-directory -C "$sdt" kdir)}"
if [ ! -e "$KDIR/Makefile" ]; then
	echo "Bail out! no kernel headers: install linux-headers-amd64 or set KDIR"
	exit 1
fi

# The compiler that this kernel's modules are built with
kernel_cc=$(make -s --no-print-directory -C "$sdt" KDIR="$KDIR" cc)

# A test is no part of the make that runs it.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# Others may read it: one test builds as another user.
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
chmod 755 "$tmp"
cd "$tmp" || exit 1

# "modules" is the goal unless the arguments name one.
kmake()
{
	case " $* " in
	*" clean "*) ;;
	*) set -- "$@" modules ;;
	esac
	status=0
	log=$(make --no-print-directory -C "$KDIR" M="$PWD" "$@" 2>&1) ||
		status=$?
	# Debian's headers have no vmlinux, which is nothing to us.
	log=$(printf '%s\n' "$log" | grep -v '^Skipping BTF generation')
}

# built NAME: passes if the last kmake did, and shows what it said if not
built()
{
	ok "$status" "$1" || note "$log"
}

lines()
{
	printf '%s\n' "$log" | grep -c "^  $1"
}

main_c()
{
	cat <<-END
	#include <linux/module.h>
	#include <linux/sdt.h>

	static int __init start(void)
	{
	$(cat)
		return 0;
	}

	module_init(start);
	MODULE_LICENSE("GPL");
	MODULE_DESCRIPTION("a test");
	END
}

dump()
{
	"$sdt/tools/sdtinfo/sdtinfo" dump "$@" 2>&1
}

sites()
{
	dump "$1" | awk '
		NR == 1 || $1 == "PROVIDER" || NF == 0 { next }
		/^[^ ]/ { probe = $1 ":" $2 ":" $3 ":" $4 }
		$1 == "site" { $1 = probe; $2 = ""; sub("  ", " "); print }'
}

copy_tree()
{
	mkdir -p "$1"
	tar -C "$sdt" -c --exclude='*.[od]' \
		--exclude=tools/sdtinfo/sdtinfo --exclude=tools/sdtinfo/sdtinfo-link kbuild gcc-plugin kmod/rules tools/sdtinfo |
		tar -C "$1" -x
}

copy_built_tree()
{
	mkdir -p "$1"
	tar -C "$sdt" -c kbuild gcc-plugin kmod/rules tools/sdtinfo build/plugin | tar -C "$1" -x
}

other_compiler()
{
	cp "$1" plugin.so
	cat >cxx <<-END
	#!/bin/sh
	echo "\$*" >>$tmp/cxx.log
	while [ "\$1" != -o ]; do shift; done
	cp $tmp/plugin.so "\$2"
	END
	cat >othercc <<-END
	#!/bin/sh
	[ "\$*" != -v ] || { echo "Configured with: --other" >&2; exit; }
	exec $kernel_cc "\$@"
	END
	chmod +x cxx othercc
	: >cxx.log
}

# kernel_clang CLANG: makes ./clang, which compiles for a kernel that was built with gcc: its
# headers give the flags of that compiler
kernel_clang()
{
	cat >clang <<-END
	#!/bin/sh
	for arg; do
		shift
		case \$arg in
		-mfunction-return=* | -mharden-sls=* | -mrecord-mcount) ;;
		-mindirect-branch=* | -mindirect-branch-register) ;;
		-mpreferred-stack-boundary=3) set -- "\$@" -mstack-alignment=8 ;;
		-fsanitize=bounds-strict) ;;
		-fconserve-stack | -ftrivial-auto-var-init=* | -fmin-function-alignment=*) ;;
		-Wno-* | -Wimplicit-fallthrough=*) ;;
		*) set -- "\$@" "\$arg" ;;
		esac
	done
	exec $1 "\$@"
	END
	chmod +x clang
}
