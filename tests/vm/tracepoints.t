#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tracepoints.t - the events of docs/from-tracepoints.md as tracepoints and as probes
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --add kmod/sdt.ko --add tests/vm/modules/formats.ko \
	--add tests/vm/modules/formats_client.ko tests/vm/tracepoints.guest.sh
