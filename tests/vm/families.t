#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# families.t - every macro of every provider: values for handlers and in the trace
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --add kmod/sdt.ko --add tests/vm/modules/families.ko \
	--add tests/vm/modules/listener.ko --add tests/vm/families.rows.sh \
	tests/vm/families.guest.sh
