#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# longlist.t - what a long list of patterns, and many events, keep from others
#
# Builds a module whose probes are one group, one with debug messages that show errors, and one
# with messages that show numbers.  The guest has one processor, and its clock counts
# instructions, so the figures are the same at every run.
cd "$(dirname "$0")/../.." || exit 1
KDIR=${KDIR:-$(make -s kdir)}

dir=$(mktemp -d) || exit
trap 'rm -rf "$dir"' EXIT
# build KIND COUNT
build()
{
	python3 -B tests/vm/many.py "$1" "$2" "$dir/$1"
	# Linux 7.3 cannot make BTF for a module without debugging information.
	make -j2 -C "$KDIR" M="$dir/$1" modules CONFIG_DEBUG_INFO_BTF_MODULES= >"$dir/log" 2>&1 && return
	sed 's/^/# /' "$dir/log"
	echo "Bail out! $1"
	exit 1
}

build group 600
build errors 200
build messages 200
tests/guest/start --icount --smp 1 --timeout 600 --add kmod/sdt.ko --add tests/vm/delay \
	--add "$dir/group/many_group.ko" --add "$dir/errors/many_errors.ko" \
	--add "$dir/messages/many_messages.ko" tests/vm/longlist.guest.sh
