#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# version.t - the changelogs begin with the version of linux/sdt_version.h, and sdt.spec
# has it

. "$(dirname "$0")/lib.sh"

version=$(make -s --no-print-directory version)

like "$version" '^[0-9]+\.[0-9.]+$' 'the version'
is "$(sed -n 's/^sdt (\(.*\)) .*/\1/p' debian/changelog | head -n 1)" "$version" 'debian/changelog'
is "$(sed -n 's/^## \([0-9].*\)/\1/p' docs/changes.md | head -n 1)" "$version" 'docs/changes.md'
is "$(sed -n 's/^Version:[[:space:]]*//p' sdt.spec)" "$version" 'sdt.spec'
is "$(sed -n '/^%changelog/{n;s/.* - \([0-9.]*\)-[0-9]*$/\1/p}' sdt.spec)" "$version" '... and its changelog'
done_testing
