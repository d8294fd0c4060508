# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154 # tracefs is of guest.sh
#
# messages.sh - what the guests' scripts share that compare debug messages: the unedited
# module's in the kernel's log with the edited one's in the trace
#
# The unedited modules are in /test/before.

# start_log: what the log has before is not of interest
start_log()
{
	echo 'messages: start' >/dev/kmsg
}

# logged: the log's lines since then, without their times
logged()
{
	dmesg | sed 's/^\[[^]]*\] //' | awk '/^messages: start$/ { lines = ""; next }
		{ lines = lines $0 "\n" } END { printf "%s", lines }'
}

# start_trace FILE PATTERN...: sdtinfo trace writes to the file from now on
start_trace()
{
	file=$1
	shift
	sdtinfo trace "$@" >"$file" 2>"$file.err" &
	echo $! >"$file.pid"
	wait_for 60 grep -q '^ *TIME ' "$file" || note "$(cat "$file.err")"
}

# end_trace FILE: it has all hits until now
end_trace()
{
	kill "$(cat "$1.pid")"
	wait "$(cat "$1.pid")"
	is "$? $(cat "$1.err")" '0 ' "... sdtinfo trace ends, and has nothing to complain about"
}

# messages FILE: of sdtinfo trace, without the columns in front of them
messages()
{
	sed -nE 's/^ *[0-9]+\.[0-9]+ +[0-9]+ +.* [0-9]+ +[^ ]+:[^ ]*:[^ ]*:[^ ]+ +//p' "$1"
}

# probes_in FILE: the probes that sdtinfo trace shows, each once
probes_in()
{
	sed -nE 's/^ *[0-9]+\.[0-9]+ +[0-9]+ +.* [0-9]+ +([^ ]+:[^ ]*:[^ ]*:[^ ]+)( .*)?$/\1/p' "$1" | sort -u
}

# trace_lines: names and texts of the kernel's own trace, without the columns in front of them
trace_lines()
{
	sed -nE 's/^.*\[[0-9]{3,}\] [^ ]+ +[0-9]+\.[0-9]+: //p' $tracefs/trace
}

# in_trace: messages in the kernel's own trace, where "enable" puts those of a
# module's start
in_trace()
{
	trace_lines | sed -nE 's/^[A-Za-z0-9_]+: //p'
}

# same FILE1 FILE2 NAME: two lists of messages are equal, and not empty
same()
{
	[ -s "$1" ] && cmp -s "$1" "$2"
	ok $? "$3" || note "$(diff "$1" "$2" | head -n 60)"
}
