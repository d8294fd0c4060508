#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# demo.sh - the whole way of a probe, told step by step; "make demo" runs it in
# a virtual machine, where sdt.ko, revdev.ko and the programs lie beside it

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

step "What their arguments are: events/revdev/write_entry/format"
sed -n '/__probe_ip/q; /field:.*common/d; /field:/p' \
	/sys/kernel/tracing/events/revdev/write_entry/format

step "Enabling them and running testrevdev: hello, world, ioctl, ioctl"
printf 'hello\nworld\nioctl\nioctl\nexit\n' | ./traceflow ./testrevdev

step "Unloading both"
rmmod revdev
rmmod sdt
