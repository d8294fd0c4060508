#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# qualified.t - providers, probes with a given function name, SDT_PROBES_ENABLED
cd "$(dirname "$0")/../.." || exit 1
modules=tests/vm/modules
exec tests/guest/start --add kmod/sdt.ko --add $modules/qualified.ko --add $modules/client.ko \
	tests/vm/qualified.guest.sh
