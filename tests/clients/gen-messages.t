#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# gen-messages.t - the script of "sdtinfo gen --bpftrace" prints messages
#
# needs: tests/clients/clients.sh kmod/sdt.ko tools/sdtinfo/sdtinfo tests/vm/modules/messages.ko
# options: --append slub_debug=- --root / --smp 1 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

insmod sdt.ko && insmod messages.ko
ok $? 'the modules load'
echo 'echo 1 >/sys/module/messages/parameters/fire' >fire
./sdtinfo gen --bpftrace messages::decimal messages::percent messages::quotes messages::literal \
	messages::chars messages::mac messages::v4 messages::v6 messages::physical messages::dump \
	messages.ko >messages.bt
ok $? 'a script'
echo 1 >$tracefs/events/messages/enable
bpftrace messages.bt -c '/bin/sh ./fire' >out 2>errors
is "$?:$(cat errors)" 0: 'bpftrace runs it' || note "$(cat messages.bt)"
echo 0 >$tracefs/events/messages/enable
sed -nE 's/^.*: (numbers_decimal|literals_percent|literals_quotes|strings_literal|strings_chars): (.*)$/\1: \2/p' \
	$tracefs/trace | sort -u >records
is "$(sed -nE 's/^.*\] messages:(numbers_decimal|literals_percent|literals_quotes|strings_literal|strings_chars): /\1: /p' out | sort -u)" \
	"$(cat records)" 'it prints the text of the event'
note "$(grep 'messages:' out)"
rmmod messages && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log'
done_testing
