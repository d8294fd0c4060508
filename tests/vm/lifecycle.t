#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# lifecycle.t - modules and sdt.ko are loaded and unloaded in every order
cd "$(dirname "$0")/../.." || exit 1
if [ "${SMP:-2}" -lt 2 ]; then
	echo '1..0 # SKIP needs two processors, with which QEMU before 8.1 can oops this kernel'
	exit
fi
exec tests/guest/start --timeout 600 --add kmod/sdt.ko --add examples/handler/handler.ko \
	--add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
	--add tests/vm/modules/probed.ko --add tests/vm/modules/counter.ko \
	--add tests/vm/modules/hog.ko \
	tests/vm/lifecycle.guest.sh
