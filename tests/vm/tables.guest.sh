#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# debugfs sdt/tables: bytes, modes, reads in pieces, files that are open for longer
# than their module or its table is there.
. "$(dirname "$0")/../guest/guest.sh"

tables=$debugfs/sdt/tables

now() { read -r now _ < /proc/uptime; now=${now%.*}; }

sum() { md5sum < "$1"; }
size() { stat -c %s "$1"; }

# is_table MODULE NAME [TABLE]: the module's file has what its .ko has, or TABLE's
is_table()
{
	wanted=m/${3:-$1}.table
	cat $tables/$1 > got
	is "$(size got) $(sum got)" "$(size $wanted) $(sum $wanted)" "$2"
}

# -- what is there ---------------------------------------------------------------
insmod m/edges.ko
insmod sdt.ko
ok $? 'sdt.ko loads'
is "$(ls $tables)" edges 'a module that was there before has a file'
insmod m/probed.ko && insmod m/values.ko && insmod m/revdev.ko
is "$(ls $tables | tr '\n' ' ')" 'edges probed revdev values ' '... and those that come'
for module in edges probed revdev values; do
	is_table $module "$module: the bytes of its .ko"
done
ok "$([ "$(size m/edges.table)" -gt 16384 ]; echo $?)" 'one has more than four pages'
is "$(stat -c '%a %u %s' $tables/edges)" "400 0 $(size m/edges.table)" \
	'a file has mode 0400, belongs to root and has a size'
is "$(stat -c '%a %u' $debugfs/sdt $tables | tr '\n' ' ')" '700 0 755 0 ' \
	'the folder is in one that is closed'
(echo >> $tables/edges) 2> /dev/null
ok $((! $?)) 'it cannot be written to'

# -- in pieces -------------------------------------------------------------------
cat $tables/edges > got
for block in 7 1000 4095 4096 5000 100000; do
	is "$(dd if=$tables/edges bs=$block 2> /dev/null | md5sum)" "$(md5sum < got)" \
		"read $block bytes at a time"
done
is "$(dd if=$tables/edges bs=997 skip=5 count=3 2> /dev/null | md5sum)" \
	"$(tail -c +4986 got | head -c 2991 | md5sum)" 'read from the middle'
exec 3< $tables/edges
dd bs=5000 skip=1 count=0 <&3 2> /dev/null
is "$(cat <&3 | md5sum)" "$(tail -c +5001 got | md5sum)" 'an open file is set to a position'
exec 3<&-
is "$(head -c 4 $tables/edges) $(tail -c 4 $tables/edges)" 'SDTT SDTT' 'its beginning and end'
is "$(dd if=$tables/edges bs=100000 skip=1 2> /dev/null | wc -c)" 0 'behind it there is nothing'

# -- refused -----------------------------------------------------------------------
rmmod probed
ok "$([ ! -e $tables/probed ]; echo $?)" 'the file goes with the module'
insmod m/nomagic.ko
like "$(dmesg)" 'sdt: probed: probes refused: ' 'a table is refused'
ok "$([ ! -e $tables/probed ]; echo $?)" '... and has no file'
rmmod probed
insmod m/probed.ko fail=1 2> /dev/null
ok "$([ ! -e $tables/probed ]; echo $?)" 'nor has a module whose init code fails'
insmod m/probed.ko
is_table probed 'a module of that name has its own'
rmmod probed
./load_as 1000 m/probed.ko
is_table probed '... whoever loads it'

# -- open for longer than the module is there ------------------------------------------
# rest_of N: what the open file N still gives
rest_of()
{
	eval "cat <&$1" 2> /dev/null > rest
	echo "$? $(size rest)"
}
exec 3< $tables/edges 4< $tables/edges 5< $tables/edges
is "$(dd bs=5000 count=1 <&3 2> /dev/null | head -c 4)" SDTT 'a file is read in part'
rmmod edges
ok $? 'the module can go'
is "$(ls $tables | tr '\n' ' ')" 'probed revdev values ' '... with its file'
is "$(rest_of 3)" '1 0' 'what is open gives an error and no bytes'
insmod m/edges.ko
is_table edges 'the module comes back, and its file'
is "$(rest_of 3) $(rest_of 4)" '1 0 1 0' '... what is open gives none of its bytes'
rmmod edges
insmod m/other.ko
is_table edges 'another module comes with the name, and its table' other
ok "$([ "$(sum m/other.table)" != "$(sum m/edges.table)" ]; echo $?)" '... which is another'
is "$(rest_of 3) $(rest_of 5)" '1 0 1 0' '... what is open gives none of its bytes'
dd bs=1 skip=0 count=1 <&5 > one 2> /dev/null
is "$? $(size one)" '1 0' '... nor from the beginning'

# -- sdt.ko --------------------------------------------------------------------------
rmmod sdt 2> /dev/null
ok $((! $?)) 'sdt.ko stays while a file is open, even if its module has gone'
exec 3<&- 4<&- 5<&-
exec 3< $tables/probed
rmmod sdt 2> /dev/null
ok $((! $?)) '... or if it is there'
cat <&3 > got
is "$(sum got)" "$(sum m/probed.table)" '... and the file can be read'
exec 3<&-
if needs_gate 'sdt.ko goes while modules have events'; then
	rmmod sdt
	ok $? 'once it is closed sdt.ko can go'
	ok "$([ ! -e $debugfs/sdt ]; echo $?)" '... and nothing is left'
	insmod sdt.ko
	is "$(ls $tables | tr '\n' ' ')" 'edges probed revdev values ' 'it comes again, and the files'
fi

# -- a reader whose memory does not come ------------------------------------------------
said=$(./stalled_read $tables/probed rmmod probed)
if [ "$said" = 'no userfaultfd' ]; then
	note "$said"
else
	is "$said" "0 $(size m/probed.table)" 'a module can go while a reader waits for its own memory'
	ok "$([ ! -e $tables/probed ]; echo $?)" '... and so has its file'
	said=$(./stalled_read $tables/values insmod m/probed.ko)
	is "$said" "0 $(size m/values.table)" '... and can come'
fi

# -- two CPUs ----------------------------------------------------------------------------
rmmod edges
# whose: of which table got is all, or the beginning if it could not be read to its end
whose()
{
	for table in edges other; do
		if [ $1 = 0 ]; then
			cmp -s got m/$table.table && echo $table && return
		else
			head -c $(size got) m/$table.table | cmp -s got - &&
				echo part && return
		fi
	done
	echo neither
}
read_table()
{
	while [ ! -e stop ]; do
		dd if=$tables/edges bs=100 > got
		status=$?
		[ ! -s got ] || whose $status
	done 2> /dev/null > seen
}
read_table &
taskset -p 2 $! > /dev/null
taskset -p 1 $$ > /dev/null
turns=0
now
end=$((now + 15))
while [ $now -lt $end ] && insmod m/edges.ko && rmmod edges &&
	insmod m/other.ko && rmmod edges; do
	turns=$((turns + 1))
	now
done
: > stop
wait
note "$turns turns of two modules, read meanwhile: $(sort seen | uniq -c | tr '\n' ' ')"
ok "$([ $now -ge $end ]; echo $?)" 'modules of one name come and go while their table is read'
is "$(grep -v part seen | sort -u | tr '\n' ' ')" 'edges other ' '... and each is one of theirs'

rmmod values && rmmod revdev && { [ ! -e /sys/module/probed ] || rmmod probed; }
is "$(ls $tables)" '' 'no file is left'
rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
