#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# use.guest.sh - a pool on a file: the probes of the cache count as its statistics do, those
# of transactions have the numbers of the pool's history, and set-error has what ZFS's own
# log of errors has, with the same lines of the source
#
# options: --timeout 1200 --memory 3072
. "$(dirname "$0")/../../guest/guest.sh"

disks=/disks
kstat=/proc/spl/kstat/zfs
zfs_params=/sys/module/zfs/parameters

# hits NAME: of the probes of that name, from the file counts
hits()
{
	awk -v name="$1" '{ split($1, names, "[:@]") } names[4] == name { sum += $2 }
		END { print sum + 0 }' counts
}

# arcstats NAME...: what the cache has counted
arcstats()
{
	for stat in "$@"; do
		awk -v name="$stat" '$1 == name { print $3 }' $kstat/arcstats
	done
}

import()
{
	zpool import -d $disks -o cachefile=none tank
}

# ZFS's threads open the disk.  Their root is that of the initramfs.
mkdir $disks "/proc/1/root$disks"
mount --no-canonicalize --bind "/proc/1/root$disks" $disks

modprobe sdt && modprobe zfs
ok $? 'zfs.ko and spl.ko load' || { done_testing; exit 1; }
like "$(sdtinfo list)" ' zfs +arc_read +arc-miss' 'sdtinfo lists the probes'

# -- a pool in use ----------------------------------------------------------------

# Transactions are written when the test says so, not every five seconds.
echo 3600 >$zfs_params/zfs_txg_timeout
echo 1000 >$zfs_params/zfs_txg_history
exec 3<>"$debugfs/sdt/counters"
echo '*' >&3
before=$(arcstats hits misses iohits)

truncate -s 256M $disks/disk
zpool create -o cachefile=none -O compression=off -O atime=off -m /tank tank $disks/disk
ok $? 'a pool is created'
for i in 1 2 3 4 5 6 7 8; do
	dd if=/dev/urandom of=/tank/file$i bs=128k count=8 2>/dev/null
done
md5sum /tank/* >sums
{ echo 'to be damaged'; seq 20000; } >/tank/damaged
zpool export tank && import
ok $? '... exported and imported again'
echo 1 >"$tracefs/events/zfs/txg_synced/enable"
md5sum --quiet -c sums && md5sum --quiet -c sums
ok $? '... and its files are read twice'
zfs snapshot tank@one && zfs send tank@one >stream && rm /tank/file1 && zpool scrub -w tank
ok $? '... a snapshot, a stream of it, a scrub'
zpool sync
echo 0 >"$tracefs/events/zfs/txg_synced/enable"
sed -n 's/.* txg_synced: .* txg=//p' "$tracefs/trace" >synced
awk -v first="$(head -n 1 synced)" '$1 >= first && $3 == "C" { print $1 }' $kstat/tank/txgs >history
is "$(cat synced)" "$(cat history)" "txg-synced has the numbers of the pool's history"
zpool export tank
sed 's/ hits=/ /' <&3 >counts
exec 3>&-

# shellcheck disable=SC2046,SC2086 # numbers
set -- $(arcstats hits misses iohits) $before
is "$(hits arc-hit)" $(($1 - $4)) "arc-hit counts as arcstats' hits"
is "$(hits arc-miss)" $(($2 - $5)) "... arc-miss as its misses"
is "$(hits arc-iohit)" $(($3 - $6)) "... arc-iohit as its iohits"
note "fired: $(awk '$2 > 0 { sub("@.*", "", $1); print $1 }' counts | sort -u | grep -vc ':set-error$')" \
	"probes other than set-error; arc-hit ($(hits arc-hit)), arc-miss ($(hits arc-miss)) and" \
	"arc-iohit ($(hits arc-iohit)) as often as arcstats counts; txg-synced ($(wc -l <synced))" \
	"with the numbers of the pool's history"

# -- errors -----------------------------------------------------------------------

offset=$(grep -abo 'to be damaged' $disks/disk | cut -d : -f 1)
printf 'damaged' | dd of=$disks/disk bs=1 seek="$offset" conv=notrunc 2>/dev/null
import
echo 512 >$zfs_params/zfs_flags		# ZFS_DEBUG_SET_ERROR
sdtinfo trace --line -t 60 zfs::set-error >errors &
tracing=$!
wait_for 30 grep -q PROBE errors
echo 0 >$kstat/dbgmsg
cat /tank/missing /tank/damaged
kill $tracing
wait $tracing
# "/" of the log is in front of the file, "()" behind the function.
sed -n 's!.* \([^ /]*\.[ch]:[0-9]*\):\(.*\)(): error \([0-9]*\)$!\1 \2 \3!p' $kstat/dbgmsg >logged
sed -nE 's!.*sdt:zfs:(.*):set-error@(.*/)?([^/ ]*) +error=([0-9]+)!\3 \1 \4!p' errors >traced
is "$(cat traced)" "$(cat logged)" 'set-error traces what ZFS logs: file, line, function, error'
like "$(sed -n '/zap_/,/zio_/p; /zio_/,/zfs_read/p' traced)" 'zap_.* 2$' \
	'... a missing file: ENOENT from the directory'
is "$(sed -n '/zio_checksum_error_impl 52$/,/zfs_read 5$/p' traced | sed -n '1s/.* //p; $s/.* //p')" "52
5" '... a damaged one: a wrong checksum, then EIO from read'
sed 's/^/# /' errors
note "fired: set-error $(wc -l <traced) times, as in ZFS's log, with the same files and lines"

zpool export tank && rmmod zfs && rmmod spl && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
