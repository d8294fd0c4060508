#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# use.guest.sh - a program works with files: the edited XFS fires the events of the unedited
# one, in the same order and with the same text
#
# What is not the same in two runs of the unedited one is not compared:
#  - events of the kernel's threads
#  - addresses: "ADDRESS".  Of a caller's address, only the function is compared.
#  - how often a time stamp changes, which XFS logs: of locks, transactions, the log and writeback
#  - the texts of buffers and allocation groups, which say who else uses them: only how many hits
#    there are is compared
#
# needs: tests/adoption/messages.sh tests/adoption/tracepoints.sh tests/adoption/xfs/files
# options: --timeout 900 --memory 1536 --append slub_debug=-

. "$(dirname "$0")/../../guest/guest.sh"
# shellcheck source=tests/adoption/messages.sh
. ./messages.sh
# shellcheck source=tests/adoption/tracepoints.sh
. ./tracepoints.sh

timed='buf_iodone|ilock|iunlock|log_|map_blocks|trans_|update_time|write_extent|writepage'
shared='buf_|perag_'

image=/tmp/image
mkdir /mnt/xfs

# use NAME: the program's events in a new file system, in NAME
use()
{
	truncate -s 300M $image
	mkfs.xfs -q -m uuid=53445400-0000-4000-8000-000000000001 $image && mount -o loop $image /mnt/xfs
	ok $? "$1: a file system is mounted" || { done_testing; exit 1; }
	echo 1 >$tracefs/events/xfs/enable
	sh -c "echo \$\$ >$tracefs/set_event_pid && exec ./files /mnt/xfs"
	ok $? '... and used'
	echo 0 >$tracefs/events/xfs/enable
	umount /mnt/xfs
	is "$(grep LOST $tracefs/trace)" '' '... and no event is lost'
	sed -nE 's/ caller [^ ]+ \[xfs\]$//; s/\<[0-9a-f]{16}\>/ADDRESS/g
		s/^.*[0-9]: (xfs_[a-z0-9_]*: )/\1/p' $tracefs/trace >"$1"
	echo >$tracefs/trace
	echo >$tracefs/set_event_pid
	rm $image
}

modprobe -a loop libcrc32c
echo 65536 >$tracefs/buffer_size_kb
load tracepoints.memory insmod before/xfs.ko
use tracepoints
formats xfs >tracepoints.formats
rmmod xfs

modprobe sdt
load probes.memory modprobe xfs
formats xfs >probes.formats
is "$(comm -13 tracepoints.formats probes.formats)" '' '... and has no event with another format'
use probes
for run in tracepoints probes; do
	grep -Ev "^xfs_($shared|$timed)" $run >$run.texts
	grep -E "^xfs_($shared)" $run | grep -Ev "^xfs_($timed)" | cut -d : -f 1 | sort | uniq -c >$run.counts
done
same tracepoints.texts probes.texts 'the probes fire as the tracepoints do, in the same order and with the same text'
same tracepoints.counts probes.counts '... those of buffers as often'
note "fired: $(cut -d : -f 1 probes | sort -u | wc -l) of $(wc -l <probes.formats) events with the formats of $(wc -l <tracepoints.formats) tracepoints, $(wc -l <probes.texts) hits with the order and the text of the tracepoints'"
note "memory: $(cat tracepoints.memory) of the tracepoints, $(cat probes.memory) of the probes"

rmmod xfs && rmmod sdt
ok $? 'both modules can be removed'
no_complaints "the kernel's log"
done_testing
