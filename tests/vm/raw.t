#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# raw.t - BPF programs on probes as raw tracepoints: sdt_raw.ko
#
# Builds the modules in tests/vm/raw, one with more probes than sdt_raw.ko has slots, and one
# with two, of the same name.
cd "$(dirname "$0")/../.." || exit 1
kdir=${KDIR:-$(make -s kdir)}

dir=$(mktemp -d) || exit
trap 'rm -rf "$dir"' EXIT
python3 -B tests/vm/many.py probes 1100 "$dir/more" 0
python3 -B tests/vm/many.py probes 2 "$dir/few" 3
cp -r tests/vm/raw "$dir/new"
cp -r tests/vm/raw "$dir/old"

# Linux 7.3 cannot make BTF for a module without debugging information.
no_btf=CONFIG_DEBUG_INFO_BTF_MODULES=

# build FOLDER [ARG...]
build()
{
	local folder=$1
	shift
	make -j2 -C "$kdir" M="$dir/$folder" modules SDT="$PWD" $no_btf "$@" >"$dir/log" 2>&1 && return
	sed 's/^/# /' "$dir/log"
	echo "Bail out! $folder"
	exit 1
}

for module in more few new; do
	build "$module"
done
build old KCFLAGS=-DOLD

mkdir "$dir/m"
cp "$dir/more/many_probes.ko" "$dir/m/more.ko"
cp "$dir/few/many_probes.ko" "$dir/m/few.ko"
cp "$dir/new/"*.ko "$dir/m"
cp "$dir/old/changed.ko" "$dir/m/old.ko"

tests/guest/start --timeout 400 --add kmod/sdt.ko --add kmod/sdt_raw.ko --add "$dir/m:/test/m" \
	--add tests/vm/raw_user --add tests/vm/modules/values.ko --add tests/vm/modules/kinds.ko \
	--add tests/vm/modules/probed.ko --add tests/vm/modules/translated.ko \
	--add tests/vm/modules/contexts.ko tests/vm/raw.guest.sh
