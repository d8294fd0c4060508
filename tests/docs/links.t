#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# links.t - files and headings that the documentation refers to are there

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
. "$here/../lib/files.sh"
top=$(cd "$here/../.." && pwd)

is "$(python3 "$here/links.py" "$top" 2>&1)" '' 'all links lead somewhere, and all files are there'
pages=$(cd "$top" && files '*.md' | wc -l)
ok "$([ "$pages" -gt 10 ]; echo $?)" "$pages pages"

# Installed pages refer to sources that are not there.
installed=$(mktemp -d) || exit
trap 'rm -rf "$installed"' EXIT
cat >"$installed/page.md" <<'END'
See [this](page.md), [`args[0]`](../kmod/args.c), [table.c](table.c#a), [what the
table has](table.c) and [a [b] table.c c](table.c).
END
"$top/docs/plain-links" "$installed"
is "$(cat "$installed/page.md")" 'See [this](page.md), `args[0]` (../kmod/args.c), table.c, what the
table has (table.c) and a [b] table.c c.' 'where pages are installed, links to sources are plain text'
done_testing
