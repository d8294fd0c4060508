#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# memory.t - memory per site, compared with a TRACE_EVENT of the same arguments
#
#	make check TESTS=tests/vm/memory.t COUNT=1000
#
# Builds three modules with COUNT small functions each: one with probes, one with
# events, one with neither.  Compares the first two with the third, in their files
# (the sections that stay in memory) and in the guest, where the kernel adds symbols
# and the kernel and sdt.ko allocate memory.
cd "$(dirname "$0")/../.." || exit 1
. tests/vm/sections.sh
: "${COUNT:=300}"
KDIR=${KDIR:-$(make -s kdir)}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for kind in plain probes events; do
	python3 -B tests/vm/many.py $kind "$COUNT" "$dir/$kind"
	# Linux 7.3 cannot make BTF for a module without debugging information.
	if ! make -j2 -C "$KDIR" M="$dir/$kind" modules CONFIG_DEBUG_INFO_BTF_MODULES= \
			> "$dir/log" 2>&1; then
		sed 's/^/# /' "$dir/log"
		exit 1
	fi
	sections $kind "$dir/$kind/many_$kind.ko"
done > "$dir/sections"

# The clock of --icount does not wait while the guest sleeps.
tests/guest/start --icount --append slub_debug=- --add kmod/sdt.ko --add "$dir/plain/many_plain.ko" \
	--add "$dir/probes/many_probes.ko" --add "$dir/events/many_events.ko" \
	--add "$dir/sections" --add tests/vm/allocated.sh tests/vm/memory.guest.sh "$COUNT"
