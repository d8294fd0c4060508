#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# results.t - docs/internals/results.md is as the matrix writes it, and other pages claim only
# what it has

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
cd "$here/../.." || exit 1

page=docs/internals/results.md
new=$(mktemp) || exit
trap 'rm -f "$new"' EXIT

# column NAME [OTHER]: the cells of the page's table, in rows that have something in OTHER
column()
{
	awk -F ' *[|] *' -v name="$1" -v other="${2-$1}" '
		/^\|.* date / { for (i = 1; i <= NF; i++) column[$i] = i; next }
		/^\| / && $column[other] != "-" { print $column[name] }' "$page" | sort -u
}

# sorted TEXT: its words, one a line
sorted()
{
	printf '%s\n' "$1" | grep -oE '[^ ,]+' | sort -u
}

# Written anew, without the tests that are gone since a row has skipped them
targets=$(python3 -B - "$new" <<'END'
import contextlib
import importlib.machinery
import importlib.util
import io
import sys

loader = importlib.machinery.SourceFileLoader("matrix", "tests/systems/matrix")
matrix = importlib.util.module_from_spec(importlib.util.spec_from_loader("matrix", loader))
loader.exec_module(matrix)
rows = matrix.page()
matrix.PAGE = sys.argv[1]
with contextlib.redirect_stdout(io.StringIO()):
    matrix.write_page(*rows)
print(*sorted({command[0] for _, commands in matrix.ROWS.values() for command in commands}), sep="\n")
END
)
is "$(diff "$page" "$new")" '' 'the matrix would write the page, with tests that exist'
is "$(sed -n 's/^- `make check-matrix`: run \(.*\), and write .*/\1/p' docs/internals/testing.md |
	grep -oE 'check[a-z0-9-]*' | LC_ALL=C sort)" "$targets" \
	'docs/internals/testing.md lists what the matrix runs'

# A PREEMPT_RT kernel has -rt behind its version.
kernels=$(column kernel | sed -n 's/^\([0-9]*\.[0-9]*\)[.+].*-rt-.*/\1-rt/p; t; s/^\([0-9]*\.[0-9]*\)[.+].*/\1/p')
is "$(sorted "$(sed -n 's/^| kernel |.* with \(.*\) of Debian .*/\1/p' README.md | sed 's/ and /, /')")" \
	"$(sorted "$kernels")" 'README.md names the kernels that were tested'
compilers=$(column compiler plugin | sed -nE 's/^gcc(-[0-9]+ \(.*\))? ([0-9]+)\..*/\2/p')
is "$(sed -n 's/^| compiler |.* tested with \([0-9]*\) to \([0-9]*\)\..*/\1 \2/p' README.md |
	xargs seq)" "$(sorted "$compilers")" '... and the compilers'
done_testing
