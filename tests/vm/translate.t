#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# translate.t - translated arguments: handlers, translators, events
cd "$(dirname "$0")/../.." || exit 1
modules=tests/vm/modules
exec tests/guest/start --timeout 600 --add kmod/sdt.ko --add $modules/translated.ko \
	--add $modules/translator.ko --add $modules/asker.ko tests/vm/translate.guest.sh
