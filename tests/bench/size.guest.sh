#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What COUNT probes, trace events and tracepoints take by the kernel's own word, RUNS
# times: the module's memory, which includes its symbols and is in pages, and what kernel
# and sdt.ko allocate when the module loads.
. "$(dirname "$0")/../guest/guest.sh"
. ./allocated.sh
count=$1 runs=$2

# each ROW PEER BYTES: one of COUNT
each()
{
	printf '%s\t%s\t%s\n' "$1" "$2" \
		"$(awk -v n="$3" -v count="$count" 'BEGIN { printf "%.1f", n / count }')"
}

# loaded KIND ARGS: loads the module of this kind, and says where the memory is
loaded()
{
	load "many_$1" "$1-$2.ko"
	[ "$1" = plain ] || [ "$run" -gt 1 ] || note "$1, $2 arguments, by cache: $caches"
}

# what is allocated with the first module, and by the first load of sdt.ko
load many_plain plain-3.ko
insmod sdt.ko && rmmod sdt
run=1
while [ "$run" -le "$runs" ]; do
	for args in 0 3 8; do
		loaded plain $args
		plain=$size
		for pair in events:TRACE_EVENT classes:DEFINE_EVENT; do
			loaded ${pair%:*} $args
			peer=${pair#*:}
			each "$args arguments, module in memory" $peer $((size - plain))
			each "$args arguments, in memory with its event" $peer $((size - plain + more))
		done
		loaded tracepoints $args
		each "$args arguments, module in memory" tracepoint $((size - plain))
		loaded probes $args
		without=$more
		each "$args arguments, module in memory" probe $((size - plain))
		before=$(allocated)
		insmod sdt.ko
		core=$(cat /sys/module/sdt/coresize)
		core_more=$(($(allocated) - before - core))
		loaded probes $args
		with=$more
		echo > /sys/module/sdt/parameters/publish
		loaded probes $args
		each "$args arguments, in memory without its event" probe $((size - plain + more - without))
		rmmod sdt
		each "$args arguments, in memory with its event" probe $((size - plain + with - without))
	done
	printf 'sdt.ko itself\tprobe\t%d\n' $((core + core_more))
	run=$((run + 1))
done
[ -z "$(complaints)" ] && [ "$tap_failed" -eq 0 ]
