#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# examples.t - all examples; hello and revdev as proprietary modules
#
# These two are rebuilt here with another licence.
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for example in hello revdev; do
	cp -r examples/$example "$dir"
	sed -i 's/MODULE_LICENSE(.*)/MODULE_LICENSE("Proprietary")/' "$dir/$example"/*.c
	sed -i "s:^include .*:include $PWD/kbuild/sdt.mk:" "$dir/$example/Kbuild"
	if ! make -C "${KDIR:-$(make -s kdir)}" M="$dir/$example" modules > "$dir/log" 2>&1; then
		sed 's/^/# /' "$dir/log"
		exit 1
	fi
done

set --
for file in examples/handler/handler.ko examples/helloworld/helloworld.ko examples/tasklet/*.ko \
	    examples/icmp/*.ko; do
	set -- "$@" --add "$file"
done
tests/guest/start --smp 1 --add kmod/sdt.ko "$@" --add "$dir/hello/hello.ko" \
	--add "$dir/revdev/revdev.ko" --add examples/revdev/testrevdev \
	tests/vm/examples.guest.sh
