#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# families.t - every macro of every provider: values for handlers and in the trace
#
# needs: kmod/sdt.ko tests/vm/modules/families.ko tests/vm/modules/listener.ko
# needs: tests/vm/families.rows.sh
# options: --smp 1
. "$(dirname "$0")/../guest/guest.sh"
. ./families.rows.sh

fire=/sys/module/families/parameters/fire

insmod sdt.ko && insmod listener.ko pattern=:families:: && insmod families.ko
ok $? 'the modules load'
families_rows > rows
# The same, with the arguments as a regular expression in front
awk -F '|' '{ regex = $4; gsub(/[][*]/, "\\\\&", regex); print regex "|" $0 }' rows > rows.regex
functions=$(cut -d'|' -f2 rows | awk '!seen[$0]++')

# All fire with both listening, each function's hits into files of its own.
echo 1 > $tracefs/events/families/enable
for function in $functions; do
	dmesg -c > /dev/null
	echo > $tracefs/trace
	echo $function > $fire
	cat $fire > $function.enabled
	dmesg | sed -n 's/.*listener: //p' > $function.hits
	sed -n 's/^.*\.[0-9]*: \([a-z0-9_]*: .*\)/\1/p' $tracefs/trace > $function.trace
	is "$(wc -l < $function.hits)" "$(wc -l < $function.trace)" \
		"$function: as many hits as records ($(wc -l < $function.hits))"
done

while IFS='|' read -r regex macro function probe arguments event fields; do
	case $probe in
	[0-9]*)
		ok $((! ($(cat $function.enabled) & probe))) "$macro: true while enabled"
		continue
	esac
	provider=${probe%%:*}
	like "$(cat $function.hits)" "^$provider:families:${probe#*:}$regex\$" \
		"$macro: a handler: $probe$arguments"
	# Fields begin with a blank, and a message does not.
	case $fields in
	[!\ ]*) place= ;;
	*) place='\([a-z0-9_.]+\+0x[0-9a-f]+\)' ;;
	esac
	like "$(cat $function.trace)" "^$event: $place$fields\$" \
		"$macro: an event: $event$fields"
done < rows.regex

# Nothing else has fired.
for function in $functions; do
	sed -n "s/^[^|]*|$function|\\([^:|]*\\):\\([^|]*\\)|\\([^|]*\\)|.*/\\1:families:\\2\\3/p" rows > listed
	is "$(grep -vxFf listed $function.hits)" '' "$function: no other hits"
done
is "$(cat errors.enabled)" 0 'SET_ERROR() has the value of its argument'
is "$(grep -c 'hworld:.*:here$' dtrace4linux.hits)" 2 \
	'dtrace4linux: the same probe twice in one function'
is "$(grep -c ':inner:n' dtrace4linux.hits)" 2 '... and in an inlined function'

# Disabled, none fires and none says that it is enabled.
rmmod listener
echo 0 > $tracefs/events/families/enable
dmesg -c > /dev/null
for function in $functions; do
	echo $function > $fire
	is "$(cat $fire)" 0 "$function: not enabled, once nobody listens"
done
echo 1 > $tracefs/events/families/fam_two/enable
echo freebsd > $fire
is "$(cat $fire)" 4 'SDT_PROBES_ENABLED: true while any probe is enabled'

rmmod families && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
