#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# trace-cmd.t - trace-cmd in the guest; its recording can also be read on the host

cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

tests/guest/start --timeout 600 --root / --out "$tmp" --add tests/clients/clients.sh \
	--add kmod/sdt.ko --add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
	--add tests/vm/modules/kinds.ko tests/clients/trace-cmd.guest.sh >"$tmp/guest"
status=$?
sed 's/^/    /' "$tmp/guest"
ok $status 'in the guest'

# events: of a report the task, the time and the event; another version of trace-cmd
# may show the CPU's state in between, or not
events() { sed -E '/^cpus=/d; s/^(.*\]) [^ ]*( +[0-9]+\.)/\1\2/; s/\] +/] /'; }

trace-cmd report -i "$tmp/trace.dat" 2>"$tmp/err" | events >"$tmp/here"
is "$(cat "$tmp/here")" "$(events <"$tmp/report")" 'the recording says the same on another machine' ||
	note "$(cat "$tmp/err")"
like "$(cat "$tmp/here")" 'write_entry: .*buf_str="hello"' '... with values and strings'
done_testing
