#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# boot.guest.sh talk ARG...|root|panic|hang - the guest side of boot.t

. "$(dirname "$0")/../guest/guest.sh"

case $1 in
talk)
	is "$#:$2" "2:two  words" "arguments arrive"
	is "$(cat 'a file')" "content" "a file with a space in its name arrives"
	is "$(cat /etc/dir/inner)" "inner" "a directory arrives where it shall be"
	is "$(./env echo runs)" "runs" "a dynamically linked program runs"
	test -e $tracefs/available_events && test -d $debugfs/tracing
	ok $? "tracefs and debugfs are mounted"
	is "$(echo x | cat /dev/fd/0)" "x" "/dev/fd works"
	is "$(nproc)" 2 "two processors"
	like "$(cat /proc/cmdline)" " rdinit=/init first=1 second$" \
		"words for the kernel's command line arrive"
	no_complaints "a fresh kernel log is clean"
	echo "kernel $(uname -r)"
	done_testing || exit 1
	printf 'no newline at the end'
	exit 3
	;;
root)
	is "$(cat /etc/added /etc/changed)" "$(printf 'content\nold')" \
		"the root's files are there, and what was added"
	echo new >/etc/changed && echo new >/etc/new && rm /etc/removed
	ok $? "all can be changed"
	is "$(ls /etc) $(cat /etc/changed)" "$(printf 'added\nchanged\nnew new')" "... for the guest"
	cp /out/inner /out/result
	ok $? "it can write to /out"
	test -e $tracefs/available_events && test -d $debugfs/tracing
	ok $? "tracefs and debugfs are mounted"
	is "$(echo x | cat /dev/fd/0)" "x" "/dev/fd works"
	no_complaints "the kernel log is clean"
	done_testing
	;;
panic)
	echo "before the panic"
	echo c >/proc/sysrq-trigger
	;;
hang)
	while :; do sleep 1; done
	;;
esac
