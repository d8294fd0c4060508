#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# top.t - sdtinfo top shows how often probes are hit, and its numbers are the driver's
cd "$(dirname "$0")/../.." || exit 1
set --
for module in twice kinds torture contexts; do
	set -- "$@" --add "tests/vm/modules/$module.ko"
done
exec tests/guest/start --timeout 600 --add kmod/sdt.ko --add tools/sdtinfo/sdtinfo \
	--add "$(command -v script):/bin/script" "$@" tests/clients/top.guest.sh
