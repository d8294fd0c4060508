#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""structure.t - the sources use each other as structure.rules says

The sources tell which headers a file includes, and the objects, which must be built, whose
functions and data it uses.
"""
from collections import namedtuple
import graphlib
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
SOURCE = (".c", ".cc")

# What a file needs of another one of its part: by an #include, or a symbol
Use = namedtuple("Use", "user used symbol")


def output(*command, folder=None):
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout


def matches(pattern, path):
    """Whether a pattern names the path: "*" stands for part of a name, "core/" for all in it"""
    regex = re.escape(pattern).replace(r"\*", "[^/]*")
    return re.fullmatch(regex + (".*" if pattern.endswith("/") else ""), path) is not None


class Part:
    """A part of the sources with its rules; paths are relative to its folder"""

    def __init__(self, folder):
        self.folder = folder
        self.may_use, self.private, self.only, self.map, self.extern = [], [], [], [], set()
        self.files = output(os.path.join(HERE, "../lib/files"),
                            folder=os.path.join(TOP, folder)).split()
        self.code = [name for name in self.files if name.endswith((".c", ".cc", ".h"))]
        self.text = {}
        for name in self.files:
            with open(os.path.join(TOP, folder, name), encoding="utf-8") as file:
                self.text[name] = file.read()

    def add_rule(self, kind, where, what):
        if kind == "private":
            self.private += what.split()
        elif kind == "extern":
            self.extern.update(what.split())
        elif kind == "only":
            self.only.append((where, what))
        elif kind == "map":
            self.map.append((where, what.split()))
        else:
            self.may_use += [(user, used) for user in where.split() for used in what.split()]

    def includes(self):
        for name in self.code:
            for header in re.findall(r'^# *include "(.*)"$', self.text[name], re.M):
                for path in os.path.join(os.path.dirname(name), header), header:
                    if path in self.text:
                        yield Use(name, path, None)
                        break

    def symbols(self):
        """{symbol: the file that defines it}, and the uses of these"""
        folder = os.path.join(TOP, self.folder)
        if self.folder == "gcc-plugin":
            compiler = os.environ.get("CC") or output("make", "-s", "-C", TOP, "cc").strip()
            folder = os.path.dirname(output("make", "-s", "-C", folder, "path", "CC=" + compiler))
        defined, used = {}, []
        for name in self.code:
            path = os.path.join(folder, os.path.splitext(name)[0] + ".o")
            # An architecture's file that this compiler has no use for, what another file
            # includes, or what stands in for another one
            if not name.endswith(SOURCE) or not os.path.exists(path):
                continue
            for line in output("nm", path).splitlines():
                kind, symbol = line.split()[-2:]
                # A constructor or destructor in C++ has several symbols.
                symbol = re.sub(r"([CD])[0-2](E\w+)$", r"\1\2", symbol)
                if kind in "BDRT":
                    defined[symbol] = name
                elif kind in "Uvw":
                    used.append((name, symbol))
        if not defined:
            print(f"Bail out! no objects in {folder}: run make first")
            sys.exit(1)
        return defined, {Use(name, defined[symbol], symbol) for name, symbol in used
                         if symbol in defined}

    def not_allowed(self, uses, needed):
        """What the rules do not allow; adds the rules that are needed to the set"""
        for use in sorted(uses):
            folder = os.path.dirname(use.used)
            if folder and folder == os.path.dirname(use.user):
                continue
            rules = [rule for rule in self.may_use
                     if matches(rule[0], use.user) and matches(rule[1], use.used)]
            needed.update(rules)
            if not rules and use.used != os.path.splitext(use.user)[0] + ".h":
                yield f"{use.user} includes {use.used}" if not use.symbol else \
                    f"{use.user} uses {use.symbol} of {use.used}"

    def is_private(self, header):
        return any(matches(p, header) for p in self.private if p[0] != "!") and \
            not any(matches(p[1:], header) for p in self.private if p[0] == "!")

    def private_headers(self, includes):
        for use in includes:
            if os.path.dirname(use.user) != os.path.dirname(use.used) and self.is_private(use.used):
                yield f"{use.user} includes {use.used}"

    def other_namers(self, where, regex):
        for name in self.code:
            if not any(matches(pattern, name) for pattern in where.split()):
                for found in re.finditer(regex, self.text[name]):
                    yield f"{name} has {found[0]}"

    def not_in_map(self, page, patterns):
        folders = {os.path.dirname(name) + "/" for name in self.code if "/" in name}
        for name in sorted({name for name in self.code if name != page} | folders):
            if any(name == page or matches(p, name) and p.count("/") == name.count("/") and
                   p.endswith("/") == name.endswith("/") for p in patterns):
                stem = re.escape(os.path.splitext(os.path.basename(name.rstrip("/")))[0])
                if not re.search(rf"\b{stem}[./]", self.text[page]):
                    yield f"{page} lacks {name}"

    def could_be_static(self, defined, uses):
        used = {use.symbol for use in uses} | self.extern
        for text in self.text.values():
            used.update(re.findall(r"^EXPORT_SYMBOL_GPL\((\w+)\);", text, re.M))
        for symbol in sorted(set(defined) - used):
            yield f"{defined[symbol]}: {symbol}"


def circle(pairs):
    graph = {}
    for user, used in pairs:
        if user != used:
            graph.setdefault(user, set()).add(used)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        yield " -> ".join(reversed(error.args[1]))


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def none(self, findings, name, is_advice=False):
        findings = list(findings)
        self.count += 1
        self.failed += bool(findings) and not is_advice
        print(f"{'not ' if findings else ''}ok {self.count} - {name}" +
              (" # TODO advice" if findings and is_advice else ""))
        for finding in findings:
            print(f"# {finding}")


def check(tap, part):
    includes = list(part.includes())
    defined, uses = part.symbols()
    needed = set()
    for name, which in ("include", includes), ("call", uses):
        tap.none(part.not_allowed(which, needed),
                 f"{part.folder}: files {name} what they may")
        tap.none(circle((os.path.splitext(use.user)[0], os.path.splitext(use.used)[0])
                        for use in which), f"{part.folder}: ... and not in a circle")
    tap.none((f"{user}: {used}" for user, used in part.may_use if (user, used) not in needed),
             f"{part.folder}: each rule is needed", is_advice=True)
    tap.none(circle(part.may_use), f"{part.folder}: the rules have no circle")
    tap.none(part.private_headers(includes), f"{part.folder}: private headers stay in their folder")
    for where, regex in part.only:
        tap.none(part.other_namers(where, regex), f"{part.folder}: only {where} has /{regex}/")
        tap.none([] if any(re.search(regex, text) for text in part.text.values()) else [where],
                 f"{part.folder}: ... and does")
    for page, patterns in part.map:
        tap.none(part.not_in_map(page, patterns),
                 f"{part.folder}: {page} has all of {' '.join(patterns)}", is_advice=True)
    tap.none(part.could_be_static(defined, uses),
             f"{part.folder}: what only its own file uses is static", is_advice=True)


def main():
    if not shutil.which("git"):
        print("1..0 # SKIP git, which lists the sources, is not installed")
        return
    tap, parts = Tap(), []
    with open(os.path.join(HERE, "structure.rules"), encoding="utf-8") as file:
        for line in re.sub(r"\\\n\s*", "", file.read()).splitlines():
            if line.startswith("part "):
                parts.append(Part(line[5:].strip()))
            elif line and not line.startswith("#"):
                rule = re.fullmatch(r"(?:(private|extern|only|map)\b *)?([^:]*): *(.*)", line)
                parts[-1].add_rule(*rule.groups())
    for part in parts:
        check(tap, part)
    print(f"1..{tap.count}")
    sys.exit(tap.failed > 0)


main()
