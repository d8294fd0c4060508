#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# badmodules.t - modules with wrong probe records, tables or jump label keys
#
#	make check TESTS=tests/vm/badmodules.t SEED=7 COUNT=5000
#	make bad-modules SEEDS=1..20	one boot for each seed
#
# 400 variants have some of each kind of mistake, 1000 all of them.  badmodules/variants.py
# makes them, badmodules/load.c loads them in the guest, one after another in one boot.
# Nothing runs concurrently, so the guest has one processor, which is faster to emulate.
cd "$(dirname "$0")/../.." || exit 1
: "${SEED:=1}" "${COUNT:=400}"

here=tests/vm/badmodules
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if ! {
	"${CROSS_COMPILE-}objcopy" --strip-debug tests/vm/modules/victim.ko "$dir/victim.ko" &&
	cp "$dir/victim.ko" "$dir/nomagic.ko" &&
	python3 tests/sdtinfo/patch.py "$dir/nomagic.ko" __sdt_table+0 4 0 &&
	sed 's/\x00victim\x00/\x00enable\x00/g' "$dir/victim.ko" > "$dir/enable.ko" &&
	python3 -B $here/variants.py table "$dir/victim.ko" 50000 1048576 > "$dir/long.ko" &&
	python3 -B $here/variants.py table "$dir/victim.ko" 50000 4095 > "$dir/longest.ko" &&
	python3 -B $here/variants.py texts "$dir/victim.ko" > "$dir/texts" &&
	cut -f1 "$dir/texts" > "$dir/regexes" &&
	python3 -B $here/variants.py variants "$dir/victim.ko" "$SEED" "$COUNT" > "$dir/variants"
} 2> "$dir/log"; then
	sed 's/^/# /' "$dir/log"
	exit 1
fi
echo "# SEED=$SEED COUNT=$COUNT"
tests/guest/start --smp 1 --timeout $((COUNT / 5 + 300)) --add kmod/sdt.ko \
	--add tests/vm/modules/counter.ko --add $here/load --add "$dir:/test/bad" tests/vm/badmodules.guest.sh
