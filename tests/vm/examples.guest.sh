#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The example drivers, proprietary, without and with sdt.ko; the handler.
. ./guest.sh

use_both()
{
	is "$(cat /proc/helloworld)" "hello, world (read $1 times)" "$2: hello works"
	is "$(echo hello | ./testrevdev | tail -n 1)" ' Read: olleh' "$2: revdev works"
}

insmod hello.ko && insmod revdev.ko
ok $? 'proprietary drivers load without sdt.ko'
use_both 1 'without sdt.ko'
insmod sdt.ko
use_both 2 'with sdt.ko'
echo 1 > $tracefs/events/hello/enable
echo 1 > $tracefs/events/revdev/enable
use_both 3 'with their probes on'
is "$(grep -c ' read: .* n=3$' $tracefs/trace)" 1 'the probe of hello fires'
is "$(grep -c ' write_entry: .* n=5 ' $tracefs/trace)" 1 'those of revdev fire'
rmmod hello && rmmod revdev
ok $? 'and can be unloaded'

# The handler example is there before the driver.
insmod handler.ko pattern='sdt:hello:*:'
dmesg -c > /dev/null
insmod hello.ko
cat /proc/helloworld > /dev/null
rmmod hello
is "$(dmesg | sed -n 's/.*handler: \(sdt:.*\)/\1/p' | tr '\n' ' ')" \
   'sdt:hello:hello_init:init sdt:hello:hello_show:read sdt:hello:hello_exit:exit ' \
   'the handler prints what fires, in init and exit code too'
is "$(dmesg | sed -n 's/.*handler:   \(int .*\)/\1/p' | tr '\n' ';')" 'int n = 0x1;int atomic_read = 0x1;' \
   'with the arguments'
rmmod handler
insmod handler.ko pattern='a:b:c:d:e' 2> /dev/null
ok $((! $?)) 'a pattern of five fields is refused'
rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
