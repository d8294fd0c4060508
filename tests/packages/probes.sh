# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154 # guest.sh sets tracefs
#
# probes.sh - what the packages and a user of theirs have built: sdt.ko, a driver, a handler

modprobe sdt
ok $? 'sdt.ko loads by its name'
insmod revdev.ko && insmod handler.ko
ok $? 'revdev and handler load'
like "$(sdtinfo list)" 'sdt +revdev +revdev_write +write-entry' 'sdtinfo lists the probes'
echo 1 > $tracefs/events/revdev/enable
is "$(echo hello | ./testrevdev | tail -n 1)" ' Read: olleh' 'revdev works'
like "$(cat $tracefs/trace)" ' write_entry: .* n=5 buf_str="hello"' 'its events are traced'
like "$(dmesg)" 'handler: sdt:revdev:revdev_write:write-entry' 'the handler is called'
rmmod handler && rmmod revdev && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
