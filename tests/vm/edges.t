#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# edges.t - handlers get the converted values of unusual arguments
#
# What a handler gets for the arguments of edges.c is what each is followed by.
#
# needs: kmod/sdt.ko examples/handler/handler.ko tests/vm/modules/edges.ko
# options: --smp 1
. "$(dirname "$0")/../guest/guest.sh"

insmod sdt.ko
insmod handler.ko pattern=sdt:edges:: && insmod edges.ko
ok $? 'the example handler is attached before the module comes'
dmesg -n 1

group=0
dmesg -c > /dev/null
while echo $group > /sys/module/edges/parameters/fire; do
	handler_log >> log
	dmesg -c > /dev/null
	group=$((group + 1))
done 2> /dev/null

# Lines "PROBE TYPE = VALUE WANTED", a pair of arguments each.
sed 's/.*handler: //; s/ ([A-Z_]*)$//' log | awk '
	/^sdt:/ { sub(/.*:/, ""); probe = $0; n = 0; next }
	n++ % 2 == 0 { type = $0; sub(/ [^ ]* = .*/, "", type); value = $NF; next }
	{ print probe, type, "=", value, $NF }' > pairs
# Kernels that hash pointers in spite of slub_debug= show none of these values, but errors.
hashed='\(\*[^=]*\|call_t\) = '
! grep -q "$hashed"'0x[0-9a-e][0-9a-f]\{8\}' pairs || hashed='no pair'
is "$(grep -v "$hashed" pairs | awk '$(NF - 1) != $NF')" '' 'all values are what they should be'

# As many as there are: every group, every probe, every edge.
is $group $((26 + 33 + 39 + 1)) 'all groups were fired'
is "$(sed 's/ .*//' pairs | sort -u | wc -l)" "$(grep -c ^sdt:edges: $debugfs/sdt/probes)" \
	'... and all their probes'
is "$(wc -l < pairs)" $((26 * (4 + 3 * 6) + 33 * 6 * 6 + 39 * 3 + 7)) '... with all their values'
no_complaints 'the kernel log has no complaint'
rmmod edges && rmmod handler && rmmod sdt
ok $? 'all can be unloaded'
done_testing
