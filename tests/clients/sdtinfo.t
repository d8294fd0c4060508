#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# sdtinfo.t - sdtinfo reads the running kernel's probes from sdt.ko

cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# A table that sdt.ko refuses
cp examples/revdev/revdev.ko "$dir/nomagic.ko"
python3 tests/sdtinfo/patch.py "$dir/nomagic.ko" __sdt_table+0 4 0 || exit 1

# The guest starts hundreds of small programs, and busybox starts much faster.
set --
for module in kinds probed twice values victim; do
	set -- "$@" --add "tests/vm/modules/$module.ko"
done
tests/guest/start --smp 1 --timeout 600 --add kmod/sdt.ko --add tools/sdtinfo/sdtinfo \
	--add "$(command -v setpriv)" --add examples/revdev/revdev.ko --add "$dir/nomagic.ko" \
	"$@" tests/clients/sdtinfo.guest.sh
