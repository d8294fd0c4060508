#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# figures.t - measured figures are in docs/benchmarks.md only, which "make bench" keeps

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
. "$here/../lib/files.sh"
cd "$here/../.." || exit 1

page=docs/benchmarks.md
new=$(mktemp) || exit
trap 'rm -f "$new"' EXIT
# Written anew from its own sections, some of which were written by hand; and each figure above a
# peer's, and what the page says of these
reasons=$(python3 -B - "$page" "$new" 2>&1 <<'END'
import importlib.machinery
import importlib.util
import re
import sys

page, new = sys.argv[1:]
loader = importlib.machinery.SourceFileLoader("run", "tests/bench/run")
run = importlib.util.module_from_spec(importlib.util.spec_from_loader("run", loader))
loader.exec_module(run)
texts = run.read_page()
with open(page, encoding="utf-8") as file:
    where = re.search("^Last run: (.*)[.]$", file.read(), re.M)[1]
run.PAGE = new
run.write_page(texts, where)

tables = [(title, [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()])
          for title, text in texts.items() for table in re.findall(r"(?:^\|.*\n)+", text, re.M)]
above = [(title, row[0]) for title, (head, _, *rows) in tables for row in rows
         for name, value in zip(head, row) if name.startswith("to ") and value and float(value) > 1.005]
told = [(where, words) for title, (_, _, *rows) in tables if title == "Where a probe costs more"
        for where, names, _ in rows for words in names.split("; ")]
for title, row in above:
    if not any(title == where and words in row for where, words in told):
        print(f"no reason: {title}: {row}")
for where, words in told:
    if not any(title == where and words in row for title, row in above):
        print(f"no figure: {where}: {words}")
END
)
is "$(diff "$page" "$new")" '' 'a run of the benchmark keeps what it has not measured'
is "$reasons" '' 'each figure above that of a peer has a reason, and each reason a figure'

# The table of gcc-plugin/README.md is that of tests/plugin/passes.
is "$(python3 - $(files '*.md' | grep -vxF -e "$page" -e gcc-plugin/README.md) 2>&1 <<'END'
import re
import sys

FIGURE = re.compile(r"\d[\d,.]*\s+(?:more\s+|fewer\s+)?instructions|\w+\s+instructions\s+(?:more|fewer)|"
                    r"(?:about|some|nearly)\s+\d[\d,.]*\s+(?:[KMGk]i?B|bytes|[num]?s)\b")
for page in sys.argv[1:]:
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for figure in FIGURE.finditer(text):
        print(f"{page}:{text.count(chr(10), 0, figure.start()) + 1}: {' '.join(figure[0].split())}")
END
)" '' 'other pages have no numbers of instructions, and no rough sizes or times'
done_testing
