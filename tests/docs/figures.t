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
# Written anew from its own sections, some of which were written by hand
python3 -B - "$page" "$new" <<'END'
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
END
is "$(diff "$page" "$new")" '' 'a run of the benchmark keeps what it has not measured'

# The table of gcc-plugin/README.md is that of tests/plugin/passes.
is "$(python3 - $(files '*.md' | grep -vxF -e "$page" -e gcc-plugin/README.md) <<'END'
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
