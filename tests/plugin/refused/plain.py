#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""plain.py - compare what the two forms refuse

    plain.py SDTINFO COMMAND... FILE

COMMAND is that of a compiler, without the plugin, that takes "-o OUT.o FILE.c".  The comments
"error: TEXT" in FILE are what the plugin refuses (check.py).  A statement that the compiler or
"sdtinfo link" refuses is left out of a copy of the source, which is tried again until both
accept it, so that no error hides another one.  Prints each statement that only one form
refuses, as in plain.differs, and nothing else.
"""
import os
import re
import subprocess
import sys
import tempfile

from check import MACRO, wanted

PLACE = re.compile(r'^([^:\s]+):(\d+):(?:\d+:)? (?:fatal )?(error|note): ', re.M)


class Source:
    """A file, and its statements with a macro: (start, end) in the text"""

    def __init__(self, path):
        self.name = os.path.basename(path)
        with open(path, encoding='utf-8') as file:
            text = file.read()
        # Comments have no code; the lines and columns stay.
        self.text = re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m[0]), text,
                           flags=re.S)
        self.statements = []
        for call in MACRO.finditer(self.text):
            start = self.text.rfind('\n', 0, call.start()) + 1
            if not self.text.startswith('#', start):
                self.statements.append((start, call.start(), self.end(call.end())))
        self.noted = {self.statement(line) for line, _, _ in wanted(path)}
        self.wanted = {self.statement(line) for line, kind, _ in wanted(path)
                       if kind == 'error'} - {None}
        self.refused = set()

    def end(self, at):
        """The end of a call whose parenthesis has been opened"""
        depth = 1
        while depth and at < len(self.text):
            literal = re.match(r'"(\\.|[^"\\])*"', self.text[at:])
            depth += (self.text[at] in '([{') - (self.text[at] in ')]}')
            at += literal.end() if literal else 1
        return at

    def statement(self, line):
        """The innermost one that has a part in a line"""
        start = sum(len(t) + 1 for t in self.text.split('\n')[:line - 1])
        end = self.text.find('\n', start)
        found = [s for s in self.statements if s[0] <= end and s[2] > start]
        return min(found, key=lambda s: s[2] - s[0], default=None)

    def code(self, statement):
        start, _, end = statement
        if self.text[start:].lstrip().startswith('if ('):
            end = self.end(self.text.index('(', start) + 1)
        return ' '.join(self.text[start:end].split())

    def without_refused(self):
        text = self.text
        for start, call, end in sorted(self.refused, reverse=True):
            code = text[start:end]
            if re.match(r'\s*if \(', code):
                start, new = call, '0'
            else:
                new = ';' if code.startswith('\t') else ''
                end += text[end:end + 1] == ';'
            text = text[:start] + new + '\n' * text.count('\n', start, end) + text[end:]
        return text


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            encoding='utf-8', errors='replace', check=False)
    return result.returncode, result.stdout


def blamed(sources, said):
    """The statements that are refused: of two that do not agree, the one that the plugin refuses"""
    groups = []
    for path, line, kind in PLACE.findall(said):
        source = sources.get(os.path.basename(path))
        statement = source and source.statement(int(line))
        if kind == 'error':
            groups.append([])
        if groups and statement and statement not in source.refused:
            groups[-1].append((kind, source, statement))
    for group in groups:
        if any(statement not in source.noted for kind, source, statement in group
               if kind == 'note' and statement != group[0][2]):
            sys.exit('what is refused clashes with what is not:\n' + said)
        for kind, source, statement in sorted(group, key=lambda g: g[2] not in g[1].wanted):
            if kind == 'error' or statement in source.wanted:
                yield source, statement
                break


def attempt(sources, commands, folder):
    """Compiles and links what is left.  True if nothing is refused any more."""
    for source in sources.values():
        with open(os.path.join(folder, source.name), 'w', encoding='utf-8') as file:
            file.write(source.without_refused())
    for command in commands:
        code, said = run(command)
        if not code:
            continue
        found = list(blamed(sources, said))
        if not found:
            sys.exit('nothing to leave out of what is refused:\n' + said)
        for source, statement in found:
            source.refused.add(statement)
        return False
    return True


def main():
    sdtinfo, *compiler, path = sys.argv[1:]
    here, name = os.path.split(path)
    sources = {name: Source(path)}
    for header in re.findall(r'^#include "([^/"]*)"', sources[name].text, re.M):
        sources[header] = Source(os.path.join(here, header))
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out.o')
        commands = [compiler + ['-o', out, os.path.join(folder, name)],
                    [sdtinfo, 'link', '--module', 'm', '--allow-empty', '-o', '/dev/null', out]]
        while not attempt(sources, commands, folder):
            pass
    for source in sources.values():
        for sign, some in (('<', source.wanted - source.refused),
                           ('>', source.refused - source.wanted)):
            for code in sorted({source.code(statement) for statement in some}):
                print(os.path.join(os.path.basename(here), source.name), sign, code)


main()
