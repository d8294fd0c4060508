#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# version.t - the changelogs begin with the version of linux/sdt_version.h, and sdt.spec and examples
# have it; likewise the news with the ABI version of linux/sdt_abi.h

. "$(dirname "$0")/lib.sh"

version=$(make -s --no-print-directory version)

like "$version" '^[0-9]+\.[0-9.]+$' 'the version'
is "$(sed -n 's/^sdt (\(.*\)) .*/\1/p' debian/changelog | head -n 1)" "$version" 'debian/changelog'
is "$(sed -n 's/^## \([0-9].*\)/\1/p' docs/changes.md | head -n 1)" "$version" 'docs/changes.md'
is "$(sed -n 's/^Version:[[:space:]]*//p' sdt.spec)" "$version" 'sdt.spec'
is "$(sed -n '/^%changelog/{n;s/.* - \([0-9.]*\)-[0-9]*$/\1/p}' sdt.spec)" "$version" '... and its changelog'

# In commands, names of files and JSON
is "$(grep -rhoE '(sdt[-/]|tag -s v|"sdtinfo": ")[0-9]+(\.[0-9]+)+' CONTRIBUTING.md docs tools/sdtinfo/sdtinfo.1.in |
	grep -oE '[0-9.]+$' | sort -u)" "$version" 'examples on pages'

# news FILE: the newest ABI version that it tells of
news()
{
	sed -n 's/.*ABI version[^0-9]* \([0-9]*\).*/\1/p' "$1" | head -n 1
}

abi=$(sed -n 's/^#define SDT_ABI_VERSION[[:space:]]*//p' kbuild/include/linux/sdt_abi.h)
like "$abi" '^[0-9]+$' 'the ABI version'
is "$(sed -n 's/^%global abi[[:space:]]*//p' sdt.spec)" "$abi" 'sdt.spec'
is "${version%%.*}, $abi" '1, 13' 'releases 1.x keep the ABI version, as docs/compatibility.md promises'
is "$(news debian/NEWS)" "$abi" 'debian/NEWS, which apt shows, tells that modules must be built again'
is "$(news docs/changes.md)" "$abi" 'docs/changes.md'
is "$(sed -n 's/.*Releases 1.x have version \([0-9]*\):.*/\1/p' docs/compatibility.md)" "$abi" \
	'docs/compatibility.md'
is "$(sed -n 's/.*sdt-abi (= \([0-9]*\)).*/\1/p' docs/shipping.md | sort -u)" "$abi" 'docs/shipping.md'
done_testing
