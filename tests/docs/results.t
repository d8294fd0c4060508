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

targets=$(matrix "$new" <<'END'
with open(sys.argv[1], "w") as file:
    file.write(matrix.page_of(matrix.read_results()))
print(*sorted({command[0] for _, commands in matrix.ROWS.values() for command in commands}), sep="\n")
END
)
is "$(diff "$page" "$new")" '' 'the matrix would write the page'
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

# Which changes matter, for rows of tests of sdt.ko
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
tests='vm/a vm/b'
cd "$OLDPWD" || exit
# changed COMMIT [TEST=COMMIT...]: prints what has changed for a row with the results of $tests of
# that commit, and of others
changed()
{
	matrix "$repository" "$tests" "$@" <<-'END'
		matrix.TOP, tests, commit = sys.argv[1:4]
		results = dict.fromkeys(tests.split(), commit) | dict(word.split("=") for word in sys.argv[4:])
		found = matrix.changed_since({test: {"commit": results[test]} for test in results})
		print(*sorted(set().union(*found.values())))
	END
}
is "$(changed "$first")" 'tests/vm/a.t tests/vm/b.t tests/vm/lib.sh' \
	'a row depends on its own tests and what they share, not on pages and other tests'
is "$(changed "$second")" 'tests/vm/b.t tests/vm/lib.sh' '... of what has changed since its commit'
is "$(changed "$third")" '' '... which may be nothing'
is "$(tests=vm/a changed "$second")" 'tests/vm/b.t tests/vm/lib.sh' '... but on those that are new'
is "$(tests=vm changed "$second")" 'tests/vm/b.t tests/vm/lib.sh' '... and one may be of all tests'
echo docs/a.md >>"$repository/tests/vm/c.sh"
git -C "$repository" add .
is "$(changed "$third")" 'tests/vm/c.sh' '... where a new file is something'
tells "$(changed "$first")" 'docs/a.md' '... and on pages that its tests name'
git -C "$repository" reset -q --hard
is "$(changed "$first" vm/a="$second")" 'tests/vm/b.t tests/vm/lib.sh' '... or since a test was repeated'
is "$(changed "$second" vm/a="$first")" 'tests/vm/a.t tests/vm/b.t tests/vm/lib.sh' '... or was not'
is "$(changed "$first" vm/a="$third" vm/b="$third")" '' '... which all may be'
echo docs/a.md >>"$repository/tests/vm/b.t"
is "$(changed "$third")" 'tests/vm/b.t' '... with the pages that they name'
is "$(tests=vm/a changed "$third")" '' '... but not of those that it does not run'
git -C "$repository" reset -q --hard
tells "$(changed "$first+")" 'all commit not known' 'changes that were not committed have no name'
tells "$(changed -)" 'all commit not known' '... nor have rows of earlier times'

# What runs: tests whose TAP is $result
cat >"$repository/Makefile" <<'END'
TESTS = tests/vm/a.t tests/vm/b.t
check-newer:
	@mkdir -p '$(TAP)'
	@for test in $(basename $(subst /,.,$(TESTS:tests/%=%))); do \
		printf '%b\n' "$$result" >'$(TAP)/'$$test.t.tap; done
	@case "$$result" in *not*) exit 1 ;; esac
END
mkdir "$repository/.git/matrix" "$repository/tests/systems"
# row TAP ARGUMENTS: commits, calls the matrix; prints its status, and the result of each test that
# it has then, of this commit or of one before
row()
{
	result=$1 ROOTS=- matrix "$repository" "$2" <<-'END'
		matrix.TOP = sys.argv[1]
		matrix.ROWS = {"newer": ("Row", [["check-newer"]])}
		matrix.git("add", ".")
		matrix.git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "row",
		           "--no-gpg-sign", "--no-verify")
		sys.argv[1:] = [sys.argv[1] + "/.git/matrix", *sys.argv[2].split(maxsplit=1)]
		try:
		    with contextlib.redirect_stdout(io.StringIO()):
		        matrix.main()
		except SystemExit as end:
		    print("status", int(end.code), end=":")
		head = matrix.git("rev-parse", "--short=12", "HEAD")
		for test, result in matrix.read_results()["rows"]["newer"].items():
		    counts = [f"{key} {result[key]}" for key in ("passed", "failed", "skipped") if key in result]
		    print("", test, *counts, "now" if result["commit"] == head else "before", end=";")
	END
}
mkdir -p "$repository/docs/internals"
is "$(row 'ok 1\nok 2 # SKIP no\n1..2' '')" \
	"status 0: vm/a passed 1 skipped {'no': 1} now; vm/b passed 1 skipped {'no': 1} now;" \
	'the matrix runs a row that has no results'
is "$(row '1..0' '')" \
	"status 0: vm/a passed 1 skipped {'no': 1} before; vm/b passed 1 skipped {'no': 1} before;" \
	'... and not one that has'
echo >>"$repository/tests/vm/b.t"
is "$(row 'not ok 1\n1..1' '')" \
	"status 1: vm/a passed 1 skipped {'no': 1} before; vm/b failed 1 now;" '... but a test that has changed'
is "$(row 'ok 1\n1..1' '')" \
	"status 0: vm/a passed 1 skipped {'no': 1} before; vm/b passed 1 now;" '... or failed'
is "$(row 'ok 1\n1..2' 'newer TESTS=tests/vm/a.t')" \
	'status 1: vm/a passed 1 failed 1 now; vm/b passed 1 before;' '... or was named; and one may end early'
rm "$repository/tests/vm/b.t"
is "$(row '1..0 # SKIP not\n' newer)" "status 1: check-newer failed 1 now; vm/a skipped {'not': 1} now;" \
	'... or a row, without tests that are gone; and make may fail'

# Long runs: the last of each command
# long OUTPUT: runs a command that prints it, then one that fails; prints whether both lines are of
# this commit, and what passed
long()
{
	matrix "$repository" "$1" <<-'END'
		matrix.TOP, folder = sys.argv[1], sys.argv[1] + "/.git"
		with contextlib.redirect_stdout(io.StringIO()):
		    for _ in range(2):
		        failed = matrix.run_long(folder, ["printf", sys.argv[2] + "\\n"])
		    matrix.run_long(folder, ["false"])
		print(failed)
		for result in matrix.read_results()["long"].values():
		    print(result["commit"] == matrix.commit_now(), result["passed"])
	END
}
is "$(long 'ok 1\nok 2 # SKIP\n20 inputs, 3 in a second\nnot ok 3 - a # TODO')" \
	"False
True **failed**, 0 passed
True 21" 'long runs have what passed, and the commit'
ran=$(long 'ok 1\nnot ok 2')
like "$ran" '\*\*failed\*\*, 1 passed' '... or that some failed'
like "$ran" '^True$' '... as the status says'
done_testing
