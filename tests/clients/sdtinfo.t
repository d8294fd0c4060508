#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# sdtinfo.t - sdtinfo's look at the running kernel: what sdt.ko tells it of

cd "$(dirname "$0")/../.." || exit 1
set --
for module in kinds probed twice values victim; do
	set -- "$@" --add "tests/vm/modules/$module.ko"
done
exec tests/vm/run --timeout 600 --root / --add kmod/sdt.ko \
	--add tools/sdtinfo/sdtinfo --add examples/revdev/revdev.ko "$@" \
	tests/clients/sdtinfo.guest.sh
