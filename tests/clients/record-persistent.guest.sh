#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Records, crashes, boots again; the guest side of record-persistent.t

. "$(dirname "$0")/../guest/guest.sh"

mkdir -p /run /var/lib/sdtinfo
mount --bind /out /var/lib/sdtinfo
instance=$tracefs/instances/sdt-boot
if [ ! -e $instance/last_boot_info ]; then
	echo 'no persistent instance'
	exit
fi

# fire TEXT
fire() { printf '%s\n' "$1" | ./testrevdev >/dev/null; }
numbers() { cat $tracefs/events/revdev/*/id; }
record() { ./sdtinfo record --name boot "$@" 2>&1 | cat; }

if [ ! -e /out/sdt-boot/revdev:write_entry ]; then
	insmod sdt.ko
	insmod revdev.ko
	echo '== size'
	record --size 64K 'revdev::'
	echo '== counted'
	record --until revdev::write-entry --after 3 'revdev::'
	echo '== by hand'
	echo revdev:write_entry >$instance/set_event
	record --show
	record --show
	record --stop >/dev/null
	echo '== record'
	record 'revdev::'
	fire hello
	echo '== before'
	record --show
	fire crash
	numbers >/out/numbers
	sync
	echo '=='
	echo c >/proc/sysrq-trigger
fi

insmod sdt.ko
insmod kinds.ko
echo '== not loaded'
record --show
insmod revdev.ko
echo '== numbers'
if numbers | cmp -s - /out/numbers; then echo 'are the same'; else echo differ; fi
echo '== after'
record --show
echo '== again'
record --show
echo '== copy'
# Older kernels know no copies, and take all for the name of an instance.
if [ -e $tracefs/instances/sdt-copy ]; then
	./sdtinfo record --show --name copy
else
	echo 'no copy'
fi 2>&1
echo '== line'
record --show -l
echo '== start'
record 'revdev::'
echo '== stop'
record --stop
echo '== list'
./sdtinfo record | awk '$1 == "boot" { print $1, $2, $3, $NF }'
echo '== state'
ls /var/lib/sdtinfo | grep -v numbers
echo '== record again'
record --until revdev::write-return 'revdev::'
fire again
echo '== anew'
record --show
record --stop
record 'revdev::'
fire more
echo '== all'
record --show
record --stop
echo '== complaints'
complaints
exit 0
