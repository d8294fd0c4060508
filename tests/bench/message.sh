#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# message.sh - section of "make bench": a debug message that is a probe, pr_debug() and
# trace_printk()
#
#	tests/bench/message.sh
#	COUNT=300 tests/bench/message.sh		sooner
#
# The guest counts instructions.  Bytes are what a module of COUNT small functions with a
# message in each (tests/vm/many.py) has more than the one without, divided by COUNT.
. "$(dirname "$0")/lib.sh"
. tests/vm/sections.sh
: "${COUNT:=1000}"

# loaded KIND FILE.ko: the bytes of the sections that the loader keeps
loaded()
{
	sections "$1" "$2" | awk '{ n += $4 } END { print n }'
}

# bytes ROW PEER ALL PLAIN
bytes()
{
	row "$1" "$2" "$(echo "$3 $4" | awk -v n="$COUNT" '{ printf "%.1f", ($1 - $2) / n }')"
}

add=
for kind in plain messages debugs printks; do
	many $kind "$COUNT" 3 >&2 || fail "the module of $COUNT $kind cannot be built"
	add="$add --add $dir/$kind-$COUNT-3/many_$kind.ko"
done

# The clock of --icount does not wait while the guest sleeps.
tests/guest/start --icount --append slub_debug=- --append rcupdate.rcu_expedited=1 \
	--timeout 900 --add kmod/sdt.ko --add tests/vm/modules/message_cost.ko \
	--add tests/vm/allocated.sh --add tests/bench/figures.sh $add \
	tests/bench/message.guest.sh "$COUNT" "$RUNS" || fail 'the guest failed'

plain=$dir/plain-$COUNT-3/many_plain.ko
for kind in messages debugs printks; do
	file=$dir/$kind-$COUNT-3/many_$kind.ko
	case $kind in
	messages) peer=probe ;;
	debugs) peer=pr_debug ;;
	printks) peer=trace_printk ;;
	esac
	bytes 'bytes of the file, 3 arguments' $peer "$(stat -c %s "$file")" "$(stat -c %s "$plain")"
	bytes 'bytes of the sections in memory, 3 arguments' $peer \
		"$(loaded $kind "$file")" "$(loaded plain "$plain")"
done
