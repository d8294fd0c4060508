#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# From each site of the corpus the stack leads back to where it began.
. ./guest.sh

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
rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
