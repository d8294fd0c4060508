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
done_testing
