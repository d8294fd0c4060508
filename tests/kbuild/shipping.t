#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# shipping.t - docs/shipping.md: a driver with the page's files builds with sdt and without, and
# sdtinfo compares its builds as the page shows

. "$(dirname "$0")/lib.sh"

page=$sdt/docs/shipping.md
sdtinfo=$sdt/tools/sdtinfo/sdtinfo

# block LANGUAGE N: the page's Nth block of that language
block()
{
	awk -v fence="\`\`\`$1" -v n="$2" '
		/^```/ { inside = $0 == fence && !inside && ++seen == n; next }
		inside' "$page"
}

# with SDT COMMAND...: with an sdt for pkg-config to find, or with "none"
with()
{
	PKG_CONFIG_LIBDIR=$tmp/$1
	export PKG_CONFIG_LIBDIR
	shift
	"$@"
}

# probes: those of foo.ko
probes()
{
	"$sdtinfo" list foo.ko | awk 'NR > 1 { print $2 ":" $3 ":" $4 ":" $5 }'
}

# status_of VERB FILE...: sdtinfo's exit status; its output is in the file "out"
status_of()
{
	"$sdtinfo" "$@" >out 2>&1
	echo $?
}

mkdir -p none some released include/linux
cat >some/sdt.pc <<END
sdtmk=$sdt/kbuild/sdt.mk
Name: sdt
Description: the tree under test
Version: 0
END
block c 1 >foo_probes.h
block make 1 >Kbuild
cat >foo.c <<'END'
#include <linux/module.h>
#include "foo_probes.h"

static int foo_start(const char *name, u32 len)
{
	DTRACE_PROBE2(request__start, const char *, name, u32, len);
	return 0;
}

static int __init start(void)
{
	return foo_start("first", 4);
}
module_init(start);
MODULE_DESCRIPTION("test");
MODULE_LICENSE("GPL");
END

# -- with and without sdt -----------------------------------------------------------

with none kmake
built 'without sdt, the driver builds'
is "$(lines 'warning')" 0 '... without a warning'
is "$(status_of verify foo.ko)" 3 '... without probes, and verify fails'
undefined=$(nm -u foo.ko)
with some kmake
built 'with sdt, the same folder builds'
is "$(probes)" 'sdt:foo:foo_start:request-start' '... with the probe'
is "$(nm -u foo.ko)" "$undefined" '... with the same undefined symbols'
is "$(status_of verify foo.ko)" 0 '... and verify passes'
abi=$(sed -n 's/^#define SDT_ABI_VERSION[[:space:]]*//p' "$sdt/kbuild/include/linux/sdt_abi.h")
is "$("$sdtinfo" dump -j foo.ko | grep -o '"abi":[0-9]*')" "\"abi\":$abi" '... and dump -j has the ABI version'
is "$(sed -n 's/^Recommends: sdt-abi (= \(.*\))$/\1/p' "$page")" "$abi" '... which is that of the page'

# -- two releases -------------------------------------------------------------------

cp foo.ko released
is "$(status_of diff released/foo.ko foo.ko)" 0 'the same build does not differ'
sed -i 's/u32, len);/u64, len);\n\tDTRACE_PROBE1(request__done, int, 0);/' foo.c
with some kmake
built 'a changed driver builds'
is "$(status_of diff released/foo.ko foo.ko)" 4 '... and differs'
is "$(cat out)" "$(sed -n '/^\$ sdtinfo diff/,/^```/{/^[$`]/!p}' "$page")" '... as the page shows'

# -- with sdt's headers in the driver --------------------------------------------------

cp "$sdt"/kbuild/include/linux/sdt.h "$sdt"/kbuild/include/linux/sdt_providers.h include/linux
block make 2 >>Kbuild
sed -i 's/"foo_probes.h"/<linux\/sdt.h>/' foo.c
with none kmake
built 'without sdt, the driver builds with a copy of the headers'
is "$(status_of verify foo.ko)" 3 '... without probes'
with some kmake
built 'with sdt, likewise'
is "$(probes | wc -l)" 2 '... with its probes'
is "$(grep -o '[^ ]*/linux/sdt\.h' .foo.o.cmd)" "$sdt/kbuild/include/linux/sdt.h" \
	'... and with the headers of that sdt'

done_testing
