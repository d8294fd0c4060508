#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tutorial.t - docs/tutorial.md, step by step, with an installed sdt: the user's commands
# here, root's in a guest

cd "$(dirname "$0")/../.." || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
: "${KDIR:=$(make -s kdir)}"
export KDIR

mkdir "$tmp/tutorial" "$tmp/tutorial/results"
if ! make --no-print-directory install modules_install PREFIX="$tmp/usr" \
	INSTALL_MOD_PATH="$tmp" >"$tmp/log" 2>&1 ||
	! python3 tests/docs/steps.py take docs/tutorial.md "$tmp/tutorial"; then
	sed 's/^/# /' "$tmp/log"
	echo 'Bail out! sdt cannot be installed'
	exit 1
fi

(
	cd "$tmp/tutorial" || exit
	PATH=$tmp/usr/bin:$PATH INSTALL_MOD_PATH=$tmp PKG_CONFIG_LIBDIR=$tmp/usr/share/pkgconfig \
		sh user.sh "$tmp/tutorial/results"
)

set -- "$tmp"/lib/modules/*/
release=$(basename "$1")
/sbin/depmod -b "$tmp" "$release" 2>"$tmp/log" || sed 's/^/# /' "$tmp/log"
tests/guest/start --smp 1 --out "$tmp/tutorial/results" \
	--add "$1:/lib/modules/$release" \
	--add "$tmp/usr/bin/sdtinfo" --add "$tmp/tutorial/root.sh" \
	--add "$tmp/tutorial/hello.ko" --add "$tmp/tutorial/watch.ko" \
	tests/vm/tutorial.guest.sh | sed 's/^/# /'

python3 tests/docs/steps.py check docs/tutorial.md "$tmp/tutorial"
