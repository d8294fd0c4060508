#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""check.py - compare the diagnostics of a compilation with those its files expect

    gcc -fdiagnostics-format=json ... 2>&1 | check.py FILE...
    gcc -fdiagnostics-format=sarif-stderr ... 2>&1 | check.py FILE...

A comment "error: TEXT", "warning: TEXT" or "note: TEXT" in a FILE is one that its
line must get, or, where it stands alone, the last line before with code.  TEXT
may end in "..." for anything.  Where the line has a macro the caret must be at
its name, at one of its arguments or in a string; of what is said of a probe's argument,
at that one.  Prints what differs, and nothing else.
"""
import json
import os
import re
import sys

COMMENT = re.compile(r'/\* (error|warning|note): (.*?) \*/')
MACRO = re.compile(r'\b[A-Z][A-Z_0-9]+ ?\(')
ARGUMENT = re.compile(r'argument (\d+) (?:of probe|is declared|has|may)')


def comments(path, pattern):
    """The (line, group, ...) of the comments of a file that match a pattern"""
    code_line = 0
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.lstrip().startswith('/*'):
                code_line = number
            for groups in pattern.findall(line):
                yield (code_line, *groups)


def from_json(diagnostics):
    """(path, line, column, kind, text) of each, with its notes behind it."""
    for d in diagnostics:
        caret = (d['locations'] or [{}])[0].get('caret')
        if caret:
            yield (caret['file'], caret['line'], caret['display-column'],
                   d['kind'], d['message'])
        yield from from_json(d.get('children', []))


# What looks like an option of GCC's is one to GCC 16: '[-entry](https://...)'.
LINK = re.compile(r"\[([^]]*)\]\(https?://[^)]*\)")


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
                       kind, LINK.sub(r'\1', text['text']).replace('{{', '{').replace('}}', '}'))


def places(source, number):
    """The (line, column) of the last macro at a line or above it, and of each of its
    arguments."""
    while number > 1 and not MACRO.search(source[number - 1]):
        number -= 1
    call = MACRO.search(source[number - 1])
    if not call:
        return []
    found = [(number, call.start() + 1)]
    column, depth, wanted = call.end(), 1, True
    while number <= len(source):
        for column in range(column, len(source[number - 1])):
            char = source[number - 1][column]
            if wanted and not char.isspace():
                found.append((number, column + 1))
                wanted = False
            depth += (char in '([{') - (char in ')]}')
            wanted |= char == ',' and depth == 1
            if not depth:
                return found
        number, column = number + 1, 0
    return found


def got(diagnostics, path):
    """The (line, kind, text) that a file has got, sorted by line."""
    found = []
    with open(path, encoding='utf-8') as file:
        source = [line.expandtabs() for line in file.read().split('\n')]
    for where, number, column, kind, text in diagnostics:
        if os.path.basename(where) != os.path.basename(path):
            continue
        line = source[number - 1]
        allowed = places(source, number)
        argument = ARGUMENT.search(text)
        if argument and 'DTRACE_PROBE' in line:
            allowed = allowed[1 + 2 * int(argument[1]):][:1]
        if (MACRO.search(line) and (number, column) not in allowed
                and not MACRO.match(line[column - 1:])
                and line[:column - 1].count('"') % 2 == 0):
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
        compare(path, list(comments(path, COMMENT)), got(diagnostics, path))


if __name__ == '__main__':
    main()
