#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# btf.t - with sdt-btf, clients know a driver's own structures; BTF of another kernel is found
cd "$(dirname "$0")/../.." || exit 1
sdt=$PWD
kdir=${KDIR:-$(make -s kdir)}
release=$(sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' "$kdir/include/generated/utsrelease.h")
if [ "${ARCH-}" = arm64 ] || [ ! -e "/boot/vmlinuz-$release" ]; then
	echo "1..0 # SKIP no image of kernel $release in /boot"
	exit
fi
if ! grep -qs '^CONFIG_DEBUG_INFO_BTF_MODULES=y' "$kdir/include/config/auto.conf"; then
	echo '1..0 # SKIP this kernel does not use BTF of modules'
	exit
fi
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# A build folder without BTF, like that of Debian's 6.1
tests/lib/copy-kdir "$kdir" "$work/kdir"
rm -f "$work/kdir/vmlinux"

# build NAME VARIABLE...: a module in a folder of that name
build()
{
	name=$1
	shift
	mkdir -p "$work/$name"
	cp tests/clients/btf/btfdev.c "$work/$name"
	printf 'obj-m := btfdev.o\ninclude %s/kbuild/sdt.mk\n' "$sdt" >"$work/$name/Kbuild"
	make -C "$work/kdir" M="$work/$name" "$@" modules >"$work/log" 2>&1 && return
	sed 's/^/# /' "$work/log"
	echo "Bail out! $name/btfdev.ko does not build"
	exit 1
}

build plain
build right sdt-btf=y
# Not the part of the base that newer kernels find their own types by
exact='MODULE_PAHOLE_FLAGS= RESOLVE_BTFIDS_FLAGS='
build exact $exact sdt-btf=y
# The base of a kernel of the same name that was built otherwise
build wrong $exact sdt-btf=y
base=$work/wrong/.tmp_sdt-btf-base
rm "$base"
pahole -J --btf_encode_detached="$base" kmod/main.o
build wrong $exact sdt-btf=y

set --
for name in plain right exact wrong; do
	set -- "$@" --add "$work/$name/btfdev.ko:/test/$name.ko"
done
tests/guest/start --smp 1 --timeout 600 --root / --add tests/clients/clients.sh --add kmod/sdt.ko \
	--add kmod/sdt_raw.ko "$@" --add tools/sdtinfo/sdtinfo tests/clients/btf.guest.sh
