#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# cost.guest.sh - the instructions of insmod, and of an operation on files while nobody traces:
# of the unedited XFS, and of the edited one without and with sdt.ko
#
# needs: tests/bench/timed tests/adoption/xfs/operations
# options: --timeout 900 --memory 1536 --icount --append slub_debug=- --append rcupdate.rcu_expedited=1

. "$(dirname "$0")/../../guest/guest.sh"

image=/tmp/image
mkdir /mnt/xfs

# measure MODULE: sets $loaded and $operation
measure()
{
	loaded=$(./timed insmod "$1") && truncate -s 300M $image && mkfs.xfs -q $image &&
		mount -o loop $image /mnt/xfs && operation=$(./operations /mnt/xfs) &&
		umount /mnt/xfs && rmmod xfs && rm $image
	ok $? "$1 is loaded, used and removed" || { done_testing; exit 1; }
}

# cost NAME MODULE: ... which takes at most 1 % more than a TRACE_EVENT
cost()
{
	measure "$2"
	note "cost: $1: insmod $loaded, an operation $operation"
	is "$((loaded * 100 > loaded_before * 101)) $((operation * 100 > operation_before * 101))" '0 0' \
		"... neither takes more than with TRACE_EVENTs"
}

# From the host's disk into memory; what happens only once happens now.
modprobe -a loop libcrc32c
cp before/xfs.ko events.ko && cp "$(modinfo -n xfs)" probes.ko
ok $? 'the modules are there'
measure events.ko

measure events.ko
loaded_before=$loaded operation_before=$operation
note "cost: TRACE_EVENT: insmod $loaded, an operation $operation"
cost 'probe, without sdt.ko' probes.ko
modprobe sdt
cost 'probe, with sdt.ko' probes.ko
no_complaints "the kernel's log"
done_testing
