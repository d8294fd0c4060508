#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# gen.t - the output of "sdtinfo gen" works unchanged: the scripts run in their clients
cd "$(dirname "$0")/../.." || exit 1
modules=tests/vm/modules

work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# bpftrace needs a second for each probe in the guest.
scripted=examples/revdev/revdev.ko
for module in kinds words; do
	scripted="$scripted $modules/$module.ko"
done
set -- $scripted $modules/twice.ko
{
	tools/sdtinfo/sdtinfo gen --bpftrace -o "$work/hits.bt" $scripted &&
	tools/sdtinfo/sdtinfo gen --d -o "$work/hits.d" $scripted
} || { echo 'Bail out! sdtinfo gen'; exit 1; }

for module in "$@"; do
	set -- "$@" --add "$module"
	shift
done
tests/guest/start --smp 1 --timeout 900 --root / --add tests/clients/clients.sh --add kmod/sdt.ko "$@" \
	--add examples/revdev/testrevdev --add "$work/hits.bt" --add "$work/hits.d" \
	tests/clients/gen.guest.sh
