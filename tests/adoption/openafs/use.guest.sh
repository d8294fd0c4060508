#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# options: --timeout 600
#
# use.guest.sh - a client of OpenAFS without a server
#
# Started by tests/adoption/run.  The client's root folder, /afs, is its own invention and needs
# no server.  What is below does, so it fails, which has probes as well.  Two sources count the
# same as the probes: OpenAFS's own log, which "fstrace" reads, and its own counters, which
# "xstat_cm_test" asks the client for.  compare.py compares each record and each counter.
#
# needs: tests/adoption/openafs/compare.py

. "$(dirname "$0")/../../guest/guest.sh"

headers=$(echo /usr/src/openafs-*/src/afs)

# counters FILE: as the client tells them
counters() { timeout 60 xstat_cm_test -cmname localhost -collID 0 -onceonly > "$1"; }

# lookups: of what was looked up, the name and the result
lookups() { sed -n 's/.*tname="\([^"]*\)".*code=\([0-9]*\).*/\1 \2/p'; }

ip link set lo up
echo '127.0.0.1 localhost' > /etc/hosts
echo test.example > /etc/openafs/ThisCell
printf '>test.example\n127.0.0.1 #localhost\n' > /etc/openafs/CellServDB
# Without its catalog fstrace prints records as numbers and values.
rm /usr/share/openafs/C/afszcm.cat

modprobe sdt && modprobe openafs
ok $? 'sdt.ko and openafs.ko are loaded'
echo 8192 > $tracefs/buffer_size_kb
timeout 60 afsd -dynroot -fakestat -memcache -mountdir /afs -stat 300 -daemons 2 > log 2>&1
ok $? 'the client starts' || note "$(cat log)"
is "$(sdtinfo args openafs:afs_open:CM_TRACE_OPEN | awk '$1 ~ /^arg/ { print $2, $5, $6, $7, $8 }' | xargs)" \
	'tvc 8 struct vcache * aflags 8 long int' "a record's fields have the callers' names and types"
names=$(find $tracefs/events/openafs -mindepth 1 -type d | wc -l)

echo 1 > $tracefs/events/openafs/enable
counters counted.before
fstrace setset -set cm -active
echo logged > $tracefs/trace_marker
ls -la /afs > log 2>&1
is "$(grep -o 'test\.example$' log | uniq -c | tr -s ' ')" ' 2 test.example' 'the root folder has the cell'
{
	stat /afs/test.example /afs/.:mount /afs/none
	ls -l /afs/.test.example
	cat /afs/test.example/file
	stat /afs/.:mount/test.example:volume
	mkdir /afs/folder
	ln -s to /afs/link
	mv /afs/test.example /afs/renamed
	chmod 700 /afs /afs/test.example
	fs newalias alias test.example
	readlink /afs/alias
	rm /afs/alias
	pagsh -c :
	df /afs
	fs wscell
	fs listcells
	fs lsmount /afs/test.example
	fs flush /afs/test.example
	fs checkvolumes
	fs checkservers -fast
	fs sysname
} > used 2>&1
echo 'not logged' > $tracefs/trace_marker
fstrace setset -set cm -inactive
counters counted.after
echo 0 > $tracefs/events/openafs/enable
cat $tracefs/trace > trace
fstrace dump -set cm > records

python3 compare.py records "$headers/afs_trace.h" records trace > log 2>&1
ok $? "the probes' values are those in the log, record by record" || note "$(cat used; head -n 20 log)"
records=$(tail -n 1 log)
python3 compare.py counters counted.before counted.after trace > log 2>&1
ok $? "OpenAFS counts what the probes count" || note "$(head -n 20 log)"
counters=$(tail -n 1 log)
is "$(grep 'LOST' trace)" '' '... of which none is lost'
fired=$(grep -o '[A-Z0-9_]*: (' trace | sort -u | wc -l)

sdtinfo trace openafs::CM_TRACE_LOOKUP -- stat /afs/none /afs/nothing > log 2>&1
is "$(lookups < log)" 'none 2
nothing 2' 'sdtinfo trace shows failed lookups' || note "$(cat log)"

umount /afs && timeout 60 afsd -shutdown > log 2>&1
ok $? 'the client stops' || note "$(cat log)"
rmmod openafs && rmmod sdt
ok $? 'both modules can be removed'
note "fired: $fired of $names events by a client without a server, $records, $counters"
no_complaints "the kernel's log"
done_testing
