#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Each variant of victim.ko works or is refused with one line, and leaves nothing.
. "$(dirname "$0")/../guest/guest.sh"

# objects: how many the kernel's general caches hold
objects()
{
	awk '/^kmalloc-/ { n += $2 } END { print n }' /proc/slabinfo
}

# settle: waits until the kernel has freed what it frees later, every five seconds
settle()
{
	sleep 6
}

# Else each variant waits for some grace periods.
echo 1 > /sys/kernel/rcu_expedited
# All names of variants are to reach the log.
echo on > /proc/sys/kernel/printk_devkmsg

insmod sdt.ko
insmod counter.ko pattern=:victim::

# So that what the kernel allocates once for all is there when counting begins
head -n 50 bad/variants > warm
./load bad/victim.ko warm seen > /dev/null
refused=$(sed -n 's/^refused //p' $debugfs/sdt/stats)
lines=$(wc -l < seen)
settle
before=$(objects)
./load bad/victim.ko bad/variants seen
ok $? "each of $(wc -l < bad/variants) variants works or is refused with one line"
settle
left=$(($(objects) - before))
ok "$([ $left -lt 30 ]; echo $?)" "$left objects more in the kernel's caches"
is "$(($(sed -n 's/^refused //p' $debugfs/sdt/stats) - refused))" \
	"$(($(wc -l < seen) - lines))" 'all refusals were counted'

# Each text of refusal in sdt.ko is one that some variant leads to.
while IFS='	' read -r regex unreachable; do
	times=$(grep -Ec -e "$regex" seen)
	if [ -n "$unreachable" ]; then
		is "$times" 0 "not seen: $regex ($unreachable)"
	else
		ok "$([ "$times" -gt 0 ]; echo $?)" "seen $times times: $regex"
	fi
done < bad/texts
is "$(grep -Ev -f bad/regexes seen)" '' 'and there is no other'

# The same when sdt.ko comes second.
rmmod counter
rmmod sdt
insmod bad/nomagic.ko
dmesg -c > /dev/null
insmod sdt.ko
like "$(dmesg)" 'sdt: victim: probes refused: ' 'a loaded module is refused as well'
is "$(cat $debugfs/sdt/refused)" "victim $(dmesg | sed -n 's/.*sdt: victim: probes refused: //p')" \
	'... and listed, with the reason'
rmmod victim
is "$(cat $debugfs/sdt/refused)" '' '... until it goes'
insmod bad/enable.ko
like "$(dmesg)" 'sdt: enable: probes refused: .* events/enable' \
	'so is one whose name is that of a file beside the modules'
is "$(cat $tracefs/events/enable | wc -c)" 2 '... which is still there'
rmmod enable
insmod bad/victim.ko
like "$(cat $debugfs/sdt/probes)" '^sdt:victim:first:same ' 'the next good module works'
nr=$(grep -c '^sdt:victim:' $debugfs/sdt/probes)
rmmod victim

# Every insmod and rmmod waits while a table is checked.
for name in long longest; do
	insmod bad/$name.ko &
	insmod=$!
	wait_for 20 sh -c "! kill -0 $insmod 2> /dev/null"
	ok $? "the table of $name.ko is checked soon: 50,000 arguments of one type"
	wait $insmod
	grep -c '^sdt:victim:' $debugfs/sdt/probes > $name.probes
	rmmod victim
done
is "$(cat long.probes) $(cat longest.probes)" "0 $nr" 'the type of longest.ko has the greatest length, and works'
is "$(dmesg | grep -c 'sdt: victim: probes refused: .*1048576 bytes.* 4095 ')" 1 \
	'... that of long.ko is longer, which is refused'
rmmod sdt
no_complaints 'the kernel log has no complaint'
done_testing
