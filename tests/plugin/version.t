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
rm "$tmp/tree/sdt_plugin.so"

# falsified SED: loads a plugin that claims to be built for another GCC; prints what the compiler says
falsified()
{
	rm -f "$tmp/x.o"
	sed "$1" "$headers/plugin-version.h" > "$tmp/tree/plugin-version.h"
	g++ -std=gnu++14 -fPIC -fno-rtti -w -I"$tmp/tree" -I"$top/kbuild/include" -I"$top/kmod" \
		-isystem "$headers" -c -o "$tmp/tree/plugin.o" "$tmp/tree/plugin.cc" &&
	g++ -shared -o "$tmp/tree/sdt_plugin.so" \
		$(find "$tmp/tree" -name '*.o') &&
	"$cc" -fplugin="$tmp/tree/sdt_plugin.so" -c -o "$tmp/x.o" "$tmp/x.c" 2>&1
}

is "$(falsified '')" '' 'built for this GCC, it is loaded'
like "$(falsified 's/basever\[\] = "[^"]*"/basever[] = "4.5.0"/')" \
	"error: '$tmp/tree/sdt_plugin.so' was built for another GCC.* version .*'4\\.5\\.0'.* '[0-9.]+'.* 'make -C gcc-plugin CC=.*$(basename "$cc")'" \
	'another version: both are named, and how to build another'
ok "$([ ! -e "$tmp/x.o" ]; echo $?)" '... and nothing is compiled'
like "$(falsified 's/datestamp\[\] = "[^"]*"/datestamp[] = "20100414"/')" \
	" date .*'20100414'.* '[0-9]+'" 'the same version from another day'
like "$(falsified 's/configuration_arguments}/"--with-other"}/')" \
	'was built for another GCC.* configured differently' \
	'only configured differently'

# A plugin of another target, in both directions
if [ "$machine" = x86_64 ]; then
	other=aarch64-linux-gnu-gcc
else
	other=x86_64-linux-gnu-gcc
fi
# loads COMPILER PLUGIN: prints what the compiler says
loads()
{
	"$1" -fplugin="$2" -c -o "$tmp/x.o" "$tmp/x.c" 2>&1
}
if [ ! -e "$("$other" -print-file-name=plugin 2>/dev/null)/include/gcc-plugin.h" ]; then
	ok 0 "plugins of other targets # SKIP no plugin can be built for $other here"
else
	other_plugin=$(plugin_for "$other")
	said=$(make -s -C "$top/gcc-plugin" CC="$other" 2>&1) || note "$said"
	for pair in "$cc $other_plugin" "$other $plugin"; do
		said=$(loads $pair)
		like "$said" "error: '${pair#* }' was built for another GCC.* target .*'[a-z0-9_]*-linux-gnu'.* '[a-z0-9_]*-linux-gnu'.* 'make -C gcc-plugin CC=.*$(basename "${pair%% *}")'" \
			"$(basename "${pair%% *}") refuses the other target's plugin"
		is "$(printf '%s\n' "$said" | grep -c 'was built')" 1 '... in one line'
	done
fi

# A target that the plugin does not know
cat > "$tmp/riscv64-gcc" <<END
#!/bin/sh
case "\$*" in
-dumpmachine) echo riscv64-linux-gnu ;;
*) exec $cc "\$@" ;;
esac
END
chmod +x "$tmp/riscv64-gcc"
tells "$(make -s --no-print-directory -C "$top/gcc-plugin" SDT_PLUGIN_DIR="$tmp/unknown" \
	CC="$tmp/riscv64-gcc" 2>&1 | grep -v '^make:')" \
	"sdt: $tmp/riscv64-gcc riscv64-linux-gnu plugin x86-64 arm64" \
	'there is no plugin for another target'
done_testing
