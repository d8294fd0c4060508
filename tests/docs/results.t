#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# results.t - docs/internals/results.md is as the matrix writes it, and other pages claim only
# what it has; and the matrix knows which changes a row's results depend on

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
cd "$here/../.." || exit 1

page=docs/internals/results.md
new=$(mktemp) || exit
repository=$(mktemp -d) || exit
trap 'rm -rf "$new" "$repository"' EXIT

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

# matrix ARGUMENT...: runs Python that is on stdin, which can use the matrix
matrix()
{
	{
		cat <<-'END'
			import contextlib
			import importlib.machinery
			import importlib.util
			import io
			import sys

			loader = importlib.machinery.SourceFileLoader("matrix", "tests/systems/matrix")
			spec = importlib.util.spec_from_loader("matrix", loader)
			matrix = importlib.util.module_from_spec(spec)
			loader.exec_module(matrix)
		END
		cat
	} | python3 -B - "$@"
}

# Written anew, without the tests that are gone since a row has skipped them
targets=$(matrix "$new" <<'END'
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
compilers=$(column compiler plugin | sed -nE 's/^([^ ]*-)?gcc(-[0-9]+ \(.*\))? ([0-9]+)\..*/\3/p')
is "$(sed -n 's/^| compiler |.* tested with \([0-9]*\) to \([0-9]*\)\..*/\1 \2/p' README.md |
	xargs seq)" "$(sorted "$compilers")" '... and the compilers'

# Which changes matter: a row of tests of sdt.ko, then with one test repeated
cd "$repository" || exit
# commit FILE...: prints the commit's name
commit()
{
	for file; do
		mkdir -p "$(dirname "$file")"
		date +%s%N >>"$file"
	done
	git add . && git -c user.name=a -c user.email=a@example.org -c commit.gpgsign=false \
		-c core.hooksPath=/dev/null commit -q -m change &&
		git rev-parse --short=12 HEAD
}
git init -q .
first=$(commit kmod/a.c)
second=$(commit README.md docs/a.md docs/internals/results.md tests/plugin/a.t tests/packages/debian.t tests/vm/a.t)
third=$(commit tests/vm/b.t tests/vm/lib.sh)
cd "$OLDPWD" || exit
# changed CELL: prints what has changed for a row with that in the column "commit"
changed()
{
	matrix "$repository" "$1" <<-'END'
		matrix.TOP = sys.argv[1]
		print(*matrix.changed_since({"commit": sys.argv[2], "vm": "100", "docs": "-"}))
	END
}
is "$(changed "$first")" 'tests/vm/a.t tests/vm/b.t tests/vm/lib.sh' \
	'a row depends on its own tests and what they share, not on pages and other tests'
is "$(changed "$second")" 'tests/vm/b.t tests/vm/lib.sh' '... of what has changed since its commit'
is "$(changed "$third")" '' '... which may be nothing'
echo docs/a.md >>"$repository/tests/vm/c.sh"
git -C "$repository" add .
is "$(changed "$third")" 'tests/vm/c.sh' '... where a new file is something'
tells "$(changed "$first")" 'docs/a.md' '... and on pages that its tests name'
git -C "$repository" reset -q --hard
is "$(changed "$first; $second: vm/a")" 'tests/vm/b.t tests/vm/lib.sh' '... or since a test was repeated'
is "$(changed "$second; $first: vm/a")" 'tests/vm/a.t tests/vm/b.t tests/vm/lib.sh' '... or was not'
is "$(changed "$first; $third: vm/a")" 'tests/vm/b.t tests/vm/lib.sh' '... but what it shares with others counts for them'
is "$(changed "$first; $third: vm/a, vm/b")" '' '... unless all were repeated'
echo docs/a.md >>"$repository/tests/vm/b.t"
is "$(changed "$first; $third: vm/a, vm/b")" 'tests/vm/b.t' '... with the pages that they name'
git -C "$repository" reset -q --hard
tells "$(changed "$first+")" 'all commit not known' 'changes that were not committed have no name'
tells "$(changed -)" 'all commit not known' '... nor have rows of earlier times'

# Long runs: the last of each command
# long OUTPUT: runs a command that prints it, then one that fails; prints both lines' commit and what
# passed
long()
{
	matrix "$repository" "$1" <<-'END'
		matrix.TOP, folder = sys.argv[1], sys.argv[1] + "/.git"
		with contextlib.redirect_stdout(io.StringIO()):
		    for _ in range(2):
		        failed = matrix.run_long(folder, ["printf", sys.argv[2] + "\\n"])
		    matrix.run_long(folder, ["false"])
		print(failed)
		for _, commit, _, passed in matrix.page()[2].values():
		    print(commit, passed, matrix.changed_since({"commit": commit, "vm": passed}))
	END
}
is "$(long 'ok 1\nok 2 # SKIP\n20 inputs, 3 in a second\nnot ok 3 - a # TODO')" \
	"False
$third **failed**, 0 passed []
$third 21 []" 'long runs have what passed, and the commit'
ran=$(long 'ok 1\nnot ok 2')
like "$ran" '\*\*failed\*\*, 1 passed' '... or that some failed'
like "$ran" '^True$' '... as the status says'
done_testing
