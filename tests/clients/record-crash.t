#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# record-crash.t - the last hits before the kernel crashes are on its console
#
# The guest crashes on purpose, so each is a guest of its own.

cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

needs_libraries libtracefs '>=' 1.6 libtraceevent

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# crash MODE: what the guest says is in $tmp/out, its console in $tmp/console
crash()
{
	tests/guest/start --console "$tmp/console" --timeout 120 --add kmod/sdt.ko \
		--add tools/sdtinfo/sdtinfo --add examples/revdev/revdev.ko \
		--add examples/revdev/testrevdev tests/clients/record-crash.guest.sh "$1" \
		>"$tmp/out" 2>"$tmp/err"
}

# dumped: the hits in the dump
dumped()
{
	tr -d '\r' <"$tmp/console" | sed -n '/Dumping ftrace/,$s/.* \([a-z_]*: ([a-z_]*+0x[0-9a-f]*) .*\)/\1/p' |
		sed 's/+0x[0-9a-f]*//; s/ \(fp\|text\|buf\)=[^ ]*//g'
}

hits='write_entry: (revdev_write) n=5 buf_str="hello"
write_return: (revdev_write) ret=5 text_str="hello"
read_entry: (revdev_read) text_str="hello"
read_return: (revdev_read) ret=5 text_str="olleh"'

crash global
is "$?:$(cat "$tmp/out")" '125:recording 6 events in the kernel'\''s own buffer' 'a guest crashes'
is "$(dumped)" "$hits" "... record --global: the hits are on the console" ||
	note "$(tail -n 60 "$tmp/console")"

crash instance
like "$(head -n 1 "$tmp/out")" '^recording 6 events in instance sdt-record' 'a recorder of its own'
if grep -q 'cannot dump instances' "$tmp/out"; then
	is "$(dumped):$(grep -c 'ftrace buffer empty' "$tmp/console")" :1 \
		'... which this kernel cannot dump'
else
	is "$(dumped)" "$hits" '... whose hits are on the console' ||
		note "$(tail -n 60 "$tmp/console")"
fi
done_testing
