#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# clangd.t - clangd understands a module with probes, as docs/writing-probes.md sets it up

. "$(dirname "$0")/lib.sh"

for program in clangd bear; do
	if ! command -v $program >/dev/null; then
		echo "1..0 # SKIP no $program"
		exit 0
	fi
done

echo '	DTRACE_PROBE1(start, int, 1);' | main_c >probed.c
cat >Kbuild <<END
obj-m := probed.o
include $sdt/kbuild/sdt.mk
END
bear -- make -C "$KDIR" M="$PWD" modules >log 2>&1
ok $? 'bear watches a build' || note "$(cat log)"
like "$(cat compile_commands.json)" 'fplugin=.*sdt_plugin.so' '... by the plugin'

# check: what clangd has to say of the file
check()
{
	clangd --check=probed.c 2>&1 | sed -n 's/^E\[[^]]*\] *//p; s/.*\(All checks completed\)/\1/p'
}
unlike "$(check)" sdt_plugin 'clangd accepts the options of the plugin'
sed -n '/^```yaml$/,/^```$/{/^```/!p}' "$sdt/docs/writing-probes.md" >.clangd
is "$(check)" 'All checks completed, 0 errors' '... and all others, with the .clangd of the page'
sed -i 's/int, 1/int, nr/' probed.c
like "$(check)" "undeclared identifier 'nr'" '... and sees the arguments of probes'

done_testing
