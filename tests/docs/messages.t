#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# messages.t - each error and warning in the sources is in docs/troubleshooting.md or in the
# list of those that explain themselves, and what these have is in the sources

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
. "$here/../lib/git-tree.sh"
top=$(cd "$here/../.." && pwd)

is "$(python3 "$here/messages.py" "$top" "$top/docs/troubleshooting.md" \
	"$here/self-explaining" 2>&1)" '' 'all messages are explained, and no others'
count=$(python3 "$here/messages.py" "$top" | wc -l)
ok "$([ "$count" -gt 200 ]; echo $?)" "$count messages in the sources"
done_testing
