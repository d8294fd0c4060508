#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# values.t - handlers get the values of the arguments
#
# What a handler gets for the arguments of values.c is what is written there.
#
# needs: kmod/sdt.ko examples/handler/handler.ko tests/vm/modules/client.ko
# needs: tests/vm/modules/values.ko tests/vm/modules/values.c
. "$(dirname "$0")/../guest/guest.sh"

insmod sdt.ko
insmod handler.ko pattern=sdt:values:: && insmod values.ko
ok $? 'the example handler is attached before the module comes'
dmesg -c > /dev/null
for event in enums stored shown full addressed; do
	echo 1 > $tracefs/events/values/$event/enable
done
echo 1 > /sys/module/values/parameters/fire

# The values beside the arguments in the source, and those in the log.
sed -n 's:.*/\* \(0[0-9a-fx]*\( (.*)\)*\) \*/.*:\1:p' values.c > wanted
handler_log | sed -n '/:addressed$/,/handler: sdt/d; / char \* /d; s|.*handler:   .* = ||p' > got
is "$(cat got)" "$(cat wanted)" 'all values arrive as they are'
ok "$([ "$(wc -l < got)" -ge 78 ]; echo $?)" "... $(wc -l < got) of them"
sed -n 's:.*/\* event\: \(.*\) \*/:\1:p' values.c > events
while IFS= read -r event; do
	like "$(cat $tracefs/trace)" " $event( |\$)" "the event has them too: $event"
done < events
unlike "$(dmesg)" 'a probe changed a value' 'no probe changes a register'
# For those who read the records themselves: a table of each enum, as unsigned
# numbers of its size.
like "$(cat $tracefs/events/values/enums/format)" \
	'^print fmt: .* low=%s .*__print_symbolic\(REC->low, \{ 0xfffffffe, "LOW" \}, \{ 0x7, "HIGH" \}, \{ 0x7, "ALSO_HIGH" \}\)' \
	'the format has the names of an enum'
# addressed's: the address, that of the next byte, the low 32 bits, the low 16
handler_log | sed -n '/:addressed$/,/handler: sdt/s|.*handler:   .* = \([^ ]*\).*|\1|p' > got
at=$(sed -n 1p got)
case $at in
0xffff*)
	is "$(sed -n 2p got; sed -n 3p got; sed -n 4p got)" "$(
		printf '0x%x\n' $((at + 1)) $((at & 0xffffffff)) $(((at & 0xffff ^ 0x8000) - 0x8000))
	)" 'the address of a local variable' ;;
*)	ok 0 'the address of a local variable # SKIP this kernel logs no addresses' ;;
esac
like "$(dmesg)" 'handler: sdt:values:from_memory:memory$' 'with the four names'
like "$(dmesg)" 'handler:   enum level low = .*' 'with types and field names'

# Of enums as of client.c's list: names and values, and where they are.
insmod client.ko
echo sdt:values:enums:enums > /sys/module/client/parameters/args
cat /sys/module/client/parameters/args > args
is "$(awk -F'|' 'NR > 1 { print $1, $8 }' args)" "\
low LOW=-2,HIGH=7,ALSO_HIGH=7
high LOW=-2,HIGH=7,ALSO_HIGH=7
arg2 LOW=-2,HIGH=7,ALSO_HIGH=7
largest TINY=0,LARGEST=255
huge HUGE=-9223372036854775808
mode IDLE=5,BUSY=6
arg6 
arg7 TINY=0,LARGEST=255" 'all enumerators, in the order of the source'
is "$(awk -F'|' 'NR > 1 && $9 { print $9 }' args | sort -u | wc -l)" 4 '... each list once'
rmmod client

rmmod values && rmmod handler && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
