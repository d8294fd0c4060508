#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tp_btf.t - typed BPF programs, SEC("tp_btf/..."), at probes of a module with BTF
#
# Builds the module in tests/clients/tp_btf, which the guest reloads with another layout of its
# structure, without BTF, and with that of another kernel.
cd "$(dirname "$0")/../.." || exit 1
sdt=$PWD
kdir=${KDIR:-$(make -s kdir)}
release=$(sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' "$kdir/include/generated/utsrelease.h")
if [ "${ARCH-}" = arm64 ] || [ ! -e "/boot/vmlinuz-$release" ]; then
	echo "1..0 # SKIP no image of kernel $release in /boot"
	exit
fi
if ! command -v clang >/dev/null || [ ! -e /usr/include/bpf/libbpf.h ]; then
	echo '1..0 # SKIP no clang, or no libbpf-dev'
	exit
fi
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# fail WHAT: with the log of what failed
fail()
{
	sed 's/^/# /' "$work/log"
	echo "Bail out! $1"
	exit 1
}

# build NAME VARIABLE...: the module in a folder of that name
build()
{
	name=$1
	shift
	mkdir -p "$work/$name"
	cp tests/clients/tp_btf/typed.c "$work/$name"
	printf 'obj-m := typed.o\ninclude %s/kbuild/sdt.mk\n' "$sdt" >"$work/$name/Kbuild"
	make -C "$kdir" M="$work/$name" "$@" modules >"$work/log" 2>&1 || fail "$name/typed.ko"
}

build typed sdt-btf=y
build changed sdt-btf=y KCFLAGS=-DCHANGED
# Linux 7.3 cannot make BTF for a module without debugging information.
build plain CONFIG_DEBUG_INFO_BTF_MODULES=
# The base of a kernel of the same name that was built otherwise: of some object file
pahole -J --btf_encode_detached="$work/base.btf" kmod/main.o
tests/lib/copy-kdir "$kdir" "$work/kdir"
rm -f "$work/kdir/vmlinux"
kdir=$work/kdir
exact='MODULE_PAHOLE_FLAGS= RESOLVE_BTFIDS_FLAGS='
build wrong $exact sdt-btf=y
cp "$work/base.btf" "$work/wrong/.tmp_sdt-btf-base"
build wrong $exact sdt-btf=y

clang -target bpf -I"/usr/include/$(uname -m)-linux-gnu" -O2 -g -Wall -Werror \
	-c -o "$work/typed.bpf.o" tests/clients/tp_btf/typed.bpf.c >"$work/log" 2>&1 || fail typed.bpf.c
cc -Wall -Wextra -Werror -o "$work/load" tests/clients/tp_btf/load.c -lbpf >"$work/log" 2>&1 ||
	fail load.c

set --
for name in typed changed plain wrong; do
	set -- "$@" --add "$work/$name/typed.ko:/test/$name.ko"
done
tests/guest/start --timeout 600 --add kmod/sdt.ko --add kmod/sdt_raw.ko "$@" \
	--add "$work/load" --add "$work/typed.bpf.o" tests/clients/tp_btf.guest.sh
