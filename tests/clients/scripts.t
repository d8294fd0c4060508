#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# scripts.t - the scripts of examples/revdev print the expected output
#
# It is in the same folder.  Times vary: of histograms, in what is expected as well, only the
# number of calls counts, and that each has a time.
#
# needs: tests/clients/clients.sh kmod/sdt.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: examples/revdev/traceflow.bt examples/revdev/traceflow.expected examples/revdev/latency
# needs: examples/revdev/latency.bt examples/revdev/latency.expected
# needs: examples/revdev/latency.bt.expected
# options: --append slub_debug=- --root / --smp 1 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

printf 'hello\nworld\nioctl\nioctl\nexit\n' > input
insmod sdt.ko
insmod revdev.ko

# The files keep the program's output, which comes in between, apart.
if why=$(no_bpftrace); then
	ok 0 "traceflow.bt runs # SKIP $why"
else
	bpftrace -o flow -c ./testrevdev traceflow.bt < input > out 2>&1
	ok $? 'traceflow.bt runs'
	is "$(grep -E '^(->|<-|  =>|  <=) ' flow)" "$(cat traceflow.expected)" '... and shows the flow'
fi

# calls FILE: "NAME COUNT" for each histogram, of either script
calls()
{
	awk '
	/^@?[a-z_]*: *$/ { name = $1 }
	/^\[.* [0-9]+ \|/ { sub(/ \|.*/, ""); n[name] += $NF }
	/ ns  [0-9]+$/ && $1 > 1 && $3 > $1 { n[name] += $NF }
	END { for (name in n) print name, n[name] }' "$1" | sort
}
bpftrace -o times -c ./testrevdev latency.bt < input > out 2>&1
ok $? 'latency.bt runs'
is "$(calls times)" "$(calls latency.bt.expected)" '... and counts all calls'
like "$(cat times)" '^\[[0-9]+[KM]?, [0-9]+[KM]?\) +[12] \|@+' '... by their time'

if has_histograms; then
	before=$(ls $tracefs/instances; cat $tracefs/synthetic_events)
	./latency ./testrevdev < input > times
	ok $? 'latency runs'
	is "$(calls times)" "$(calls latency.expected)" '... and counts all calls'
	is "$(grep -v ' ns  ' times)" "$(grep -v ' ns  ' latency.expected)" \
		'... with what the program prints'
	is "$(ls $tracefs/instances; cat $tracefs/synthetic_events)" "$before" \
		'... and leaves nothing behind'
	./latency false > /dev/null
	is $? 1 '... and has the status of its command'
else
	ok 0 'latency runs # SKIP this kernel has no histograms'
fi
rmmod revdev && rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
