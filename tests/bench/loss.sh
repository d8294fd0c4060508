#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# loss.sh - section of "make bench": how fast hits can follow each other before clients lose some
#
# A driver fires for a second, in bursts of 100, and what the client has is compared with the
# driver's own counters.
#
# needs: tests/bench/figures.sh kmod/sdt.ko tests/clients/clients.sh tools/sdtinfo/sdtinfo
# needs: tests/vm/modules/requests.ko tests/bench/pace
# options: --root / --timeout 7200 --icount
# options: --append slub_debug=- --append rcupdate.rcu_expedited=1
. "$(dirname "$0")/figures.sh"
RUNS=$1
requests=/sys/module/requests/parameters
# Hits a second
rates='10000 20000 30000 40000 50000 60000 80000 100000 120000 150000 200000 250000 300000 400000 500000'

# client PEER COMMAND...: the peer watches, or keeps, the hits of a command
client()
{
	local peer=$1
	shift
	case $peer in
	trace) ./sdtinfo trace requests:: -- "$@" >out ;;
	'perf trace') perf trace --no-syscalls -o out -e 'requests:*' "$@" ;;
	'trace -o') ./sdtinfo trace -o kept requests:: -- "$@" ;;
	'trace-cmd record') trace-cmd record -q -o kept -e requests -F -c "$@" ;;
	'perf record') perf record -q -e 'requests:*' -o kept "$@" ;;
	record)
		./sdtinfo record --size 64M requests:: && "$@"
		./sdtinfo record --show >out && ./sdtinfo record --stop
		;;
	'trace-cmd start')
		trace-cmd start -b 65536 -e requests && "$@"
		trace-cmd extract -o kept && trace-cmd reset
		;;
	esac >log 2>&1
}

# nr_hits PEER: how many hits it has
nr_hits()
{
	case $1 in
	trace | 'perf trace' | record) cat out ;;
	'trace -o' | 'trace-cmd record' | 'trace-cmd start') trace-cmd report kept 2>>log ;;
	'perf record') perf script -i kept -F event 2>>log ;;
	esac | grep -c 'request[-_]'
}

# nr_fired: how many hits the driver has counted since it was loaded
nr_fired() { awk '{ print $1 + $2 }' $requests/counts; }

# has_all PEER RATE: does it have all hits of a second?
has_all()
{
	local before
	rm -rf out kept
	before=$(nr_fired)
	client "$1" ./pace fire "$2" "$2" $requests/fire 50 100
	[ "$(nr_hits "$1")" -eq $(($(nr_fired) - before)) ]
}

# lossless ROW PEER CLIENT: the highest of the rates at which nothing is lost
lossless()
{
	local low=0 high middle rate best=0
	# shellcheck disable=SC2086 # a word for each rate
	high=$(($(set -- $rates; echo $#) + 1))
	while [ $((high - low)) -gt 1 ]; do
		middle=$(((low + high) / 2))
		rate=$(echo "$rates" | cut -d ' ' -f $middle)
		if has_all "$3" "$rate"; then
			low=$middle best=$rate
		else
			high=$middle
		fi
	done
	[ "$best" -gt 0 ] || {
		echo "# $3 loses hits at any rate: $(tail -n 1 log)"
		exit 1
	}
	printf '%s\t%s\t%s\n' "$1" "$2" $((1000000000 / best))
}

# As the other clients find their modules
load() { :; }
# shellcheck source=/dev/null
. ./clients.sh
must insmod sdt.ko
must insmod requests.ko
mount -t tmpfs -o size=1G tmpfs /tmp && cp ./* /tmp 2>/dev/null
cd /tmp || exit 1
for _ in $(seq "$RUNS"); do
	lossless printed probe trace
	lossless printed 'perf trace' 'perf trace'
	lossless 'in a file' probe 'trace -o'
	lossless 'in a file' trace-cmd 'trace-cmd record'
	lossless 'in a file' 'perf record' 'perf record'
	lossless 'in 64 MB of memory' probe record
	lossless 'in 64 MB of memory' trace-cmd 'trace-cmd start'
done
