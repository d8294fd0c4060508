#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# privileges.t - what sdtinfo can do in a locked-down kernel, in a container and as a user
#
# Each line of the table in docs/security.md, except the one of nodebugfs.t.
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: examples/revdev/rev_dev.o examples/revdev/rev_mod.o examples/hello/hello.ko
# needs: tests/clients/privileges.sh docs/security.md setpriv
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --smp 1 --timeout 900
. "$(dirname "$0")/../guest/guest.sh"
. ./privileges.sh

load
ok $? 'the modules load'
fire
# -- root -------------------------------------------------------------------------------
row root '' env
mount -o remount,ro /sys
row '`/sys` is read-only' '' env
mount -o remount,rw /sys

# -- users ------------------------------------------------------------------------------
# /bin/setpriv is not the one of busybox.
user='/bin/setpriv --reuid 1000 --regid 1000 --clear-groups'
denied="$tracefs/tracing_on: permission denied root CAP_DAC_OVERRIDE"
row 'another user' "$denied" $user
files
for words in 'dump hello' 'list hello:'; do
	echo "$words: $($user ./sdtinfo $words 2>&1 | grep -c 'hello: no installed file of this build')"
done >said
is "$(cat said)" 'dump hello: 1
list hello:: 1' '... a module whose file is not installed: he can also install it'
row '`CAP_PERFMON`, `CAP_BPF`' "$denied" $user --inh-caps +perfmon,+bpf --ambient-caps +perfmon,+bpf
row 'a user namespace' "$denied" $user unshare -r
mount -o remount,gid=1000,mode=770 $tracefs
chmod g+w $tracefs/instances
row 'the group of tracefs' "$denied" $user
is "$(ls $tracefs/instances)" '' '... no instance is left behind'
mount -o remount,gid=0,mode=700 $tracefs

override=+dac_override
row '`CAP_DAC_OVERRIDE`' '' $user --inh-caps $override --ambient-caps $override
tells "$($as ./sdtinfo trace -l -n 1 -t 10 write-entry 2>&1)" 'sdtinfo: write_entry kptr_restrict=2 CAP_SYSLOG --line' \
	'... but the kernel does not show him its symbols'
shown=$($as ./sdtinfo trace -s -n 1 -t 10 write-entry)
like "$shown" 'write-entry' '... nor all of a hit with its stack'
unlike "$shown" 'ffff[0-9a-f]{12}' '... whose addresses are missing'
tells "$($as ./sdtinfo latency -s -t 1 write-entry write-return 2>&1)" 'sdtinfo: /proc/PID/stack permission denied --stack CAP_SYS_ADMIN' \
	'... nor where a task sleeps'
override=+dac_override,+syslog
as="$user --inh-caps $override --ambient-caps $override"
like "$($as ./sdtinfo trace -s -l -n 1 -t 10 write-entry)" '^	vfs_write$' '... unless he has CAP_SYSLOG'

# -- files of their own modes ---------------------------------------------------------------
# denied MODE FILE ARG...: sdtinfo without the file, for root who must obey modes; sets $said
denied()
{
	file=$tracefs/$2
	mode=$(stat -c %a "$file")
	chmod "$1" "$file"
	shift 2
	said=$(/bin/setpriv --bounding-set -dac_override,-dac_read_search ./sdtinfo "$@" 2>&1)
	said="$?:$said"
	chmod "$mode" "$file"
}
mkdir -p /run
./sdtinfo record --name kept write-entry >/dev/null 2>&1
denied 0 instances/sdt-kept/per_cpu/cpu0/stats record
tells "$said" '1:sdtinfo: sdt-kept permission denied' 'record does not hide what it cannot read'
./sdtinfo record --stop --name kept 2>/dev/null
./sdtinfo record --global 'revdev::write-*' >/dev/null 2>&1
denied 444 events/revdev/write_entry/enable record --global --stop
tells "$said" '1:sdtinfo: write_entry disabled Permission denied disabled 1 events' \
	'... and counts the events that it disabled'
echo 0 >$tracefs/events/revdev/enable
echo 0 >$tracefs/events/revdev/write_entry/filter

# -- containers, other mounts --------------------------------------------------------------
no_tracefs='tracefs: mount -t tracefs tracefs /sys/kernel/tracing'
no_debugfs='debugfs: mount -t debugfs debugfs /sys/kernel/debug'
no_sysfs='sysfs: mount -t sysfs sysfs /sys'
cat >container <<END
umount -l $debugfs && umount -l $tracefs && mount -o remount,ro /sys &&
	exec /bin/setpriv --bounding-set -sys_admin "\$@"
END
row 'a container' "$no_tracefs" unshare -m sh ./container
files
echo 'umount -l /sys && exec "$@"' >bare
row 'a container without `/sys`' "$no_sysfs $no_tracefs" unshare -m sh ./bare
files
echo "mount -o bind $tracefs $tracefs && mount -o remount,bind,ro $tracefs && exec \"\$@\"" >readonly
row 'tracefs is read-only' "$tracefs/tracing_on: read-only -o rw" \
	unshare -m sh ./readonly

# What sdtinfo mounts, which is tracefs only, goes with the namespace.
mkdir -p /mnt/tracing /mnt/debug
cat >elsewhere <<END
umount -l $debugfs && umount -l $tracefs && mount -t debugfs debugfs /mnt/debug &&
	mount -t tracefs tracefs /mnt/tracing && exec "\$@"
END
row 'tracefs and debugfs are elsewhere' '' unshare -m sh ./elsewhere
echo "umount -l $tracefs && exec \"\$@\"" >automount
row 'tracefs is in debugfs only' '' unshare -m sh ./automount
echo "umount -l $debugfs && umount -l $tracefs && exec \"\$@\"" >neither
row 'debugfs is not mounted' '' unshare -m sh ./neither
tells "$(unshare -m sh ./neither sh -c './sdtinfo dump hello 2>&1')" "sdtinfo: $no_debugfs" \
	'... a module whose file is not installed'
tells "$(unshare -m sh ./neither sh -c './sdtinfo list 2>&1 | grep ^sdtinfo')" \
	"sdtinfo: debugfs mounted files sdtinfo: hello file $modules depmod" \
	'... is left out, and named'

# -- lockdown ------------------------------------------------------------------------------
mount -t securityfs securityfs /sys/kernel/security
echo integrity >/sys/kernel/security/lockdown
row '`lockdown=integrity`' '' env
tells "$(./sdtinfo top -n 1 -i 1 write-entry 2>&1 >/dev/null)" \
	"sdtinfo: top $debugfs/sdt/counters locked events" '... top says what counts'
./sdtinfo top --sites -n 1 -i 1 write-entry >errors 2>&1
tells "$?:$(cat errors)" "1:sdtinfo: top --sites $debugfs/sdt/counters locked" \
	'... which does not tell sites apart'
echo confidentiality >/sys/kernel/security/lockdown
row '`lockdown=confidentiality`' 'tracefs: locked confidentiality' env
files
umount /sys/kernel/security
tells "$(./sdtinfo trace -t 1 write-entry 2>&1)" "sdtinfo: $tracefs/tracing_on locked" \
	'... also if securityfs does not tell'
no_complaints 'the kernel log'
done_testing
