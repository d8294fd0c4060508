#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The example drivers, hello and revdev proprietary, without and with sdt.ko; handlers.
. "$(dirname "$0")/../guest/guest.sh"

use_both()
{
	is "$(cat /proc/hello)" "hello, world (read $1 times)" "$2: hello works"
	is "$(echo hello | ./testrevdev | tail -n 1)" ' Read: olleh' "$2: revdev works"
}

insmod hello.ko && insmod revdev.ko
ok $? 'proprietary drivers load without sdt.ko'
use_both 1 'without sdt.ko'
insmod sdt.ko
use_both 2 'with sdt.ko'
if needs_gate 'the events of modules that were there before'; then
	echo 1 > $tracefs/events/hello/enable
	echo 1 > $tracefs/events/revdev/enable
	use_both 3 'with their probes on'
	is "$(grep -c ' read: .* n=3$' $tracefs/trace)" 1 'the probe of hello fires'
	is "$(grep -c ' write_entry: .* n=5 ' $tracefs/trace)" 1 'those of revdev fire'
fi
rmmod hello && rmmod revdev
ok $? 'and can be unloaded'

# The handler example is there before the driver.
insmod handler.ko pattern='sdt:hello:*:'
dmesg -c > /dev/null
insmod hello.ko
cat /proc/hello > /dev/null
rmmod hello
is "$(dmesg | sed -n 's/.*handler: \(sdt:.*\)/\1/p' | tr '\n' ' ')" \
   'sdt:hello:hello_init:init sdt:hello:hello_show:read sdt:hello:hello_exit:exit ' \
   'the handler prints what fires, in init and exit code too'
is "$(dmesg | sed -n 's/.*handler:   \(int .*\)/\1/p' | tr '\n' ';')" 'int n = 0x1;int atomic_read = 0x1;' \
   'with the arguments'
rmmod handler
insmod handler.ko pattern='a:b:c:d:e' 2> /dev/null
ok $((! $?)) 'a pattern of five fields is refused'

# -- dtrace4linux's hello driver ------------------------------------------------------
insmod helloworld.ko
ok $? 'helloworld loads'
is "$(sed -n 's/^\(hworld:.*\) sites.*/\1/p' $debugfs/sdt/probes | tr '\n' ' ')" \
	'hworld:helloworld:entry:open1 hworld:helloworld:entry:open2 hworld:helloworld:entry:read1 ' \
	'its probes have the names that their author gave them'
echo 1 > $tracefs/events/helloworld/enable
is "$(cat /proc/helloworld)" 'Hello, world!' '/proc/helloworld'
(cat /proc/helloworld; cat /proc/helloworld) < /proc/helloworld > /dev/null
is "$(shown 'hworld_entry_open[12]' | sed 's/([^ ]*) //' | tr '\n' ' ')" \
	'hworld_entry_open1: num_opens=1 hworld_entry_open1: num_opens=2 hworld_entry_open1: num_opens=3 hworld_entry_open2: num_opens=3 hworld_entry_open1: num_opens=4 hworld_entry_open2: num_opens=4 ' \
	'... fires two probes of open'
is "$(shown hworld_entry_read1 | sed -n '1s/([^ ]*) //p')" 'hworld_entry_read1: num_reads=1' '... and one of read'
rmmod helloworld
ok $? '... and can be unloaded'

# -- a tasklet, after the example of tracepoints -----------------------------------------
insmod tasklet.ko && insmod tasklet_handler.ko
ok $? 'tasklet loads, and its handler'
dmesg -c > /dev/null
echo > $tracefs/trace
echo 1 > $tracefs/events/tasklet/enable
echo 2 > /sys/module/tasklet/parameters/run
ran() { [ "$(shown tasklet_exit | wc -l)" = 2 ]; }
wait_for 10 ran
is "$(shown 'tasklet_e[a-z]*' | sed -E 's/0x[0-9a-f]+/N/g' | tr '\n' ';')" \
	'tasklet_entry: (run_work+N) t=N func=count_down;tasklet_exit: (run_work+N) t=N func=count_down;tasklet_entry: (run_work+N) t=N func=count_down;tasklet_exit: (run_work+N) t=N func=count_down;' \
	'tasklet-entry and tasklet-exit'
is "$(dmesg | sed -n 's/.*tasklet_handler: //p' | uniq -c | tr -s ' ')" \
	' 2 tasklet_entry count_down [tasklet]' 'the handler prints the function'
rmmod tasklet && rmmod tasklet_handler
ok $? '... and both can be unloaded'

# -- FreeBSD's examples ----------------------------------------------------------------
ip link set lo up
insmod icmp.ko
ok $? 'icmp loads'
is "$(sed -n 's/^\(i[a-z]*:.*\) users.*/\1/p' $debugfs/sdt/probes)" "\
icmp:icmp:icmp_input:pkt-receive sites=1
icmp:icmp:icmp_input:receive-unreachable sites=1
ip:icmp:ip6_input:receive sites=1
ip:icmp:ip_input:receive sites=1" 'its probes'
dmesg -c > /dev/null
echo > $tracefs/trace
echo 1 > $tracefs/events/icmp/enable
ping -c 1 127.0.0.1 > /dev/null
like "$(shown ip_receive)" '^ip_receive: \(ip_input\+[^ ]*\) rcvif=0x0*[1-9a-f][0-9a-f]* ip=0x0*[1-9a-f][0-9a-f]* ip6=0x0+$' \
	'ip:::receive at a packet of IPv4'
like "$(shown pkt_receive)" '^pkt_receive: \([^ ]*\) icmp=0x0*[1-9a-f][0-9a-f]*$' \
	'icmp:::pkt-receive'
is "$(shown receive_unreachable)" '' 'no icmp:::receive-unreachable yet'
traceroute -n -q 1 -m 1 127.0.0.1 > /dev/null 2>&1
like "$(shown receive_unreachable)" '^receive_unreachable: \([^ ]*\) icmp=0x0*[1-9a-f][0-9a-f]*$' \
	'... at a packet to a port that nobody listens to'
if ping6 -c 1 ::1 > /dev/null 2>&1; then
	like "$(shown ip_receive)" '^ip_receive: \(ip6_input\+[^ ]*\) rcvif=0x0*[1-9a-f][0-9a-f]* ip=0x0+ ip6=0x0*[1-9a-f][0-9a-f]*$' \
		'ip:::receive at a packet of IPv6'
else
	ok 0 'ip:::receive at a packet of IPv6 # SKIP there is no IPv6'
fi
echo 0 > $tracefs/events/icmp/enable

# Translation, with and without a translator
insmod icmp_handler.ko
ok $? 'its handler loads'
ping -c 1 127.0.0.1 > /dev/null
is "$(dmesg | sed -n 's/.*icmp_handler: //p' | tr '\n' ';')" \
	'type 8 code 0 sequence 0;type 0 code 0 sequence 0;' 'a handler has the translated header'
rmmod icmp_handler
dmesg -c > /dev/null
insmod icmp_handler.ko translator=0
ping -c 1 127.0.0.1 > /dev/null
like "$(dmesg)" 'icmp_handler: no struct icmp_hdr_dt \*: error -2, native value 0x[0-9a-f]{8,}$' \
	'... and without a translator an error and the native value'
rmmod icmp_handler && rmmod icmp
ok $? '... and both can be unloaded'

rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
