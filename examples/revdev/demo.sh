#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# demo.sh - shows revdev's probes step by step; "make demo" runs it in a virtual
# machine, in a folder with sdt.ko, revdev.ko and the programs

set -e
cd "$(dirname "$0")"

step()
{
	echo
	echo "==> $*"
}

step "Loading sdt.ko and revdev.ko on Linux $(uname -r)"
insmod sdt.ko
insmod revdev.ko

step "The probes of revdev: /sys/kernel/debug/sdt/probes"
grep :revdev: /sys/kernel/debug/sdt/probes

step "The arguments of write-entry: events/revdev/write_entry/format"
sed -n '/__probe_ip/q; /field:.*common/d; /field:/p' \
	/sys/kernel/tracing/events/revdev/write_entry/format

step "Enabling them and running testrevdev: hello, world, ioctl, ioctl"
printf 'hello\nworld\nioctl\nioctl\nexit\n' | ./traceflow ./testrevdev

step "Unloading both"
rmmod revdev
rmmod sdt
