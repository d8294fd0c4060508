#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Switches COUNT sites by one pattern, and as many static keys, and compares; with
# LIMIT the sites may take that many per cent of the keys' time.
. ./guest.sh
count=$1 limit=$2

# The log's clock is the finest that the shell has.
echo on > /proc/sys/kernel/printk_devkmsg
mark()
{
	echo "mark" > /dev/kmsg
}
# timed NAME COMMAND: sets the variable NAME to the microseconds that COMMAND takes,
# if that is less than it holds
timed()
{
	mark
	eval "$2" || ok 1 "$2"
	mark
	took=$(dmesg | awk '/mark$/ { gsub(/[^0-9.]/, ""); before = last; last = $0 * 1e6 }
		END { printf "%d", last - before }')
	note "$2: $took us"
	eval "[ \${$1:-$took} -lt $took ] || $1=$took"
}
# compare SITES KEYS NAME: fails if SITES is more than KEYS and LIMIT per cent of it
compare()
{
	note "$3: $(($1 / count)) us for a site, $(($2 / count)) for a key:" \
		"$(($1 * 100 / $2)) %"
	[ -z "$limit" ] ||
		ok "$([ "$1" -le $(($2 * limit / 100)) ]; echo $?)" \
			"$3: at most $limit % of the keys' time"
}
enabled()
{
	sed -n 's/^enabled //p' $debugfs/sdt/stats
}

keys=/sys/module/many_keys/parameters/on
sdt=$debugfs/sdt
insmod sdt.ko && insmod many_keys.ko
ok $? 'sdt.ko and the keys load'
timed load 'insmod many_probes.ko'
is "$(sed -n 's/^sites //p' $debugfs/sdt/stats)" "$count" "$count sites are there"

# The least of several rounds
for round in 1 2 3 4 5; do
	timed keys_on "echo 1 > $keys"
	timed keys_off "echo 0 > $keys"
	# What it takes besides is not the sites'.
	timed count_on "echo :nothing:: > $sdt/count"
	timed count_off "echo > $sdt/count"
	timed sites_on "echo :many_probes:: > $sdt/count"
	is "$(enabled)" "$count" "round $round: one pattern switches all on"
	timed sites_off "echo > $sdt/count"
	is "$(enabled)" 0 '... and off'
done
# shellcheck disable=SC2154 # set by timed
compare $((sites_on - count_on)) "$keys_on" 'enabling'
# shellcheck disable=SC2154
compare $((sites_off - count_off)) "$keys_off" 'disabling'

timed unload 'rmmod many_probes'
rmmod many_keys
rmmod sdt
is "$(dmesg | grep -E 'soft lockup|hung task|stall|blocked for')" '' 'no processor was held up'
no_complaints 'the kernel log has no complaint'
done_testing
