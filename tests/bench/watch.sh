#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# watch.sh - section of "make bench": sdtinfo trace, trace-cmd stream and perf trace print
# hits; sdtinfo top, perf stat and bpftrace count them
#
# needs: tests/bench/figures.sh kmod/sdt.ko tests/clients/clients.sh tools/sdtinfo/sdtinfo
# needs: tests/vm/modules/cost.ko tests/vm/modules/twice.ko tests/bench/pace
# options: --root / --timeout 3000 --icount --append slub_debug=- --append rcupdate.rcu_expedited=1
. "$(dirname "$0")/figures.sh"
RUNS=$1
probes=/sys/kernel/debug/sdt/probes

# client PEER COMMAND...: prints the hits of a command, as lines with "step", into out; its CPU
# time in microseconds into cpu
client()
{
	local peer=$1
	shift
	case $peer in
	probe) ./pace time ./sdtinfo trace twice:: -- "$@" ;;
	'trace-cmd stream') ./pace time trace-cmd stream -e twice -F "$@" ;;
	'perf trace') ./pace time perf trace --no-syscalls -o out -e 'twice:*' "$@" ;;
	esac >out 3>cpu 2>err
}

# nr_printed: how many it printed
nr_printed() { grep -c 'step' out; }

# starting PEER
starting()
{
	client "$1" true
	read -r start <cpu
	echo "start-up, microseconds of CPU	$1	$start"
}

# streaming PEER: the time for a hit, after starting
streaming()
{
	client "$1" ./pace fire 20000 22200
	[ "$(nr_printed)" -eq 22200 ] || {
		echo "# $1 printed $(nr_printed) hits instead of 22200: $(head -n 1 err)"
		exit 1
	}
	awk -v start="$start" -v fired="$fired" -v peer="$1" '{
		print "a hit streamed, nanoseconds of CPU\t" peer "\t" ($1 - start - fired) / 22.2
	}' cpu
}

# lossless PEER: the shortest time between hits none of which is lost, in a second
lossless()
{
	local rate=400000
	while [ $rate -gt 1000 ]; do
		client "$1" ./pace fire $rate $((rate / 111 * 111))
		[ "$(nr_printed)" -ne $((rate / 111 * 111)) ] || break
		rate=$((rate / 2))
	done
	echo "between hits without loss, nanoseconds	$1	$((1000000000 / rate))"
}

# counting HOW PEER FUNCTION COMMAND...: what a call takes while a command counts its event
counting()
{
	local how=$1 peer=$2 function=$3 i=0
	shift 3
	"$@" >counted 2>&1 &
	until grep -q "cost:${function%_probe}.* users=[1-9]" $probes; do
		i=$((i + 1))
		[ $i -lt 600 ] || {
			echo "# $peer does not count: $(tail -n 1 counted)"
			exit 1
		}
		sleep 0.5
	done
	sleep 1
	figures "counted$how, instructions" "$peer" "$function"
	kill -INT $!
	wait $!
}

# As the other clients find their modules
load() { :; }
# shellcheck source=/dev/null
. ./clients.sh
must insmod sdt.ko
must insmod cost.ko
must insmod twice.ko
mount -t tmpfs tmpfs /tmp && cp ./* /tmp 2>/dev/null
cd /tmp || exit 1

# What firing takes without a client
./pace time ./pace fire 20000 22200 3>cpu
read -r fired <cpu
for _ in $(seq "$RUNS"); do
	# It prints nothing of a command that ends soon, and some 20 hits a second.
	starting 'trace-cmd stream'
	for peer in probe 'perf trace'; do
		starting "$peer"
		streaming "$peer"
		lossless "$peer"
	done
done
figures 'counted, instructions' none int3_none
counting '' probe int3_probe ./sdtinfo top -i 100000 'cost::*int3*'
counting '' 'perf stat' int3_probe perf stat -a -e 'cost:int3' sleep 100000
counting '' bpftrace int3_probe bpftrace -e 'tracepoint:cost:int3 { @ = count(); }'
counting ' by value' probe int3_probe ./sdtinfo top -i 100000 -b a cost::int3
counting ' by value' bpftrace int3_probe bpftrace -e 'tracepoint:cost:int3 { @[args->a] = count(); }'
counting ' by value and task' probe int3_probe ./sdtinfo top -i 100000 -b a,comm cost::int3
counting ' by value and task' bpftrace int3_probe \
	bpftrace -e 'tracepoint:cost:int3 { @[args->a, comm] = count(); }'
counting ' by stack' probe int3_probe ./sdtinfo top -i 100000 -b stack cost::int3
counting ' by stack' bpftrace int3_probe bpftrace -e 'tracepoint:cost:int3 { @[kstack] = count(); }'
counting ' as a distribution' probe int3_probe ./sdtinfo top -i 100000 -q a cost::int3
counting ' as a distribution' bpftrace int3_probe \
	bpftrace -e 'tracepoint:cost:int3 { @ = hist(args->a); }'
