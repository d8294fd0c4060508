#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tp_printk.t - events are printed to the console with tp_printk
cd "$(dirname "$0")/../.." || exit 1
exec tests/guest/start --append tp_printk --add kmod/sdt.ko --add examples/revdev/revdev.ko \
	--add examples/revdev/testrevdev tests/vm/tp_printk.guest.sh
