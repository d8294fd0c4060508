#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The installed sdt.ko says what to do with a module that was built for another ABI.
. "$(dirname "$0")/../guest/guest.sh"
modprobe sdt && insmod revdev.ko
ok $? 'the module loads'
like "$(dmesg)" 'sdt: revdev: probes refused: .*: build both with the same SDT' 'the log'
like "$(cat $debugfs/sdt/refused)" '^revdev .*: build both with the same SDT' '... and debugfs'
is "$(sdtinfo list -H)" '' 'there are no probes'
no_complaints 'the kernel log has no complaint'
done_testing
