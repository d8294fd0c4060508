#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# colours.t - colours on a terminal that has them, unless NO_COLOR is set

. "$(dirname "$0")/common.sh"
needs_terminal

object one.o <<'END'
probe sdt:f:p one.c:1
  arg x int int 4 integer signed
END
module one.ko one.o
object two.o <<'END'
probe sdt:f:q one.c:1
END
mkdir two
module one.ko two.o
mv one.ko two
module one.ko one.o

# on_terminal [NAME=VALUE...] COMMAND...: what it prints on a terminal
cat >terminal.py <<'END'
import os, pty, sys
pty.spawn(["env"] + sys.argv[1:])
END
on_terminal()
{
	env -u NO_COLOR TERM=xterm python3 terminal.py "$@" </dev/null | tr -d '\r'
}

plain()
{
	sed 's/\x1b\[[0-9]*m//g'
}

coloured()
{
	like "$1" "$(printf '\033')\[[0-9]+m" "$2"
}

is_plain()
{
	unlike "$1" "$(printf '\033')" "$2"
	like "$1" "one|Usage" "... and there is something"
}

for verb in list args dump verify diff; do
	set -- "$sdtinfo" $verb one.ko
	[ $verb != diff ] || set -- "$@" two/one.ko
	"$@" >text
	is_plain "$(cat text)" "$verb: none in a file"
	is_plain "$(env -u NO_COLOR TERM=xterm "$@" | cat)" "$verb: none in a pipe"
	on_terminal "$@" >colours
	coloured "$(cat colours)" "$verb: on a terminal"
	is "$(plain <colours)" "$(cat text)" "$verb: colours change nothing else"
	unlike "$(tr -d '<>\n' <colours | sed 's/\x1b\[0m/</g; s/\x1b\[[0-9]*m/>/g; s/>[^<>]*<//g')" "[<>]" "$verb: ... and each is reset"
	is_plain "$(on_terminal NO_COLOR=1 "$@")" "$verb: none with NO_COLOR=1"
	coloured "$(on_terminal NO_COLOR= "$@")" "$verb: with an empty NO_COLOR"
	is_plain "$(on_terminal TERM=dumb "$@")" "$verb: none on a dumb terminal"
	is_plain "$(on_terminal -u TERM "$@")" "$verb: none on an unknown one"
	[ $verb = diff ] || is_plain "$(on_terminal "$sdtinfo" $verb --pretty one.ko)" "$verb: none in JSON"
done
is_plain "$(on_terminal "$sdtinfo" diff --pretty one.ko two/one.ko)" "diff: none in JSON"
is_plain "$(on_terminal "$sdtinfo" help list)" "help: none"

done_testing
