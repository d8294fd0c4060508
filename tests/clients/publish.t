#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# publish.t - what clients list with parameter publish, and what sdtinfo publishes itself
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko tests/clients/clients.sh
# options: --append slub_debug=- --root / --smp 1 --timeout 900
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

publish=/sys/module/sdt/parameters/publish
names() { sed -n 's/^revdev://p' $tracefs/available_events | sort | tr '\n' ' '; }
# listed: the events of revdev that perf and bpftrace list
listed()
{
	perf list 'revdev:*' 2>&1 | awk '/Tracepoint event/ { print $1 }' | sort | tr '\n' ' '
	bpftrace -l 'tracepoint:revdev:*' 2>/dev/null | sort | tr '\n' ' '
}
run() { ./testrevdev < lines >/dev/null; }
printf 'hello\nexit\n' >lines

all_needs_gate
load
echo 'revdev:write_*' >$publish
is "$(listed)" "revdev:write_entry revdev:write_return tracepoint:revdev:write_entry tracepoint:revdev:write_return " \
	'publish=revdev:write_*: perf and bpftrace list these, and none of the four others'
is "$(perf stat -x, -e revdev:write_entry ./testrevdev <lines 2>&1 >/dev/null | cut -d, -f1,3)" \
	1,revdev:write_entry '... and count them'
echo >$publish

# -- sdtinfo -----------------------------------------------------------------------
is "$(./sdtinfo list -j revdev:: | grep -o '"published":[a-z]*' | sort | uniq -c | sed 's/^ *//')" \
	'6 "published":false' 'sdtinfo list -j tells which are not published'
is "$(./sdtinfo list -v revdev:: | grep -c '^    event  not published')" 6 '... and list -v'
is "$(./sdtinfo list revdev:: | wc -l)" 7 '... and list has them all'
out=$(./sdtinfo trace 'revdev::' -- sh -c './testrevdev <lines' 2>errors | grep -o 'revdev_[a-z]*.*' | grep -c .)
is "$? $(cat errors)" '0 ' 'sdtinfo trace publishes what it needs'
ok "$([ "$out" -ge 4 ]; echo $?)" '... and shows the hits'
is "$(names)$(ls $tracefs/instances)" '' '... and leaves nothing behind'
is "$(./sdtinfo trace -n 1 "@rev_dev.c" -- sh -c './testrevdev <lines' 2>&1 >/dev/null; names)" '' \
	'... nor by a source file'
out=$(./sdtinfo latency revdev:write_entry revdev:write_return -- sh -c './testrevdev <lines' 2>&1)
like "$out" 'not matched: 0 of 1 hits of FROM, 0 of 1 hits of TO' 'so does sdtinfo latency'
is "$(names)$(ls $tracefs/instances)" '' '... and leaves nothing behind'
./sdtinfo trace 'revdev:*' >/dev/null &
tracing=$!
enabled() { grep -q 1 $tracefs/instances/sdtinfo-*/events/revdev/write_return/enable; }
wait_for 30 enabled 2>/dev/null
ok $? 'sdtinfo trace runs'
kill -9 $tracing
wait $tracing 2>/dev/null
is "$(names | wc -w)" 6 '... is killed: what its instance uses stays'
./sdtinfo trace -t 1 'kinds:*' >/dev/null
is "$(names)$(ls $tracefs/instances)" '' '... until the next one has run'
busybox umount $debugfs
./sdtinfo trace -n 1 'revdev:*' 2>errors
like "$(cat errors)" 'debugfs: it is not mounted' 'without debugfs: an error'

no_complaints 'the kernel log has no complaint'
done_testing
