#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# messages.t - the text of messages in the trace
#
# The text of each record is what printk() makes of the same message and the same arguments.
#
# needs: kmod/sdt.ko tests/vm/modules/messages.ko tests/vm/modules/conversions.ko
# options: --smp 1
. "$(dirname "$0")/../guest/guest.sh"

events=$tracefs/events/messages

# fire: all messages; their records are in the trace and in records, what is said in said
fire()
{
	echo > $tracefs/trace
	dmesg -c > /dev/null
	echo 1 > /sys/module/messages/parameters/fire
	dmesg | sed -nE 's/^.*\] [a-z]+: said: (.*)$/\1/p; s/^.*\] said: (.*)$/\1/p' > said
	sed -nE 's/^.*: ([a-z0-9]+[_-][a-z0-9_-]+): (.*)$/\1: \2/p' $tracefs/trace > records
}

echo 1 > /proc/sys/kernel/kptr_restrict
insmod sdt.ko && insmod messages.ko
ok $? 'the modules load'
echo 1 > $events/enable
fire
ok "$([ "$(wc -l < said)" -ge 120 ]; echo $?)" "$(wc -l < said) messages"
# Before 5.13, the kernel has no %p4cc, and prints a hashed address.
fourcc=true
grep -q XR24 said || fourcc=false
known() { if $fourcc; then cat; else grep -vE '^[0-9a-f]{16}$'; fi; }
for function in $(sed 's/_.*//' records | uniq); do
	is "$(grep "^${function}_" records | sed 's/^[^ ]*: //' | known)" \
		"$(awk -v f="^${function}_" 'NR == FNR { if ($0 ~ f) n[FNR]; next } FNR in n' records said | known)" \
		"$function()"
done
is "$(wc -l < records)" "$(wc -l < said)" 'all of them'

# -- the format ---------------------------------------------------------------------
is "$(fields messages/bytes_mixed)" 'char* text 8;u8 * v4 8;int length 4;u8 * mac 8;int arg4 4;const u8 * from 8;char* words 8;u8 v4_bytes[4] 4;u8 mac_bytes[6] 6;unsigned long __probe_ip 8;__data_loc char[] text_str 4;__data_loc u8[] from_bytes 4;__data_loc char[] words_str 4;' \
	'the fields are the arguments, and copies of what they point to'
is "$(grep ^print $events/bytes_mixed/format)" \
	'print fmt: "%s %pI4:%u %pM %*phC %s", __get_str(text_str), REC->v4_bytes, REC->length, REC->mac_bytes, __get_dynamic_array_len(from_bytes), __get_dynamic_array(from_bytes), __get_str(words_str)' \
	'... and the text is for those who print records'
is "$(grep ^print $events/literals_quotes/format)" \
	"print fmt: \"a \\\"quoted\\\" 'text' with \\\\ and \\\\n, REC->n: %d\", REC->n" '... with quotes'

is "$(fields messages/texts_bytes)" 'const u8 * mac 8;void * v4 8;struct in6_addr * v6 8;int len 4;u8 * data 8;u8 * four 8;int n 4;char* words 8;u8 * name 8;char* string 8;u8 mac_bytes[6] 6;u8 v4_bytes[4] 4;u8 v6_bytes[16] 16;unsigned long __probe_ip 8;__data_loc u8[] data_bytes 4;__data_loc u8[] four_bytes 4;__data_loc char[] words_str 4;__data_loc char[] name_str 4;__data_loc char[] string_str 4;' \
	'of a probe with a text, they are those that the types declare'
is "$(grep -c '^texts_link: ' records)" 3 '... of one event in all functions'

# -- filters, histograms and string_size -----------------------------------------------
echo 'length == 64 && text_str ~ "abc*"' > $events/bytes_mixed/filter
histogram $events/strings_chars 'hist:keys=i'
echo 8 > /sys/module/sdt/parameters/string_size
fire
histogram_like $events/strings_chars 'i: *98 } hitcount: *1' 'a histogram of an argument'
is "$(grep ^bytes_mixed: records)" \
	'bytes_mixed: abcdefg 192.0.2.7:64 02:00:00:5e:17:ff 01:02:03:fe:00:00:00:00 two' \
	'a filter; what has a size of its own does not depend on string_size'
echo 'state == 1 && device_str == "eth0"' > $events/texts_link/filter
fire
is "$(grep -c '^texts_link: abcdefg: eth0 is 1, ' records)" "$(grep -c '^texts_link: ' records)" \
	'... of such a probe, too'
echo 0 > $events/texts_link/filter
echo 0 > $events/bytes_mixed/filter
histogram $events/strings_chars '!hist:keys=i'

echo page > /sys/module/messages/parameters/fire
is "$(tail -n 1 $tracefs/trace | grep -o '"quoted" 100%' | wc -l)" 256 'a message of a page'

# -- addresses ----------------------------------------------------------------------------
pointers() { sed -n 's/^addresses_p[^ ]*: p=\([^ ]*\) .*/\1/p' records | sort -u | tr '\n' ' '; }
echo 2 > /proc/sys/kernel/kptr_restrict
fire
is "$(pointers)" '0000000000000000 ' 'with kptr_restrict=2 there are no addresses'
echo 1 > /proc/sys/kernel/kptr_restrict
echo 0 > $events/enable

# -- without copies -------------------------------------------------------------------------
for parameter in string_size=0 layout=dtrace; do
	rmmod messages sdt
	insmod sdt.ko $parameter && insmod messages.ko
	echo 1 > $events/enable
	fire
	is "$(grep 'field:.*_\(str\|bytes\)' $events/*/format)" '' "$parameter: nothing is copied"
	is "$(grep ^numbers records | sed 's/^[^ ]*: //')" "$(head -n "$(grep -c ^numbers records)" said)" \
		'... numbers are what they were'
	like "$(grep ^bytes.mixed: records | tail -n 1)" \
		': 0x[0-9a-f]{16} [0-9a-f]{16}:64 [0-9a-f]{16} [0-9a-f]{16} 0x[0-9a-f]{16}$' \
		'... and addresses take the place of copies'
	echo 0 > $events/enable
done

# -- conversions of every shape ------------------------------------------------------------------
rmmod messages sdt
insmod sdt.ko && insmod conversions.ko
ok $? 'a module with conversions of every shape loads'
echo 1 > $tracefs/events/conversions/enable
for stars in '12 5' '-12 -5' '0 0'; do
	echo > $tracefs/trace
	dmesg -c > /dev/null
	echo "$stars" > /sys/module/conversions/parameters/fire
	dmesg | sed -nE 's/^.*\] [a-z]+: said: (.*)$/\1/p; s/^.*\] said: (.*)$/\1/p' > said
	sed -nE 's/^.*: (numbers|pointers|copies|literals)_[a-z0-9_]+: (.*)$/\2/p' $tracefs/trace > records
	# hashed addresses, in columns
	$fourcc || sed -i -E '/^ *(0x)?0*([0-9a-f]+) *\|.*\| *(0x)?0*\2 *\|$/d' said records
	ok "$([ "$(wc -l < records)" -ge 149 ] || ! $fourcc; echo $?)" "$(wc -l < records) messages"
	is "$(diff said records)" '' "... are those of printk(), with $stars for the stars"
done
echo 0 > $tracefs/events/conversions/enable
rmmod conversions && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
