#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# messages.t - perf and trace-cmd show a message as the kernel does
#
# Except for what function differ() of messages.c has.
#
# needs: tests/clients/clients.sh kmod/sdt.ko tests/vm/modules/messages.ko
# options: --append slub_debug=- --root / --smp 1 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

echo 'for all in 1 page; do echo $all >/sys/module/messages/parameters/fire; done' >fire

# messages: of a trace on the input those of our events, from the event's name on
messages()
{
	sed -nE 's/^.*[ :]((numbers|stars|strings|bytes|literals|full|addresses|faults|texts|differ|page)_[a-z0-9_]+): +/\1: /p' |
		if $fourcc; then cat; else grep -v ^bytes_fourcc:; fi
}

mount -t tmpfs tmpfs /lib/modules
mkdir -p "/lib/modules/$(uname -r)/extra"
cp ./*.ko "/lib/modules/$(uname -r)/extra"
insmod sdt.ko && insmod messages.ko
ok $? 'the modules load'
# Before 5.13, the kernel has no %p4cc.
fourcc=false
echo 1 >$tracefs/events/messages/bytes_fourcc/enable
sh ./fire
! grep -q 'bytes_fourcc: .*XR24' $tracefs/trace || fourcc=true
echo 0 >$tracefs/events/messages/bytes_fourcc/enable
echo >$tracefs/trace
events=$(ls -d $tracefs/events/messages/*/ | wc -l)
$fourcc || events=$((events - 1))

# The widths of addresses, a sign with a width, what is not ASCII, a width that is negative
# or large, 0 with a prefix and blanks, a precision of pointers, and addresses that are none
differ='differ_width: 02:00:00:5e:17:ff|192.0.2.7|
differ_sign: 3|    3
differ_utf8: 3 ?s ? stra?e
differ_star: 3|3|
differ_ustar: 3|
differ_zero: 0x3
differ_precision: 192.0.2.7|-ENOMEM|(null)
differ_null: 00:00:00:00:00:00|0.0.0.0||(fault)'

# -- perf ----------------------------------------------------------------------
echo 1 >$tracefs/events/messages/enable
perf record -o perf.data -e 'messages:*' /bin/sh ./fire >log 2>&1
ok $? 'perf record' || note "$(cat log)"
echo 0 >$tracefs/events/enable
perf --no-pager script -i perf.data 2>errors | messages >script.hits
messages <$tracefs/trace >trace.hits
is "$(cat errors)" '' 'perf script understands every event'
is "$(sed 's/:.*//' trace.hits | sort -u | wc -l)" "$events" 'tracefs has a hit of each'
for function in numbers stars strings bytes literals full addresses faults texts page; do
	is "$(grep "^${function}_" script.hits)" "$(grep "^${function}_" trace.hits)" \
		"perf script shows the messages of $function() that tracefs shows"
done
is "$(grep ^differ_ script.hits | head -n 8)" "$differ" '... except for these'

# -- trace-cmd -----------------------------------------------------------------
mkdir $tracefs/instances/beside
echo 1 >$tracefs/instances/beside/events/messages/enable
trace-cmd record -o trace.dat -e messages /bin/sh ./fire >log 2>&1
ok $? 'trace-cmd record' || note "$(cat log)"
trace-cmd report -i trace.dat 2>errors | messages >report.hits
is "$(cat errors)" '' 'trace-cmd report understands every event'
messages <$tracefs/instances/beside/trace >trace.hits
rmdir $tracefs/instances/beside
for function in numbers stars strings bytes literals full addresses faults texts page; do
	is "$(grep "^${function}_" report.hits)" "$(grep "^${function}_" trace.hits)" \
		"trace-cmd report shows the messages of $function() that tracefs shows"
done
is "$(grep ^differ_ report.hits | head -n 8)" "$differ" '... except for these'

rmmod messages && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
