#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tables.t - the probe tables that debugfs shows are those of the modules' files
#
# edges.ko has a table of several pages.  "other" is a module of the same name with
# other type names in its table; "nomagic" has a table that sdt.ko refuses.  BTF is
# removed because it has the type names, too, and the kernel checks them.
cd "$(dirname "$0")/../.." || exit 1

modules=tests/vm/modules
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# table FILE.ko: its section as a file FILE.table
table() { "${CROSS_COMPILE-}objcopy" -O binary --only-section=__sdt_table "$1" "${1%.ko}.table"; }

if ! {
	for module in $modules/edges.ko $modules/probed.ko $modules/values.ko \
		$modules/victim.ko examples/revdev/revdev.ko; do
		"${CROSS_COMPILE-}objcopy" --strip-debug --remove-section=.BTF --remove-section=.BTF.base \
			"$module" "$dir/${module##*/}" &&
		table "$dir/${module##*/}" || exit
	done &&
	LC_ALL=C sed 's/unsigned/UNSIGNED/g' "$dir/edges.ko" > "$dir/other.ko" &&
	table "$dir/other.ko" &&
	cp "$dir/probed.ko" "$dir/nomagic.ko" &&
	python3 tests/sdtinfo/patch.py "$dir/nomagic.ko" __sdt_table+0 4 0
} 2> "$dir/log"; then
	sed 's/^/# /' "$dir/log"
	exit 1
fi
tests/guest/start --timeout 600 --add kmod/sdt.ko --add tests/vm/stalled_read \
	--add tests/vm/load_as --add "$dir:/test/m" tests/vm/tables.guest.sh
