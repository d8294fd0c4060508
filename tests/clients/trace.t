#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# trace.t - sdtinfo trace prints hits as they happen, and leaves nothing behind

cd "$(dirname "$0")/../.." || exit 1

pkg-config --exists libtracefs libtraceevent || {
	echo '1..0 # skip no libtracefs here: sdtinfo trace is not built'
	exit
}
set --
for module in contexts kinds shown torture; do
	set -- "$@" --add "tests/vm/modules/$module.ko"
done
exec tests/guest/start --timeout 900 --add kmod/sdt.ko --add tools/sdtinfo/sdtinfo \
	--add "$(command -v setpriv)" --add "$(command -v trace-cmd):/bin/trace-cmd" --add examples/revdev/revdev.ko \
	--add examples/revdev/testrevdev --add tests/vm/modules/shown.c "$@" \
	tests/clients/trace.guest.sh
