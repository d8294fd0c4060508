#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# perf.t - perf counts, records and prints probes
#
# needs: tests/clients/clients.sh kmod/sdt.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko tests/vm/modules/contexts.ko
# options: --append slub_debug=- --root / --timeout 600
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

# perf: its pager would wait for somebody to read on.
perf() { command perf --no-pager "$@" 2>&1; }

# stat_counts: what perf stat has counted, from the input
stat_counts() { sed -nE 's/^ *([0-9]+) +revdev:([a-z_]+) .*/\1 \2/p' | sort -k 2 | tr '\n' ' '; }

load
ok $? 'the modules load'
note "$(perf --version)"

# -- list, stat ----------------------------------------------------------------
is "$(perf list 'revdev:*' | grep -o 'revdev:[a-z_]*' | sort | tr '\n' ' ')" \
   'revdev:ioctl_entry revdev:ioctl_return revdev:read_entry revdev:read_return revdev:write_entry revdev:write_return ' \
   'perf list has the probes'
is "$(perf stat -e 'revdev:*' ./fire | stat_counts)" "$fired" 'perf stat counts every hit'
is "$(perf stat -a -e 'revdev:*' ./fire | stat_counts)" "$fired" '... on all CPUs'

# -- record, script ---------------------------------------------------------------
echo 1 >$tracefs/events/revdev/enable
echo 1 >$tracefs/events/kinds/enable
perf record -o perf.data -e 'revdev:*' -e 'kinds:*' ./fire >log
ok $? 'perf record' || note "$(cat log)"
echo 0 >$tracefs/events/enable
perf script -i perf.data >script
hits <script >script.hits
hits <$tracefs/trace >trace.hits
is "$(counted <trace.hits)" "$fired" 'tracefs has every hit'
is "$(wc -l <trace.hits)" "$((12 + $(grep -c ^sdt:kinds: $debugfs/sdt/probes)))" \
	'... and one of every kind of argument'
is "$(cat script.hits)" "$(cat trace.hits)" 'perf script shows the text that tracefs shows'
like "$(cat script)" \
	'testrevdev .* revdev:write_entry: \(revdev_write\+0x[0-9a-f]+\) fp=0xfff[0-9a-f]+ buf=0x[0-9a-f]+ n=5 buf_str="hello"' \
	'function, values and string'

# -- filter -------------------------------------------------------------------------
perf record -o filter.data -e revdev:ioctl_entry --filter 'arg == 4' \
	-e revdev:write_entry --filter 'buf_str == "world"' \
	-e revdev:read_return --filter 'text_str ~ "*o*" && ret == 5' ./fire >log
is "$(perf script -i filter.data | counted) $(perf script -i filter.data |
	grep -oE 'arg=4|buf_str="world"|text_str="(dlrow|olleh)"' | sort | tr '\n' ' ')" \
   '1 ioctl_entry 2 read_return 1 write_entry  arg=4 buf_str="world" text_str="dlrow" text_str="olleh" ' \
   'perf record --filter'

# -- trace ----------------------------------------------------------------------------
# Without -a, perf trace 5.10 shows no event of a module, whosever it is.
perf trace -a -o trace -e 'revdev:*' ./fire
is "$(sed 's/.*revdev:\([a-z_]*\)(.*/\1:/' trace | counted)" "$fired" 'perf trace has every hit'
# perf trace 7.2 shows its own address of a string, whosever event it is: an event of
# the kernel shows whether this one does.
perf trace -o exec -e sched:sched_process_exec ./fire
string='"hello"'
if ! grep -q 'filename: ".*testrevdev"' exec; then
	note "this perf trace shows no strings: $(tail -n 1 exec)"
	string='[0-9]+'
fi
like "$(cat trace)" "revdev:write_entry\(fp: 0xfff[0-9a-f]+, buf: 0x[0-9a-f]+, n: 5, .*buf_str: $string\)" \
	'... with values and string'

# -- stacks ---------------------------------------------------------------------------
# innermost: of a recorded perf.data, each event with the first function of its stacks; GCC
# keeps what a site does when it is enabled in a part of the function, NAME.cold.  The
# first is left out: perf 6.1 finds the wrong name for it, and the right one for the same
# address from then on.  perf warns at its end, before it writes the rest of its output, which
# can begin within a line: so the warnings go to a file.
innermost()
{
	command perf --no-pager script -F event,ip,sym -i "$1" 2>warnings | awk '
		/^ *contexts:/ { sub(/.*contexts:/, ""); sub(/:.*/, ""); event = $0 }
		/^\t/ && event { sub(/\.cold$/, "", $2); if (n++) print event, $2; event = "" }' |
		sort | uniq -c
}
in_each=$(echo "$in_contexts" | sed 's/^/    100 /; s/100 task/ 99 task/')
events='-e contexts:task -e contexts:softirq -e contexts:hardirq'
perf record -g -a -o stacks.data $events ./fire_contexts >log
is "$(innermost stacks.data)" "$in_each" 'perf record -g: stacks begin in the functions of the probes' ||
	note "$(cat warnings)"
echo 1 >$tracefs/events/contexts/enable
perf record -g -a -o stacks.data $events ./fire_contexts >log
echo 0 >$tracefs/events/contexts/enable
is "$(innermost stacks.data)" "$in_each" '... also if others listen to the probes' ||
	note "$(cat warnings)"

# -- rmmod while it looks -------------------------------------------------------------
for command in 'stat -o log' 'record -o used.data'; do
	perf $command -e 'revdev:*' -a sleep 1000 >log &
	wait_for 60 pidof sleep >/dev/null	# it starts when perf is ready
	rmmod revdev 2>log.rmmod
	ok $((! $?)) "the module stays during perf ${command%% *}"
	./fire
	kill -INT "$(pidof sleep)"
	wait
	gone revdev
	ok $? '... and can go when that has ended'
	insmod revdev.ko
done
rmmod revdev kinds contexts sdt
is "$(perf script -i used.data | counted)" "$fired" 'what was recorded then can be read'
is "$(perf script -i perf.data | sed 's/.*: (//; s/[^)]*)//' | sort)" \
   "$(sed 's/[^)]*)//' trace.hits | sort)" 'as can older recordings, without the modules'
no_complaints 'the kernel log has no complaint'
done_testing
