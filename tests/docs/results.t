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
		/^\| / && $column[other] != "-" { print $column[name] }' "$page" | sed 's/, /\n/g' | sort -u
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

# Which changes matter, for tests of sdt.ko
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
# changed TEST=COMMIT...: prints what has changed for tests with results of these commits
changed()
{
	matrix "$repository" "$@" <<-'END'
		matrix.TOP, *tests = sys.argv[1:]
		tests = [word.split("=") for word in tests]
		runs = [{"commit": commit, "tests": {test: {}}} for test, commit in tests]
		found = matrix.changed_since(runs)
		print(*sorted(matrix.new_tests(runs, {"check": {"runs": runs}}).union(*found.values())))
	END
}
is "$(changed vm/a="$first" vm/b="$first")" 'tests/vm/a.t tests/vm/b.t tests/vm/lib.sh' \
	'a row depends on its own tests and what they share, not on pages and other tests'
is "$(changed vm/a="$second" vm/b="$second")" 'tests/vm/b.t tests/vm/lib.sh' '... of what has changed since its commit'
is "$(changed vm/a="$third" vm/b="$third")" '' '... which may be nothing'
is "$(changed vm/a="$second")" 'tests/vm/b.t tests/vm/lib.sh' '... where a new test is something'
is "$(changed vm="$second")" 'tests/vm/b.t tests/vm/lib.sh' '... and one may stand for all'
echo docs/a.md >>"$repository/tests/vm/c.sh"
git -C "$repository" add .
is "$(changed vm/a="$third")" 'tests/vm/c.sh' '... or another new file'
tells "$(changed vm/a="$first")" 'docs/a.md' '... and on pages that its tests name'
git -C "$repository" reset -q --hard
is "$(changed vm/a="$third" vm/b="$first")" 'tests/vm/b.t tests/vm/lib.sh' '... for each test since its own commit'
echo docs/a.md >>"$repository/tests/vm/b.t"
is "$(changed vm/a="$third" vm/b="$third")" 'tests/vm/b.t' '... with the pages that it names'
is "$(changed vm/a="$third")" '' '... but not with tests that the row does not run'
git -C "$repository" reset -q --hard
tells "$(changed vm/a="$first+")" 'all commit not known' 'changes that were not committed have no name'
tells "$(changed vm/a=-)" 'all commit not known' '... nor have rows of earlier times'
mkdir -p "$repository/tests/vm/modules"
echo >"$repository/tests/vm/modules/edges.c"
echo 'for module in edges other; do insmod "$module.ko"; done' >>"$repository/tests/vm/b.t"
git -C "$repository" add .
is "$(changed vm/a="$third")" '' 'a module is for the tests that have its name'
is "$(changed vm/b="$third")" 'tests/vm/b.t tests/vm/modules/edges.c' '... which may be in a list'
mkdir -p "$repository/tests/kbuild"
echo tests/vm/b.t >"$repository/tests/kbuild/plain.exceptions"
git -C "$repository" add .
tells "$(changed vm/a="$third")" 'tests/kbuild/plain.exceptions' '... and what rows leave out is for all'
git -C "$repository" reset -q --hard

# What runs: tests whose TAP is $result, by targets that may end early
cat >"$repository/Makefile" <<'END'
TESTS = $(patsubst $(CURDIR)/%,%,$(wildcard $(CURDIR)/tests/vm/*.t))
check:
	@[ ! "$$no_build" ]
	@mkdir -p '$(TAP)'
	@for test in $(basename $(notdir $(TESTS))); do : >'$(TAP)/'vm.$$test.tap; done
	@for test in $(basename $(notdir $(TESTS))); do \
		[ "$$cut_off" != $$test ] || { kill $$matrix; sleep 60; }; \
		printf %b "$$result" >'$(TAP)/'vm.$$test.tap; done
	@[ ! "$$bad" ]
check-packages:
	@[ ! "$$killed" ] || kill $$PPID
	@mkdir -p '$(TAP)'
	@echo 'ok 1\n1..1' >'$(TAP)/packages.debian.tap'
END
mkdir -p "$repository/.git/matrix" "$repository/tests/systems" "$repository/docs/internals"
# row TAP [ARGUMENT...]: commits, calls the matrix; prints its status, and what each test has then,
# of this commit or of one before; the targets have arguments $given
given=''
row()
{
	row_tap=$1
	shift
	(cd "$repository" && commit) >/dev/null
	result=$row_tap matrix "$repository" "$row_tap" "$given" "$@" <<-'END'
		matrix.TOP, folder = sys.argv[1], sys.argv[1] + "/.git/matrix"
		arguments = sys.argv[3].split()
		matrix.os.environ["matrix"] = str(matrix.os.getpid())
		matrix.ROWS = {"row": ("Row", [["check", *arguments], ["check-packages", *arguments]])}
		head = matrix.git("rev-parse", "--short=12", "HEAD")
		sys.argv[1:] = [folder, *sys.argv[4:]]
		try:
		    with contextlib.redirect_stdout(io.StringIO()):
		        matrix.main()
		except SystemExit as end:
		    print(end.code if end.code.__class__ is str else int(end.code), end=":")
		targets = matrix.read_results()["rows"].get("row", {})
		for target, what in targets.items():
		    for run in what["runs"]:
		        for test, counts in sorted(run["tests"].items()):
		            print("", test, *(f"{key} {counts[key]}" for key in counts),
		                  "now" if run["commit"] == head else "before", end=";")
		    if target in matrix.not_ended("row", targets):
		        print("", target, "not whole", end=";")
	END
}
# stale: what has changed for the row above, as the page has it
stale()
{
	matrix "$repository" <<-'END'
		matrix.TOP = sys.argv[1]
		matrix.ROWS = {"row": ("Row", [["check"], ["check-packages"]])}
		print("stale", matrix.print_changed())
	END
}
packages=' packages/debian passed 1 before;'
is "$(killed=yes row 'ok 1\nok 2 # SKIP no\n1..2\n')" \
	"1: vm/a passed 1 skipped {'no': 1} now; vm/b passed 1 skipped {'no': 1} now; check-packages not whole;" \
	'the matrix runs a row that has no results'
is "$(row '')" \
	"0: vm/a passed 1 skipped {'no': 1} before; vm/b passed 1 skipped {'no': 1} before; packages/debian passed 1 now;" \
	'... and then what was cut off'
is "$(row '')" \
	"0: vm/a passed 1 skipped {'no': 1} before; vm/b passed 1 skipped {'no': 1} before;$packages" '... and nothing that has run'
is "$(stale)" 'stale 0' '... as nothing has changed'
echo >>"$repository/tests/vm/b.t"
is "$(row 'not ok 1\n1..1\n')" "1: vm/a passed 1 skipped {'no': 1} before; vm/b failed 1 now;$packages" \
	'... but a test that has changed'
is "$(row 'ok 1\n1..1\n')" "0: vm/a passed 1 skipped {'no': 1} before; vm/b passed 1 now;$packages" '... or failed'
is "$(row 'ok 1\n1..2\n' row TESTS=tests/vm/a.t)" "1: vm/b passed 1 before; vm/a passed 1 failed 1 now;$packages" \
	'... or was named; and one may end early'
is "$(row 'ok 1\n1..1\n# exit status 3\n' row TESTS=tests/vm/a.t)" "1: vm/b passed 1 before; vm/a passed 1 failed 1 now;$packages" \
	'... or with another status'
is "$(row 'ok 1\n1..1\nok  12 ms\n')" "0: vm/b passed 1 before; vm/a passed 1 now;$packages" "prove's times are no results"
echo >>"$repository/tests/vm/lib.sh"
is "$(cut_off=b row 'ok 1\n1..1\n')" "1: vm/a passed 1 now; vm/b failed 1 now;$packages" 'a run that is cut off has what has ended'
is "$(row 'ok 1\n1..1\n')" "0: vm/a passed 1 before; vm/b passed 1 now;${packages% *} now;" '... and goes on'
echo >>"$repository/tests/vm/lib.sh"
is "$(no_build=yes row '')" "1: vm/a passed 1 before; vm/b passed 1 before; check not whole;${packages% *} now;" 'a make that fails has no results'
is "$(stale)" "Row: (check has not run to its end), tests/vm/lib.sh
stale 1" '... so the old ones are'
is "$(bad=yes row 'ok 1\n1..1\n')" "1: vm/a passed 1 now; vm/b passed 1 now; check not whole;$packages" '... or others, but failed'
is "$(row 'ok 1\n1..1\n')" "0: vm/a passed 1 now; vm/b passed 1 now;$packages" '... and runs again'
rm "$repository/tests/vm/b.t"
is "$(row 'ok 1\n1..1\n' row TESTS=tests/vm/a.t)" "0: vm/a passed 1 now;$packages" 'a test may be gone'
echo >"$repository/tests/vm/new.t"
is "$(row 'ok 1\n1..1\n')" "0: vm/a passed 1 now; vm/new passed 1 now;$packages" '... or new: then all run, and so does it'
is "$(given='A=b' row 'ok 1\n1..1\n')" "0: vm/a passed 1 now; vm/new passed 1 now;${packages% *} now;" \
	'... and with other arguments'
rm "$repository/tests/systems/results.json"
is "$(row 'ok 1\n1..1\n' row TESTS=tests/vm/a.t)" '1: vm/a passed 1 now; check not whole;' \
	'a test that was named is not all'
is "$(row 'ok 1\n1..1\n')" "0: vm/a passed 1 now; vm/new passed 1 now;${packages% *} now;" '... which run then'
like "$(row '' TESTS=tests/vm/a.t)" '^matrix: TESTS= needs rows' 'tests need a row'
like "$(row '' column)" "^matrix: there is no row 'column': row" '... that there is'

# commits COMMIT=TEST,TEST... ...: prints the cell of these runs
commits()
{
	matrix "$@" <<-'END'
		runs = [word.split("=") for word in sys.argv[1:]]
		print(matrix.commit_text([{"commit": commit, "tests": dict.fromkeys(tests.split(","))}
		                          for commit, tests in runs]))
	END
}
is "$(commits a=vm/a,vm/b,vm/c,vm/e,vm/f b=vm/d,lint/a,lint/b,docs/a c=docs/b)" \
	'a; b: docs/a, lint, vm/d; c: docs/b' 'other commits follow, with their tests or folders'

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
		    print(result["commit"] == matrix.commit_now(), result["passed"],
		          sorted(matrix.long_changed(result["commit"])))
	END
}
is "$(long 'ok 1\nok 2 # SKIP\n20 inputs, 3 in a second\nnot ok 3 - a # TODO')" \
	"False
True **failed**, 0 passed []
True 21 []" 'long runs have what passed, and the commit'
ran=$(long 'ok 1\nnot ok 2')
like "$ran" '\*\*failed\*\*, 1 passed' '... or that some failed'
like "$ran" '^True$' '... as the status says'
done_testing
