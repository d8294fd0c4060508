#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# unprivileged.t - perf counts probes for others than root, if they may, as docs/security.md says
#
# needs: tests/clients/clients.sh kmod/sdt.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko
# options: --append slub_debug=- --root / --smp 1 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

load
ok $? 'the modules load'
chmod 666 /dev/revdev
chmod a+rx . testrevdev
note "$(perf --version)"

# counted_as CAPABILITIES: what perf stat counts of a write, as a user with these; "no": nothing
counted_as()
{
	echo hello | setpriv --reuid 1000 --regid 1000 --clear-groups ${1:+--inh-caps $1 --ambient-caps $1} \
		perf --no-pager stat -x, -o /tmp/counts -e revdev:write_entry ./testrevdev >/dev/null 2>&1 &&
		sed -n 's/,.*revdev:write_entry.*//p' /tmp/counts || echo no
}
level() { echo "$1" >/proc/sys/kernel/perf_event_paranoid; }
touch /tmp/counts
chmod 666 /tmp/counts

level -1
is "$(counted_as +perfmon)" no 'who cannot read tracefs cannot count'
busybox mount -o remount,gid=1000,mode=750 $tracefs
is "$(counted_as)" 1 'its group can, with perf_event_paranoid=-1'
level 2
if setpriv --inh-caps +perfmon true 2>/dev/null; then
	is "$(counted_as +perfmon)" 1 '... with 2 if it has CAP_PERFMON'
else
	ok 0 '... with 2 if it has CAP_PERFMON # SKIP setpriv does not know it'
fi
unlike "$(counted_as)" '^[1-9]' '... else not'
level 3
is "$(counted_as +perfmon)" no '... with 3 not even then'
is "$(counted_as +sys_admin)" 1 '... but with CAP_SYS_ADMIN'
no_complaints 'the kernel log'
done_testing
