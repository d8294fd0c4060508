#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# trace-dat.t - trace.dat files: what sdtinfo trace -o writes, trace-cmd reads; what both write,
# sdtinfo reads, also on another machine

cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

pkg-config --exists libtracefs libtraceevent 'libtracecmd >= 1.2' || {
	echo '1..0 # skip no libtracefs or libtracecmd here: sdtinfo reads no trace.dat files'
	exit
}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

tests/guest/start --append slub_debug=- --timeout 900 --root / --out "$tmp" \
	--add tests/clients/clients.sh --add kmod/sdt.ko --add tools/sdtinfo/sdtinfo \
	--add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
	--add tests/vm/modules/kinds.ko --add tests/vm/modules/messages.ko \
	--add tests/vm/modules/torture.ko tests/clients/trace-dat.guest.sh >"$tmp/guest"
status=$?
sed 's/^/    /' "$tmp/guest"
ok $status 'in the guest'
done_testing
