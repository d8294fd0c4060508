#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# trace-messages.t - sdtinfo trace prints a message as the kernel does
#
# Except for what function differ() of messages.c has: see docs/events.md.
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo tests/vm/modules/messages.ko
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --smp 1
. "$(dirname "$0")/../guest/guest.sh"

events=$tracefs/events/messages

# trace ARG...: all messages once; the text of each hit in shown, that of the kernel in records
trace()
{
	echo 1 >$events/enable
	echo >$tracefs/trace
	./sdtinfo trace "$@" -- sh -c 'echo 1 >/sys/module/messages/parameters/fire' >out 2>errors
	status=$?
	# A long name overruns its column.
	awk 'NR == 1 { at = index($0, "ARGUMENTS"); next }
		substr($0, at - 2, 2) == "  " { print substr($0, at); next }
		{ sub(/^.* sdt:messages:[^ ]*  /, ""); print }' out >shown
	sed -nE 's/^.*: ([a-z0-9]+_[a-z0-9_]+): (.*)$/\1: \2/p' $tracefs/trace >records
	echo 0 >$events/enable
}

# same WHAT: are both the same, function by function?
same()
{
	is "$status:$(cat errors):$(wc -l <shown)" "0::$(wc -l <records)" "$1: all messages"
	for function in $(sed 's/_.*//' records | grep -v differ | uniq); do
		awk -v f="^${function}_" 'NR == FNR { if ($0 ~ f) n[FNR]; next } FNR in n' records shown >some
		is "$(cat some)" "$(grep "^${function}_" records | sed 's/^[^ ]*: //')" "... of $function()"
	done
}

echo 1 >/proc/sys/kernel/kptr_restrict
insmod sdt.ko && insmod messages.ko
ok $? 'the modules load'
trace 'messages::'
same 'the text of the event'
cp records full

# -- JSON ------------------------------------------------------------------------------
trace -j 'messages::mixed'
like "$(cat out)" '^\{.*"name":"mixed","message":"[^"]* 192\.0\.2\.7:[0-9]+ 02:00:00:5e:17:ff .*","args":\{"text":".*"v4":"\[c0 00 02 07\]","length":[0-9]+,.*\}\}$' \
	'JSON has the text, and the arguments'
trace -j 'messages::quotes'
like "$(cat out)" '"message":"a \\"quoted\\" .text. with \\\\ and \\\\n, REC->n: 3","args":\{"n":3\}\}$' \
	'... in which it is escaped'

# -- filters ---------------------------------------------------------------------------
trace -f 'n == 3' 'messages::percent'
is "$(cat shown)" '100% of 3%' 'a filter compares fields'
trace -f 'n != 3' 'messages::percent'
is "$status:$(cat errors):$(cat shown)" 0:: '... of which none is shown'

# -- without copies ----------------------------------------------------------------------
rmmod sdt
insmod sdt.ko string_size=0
trace 'messages::'
same 'string_size=0'
rmmod sdt
insmod sdt.ko layout=dtrace
trace 'messages::'
is "$status:$(cat errors):$(wc -l <shown)" "0::$(wc -l <full)" 'the layout dtrace'
rmmod messages && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log'
done_testing
