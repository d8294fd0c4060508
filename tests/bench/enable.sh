#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# enable.sh - the time to enable and disable all sites of a large module
#
#	make bench-enable
#	make bench-enable COUNT=1000		sooner
#
# One pattern switches COUNT sites, each of a probe of its own, on and off.  For
# comparison the kernel switches as many of its static keys one by one, in the
# same boot.  First with a clock that counts instructions, for the ratio; then on
# two processors, which must be told of each change, and the times are printed.
cd "$(dirname "$0")/../.." || exit 1
: "${COUNT:=10000}"
KDIR=${KDIR:-$(make -s kdir)}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for kind in probes keys; do
	python3 -B tests/vm/many.py $kind "$COUNT" "$dir/$kind"
	if ! make -j2 -C "$KDIR" M="$dir/$kind" modules > "$dir/log" 2>&1; then
		sed 's/^/# /' "$dir/log"
		exit 1
	fi
done

# guest LIMIT OPTION...: boots with these options; see enable.guest.sh for LIMIT.
# The aim is 100 per cent.  Memory is allocated as in any kernel, not as where it is
# tested, and who switches off does not wait for RCU's ticks.
guest()
{
	limit=$1
	shift
	echo "# tests/vm/run $*"
	tests/vm/run "$@" --append slub_debug=- --append rcupdate.rcu_expedited=1 --timeout 900 --add kmod/sdt.ko \
		--add "$dir/probes/many_probes.ko" --add "$dir/keys/many_keys.ko" \
		tests/bench/enable.guest.sh "$COUNT" $limit
}
guest 110 --icount
status=$?
guest '' --smp 2 && exit $status
