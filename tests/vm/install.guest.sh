#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What docs/installing.md says of loading sdt.ko; the guest side of install.t
. "$(dirname "$0")/../guest/guest.sh"

layout() { cat /sys/module/sdt/parameters/layout; }
loaded() { lsmod | awk '$1 ~ /^(sdt|revdev|handler)$/ { print $1 }' | sort | tr '\n' ' '; }

# Where a kmod looks that Debian built for /usr/lib/modules
mkdir -p /usr/lib /etc/modprobe.d /etc/modules-load.d
ln -s /lib/modules /usr/lib/modules
is "$(pidof systemd-udevd udevd)" '' 'there is no udev'

# load_at_boot MODPROBE: what systemd-modules-load, or Debian's kmod without systemd, does
load_at_boot()
{
	sed '/^[#;]/d' /etc/modules-load.d/*.conf | while read -r module; do
		"$1" "$module"
	done
}

# try MODPROBE NAME
try()
{
	modprobe=$1
	rm -f /etc/modprobe.d/* /etc/modules-load.d/*

	$modprobe sdt
	is "$(layout)" linux "$2: modprobe sdt"
	$modprobe -r sdt && $modprobe sdt layout=dtrace
	is "$(layout)" dtrace '... with an option'
	$modprobe -r sdt
	is "$(loaded)" '' '... modprobe -r removes it'

	echo 'options sdt layout=dtrace' > /etc/modprobe.d/sdt.conf
	$modprobe sdt
	is "$(layout)" dtrace "$2: the options in modprobe.d are used"
	$modprobe -r sdt && $modprobe sdt layout=linux
	is "$(layout)" linux '... and those of the command line have precedence'
	$modprobe -r sdt

	echo sdt > /etc/modules-load.d/sdt.conf
	load_at_boot "$modprobe"
	is "$(loaded):$(layout)" 'sdt :dtrace' "$2: modules-load.d, with those options"
	$modprobe -r sdt

	$modprobe handler pattern='sdt:revdev:*:write-entry'
	is "$(loaded):$(layout)" 'handler sdt :dtrace' "$2: a module with handlers brings sdt.ko"
	$modprobe revdev
	dmesg -c > /dev/null
	echo hello | ./testrevdev > /dev/null
	like "$(dmesg)" 'handler: sdt:revdev:.*:write-entry' '... and its handler is called'
	$modprobe -r revdev && $modprobe -r handler && { ! grep -q '^sdt ' /proc/modules || $modprobe -r sdt; }
	is "$(loaded)" '' '... modprobe -r removes them'

	$modprobe revdev
	is "$(loaded)" 'revdev ' "$2: a driver with probes loads without sdt.ko"
	$modprobe -r revdev
}

try /bin/modprobe "busybox's modprobe"
try /kmod/modprobe "kmod's modprobe"

echo 'softdep revdev pre: sdt' > /etc/modprobe.d/revdev.conf
/kmod/modprobe revdev
is "$(loaded):$(layout)" 'revdev sdt :dtrace' '... brings it if modprobe.d has a softdep'
no_complaints 'the kernel log has no complaint'
done_testing
