#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
cd "$(dirname "$0")/../.." || exit 1
exec tests/vm/run --timeout 600 --root / --add tests/clients/clients.sh --add kmod/sdt.ko \
	--add tests/vm/modules/shown.ko tests/clients/shown.guest.sh
