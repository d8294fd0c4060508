#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# handler.sh - section of "make bench": an enabled probe, tracepoint, kprobe and fprobe with
# callbacks that do nothing
#
# needs: tests/bench/figures.sh kmod/sdt.ko tests/vm/modules/cost.ko tests/vm/modules/nothing.ko
# options: --icount --append slub_debug=- --append rcupdate.rcu_expedited=1
. "$(dirname "$0")/figures.sh"
RUNS=$1

must insmod sdt.ko
must insmod cost.ko
fprobe=
! grep -q ' register_fprobe' /proc/kallsyms || fprobe=fprobe

# peers ROW ARGS
peers()
{
	local peer name
	for peer in none probe tracepoint kprobe inside $fprobe; do
		case $peer in
		inside) name='kprobe inside' ;;
		*) name=$peer ;;
		esac
		figures "$1" "$name" "$2_$peer"
	done
}

# rows HANDLERS OPTION...: with nothing.ko
rows()
{
	local handlers=$1
	shift
	must insmod nothing.ko "$@"
	for context in task interrupt; do
		[ $context = task ]
		echo $? > $cost/in_irq
		for args in 0 3 8; do
			peers "$(plural $args argument), $handlers, $context" int$args
		done
	done
	must rmmod nothing
}

rows '1 handler' count=1
rows '1 reentrant handler' count=1 reentrant=1
rows '4 handlers' count=4
