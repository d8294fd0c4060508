#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# session.sh - types the commands in a terminal and runs them: record starts it in the guest
#
#	session.sh COLUMNS LINES
#
# Prints what script(1) logged: the timing, a line "end of timing", and the terminal's output.
set -e

# type_in TEXT: character by character
type_in()
{
	text=$1
	while [ "$text" ]; do
		rest=${text#?}
		printf '%s' "${text%"$rest"}"
		text=$rest
		sleep 0.03
	done
}

if [ "$1" = --in-terminal ]; then
	stty cols "$2" rows "$3" -echo
	while read -r command <&3; do
		case $command in '' | '#'*) continue ;; esac
		printf '# '
		sleep 1
		type_in "$command"
		sleep 0.3
		echo
		eval "$command"
	done 3<commands
	printf '# '
	exit
fi

mkdir -p /dev/pts
mount -t devpts none /dev/pts
# The input is a pipe that never ends: at the end of its input, script types ^D.
mkfifo input
TERM=xterm script -qe -m classic -T timing -O output \
	-c "./session.sh --in-terminal $1 $2" <>input >/dev/null
cat timing
echo 'end of timing'
cat output
