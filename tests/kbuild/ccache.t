#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# ccache.t - ccache keeps objects of modules with probes, and none that is out of date

. "$(dirname "$0")/lib.sh"

if ! command -v ccache >/dev/null; then
	echo "1..0 # SKIP no ccache"
	exit 0
fi

CCACHE_DIR=$tmp/cache
export CCACHE_DIR
unset CCACHE_DEPEND

# cached LENGTH TYPE: builds the module by ccache with these macros, from scratch
cached()
{
	printf '#define LENGTH %s\n#define TYPE %s\n' "$1" "$2" >macros.h
	kmake clean
	ccache --zero-stats >/dev/null
	kmake CC="ccache $kernel_cc"
}

arguments()
{
	dump probed.ko | sed -n 's/.*\(arg[0-9]  *[a-z]*  *u[0-9]*\) .* \(to [0-9]* bytes\|.-byte [a-z]*\).*/\1 \2/p' |
		tr -s ' '
}

{
	echo '#include "macros.h"'
	echo '	DTRACE_PROBE2(start, u8 mac[LENGTH], (u8 *)"12345678", TYPE n, 1);' | main_c
} >probed.c
cat >Kbuild <<END
obj-m := probed.o
ccflags-y := -I\$(src)
include $sdt/kbuild/sdt.mk
END

cached 6 u8
built 'a build by ccache'
is "$(arguments)" 'arg0 mac u8 to 6 bytes
arg1 n u8 1-byte unsigned' '... with the probe'
cached 6 u8
built 'the same build'
unlike "$log" 'SDT ' '... with the same plugin'
ccache --print-stats >stats
ok "$(grep -qE '^direct_cache_hit[[:space:]]+[1-9]' stats; echo $?)" '... takes objects from the cache' ||
	note "$(cat stats)"
cached 8 u16
built 'another value of macros that only a probe uses'
is "$(arguments)" 'arg0 mac u8 to 8 bytes
arg1 n u16 2-byte unsigned' '... is in the module'
done_testing
