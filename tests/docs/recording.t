#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# recording.t - docs/watching.svg is a picture that browsers show, and the commands and
# probes that it shows are there

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
top=$(cd "$here/../.." && pwd)
svg=$top/docs/watching.svg
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# check FILE: prints what is wrong with the picture
check()
{
	python3 "$here/recording.py" "$1" "$top/docs/recording/commands" \
		"$top/tools/sdtinfo/sdtinfo" "$top/examples/revdev/revdev.ko" 2>&1
}

# finds WHAT SED-SCRIPT REGEX: a picture that was changed so is found to be wrong
finds()
{
	sed "$2" "$svg" >"$tmp/changed.svg"
	like "$(check "$tmp/changed.svg")" "$3" "finds $1"
}

is "$(check "$svg")" '' 'the commands and probes of the recording are there'
ok "$([ "$(wc -c <"$svg")" -lt 100000 ]; echo $?)" "$(wc -c <"$svg") bytes"

finds 'an element without its end' '$d' '^not well-formed'
finds 'a script' 's|</svg>|<script>x</script></svg>|' '^element script'
finds 'a style from elsewhere' 's|</style>|@import "x.css";</style>|' '^style sheet refers'
finds 'another command' 's/sdtinfo top/sdtinfo tip/' '^the commands are not those'
finds 'a command that is missing' '/sdtinfo list/d' '^the commands are not those'
finds 'a probe that is not there' 's/revdev_read:read-return/revdev_read:read-exit/' '^no probe sdt:revdev:revdev_read:read-exit'
finds 'another list' 's/read-entry</read-enter</' '^not what sdtinfo list prints'
finds 'another argument' 's/ ret=5/ result=5/' '^arguments text result'
finds 'a hidden end' 's/<g id="\([^"]*\)">/<g id="\1" visibility="hidden">/' '^the last picture lacks'
done_testing
