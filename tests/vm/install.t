#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# install.t - an installed sdt.ko: modprobe, its options and dependencies, loading at
# boot; with busybox's modprobe and kmod's, without udev
cd "$(dirname "$0")/../.." || exit 1

: "${KDIR:=$(make -s kdir)}"
release=$(make -s --no-print-directory KDIR="$KDIR" kernel-release)

# The guest's /lib/modules, where depmod looks for it in other releases of Debian too
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/usr"
ln -s ../lib "$dir/usr/lib"
for module in kmod examples/revdev examples/handler; do
	make -C "$KDIR" M="$PWD/$module" INSTALL_MOD_PATH="$dir" DEPMOD=true modules_install \
		> "$dir/log" 2>&1 || { sed 's/^/# /' "$dir/log"; exit 1; }
done
PATH=$PATH:/usr/sbin:/sbin
cd "$dir/lib/modules/$release" && touch modules.order modules.builtin modules.builtin.modinfo
cd "$OLDPWD" || exit
depmod -b "$dir" "$release" || exit

tests/guest/start --smp 1 --add "$dir/lib/modules:/lib/modules" --add examples/revdev/testrevdev \
	--add "$(command -v modprobe):/kmod/modprobe" tests/vm/install.guest.sh
