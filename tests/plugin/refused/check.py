#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""check.py - are the diagnostics of a compilation those that its files ask for?

    gcc -fdiagnostics-format=json ... 2>&1 | check.py FILE...
    gcc -fdiagnostics-format=sarif-stderr ... 2>&1 | check.py FILE...

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


def from_json(diagnostics):
    """(path, line, column, kind, text) of each, with its notes behind it."""
    for d in diagnostics:
        caret = (d['locations'] or [{}])[0].get('caret')
        if caret:
            yield (caret['file'], caret['line'], caret['display-column'],
                   d['kind'], d['message'])
        yield from from_json(d.get('children', []))


def from_sarif(results):
    """The same from SARIF, which is what GCC 16 has."""
    for r in results:
        notes = [n for n in r.get('relatedLocations', []) if 'message' in n]
        for kind, text, place in [
                (r['level'], r['message'], (r['locations'] or [{}])[0]),
                *(('note', n['message'], n) for n in notes)]:
            where = place.get('physicalLocation')
            if where:
                yield (where['artifactLocation']['uri'],
                       where['region']['startLine'],
                       where['region'].get('startColumn', 1),
                       kind, text['text'])


def got(diagnostics, path):
    """The (line, kind, text) that a file has got, sorted by line."""
    found = []
    with open(path, encoding='utf-8') as file:
        source = file.read().split('\n')
    for where, number, column, kind, text in diagnostics:
        if os.path.basename(where) != os.path.basename(path):
            continue
        line = source[number - 1].expandtabs()
        if MACRO.search(line) and not MACRO.match(line[column - 1:]):
            print(f'{path}:{number}: the caret is in column {column}')
        found.append((number, kind, text))
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
        data = json.loads(said[re.search(r'^[\[{]', said, re.M).start():])
    except (AttributeError, ValueError):
        sys.exit('no JSON: ' + said)
    if isinstance(data, dict):
        diagnostics = list(from_sarif(data['runs'][0]['results']))
    else:
        diagnostics = list(from_json(data))
    for path in sys.argv[1:]:
        compare(path, list(wanted(path)), got(diagnostics, path))


main()
