#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# gen.t - the output of "sdtinfo gen" works unchanged: scripts run in their clients,
# handlers build and load as a module
cd "$(dirname "$0")/../.." || exit 1
kdir=${KDIR:-$(make -s kdir)}
modules=tests/vm/modules

work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# bpftrace needs a second for each probe in the guest.
scripted=examples/revdev/revdev.ko
for module in kinds words; do
	scripted="$scripted $modules/$module.ko"
done
set -- $scripted $modules/twice.ko $modules/values.ko
{
	tools/sdtinfo/sdtinfo gen --bpftrace -o "$work/hits.bt" $scripted &&
	tools/sdtinfo/sdtinfo gen --d -o "$work/hits.d" $scripted &&
	tools/sdtinfo/sdtinfo gen --c-handler -o "$work/hits.c" "$@"
} || { echo 'Bail out! sdtinfo gen'; exit 1; }

# As the text says it is to be built, with this tree as the installed sdt
sed -n 's/^ \*\t//; s/NAME/hits/g; /^obj-m\|^include/p' "$work/hits.c" >"$work/Kbuild"
mkdir -p "$work/usr/share"
ln -s "$PWD" "$work/usr/share/sdt"
sed "s|@PREFIX@|$work/usr|; s|@VERSION@|0|" kbuild/sdt.pc.in >"$work/usr/sdt.pc"
PKG_CONFIG_PATH=$work/usr make -C "$kdir" M="$work" W=1 modules >"$work/log" 2>&1 ||
	{ sed 's/^/# /' "$work/log"; echo 'Bail out! the module does not build'; exit 1; }

for module in "$@"; do
	set -- "$@" --add "$module"
	shift
done
tests/guest/start --smp 1 --timeout 900 --root / --add tests/clients/clients.sh --add kmod/sdt.ko "$@" \
	--add examples/revdev/testrevdev --add "$work/hits.bt" --add "$work/hits.d" \
	--add "$work/hits.ko" --add "$work/log" tests/clients/gen.guest.sh
