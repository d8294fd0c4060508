#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The guest side of signing.t
. "$(dirname "$0")/../guest/guest.sh"

mount -t securityfs securityfs /sys/kernel/security
like "$(dmesg)" 'secureboot: Secure boot enabled' 'Secure Boot is enabled'
like "$(cat /sys/kernel/security/lockdown)" '\[integrity\]' '... so the kernel is locked down'
is "$(cat /sys/module/module/parameters/sig_enforce)" Y '... and enforces signatures'
like "$(cat /proc/keys)" 'mok of the test' 'the kernel has the machine owner key'

# refused FILE REASON NAME
refused()
{
	dmesg -c > /dev/null
	insmod "$1" 2> /dev/null
	ok $((! $?)) "$3 is refused"
	like "$(dmesg)" "$2" '... with its reason'
}
refused unsigned.ko 'Loading of unsigned module is rejected' 'sdt.ko without signature'
refused stripped.ko 'Loading of unsigned module is rejected' 'sdt.ko stripped after it was signed'
refused other.ko 'Loading of module with unavailable key is rejected' 'sdt.ko signed with another key'

insmod sdt.ko
ok $? 'a signed sdt.ko loads'
insmod revdev.ko
ok $? 'a signed revdev.ko loads'
is "$(cat /sys/module/sdt/taint /sys/module/revdev/taint | tr '\n' ' ')" 'O O ' \
	'... neither taints the kernel as unsigned'
echo 1 > $tracefs/events/revdev/enable
is "$(echo hello | ./testrevdev | tail -n 1)" ' Read: olleh' 'revdev works'
is "$(grep -c ' write_entry: .* n=5 ' $tracefs/trace)" 1 'its probes fire'
insmod handler.ko pattern='sdt:revdev:*:write-entry'
ok $? 'a signed handler.ko loads'
echo hello | ./testrevdev > /dev/null
like "$(dmesg)" 'handler: sdt:revdev:.*:write-entry' '... and is called'
rmmod handler
like "$(cat $debugfs/sdt/probes)" '^sdt:revdev:.*:write-entry ' 'debugfs can be read'

# Confidentiality is more than Secure Boot asks for.
echo confidentiality > /sys/kernel/security/lockdown
insmod hello.ko
ok $? 'confidentiality: a signed module loads'
like "$(cat $debugfs/sdt/probes)" '^sdt:hello:' '... and sdt.ko knows its probes'
(echo 1 > $tracefs/events/hello/enable || echo 1 > $tracefs/events/hello/read/enable) 2> /dev/null
ok $((! $?)) '... whose events cannot be enabled'
rmmod hello && rmmod revdev && rmmod sdt
ok $? 'all can be removed'
no_complaints 'the kernel log has no complaint'
done_testing
