# SPDX-License-Identifier: GPL-2.0-only
#
# privileges.sh - shell functions for the tests of what sdtinfo may do where; sourced, never run
#
#	# needs: tests/clients/privileges.sh docs/security.md
#	. "$(dirname "$0")/../guest/guest.sh"
#	. ./privileges.sh
#
# "row" compares what each verb can do with a line of the table in docs/security.md.

# load: the modules; revdev.ko and no other has an installed file
load()
{
	modules=/lib/modules/$(uname -r)
	mkdir -p "$modules/extra"
	cp revdev.ko "$modules/extra"
	echo 'extra/revdev.ko:' >"$modules/modules.dep"
	chmod -R a+rX . /lib/modules
	insmod sdt.ko && insmod revdev.ko && insmod hello.ko && chmod 666 /dev/revdev
}

# fire: probes of revdev fire until the end.  Only one program at a time can open the device, so
# "fire_once" goes on until it could.
fire()
{
	printf '#!/bin/sh\nuntil echo hello | ./testrevdev; do sleep 0.1; done >/dev/null 2>&1\n' >fire_once
	chmod 755 fire_once
	while :; do
		echo hello | ./testrevdev
		sleep 0.3
	done >/dev/null 2>&1 &
}

# cell WANTED VERB ARG...: what a verb, run by $as, can do: "yes"; "files", from the modules'
# installed files; "events", from events; "no", for a reason in the file "why"; or what
# else happened.  WANTED is in the output.
cell()
{
	wanted=$1
	shift
	status=0
	# shellcheck disable=SC2086	# words
	$as ./sdtinfo "$@" >/tmp/out 2>/tmp/errors || status=$?
	if [ $status = 1 ] && [ "$(grep -c '^sdtinfo: ' /tmp/errors)" = 1 ]; then
		cat /tmp/errors >>/tmp/why
		echo no
	elif [ $status != 0 ]; then
		echo "$*: status $status, $(cat /tmp/errors)"
	elif ! grep -Eq "$wanted" /tmp/out; then
		echo "$*: $(cat /tmp/out)"
	elif grep -q '; events are counted instead$' /tmp/errors; then
		echo events
	elif grep -q '; the modules. installed files are read instead$' /tmp/errors; then
		echo files
	elif [ -s /tmp/errors ]; then
		echo "$*: $(cat /tmp/errors)"
	else
		echo yes
	fi
}

# cells: of all verbs that look at the running kernel, in the order of the table's columns
cells()
{
	{ cell ioctl-entry list revdev: && cell 'arg0 *fp' args ioctl-entry &&
		cell write_entry gen --bpftrace write-entry; } | uniq
	cell 'revdev: loaded' dump revdev
	cell ' [1-9][0-9]* .*write-entry' top -n 1 -i 2 revdev:
	{ cell 'comm="testrevdev"' top -n 1 -i 2 -b comm revdev: &&
		cell '^count [1-9]' latency write-entry write-return -- ./fire_once &&
		cell 'sdt:revdev:revdev_write:write-entry  .*buf="hello" n=5' trace -n 1 -t 30 write-entry
	} | uniq
}

# in_table ROW: its cells
in_table()
{
	awk -F ' *[|] *' -v row="$1" '$2 == row { print $3, $4, $5, $6 }' security.md
}

# row NAME WHY COMMAND...: COMMAND, which is then $as, runs the verbs; those that cannot work say
# WHY, words of the messages, sorted
row()
{
	row=$1 reason=$2
	shift 2
	as=$*
	: >/tmp/why
	got=$(cells | paste -s -d ' ')
	is "$got" "$(in_table "$row")" "$row: as the table says"
	if [ -n "$reason" ]; then
		tells "$(sed 's/^sdtinfo: //' /tmp/why | sort -u)" "$reason" \
			'... each verb that cannot work says why'
	else
		is "$(cat /tmp/why)" '' '... and none says that it cannot'
	fi
}

# files: the verbs that take files need nothing of the kernel, for $as
files()
{
	failed=
	for words in 'list revdev.ko' 'args revdev.ko' 'dump revdev.ko' 'verify revdev.ko' \
		'diff revdev.ko revdev.ko' 'gen --d revdev.ko' 'link -m revdev -o - rev_dev.o rev_mod.o'; do
		# shellcheck disable=SC2086	# words
		$as ./sdtinfo $words >/dev/null 2>/tmp/errors || failed="$failed$words: $(cat /tmp/errors); "
	done
	is "$failed" '' '... all verbs read files'
}
