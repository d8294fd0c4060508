#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""plain.py - compare what is said of a file without the plugin with what its comments expect

    plain.py SDTINFO COMMAND... FILE

SDTINFO is "-" if nothing is linked.  COMMAND is that of a compiler, without the plugin, that takes "-o OUT.o FILE.c".  A statement
with a macro must get an error, a warning or nothing, of the compiler or of "sdtinfo link", as
it does from the plugin (check.py), unless a comment beside it, or after it, has the reason:

    /* plain: OUTCOME (ROW) */
    /* plain: OUTCOME: TEXT (ROW) */

OUTCOME is "error", "warning" or "nothing".  TEXT, a regular expression, is in the message, where
"_" counts as a blank, and an error is then one of five at most.  ROW is how the row of the table in
docs/compatibility.md begins that tells users of this difference.  No error or warning is about the
insides of the macros.  For all statements of a file that have TEXT in what the plugin says:

    /* plain: "TEXT": OUTCOME (ROW) */

A statement that is refused is left out of a copy of the source, which is tried again until all
is accepted, so that no error hides another one.  Prints each statement whose outcome is another
one, and nothing else.
"""
import os
import re
import subprocess
import sys
import tempfile

from check import COMMENT, MACRO, comments

PLAIN = re.compile(r'/\* plain: (?:"([^"]*)": )?(error|warning|nothing)(?:: (.*?))?'
                   r' \(((?:[^()]|\([^()]*\))*)\) \*/')
PLACE = re.compile(r'^([^:\s]+):(\d+):(?:\d+:)? (?:fatal )?(error|warning|note): (.*)', re.M)
# What the macros are made of, which no message may be about
INSIDE = re.compile(r'__sdt_\w+|__SDT_\w+|_Generic')
OUTCOMES = ('nothing', 'warning', 'error')


class Source:
    """A file, and its statements with a macro: (start, end) in the text"""

    def __init__(self, path):
        self.name = os.path.basename(path)
        with open(path, encoding='utf-8') as file:
            text = self.raw = file.read()
        # Comments have no code; the lines and columns stay.
        self.text = re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m[0]), text,
                           flags=re.S)
        self.statements = []
        for call in MACRO.finditer(self.text):
            start = self.text.rfind('\n', 0, call.start()) + 1
            if not self.text.startswith('#', start):
                self.statements.append((start, call.start(), self.end(call.end())))
        self.said = {}                  # statement: what the plugin says, as (kind, text)
        for line, kind, text in comments(path, COMMENT):
            self.said.setdefault(self.statement(line), []).append((kind, text))
        self.said.pop(None, None)
        self.texts = {}                 # statement: what the message must have
        self.expected = {}              # statement: outcome, if it is not "nothing"
        self.expect(list(comments(path, PLAIN)))
        self.got = {}                   # statement: [(kind, text)]
        self.refused = set()

    def expect(self, differences):
        for statement, said in self.said.items():
            self.expected[statement] = max((kind for kind, _ in said if kind in OUTCOMES),
                                           key=OUTCOMES.index, default='nothing')
        for line, about, outcome, text, _ in differences:
            for statement in ([self.statement(line)] if not about else
                              [s for s, said in self.said.items()
                               if any(about in text for _, text in said)]):
                if self.expected.get(statement, 'nothing') == outcome and not text:
                    sys.exit(f'{self.name}:{line}: this is no difference')
                self.expected[statement] = outcome
                self.texts[statement] = text

    def wants_error(self, statement):
        return self.expected.get(statement) == 'error'

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


def blamed(sources, said, is_linked):
    """The statements that are refused: of two that do not agree, the one that should be"""
    groups = []
    for path, line, kind, text in PLACE.findall(said):
        source = sources.get(os.path.basename(path))
        statement = source and source.statement(int(line))
        # What the linker warns of may be in another object.
        if statement and statement not in source.refused and not (
                is_linked and kind == 'warning' and statement not in source.said):
            source.got.setdefault(statement, []).append((kind, text))
        if kind == 'error':
            groups.append([])
        if groups and statement and statement not in source.refused:
            groups[-1].append((kind, source, statement))
    for group in groups:
        if any(statement not in source.said for kind, source, statement in group
               if kind == 'note' and statement != group[0][2]):
            sys.exit('what is refused clashes with what is not:\n' + said)
        for kind, source, statement in sorted(group, key=lambda g: not g[1].wants_error(g[2])):
            if kind == 'error' or source.wants_error(statement):
                yield source, statement
                break


def attempt(sources, commands, folder):
    """Compiles and links what is left.  True if nothing is refused any more."""
    for source in sources.values():
        source.got = {s: got for s, got in source.got.items() if s in source.refused}
        with open(os.path.join(folder, source.name), 'w', encoding='utf-8') as file:
            file.write(source.without_refused())
    for command in commands:
        code, said = run(command)
        found = list(blamed(sources, said, command is not commands[0]))
        if not code:
            continue
        if not found:
            sys.exit('nothing to leave out of what is refused:\n' + said)
        for source, statement in found:
            source.refused.add(statement)
        return False
    return True


def check(source, statement):
    """Prints what is wrong about a statement."""
    got = source.got.get(statement, [])
    outcome = ('error' if statement in source.refused else
               'warning' if any(kind == 'warning' for kind, _ in got) else 'nothing')
    expected, text = source.expected.get(statement, 'nothing'), source.texts.get(statement)
    line = source.text.count('\n', 0, statement[1]) + 1
    where = f'{source.name}:{line}: {source.code(statement)}'
    if outcome != expected:
        print(f'{where}: gets {outcome}, not {expected}')
    elif text and not any(re.search(text, said.replace('_', ' ')) for _, said in got):
        print(f'{where}: no {outcome} with "{text}"')
    elif (text and sum(kind == 'error' for kind, _ in got) > 5
          or any(word not in source.raw for kind, said in got if kind != 'note'
                 for word in INSIDE.findall(said))):
        print(f'{where}: says too much: {got}')


def main():
    sdtinfo, *compiler, path = sys.argv[1:]
    here, name = os.path.split(path)
    sources = {name: Source(path)}
    for header in re.findall(r'^#include "([^/"]*)"', sources[name].text, re.M):
        sources[header] = Source(os.path.join(here, header))
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out.o')
        commands = [compiler + ['-o', out, os.path.join(folder, name)]]
        if sdtinfo != '-':
            commands.append([sdtinfo, 'link', '--module', 'm', '--allow-empty', '-o', '/dev/null', out])
        while not attempt(sources, commands, folder):
            pass
    for source in sources.values():
        for statement in source.statements:
            check(source, statement)


main()
