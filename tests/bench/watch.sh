#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# watch.sh - section of "make bench": sdtinfo trace, trace-cmd stream and perf trace print
# hits; sdtinfo top, perf stat and bpftrace count them; sdtinfo latency and bpftrace measure pairs;
# sdtinfo record, trace-cmd and perf record keep the last ones
#
# needs: tests/bench/figures.sh kmod/sdt.ko tests/clients/clients.sh tools/sdtinfo/sdtinfo
# needs: tests/vm/modules/cost.ko tests/vm/modules/twice.ko tests/vm/modules/requests.ko
# needs: tests/bench/pace
# options: --root / --timeout 3000 --icount --append slub_debug=- --append rcupdate.rcu_expedited=1
. "$(dirname "$0")/figures.sh"
RUNS=$1
probes=/sys/kernel/debug/sdt/probes
requests=/sys/module/requests/parameters

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

# starting PEER: a program's first start reads it from the host, and is not counted
starting()
{
	client "$1" true
	client "$1" true
	read -r start _ <cpu
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

# pairs PEER COMMAND...: what each of 200,000 requests costs driver and client, which latency or
# bpftrace measures by their numbers; and how much memory that takes.  As above, the first
# start is not counted.
pairs()
{
	local peer=$1 start rest before after
	shift
	./pace time "$@" /bin/true >out 3>cpu 2>err
	./pace time "$@" /bin/true >out 3>cpu 2>err
	read -r start _ <cpu
	read -r before _ <$requests/counts
	./pace time "$@" "/tmp/pace fire 20000 400000 $requests/fire 50 100" >out 3>cpu 2>err
	read -r after _ <$requests/counts
	grep -q "count $((after - before)),\|^@n: $((after - before))$" out || {
		echo "# $peer has not measured $((after - before)) requests: $(tail -n 1 out)"
		exit 1
	}
	read -r rest memory <cpu
	echo "a pair measured, nanoseconds of CPU	$peer	$(((rest - start - fired_pairs) / 200))"
	echo "memory of the client that measures pairs, kilobytes	$peer	$memory"
}

# recording PEER START STOP: what a call takes while its hits are kept
recording()
{
	eval "$2" >kept 2>&1
	figures 'recorded, instructions' "$1" int3_probe
	eval "$3" >kept 2>&1
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
	figures "$how, instructions" "$peer" "$function"
	kill -INT $!
	# perf record ends as its command does, by SIGTERM, which the shell would print.
	{ wait $!; } 2>/dev/null || :
}

# As the other clients find their modules
load() { :; }
# shellcheck source=/dev/null
. ./clients.sh
must insmod sdt.ko
must insmod cost.ko
must insmod twice.ko
must insmod requests.ko
mount -t tmpfs tmpfs /tmp && cp ./* /tmp 2>/dev/null
cd /tmp || exit 1

# What firing takes without a client
./pace time ./pace fire 20000 22200 3>cpu
read -r fired _ <cpu
./pace time ./pace fire 20000 400000 $requests/fire 50 100 3>cpu
read -r fired_pairs _ <cpu
for _ in $(seq "$RUNS"); do
	# It prints nothing of a command that ends soon, and some 20 hits a second.
	starting 'trace-cmd stream'
	for peer in probe 'perf trace'; do
		starting "$peer"
		streaming "$peer"
	done
done
figures 'counted, instructions' none int3_none
counting counted probe int3_probe ./sdtinfo top -i 100000 'cost::*int3*'
counting counted 'perf stat' int3_probe perf stat -a -e 'cost:int3' sleep 100000
counting counted bpftrace int3_probe bpftrace -e 'tracepoint:cost:int3 { @ = count(); }'
counting 'counted by value' probe int3_probe ./sdtinfo top -i 100000 -b a cost::int3
counting 'counted by value' bpftrace int3_probe bpftrace -e 'tracepoint:cost:int3 { @[args->a] = count(); }'
counting 'counted by value and task' probe int3_probe ./sdtinfo top -i 100000 -b a,comm cost::int3
counting 'counted by value and task' bpftrace int3_probe \
	bpftrace -e 'tracepoint:cost:int3 { @[args->a, comm] = count(); }'
counting 'counted by stack' probe int3_probe ./sdtinfo top -i 100000 -b stack cost::int3
counting 'counted by stack' bpftrace int3_probe bpftrace -e 'tracepoint:cost:int3 { @[kstack] = count(); }'
counting 'counted as a distribution' probe int3_probe ./sdtinfo top -i 100000 -q a cost::int3
counting 'counted as a distribution' bpftrace int3_probe \
	bpftrace -e 'tracepoint:cost:int3 { @ = hist(args->a); }'
# As it is done by hand: by the task, and by the request's number
counting 'a pair measured' probe pair_probe ./sdtinfo latency cost::pair-entry cost::pair-return
counting 'a pair measured' bpftrace pair_probe bpftrace -e 'tracepoint:cost:pair_entry { @s[tid] = nsecs; }
	tracepoint:cost:pair_return /@s[tid]/ { @ns = hist(nsecs - @s[tid]); delete(@s[tid]); }'
for _ in $(seq "$RUNS"); do
	pairs probe ./sdtinfo latency -k id requests: -- sh -c
	pairs bpftrace bpftrace -e 'tracepoint:requests:request_start { @s[args->id] = nsecs; }
		tracepoint:requests:request_done /@s[args->id]/ {
			@ns = hist(nsecs - @s[args->id]); @n = count(); delete(@s[args->id]); }' -c
done
figures 'recorded, instructions' none int3_none
recording probe './sdtinfo record cost::int3' './sdtinfo record --stop'
recording 'trace-cmd start' 'trace-cmd start -e cost:int3' 'trace-cmd reset'
counting recorded 'perf record' int3_probe perf record -a --overwrite -e cost:int3 -o kept sleep 100000
