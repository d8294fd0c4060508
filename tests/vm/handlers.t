#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# handlers.t - the interface for handler modules, <linux/sdt_handler.h>
cd "$(dirname "$0")/../.." || exit 1
modules=tests/vm/modules
line() { sed -n "/$1 \*\/$/=" $modules/twice.c; }
# sdtinfo's "2 probes, 3 sites, 1 is-enabled" of both modules, summed up
sites=$(tools/sdtinfo/sdtinfo verify $modules/probed.ko $modules/twice.ko | awk '{
	for (i = 2; i <= NF; i++)
		if ($i ~ /^sites?,?$/)
			fire += $(i - 1)
		else if ($i == "is-enabled")
			enabled += $(i - 1)
} END { print fire + 0, enabled + 0 }')
exec tests/guest/start --add kmod/sdt.ko --add $modules/client.ko --add $modules/twice.ko \
	--add $modules/probed.ko \
	tests/vm/handlers.guest.sh "$(line FIRST)" "$(line SECOND)" "$(line THIRD)" $sites
