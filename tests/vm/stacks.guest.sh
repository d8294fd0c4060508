#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# From each site of the corpus the stack leads back to where it began.
. "$(dirname "$0")/../guest/guest.sh"

# results: what the functions of the corpus computed
results()
{
	dmesg | sed -n 's/.*corpus: \(.* results make .*\)/\1/p'
}

insmod corpus_none.ko
ok $? 'the corpus without probes runs'
wanted=$(results)
note "$wanted"
rmmod corpus_none

insmod sdt.ko
for module in corpus_O2 corpus_Os corpus_fp; do
	dmesg -c > /dev/null
	insmod stacks.ko pattern=sdt:$module:: && insmod $module.ko
	ok $? "$module runs with a handler at all its probes"
	is "$(results)" "$wanted" "$module: enabled probes change no result"

	dmesg | sed -n 's/^[^]]*\] stacks: //p' > hits

	# From the site's function, through functions of the module, to the one that
	# called it, and on to where the kernel was entered or the thread began.
	awk -F ' <- ' -v module=" [$module]" '
	function name(frame)
	{
		sub(/.* at /, "", frame)
		sub(/(\.cold)?(\+0x.*| \[.*)?$/, "", frame)
		return frame
	}
	{
		for (i = 2; i <= NF && !index($i, module); i++)
			;
		good = name($i) == name($1)
		while (index($i, module) && $i !~ /^corpus_run/)
			i++
		if (!good || !index($i, module) ||
		    $NF !~ /^(entry_SYSCALL_64|el0t_64_sync|ret_from_fork)/)
			print
	}' hits > bad
	is "$(cat bad)" '' "$module: every stack leads from the site to the kernel's entry"
	note "$(wc -l < hits) different stacks, $(grep -c '_fork' hits) of a thread"

	# Distinct places of each probe against the number of its sites.  Of a function that
	# is inlined into itself many times, not all copies run.
	sed '/:call_recursive/d; s/ <- .*//' hits | sort -u | awk '{ n[$1]++ }
		END { for (p in n) print p, "sites=" n[p] }' | sort > reached
	sed -n "/:call_recursive/d; s/^\(sdt:$module:[^ ]* sites=[0-9]*\).*/\1/p" \
		$debugfs/sdt/probes | sort > all
	is "$(diff all reached)" '' "$module: all sites were hit"
	note "$(wc -l < all) probes"
	rmmod $module && rmmod stacks
done

# -- the kernel's own ----------------------------------------------------------
insmod contexts.ko
events=$tracefs/events/contexts
contexts='task softirq hardirq'
wanted='task fire_task
softirq tasklet_fn
hardirq hardirq_fn'
if has_nmi; then
	contexts="$contexts nmi"
	wanted="$wanted
nmi fire_in_nmi"
fi

# Linux 6.1 has no field, only the name for keys.
key=common_stacktrace
echo "hist:keys=$key" > $events/task/trigger 2> /dev/null || key=stacktrace
echo "!hist:keys=$key" > $events/task/trigger 2> /dev/null

# innermost_keys: of each context, the function that the stacks of a histogram begin in
innermost_keys()
{
	for context in $contexts; do
		echo "hist:keys=$key" > $events/$context/trigger
		echo $context > /sys/module/contexts/parameters/fire
		awk -v context="$context" 'found { sub(/(\.cold)?\+.*/, "", $1); print context, $1 }
			{ found = /^[{] .*stacktrace:/ }' $events/$context/hist | sort -u
		echo "!hist:keys=$key" > $events/$context/trigger
	done
}
is "$(innermost_keys)" "$wanted" 'keys of a histogram: stacks begin in the functions of the probes'
insmod stacks.ko pattern=sdt:contexts::
is "$(innermost_keys)" "$wanted" '... also with a handler at the probes'
rmmod stacks

# In a trace buffer, functions of sdt.ko are before that, as trace_event_raw_event_EVENT
# is for the kernel's own events.
echo 1 > $tracefs/options/stacktrace
for context in $contexts; do
	echo > $tracefs/trace
	echo 1 > $events/$context/enable
	echo $context > /sys/module/contexts/parameters/fire
	echo 0 > $events/$context/enable
	echo "$context $(sed -n 's/^ => //p' $tracefs/trace | sed -n '1,3p' |
		sed 's/\.cold$//' | grep -vE '^(to_ftrace_|sdt_dispatch$|dispatch_)' | head -n 1)"
done > innermost
echo 0 > $tracefs/options/stacktrace
is "$(cat innermost)" "$wanted" 'option stacktrace: at most two functions of sdt.ko are before'
rmmod contexts
rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
