#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Functions of every kind, at -O2 and at -Os, with the plugin and without it: no site is lost
# or counted twice, or needs objtool, and GCC's own checks between its passes find nothing.
. "$(dirname "$0")/lib.sh"

# sites FILE: "FUNCTION NAME SITES" of each probe of a module, from sdtinfo dump.  Without the
# plugin, copies of a site are several NOPs.
sites()
{
	"$sdtinfo" dump "$1" | awk '
	function flush() { if (probe) print probe, n; n = 0 }
	$1 == "sdt" { flush(); probe = $3 " " $4 }
	$1 == "site" && !/is-enabled/ { n += $NF == "NOPs" ? $(NF - 1) : 1 }
	END { flush() }' | sort
}

# Where GCC does not part hot and cold code, it copies a block that has nothing but a site
# to the end of the cold block before it: a jump label more of the same site.
copies=
[ "${ARCH-}" != arm64 ] || copies='s/^\(in_header header\|in_inline here\) 4$/\1 3/'

wanted=$(sed -n 's:^/\* probe \(.*\) \*/$:\1:p' "$here/places/places.c" | sort)

# GCC's own checks can fail for the kernel's headers.
checking=-fchecking=1
mkdir "$tmp/nothing"
echo '#include <linux/module.h>
MODULE_LICENSE("GPL"); MODULE_DESCRIPTION("nothing");' > "$tmp/nothing/nothing.c"
echo "obj-m := nothing.o
ccflags-y := $checking" > "$tmp/nothing/Kbuild"
module "$tmp/nothing" > /dev/null || {
	note "this compiler does not compile the kernel's headers with $checking"
	checking=
}

for form in plugin none; do
	for level in -O2 -Os -fno-omit-frame-pointer; do
		dir=$tmp/$form$level
		mkdir "$dir"
		cp "$here"/places/* "$dir"
		echo "ccflags-y += $level -Werror $checking
		include $top/kbuild/sdt.mk" >> "$dir/Kbuild"
		log=$(module "$dir" $([ $form = plugin ] || echo sdt-plugin=n))
		unlike "$log" '[Ww]arning|error:' "plugin: $form, $level: compiler, objtool and modpost are silent"
		# Without the plugin, a probe is code that GCC considers where it inlines a function.
		inlined=
		[ $form$level != none-Os ] || inlined='s/^in_header header 2$/in_header header 3/'
		# On arm64, GCC copies the end of a function then.
		[ $form$machine != noneaarch64 ] ||
			inlined=$inlined'; s/^\(innermost loop\|places_last last\) 2$/\1 1/'
		is "$(sites "$dir/kinds.ko" | grep -v '^helper' | sed "$copies; $inlined")" "$wanted" \
			'... every probe has its sites'
		like "$("$sdtinfo" verify "$dir/kinds.ko" 2>&1)" '^[^:]*: ok, ' '... and is a NOP that can be patched'
		like "$(sites "$dir/kinds.ko")" '^helper helper [1-9]' "... the helper's probe is there"
		like "$("$sdtinfo" dump "$dir/kinds.ko")" 'places_enabled\+.*is-enabled' \
			'... the is-enabled site is there'
	done
done
done_testing
