#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# scale.sh - what each of many probes takes to link, load, publish, enable and remove
#
#	tests/bench/scale.sh
#	SIZES='100 10000' tests/bench/scale.sh		is it linear?
#
# For each of SIZES builds modules of that many functions with a probe, a TRACE_EVENT, a
# branch of a static key, or nothing in them (tests/vm/many.py).  The values are instructions
# for one probe, so a step is linear if they are equal for all sizes: of the programs that
# link, by valgrind, and of the guest (scale.guest.sh).  At last the largest module runs in a
# guest with two processors, which must be told of each change; its times are notes.
#
# insmod is not linear: for each function that ftrace can trace, the kernel searches all
# symbols of the module.  A TRACE_EVENT adds such a function and 16 symbols, a probe 2 symbols,
# so 10,000 TRACE_EVENTs take 83 billion instructions to load, as many as all the rest.
# Modules of more than MOST of them are left out.
. "$(dirname "$0")/lib.sh"
: "${SIZES:=1000}"
: "${MOST:=2000}"

# linked KIND COUNT: the instructions that link a module's objects, and add its table, as
# kbuild/join does
linked()
{
	local kind=$1 count=$2 folder=$dir/$1-$2-3 out=$dir/linked.o table='' assembled='' joined=''
	counted ld -r -o "$out" "$folder/main.o" "$folder"/part*.o > "$dir/sum" || return 1
	if [ "$kind" = probes ]; then
		table=$(counted tools/sdtinfo/sdtinfo link --module "many_$kind" -o "$dir/table.s" \
			"$out") &&
			assembled=$(counts "$(cd "$KDIR" && "$CC" -c -o "$dir/table.o" "$dir/table.s" \
				-wrapper $wrapper 2>&1)") &&
			joined=$(counted ld -r -o "$dir/joined.o" "$out" "$dir/table.o") || return 1
	fi
	per "$count" "$(cat "$dir/sum")" $table $assembled $joined
}

# modules COUNT: builds them; sets add, for tests/guest/start
modules()
{
	add="--add kmod/sdt.ko --add tests/vm/modules/held.ko --add $dir/timed --add $dir/pace"
	add="$add --add tools/sdtinfo/sdtinfo"
	for kind in plain probes keys events; do
		if [ $kind = events ] && [ "$1" -gt "$MOST" ]; then
			note "more than $MOST TRACE_EVENTs are left out"
			continue
		fi
		many $kind "$1" 3 >&2 || fail "the module of $1 $kind cannot be built"
		add="$add --add $dir/$kind-$1-3/many_$kind.ko:/test/$kind.ko"
	done
}

# guest COUNT RUNS OPTION...: memory is allocated as in any kernel, not as where it is
# tested, and who disables does not wait for RCU's ticks
guest()
{
	local count=$1 runs=$2
	shift 2
	tests/guest/start "$@" --append slub_debug=- --append rcupdate.rcu_expedited=1 \
		--timeout 14400 --memory 1024 $add tests/bench/scale.guest.sh "$count" "$runs" \
		"$(commas "$count")" > "$dir/guest" || fail "$(grep '^not ok' "$dir/guest" |
			head -n 1) in the guest with $count probes"
	grep -v '^ok ' "$dir/guest"
}

gcc -Wall -Wextra -O2 -o "$dir/timed" tests/bench/timed.c &&
	gcc -Wall -Wextra -O2 -o "$dir/pace" tests/bench/pace.c || exit 1
command -v valgrind > /dev/null || fail 'valgrind is not installed'
for count in $SIZES; do
	modules "$count"
	for pair in plain:none probes:probe events:TRACE_EVENT; do
		kind=${pair%:*}
		[ -e "$dir/$kind-$count-3/many_$kind.ko" ] || continue
		value=$(linked "$kind" "$count") || fail "the objects of $count $kind are not linked"
		row "$(commas "$count"): link" "${pair#*:}" "$value"
	done
	guest "$count" "$RUNS" --icount
done
guest "$count" 1 --smp 2 | sed -n 's/^[^#].*all sites/# two processors, in ticks: &/p'
