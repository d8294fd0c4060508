#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# notracefs.t - sdtinfo builds without libtracefs; only trace is missing then

. "$(dirname "$0")/common.sh"

top=$here/../..
mkdir -p tree/kbuild tree/kmod tree/tools
cp -r "$top/kbuild/include" tree/kbuild
cp -r "$top/kmod/rules" tree/kmod
cp -r "$top/tools/sdtinfo" tree/tools
make -C tree/tools/sdtinfo clean >/dev/null
make -C tree/tools/sdtinfo PKG_CONFIG=false >log 2>&1
ok $? "builds without libtracefs"
is "$(ldd tree/tools/sdtinfo/sdtinfo | grep -c 'libtrace')" 0 "... and without need of it"
run tree/tools/sdtinfo/sdtinfo trace 'revdev::'
is "$status:$out:$err" "1::sdtinfo: libtracefs: this sdtinfo was built without it: install libtracefs-dev, and build sdtinfo again" \
	"trace says what is missing"
run tree/tools/sdtinfo/sdtinfo help trace
is "$status:$err" 0: "... but explains itself"

done_testing
