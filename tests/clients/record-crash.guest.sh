#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Records, and crashes; the guest side of record-crash.t

dump=/proc/sys/kernel/ftrace_dump_on_oops
mkdir -p /run
insmod sdt.ko
insmod revdev.ko
case $1 in
global)
	echo 1 >$dump
	./sdtinfo record --global 'revdev::'
	;;
instance)
	./sdtinfo record 'revdev::'
	if ! echo sdt-record 2>/dev/null >$dump; then
		echo 'cannot dump instances'
		echo 1 >$dump
	fi
	;;
esac
printf 'hello\n' | ./testrevdev >/dev/null
sync
echo c >/proc/sysrq-trigger
