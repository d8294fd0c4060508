#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""check.py - are the diagnostics of a compilation those that its files ask for?

    gcc -fdiagnostics-format=json ... 2>&1 | check.py FILE...

A comment "error: TEXT", "warning: TEXT" or "note: TEXT" in a FILE is one that its
line must get, or, where it stands alone, the last line before with code.  TEXT
may end in "..." for anything.  The caret must be at a macro's name where the
line has one.  Prints what differs, and nothing else.
"""
import json
import os
import re
import sys

COMMENT = re.compile(r'/\* (error|warning|note): (.*?) \*/')
MACRO = re.compile(r'\b[A-Z][A-Z_0-9]+ ?\(')


def wanted(path):
    """The (line, kind, text) that the comments of a file ask for."""
    code_line = 0
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.lstrip().startswith('/*'):
                code_line = number
            for kind, text in COMMENT.findall(line):
                yield code_line, kind, text


def flatten(diagnostics):
    """Each diagnostic with its notes behind it."""
    for diagnostic in diagnostics:
        yield diagnostic
        yield from flatten(diagnostic.get('children', []))


def got(diagnostics, path):
    """The (line, kind, text) that a file has got, sorted by line."""
    found = []
    with open(path, encoding='utf-8') as file:
        source = file.read().split('\n')
    for diagnostic in flatten(diagnostics):
        caret = (diagnostic['locations'] or [{}])[0].get('caret')
        if not caret or os.path.basename(caret['file']) != os.path.basename(path):
            continue
        line = source[caret['line'] - 1]
        if MACRO.search(line) and not MACRO.match(line[caret['byte-column'] - 1:]):
            print(f'{path}:{caret["line"]}: the caret is in column {caret["byte-column"]}')
        found.append((caret['line'], diagnostic['kind'], diagnostic['message']))
    return sorted(found, key=lambda f: f[0])


def same(want, have):
    """Does a diagnostic match what was asked for?"""
    text = re.escape(want[2]).replace(re.escape('...'), '.*')
    return want[:2] == have[:2] and re.fullmatch(text, have[2])


def compare(path, want, have):
    for w in want[:]:
        match = next((h for h in have if same(w, h)), None)
        if match:
            have.remove(match)
        else:
            print(f'{path}:{w[0]}: missing: {w[1]}: {w[2]}')
    for h in have:
        print(f'{path}:{h[0]}: not asked for: {h[1]}: {h[2]}')


def main():
    said = sys.stdin.read()
    try:
        diagnostics = json.loads(said[said.index('['):])
    except ValueError:
        sys.exit('no JSON: ' + said)
    for path in sys.argv[1:]:
        compare(path, list(wanted(path)), got(diagnostics, path))


main()
