#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# native.sh - instructions of a function with a probe, natively in user space
#
# Compiles native_bodies.c as kernel code, without probes, with probes, with calls and with
# loads and branches in their place, all disabled, and calls its functions under callgrind
# and, where it can count instructions, "perf stat".  A second ruler beside QEMU's.
. "$(dirname "$0")/lib.sh"
: "${CALLS:=10000}"

command -v valgrind > /dev/null || fail 'valgrind is not installed'
cc=$(compiler)
flags=$(python3 -B tests/fuzz/plugin/built.py "$cc") || exit 1
flags="$flags -O2 -Ikbuild/include -Itests/bench"

# program NAME OBJECT
program()
{
	# What sdtinfo defines in a module
	objcopy --wildcard --weaken-symbol='__sdt_*' "$2" &&
		"$cc" -no-pie -Wl,-z,noexecstack -o "$dir/$1" "$2" "$dir/native.o"
}
# variant NAME FLAG: the program with these bodies
variant()
{
	"$cc" $flags $2 -c -o "$dir/$1.o" tests/bench/native_bodies.c && program "$1" "$dir/$1.o"
}

"$cc" -O2 -Wall -mstackrealign -fno-PIE -Ikbuild/include -c -o "$dir/native.o" \
	tests/bench/native.c &&
variant none -DPLAIN && variant probe '' && variant branches -DBRANCHES || exit 1
# The calls become NOPs, as Solaris's loader makes them.
"$cc" $flags -DCALLS -S -o "$dir/calls.s" tests/bench/native_bodies.c &&
sed -i -E 's/call\s+__dtrace_probe_\w+/.byte 0x0f, 0x1f, 0x44, 0, 0/' "$dir/calls.s" &&
"$cc" -c -o "$dir/calls.o" "$dir/calls.s" && program calls "$dir/calls.o" || exit 1

# title FUNCTION: the row's name
title()
{
	case $1 in
	leaf[0-9]) echo "leaf, ${1#leaf} arguments" ;;
	early) echo 'on the way out, 2 arguments' ;;
	around) echo 'between calls, 3 arguments' ;;
	loop) echo '10 rounds of a loop, 2 arguments' ;;
	esac
}

# by_callgrind PROGRAM: "FUNCTION INSTRUCTIONS" of each call, without the loop
by_callgrind()
{
	rm -f "$dir"/out*
	valgrind --tool=callgrind --callgrind-out-file="$dir/out" "$dir/$1" "$CALLS" \
		> "$dir/log" 2>&1 || return 1
	awk -v calls="$CALLS" '/^desc: Trigger: Client Request: / { name = $NF }
		/^(totals|summary):/ && name { n[name] = $2; name = "" }
		END { for (i in n) print i, (n[i] - n["nothing"]) / calls + 2 }' "$dir"/out.*
}

# by_perf PROGRAM: the same, with ten times as many calls
by_perf()
{
	local function count nothing=
	for function in nothing leaf0 leaf3 leaf8 early around loop; do
		count=$(perf stat -x, -e instructions:u "$dir/$1" $((CALLS * 10)) \
			$function 2>&1 | sed -n 's/^\([0-9]*\),.*instructions.*/\1/p')
		: "${nothing:=$count}"
		awk -v name=$function -v n="$count" -v nothing="$nothing" -v calls="$CALLS" \
			'BEGIN { print name, (n - nothing) / calls / 10 + 2 }'
	done
}

# measure RULER TAIL: all rows, with TAIL at the end of their names
measure()
{
	for pair in none:none probe:probe calls:calls "branches:load and branch"; do
		$1 "${pair%:*}" > "$dir/figures" || fail "$1 cannot run ${pair%:*}"
		while read -r function value; do
			[ $function = nothing ] || row "$(title $function)$2" "${pair#*:}" "$value"
		done < "$dir/figures"
	done | sort
}

measure by_callgrind ''
if perf stat -x, -e instructions:u true 2>&1 | grep -q '^[0-9][0-9]*,'; then
	while [ "$RUNS" -gt 0 ]; do
		measure by_perf ', by perf stat'
		RUNS=$((RUNS - 1))
	done
else
	note 'perf stat cannot count instructions on this machine'
fi
