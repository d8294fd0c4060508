#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# clang.t - with clang, and for a kernel without jump labels, modules build without probes
# and the build says so

. "$(dirname "$0")/lib.sh"

clang=$(command -v clang || command -v clang-14)
if [ -z "$clang" ]; then
	echo "1..0 # SKIP no clang"
	exit 0
fi

# The headers' kernel was built with gcc, and so are the flags that they give.
cat >clang <<END
#!/bin/sh
for arg; do
	shift
	case \$arg in
	-mfunction-return=* | -mharden-sls=* | -mrecord-mcount) ;;
	-fconserve-stack | -ftrivial-auto-var-init=*) ;;
	-Wno-* | -Wimplicit-fallthrough=*) ;;
	*) set -- "\$@" "\$arg" ;;
	esac
done
exec $clang "\$@"
END
chmod +x clang

mkdir module
cd module || exit 1
echo '	DTRACE_PROBE1(start, int, 1);' | main_c >single.c
echo '	extern void part(void); part();' | main_c >multi_main.c
cat >part.c <<'END'
#include <linux/sdt.h>

void part(void);
void part(void)
{
	if (DTRACE_PROBE_ENABLED(part))
		DTRACE_PROBE(part);
}
END
cat >Kbuild <<END
obj-m := single.o multi.o
multi-y := multi_main.o part.o
include $sdt/kbuild/sdt.mk
END

kmake
built "built with gcc"
kmake CC="$tmp/clang"
built "then with clang, in the same folder"
is "$(printf '%s\n' "$log" | grep -c 'sdt:')" 1 "... with one line of ours"
like "$log" "sdt: $tmp/clang is clang, .* every DTRACE_PROBE compiles to nothing" \
	"... which says what that means"
unlike "$(cat .*.cmd)" "^cmd.*$tmp/clang .*-fplugin" "... without the plugin"
is "$(dump single.ko multi.ko)" "\
sdtinfo: single.ko: no probes in it
sdtinfo: multi.ko: no probes in it" "... and without probes"
unlike "$(nm single.ko multi.ko)" __sdt "... or any symbol of ours"

kmake CONFIG_JUMP_LABEL=
built "for a kernel without jump labels"
is "$(printf '%s\n' "$log" | grep 'sdt:' | sed 's/.*sdt: //')" \
	'this kernel has no jump labels (CONFIG_JUMP_LABEL), which probes are made of: every DTRACE_PROBE compiles to nothing' \
	"... with one line of ours"
unlike "$(nm single.ko multi.ko)" __sdt "... and without probes"

kmake
built "with gcc again"
is "$(sites single.ko; sites multi.ko)" "\
sdt:single:start:start single.c:6, in .init.text
sdt:multi:part:part part.c:7
sdt:multi:part:part part.c:6, is-enabled" "... they are back"

done_testing
