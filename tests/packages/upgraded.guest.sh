#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# After an upgrade to another ABI, with a driver that was built before: sdtinfo says what to do while
# the older sdt.ko is loaded, and then the installed one does.
. "$(dirname "$0")/../guest/guest.sh"

insmod sdt.ko* && insmod revdev.ko
ok $? 'the older sdt.ko and the driver are loaded'
is "$(sdtinfo list 2>errors)" '' 'sdtinfo lists no probes'
like "$(cat errors)" 'revdev: .*ABI version.*: build both with the same SDT' '... but says why'
like "$(sdtinfo report | grep -A 1 'where: revdev')" 'what: .*ABI version' '... and a report does'
echo 1 >$debugfs/tracing/events/revdev/enable
ok $? 'the events can still be enabled'
like "$(sdtinfo report | grep -A 1 'instance: top level')" 'enabled: [1-9]' '... which a report counts'
echo 0 >$debugfs/tracing/events/revdev/enable
rmmod revdev sdt

modprobe sdt && insmod revdev.ko
ok $? 'the installed sdt.ko loads, and the driver'
like "$(dmesg)" 'sdt: revdev: probes refused: .*: build both with the same SDT' 'the log'
like "$(cat $debugfs/sdt/refused)" '^revdev .*: build both with the same SDT' '... and debugfs'
is "$(sdtinfo list 2>errors)" '' 'there are no probes'
tells "$(cat errors)" 'sdtinfo: refused revdev log' '... since it was refused'
no_complaints 'the kernel log has no complaint'
done_testing
