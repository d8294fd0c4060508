#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# kpatch.t - kpatch makes livepatches of a function with probes: make check-livepatch
#
# Goes the steps of kpatch-build, which itself needs the kernel's debugging information.  In a
# guest the patches are loaded while the functions run with their probes enabled.
#
#	KPATCH=FOLDER	kpatch's sources, where "make -C kpatch-build" has been run
#	OBJTOOL=FILE	objtool of Linux 7.3 or newer, which then compares the modules, too

. "$(dirname "$0")/../kbuild/lib.sh"

if [ ! -x "${KPATCH:-}/kpatch-build/create-diff-object" ]; then
	echo "Bail out! KPATCH='${KPATCH:-}' is no folder of kpatch's sources where kpatch-build is built"
	exit 1
fi
KPATCH=$(cd "$KPATCH" && pwd)

# kpatch-cc compares names.
mkdir bin
ln -s "$(command -v "$kernel_cc")" bin/gcc
PATH=$PWD/bin:$PATH

cat > drv.h <<'END'
int other(int n);
END
# @shown is what the patch changes.
cat > main.c <<'END'
#include <linux/module.h>
#include <linux/sdt.h>
#include "drv.h"

static int shown;
module_param(shown, int, 0444);

static noinline int work(int n, const char *name)
{
	DTRACE_PROBE2(work__entry, int, n, const char *, name);
	shown = other(n);
	DTRACE_PROBE1(work__return, int, shown);
	return 0;
}

static int fire_set(const char *val, const struct kernel_param *kp)
{
	DTRACE_PROBE1(set, const char *, val);
	return work(1, val) ?: work(2, "again");
}

static const struct kernel_param_ops fire_ops = { .set = fire_set };
module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A function to patch");
END
cat > other.c <<'END'
#include <linux/compiler.h>
#include <linux/sdt.h>
#include "drv.h"

noinline int other(int n)
{
	DTRACE_PROBE1(other, int, n);
	return n;
}
END

# patch_source FORM: the change, and what the author of a patch adds to a file compiled with the
# plugin, because the line numbers of its sites change
patch_source()
{
	sed -i 's/^\tshown = other.*/&\n\tif (n == 2)\n\t\tshown += 1000;/' "$1/main.c"
	[ "$1" != plugin ] ||
		sed -i '3a #include "kpatch-macros.h"\nKPATCH_IGNORE_SECTION("__sdt_sites");' plugin/main.c
}

# compile FORM [VARIABLE...]: as kpatch-build does
compile()
{
	form=$1
	shift
	cd "$form" || exit 1
	kmake "$plugin" KBUILD_MODPOST_WARN=1 KCFLAGS="-I$KPATCH/kmod/patch -ffunction-sections -fdata-sections" \
		CC="$KPATCH/kpatch-build/kpatch-cc gcc" LD="$KPATCH/kpatch-build/kpatch-cc ld" "$@"
	cd "$tmp" || exit 1
}

# compare FORM: creates FORM/output/*.o from what differs; prints what kpatch says
compare()
{
	cd "$1" || exit 1
	mkdir output
	readelf -sW "../$1.ko" > symbols
	awk '{ print $1 "\t" $2 "\t" $3 "\t" $4 }' Module.symvers "$KDIR/Module.symvers" > symvers
	sort -u changed_objs | while read -r object; do
		[ -e "orig/$object" ] || continue
		result=0
		JUMP_STRUCT_SIZE=16 ORC_STRUCT_SIZE=6 "$KPATCH/kpatch-build/create-diff-object" \
			"orig/$object" "$object" "$1" symbols symvers "patch_$1" "output/$object" 2>&1 ||
			result=$?
		# 3: nothing has changed
		[ $result -eq 0 ] || [ $result -eq 3 ] || echo "$object: status $result"
	done
	cd "$tmp" || exit 1
}

# make_patch FORM: patch_FORM.ko from FORM/output
make_patch()
{
	cp -r "$KPATCH/kmod/patch" "$1/patch"
	ld -r -o "$1/patch/output.o" "$1"/output/*.o
	: > "$1/patch/.output.o.cmd"
	(cd "$1/patch" && make KPATCH_BUILD="$KDIR" KPATCH_NAME="patch_$1" CC=gcc \
		KCFLAGS="-I$KPATCH/kmod/patch") > patch.log 2>&1 &&
		"$KPATCH/kpatch-build/create-klp-module" --no-klp-arch-sections \
			"$1/patch/patch_$1.ko" "patch_$1.ko" >> patch.log 2>&1
	ok $? "$1: kpatch makes a livepatch" || note "$(cat patch.log)"
}

# compare_modules FORM: FORM.o and FORM/FORM.o, as klp-build does, which keeps the line numbers
compare_modules()
{
	next=$(($(grep -n 'shown = other' main.c | cut -d: -f1) + 1))
	sed -i "s/^KPATCH_IGNORE.*/&\n#line 4/; s/^\t\tshown += .*/&\n#line $next/" "$1/main.c"
	compile "$1"
	cp "$KDIR/Module.symvers" .
	SRCARCH=x86 "$OBJTOOL" klp checksum "$1.o" && SRCARCH=x86 "$OBJTOOL" klp checksum "$1/$1.o" &&
		SRCARCH=x86 "$OBJTOOL" klp diff "$1.o" "$1/$1.o" "$1/diff.o" > klp.log 2>&1
	ok $? "$1: objtool compares the modules" || note "$(cat klp.log)"
	is "$(grep -c 'work.*: disabling unsupported tracepoint sdt' klp.log)" 2 \
		'... and says that it disables two probes'
}

for form in plugin plain; do
	plugin='sdt-plugin=y'
	[ $form = plugin ] || plugin='sdt-plugin=n'
	mkdir -p $form
	cp ./*.[ch] $form
	printf 'obj-m := %s.o\n%s-y := main.o other.o\ninclude %s/kbuild/sdt.mk\n' \
		$form $form "$sdt" > $form/Kbuild
	# what runs, then what kpatch compares
	cd $form && kmake "$plugin" && cp $form.ko .. && kmake clean
	cd "$tmp" || exit 1
	compile $form
	cp $form/$form.o $form.o
	patch_source $form
	compile $form KPATCH_GCC_TEMPDIR="$PWD/$form" KPATCH_GCC_SRCDIR="$PWD/$form"
	is "$status" 0 "$form: the patched source compiles" || note "$log"
	compare $form > differs
	like "$(cat differs)" 'main\.o: changed function: work' '... and kpatch finds the function'
	is "$(grep -cE 'ERROR|status' differs)" 0 '... and refuses nothing' || note "$(cat differs)"
	make_patch $form
	[ -z "${OBJTOOL:-}" ] || compare_modules $form
done

"$sdt/tests/guest/start" --timeout 600 --add "$sdt/kmod/sdt.ko" --add plugin.ko --add plain.ko \
	--add patch_plugin.ko --add patch_plain.ko "$sdt/tests/livepatch/kpatch.guest.sh" > guest.log
ok $? 'the patches work in a guest'
note "$(cat guest.log)"

done_testing
