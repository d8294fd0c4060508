#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A plugin that was built for another GCC says so, and how to build another.
. "$(dirname "$0")/lib.sh"

LC_ALL=C
export LC_ALL
kernel_flags
headers=$("$cc" -print-file-name=plugin)/include
echo 'int x;' > "$tmp/x.c"
cp -r "$top/gcc-plugin" "$tmp/tree"
cp -r "${plugin%/*}"/* "$tmp/tree"

# falsified SED: loads a plugin that claims to be built for another GCC; prints what the compiler says
falsified()
{
	rm -f "$tmp/x.o"
	sed "$1" "$headers/plugin-version.h" > "$tmp/tree/plugin-version.h"
	g++ -std=gnu++14 -fPIC -fno-rtti -w -I"$tmp/tree" -I"$top/kbuild/include" \
		-isystem "$headers" -c -o "$tmp/tree/plugin.o" "$tmp/tree/plugin.cc" &&
	g++ -shared -o "$tmp/tree/sdt_plugin.so" \
		$(find "$tmp/tree" -name '*.cc' | sed 's/cc$/o/') &&
	"$cc" -fplugin="$tmp/tree/sdt_plugin.so" -c -o "$tmp/x.o" "$tmp/x.c" 2>&1
}

is "$(falsified '')" '' 'built for this GCC, it is loaded'
like "$(falsified 's/basever\[\] = "[^"]*"/basever[] = "4.5.0"/')" \
	"error: '$tmp/tree/sdt_plugin.so' was built for another GCC: its version is '4\\.5\\.0', but that of this GCC is '[0-9.]+'; build one for it with 'make -C gcc-plugin CC=.*$(basename "$cc")'" \
	'another version: both are named, and how to build another'
ok "$([ ! -e "$tmp/x.o" ]; echo $?)" '... and nothing is compiled'
like "$(falsified 's/datestamp\[\] = "[^"]*"/datestamp[] = "20100414"/')" \
	"its date is '20100414', but that of this GCC is '[0-9]+'" 'the same version from another day'
like "$(falsified 's/configuration_arguments}/"--with-other"}/')" \
	'was built for another GCC: one of this version, but configured differently' \
	'only configured differently'
done_testing
