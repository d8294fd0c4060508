#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Disabled probes, and what others have in their place
. "$(dirname "$0")/figures.sh"
RUNS=$1
cost=/sys/module/sites/parameters

# peers ROW FUNCTION
peers()
{
	local peer name
	for peer in $which; do
		case $peer in
		plain)
			figures "$1" 'without plugin' "$2_probe"
			continue
			;;
		tracepoint) name=TRACE_EVENT ;;
		call) name=calls ;;
		flag) name='load and branch' ;;
		*) name=$peer ;;
		esac
		figures "$1" "$name" "$2_$peer"
	done
}

all()
{
	for number in 1 10 100; do
		peers "instructions with $(plural $number site)" sites$number
	done
	peers 'instructions of a function that returns a SET_ERROR()' errors
}

must insmod sdt.ko
must insmod sites.ko
which='none probe tracepoint call flag'
all
must rmmod sites
must insmod plain.ko
which=plain
all
