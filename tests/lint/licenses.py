#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""licenses.py - compare the licenses that files name with those that others say they have

    licenses.py copyright FILE...	debian/copyright, for each of these files
    licenses.py page PAGE FILE...	a page, which names headers as <linux/sdt.h>
    licenses.py spec FILE...		sdt.spec, for all of these files

Prints a line for each difference.  A file names its license in its SPDX line; one without
has the project's.
"""
import fnmatch
import re
import sys

PROJECT = "GPL-2.0-only"
# debian/copyright, and the kernel's sources, have other names for the licenses.
NAMES = {"GPL-2": PROJECT, "GPL-2.0": PROJECT}
INCLUDE = "kbuild/include/"


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def expression(text):
    """A set of alternatives, whatever their names and their order"""
    return frozenset(NAMES.get(name, name) for name in re.split(r" or ", text.strip(), flags=re.I))


def named(path):
    line = re.search(r"SPDX-License-Identifier: ([\w.-]+(?: OR [\w.-]+)*)",
                     "\n".join(read(path).split("\n", 10)[:10]))
    return expression(line[1] if line else PROJECT)


def text(alternatives):
    return " OR ".join(sorted(alternatives, reverse=True))


def paragraphs():
    """The patterns and the license of each paragraph of debian/copyright that has both"""
    for paragraph in read("debian/copyright").split("\n\n"):
        fields = dict(re.findall(r"^(\w+): (.*(?:\n .*)*)", paragraph, re.M))
        if "Files" in fields:
            yield fields["Files"].split(), expression(fields["License"])


def check_copyright(files):
    known = list(paragraphs())
    for path in files:
        # The last paragraph that matches counts.
        of_copyright = [alternatives for patterns, alternatives in known
                        if any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)]
        if not of_copyright or of_copyright[-1] != named(path):
            print("%s: its license is %s, debian/copyright has %s" % (
                path, text(named(path)), text(of_copyright[-1]) if of_copyright else "none"))


def check_page(page, files):
    """Of each license but the project's, the page lists the headers in a paragraph or a row."""
    headers = {}
    for path in files:
        if path.startswith(INCLUDE):
            headers.setdefault(named(path), set()).add(path[len(INCLUDE):])
    headers.pop(expression(PROJECT), None)
    for part in re.split(r"\n\n|\n(?=\|)", read(page)):
        for license_ in re.findall(r"`([\w.-]+(?: OR [\w.-]+)+)`", part):
            listed = set(re.findall(r"<([\w/]+\.h)>", part))
            for name in sorted(listed ^ headers.pop(expression(license_), set())):
                print("%s: %s is %s of the headers that are %s" % (
                    page, name, "wrongly one" if name in listed else "missing", license_))
    for alternatives in headers:
        print("%s: no header is listed as %s" % (page, text(alternatives)))


def check_spec(files):
    """The first License: is that of all sources together."""
    field = re.search(r"^License:\s*(.*)", read("sdt.spec"), re.M)[1]
    listed = {expression(part.strip("() ")) for part in field.split(" AND ")}
    for alternatives in listed ^ {named(path) for path in files}:
        print("sdt.spec: License: %s, and %s is %s" % (
            field, text(alternatives), "no file's" if alternatives in listed else "missing"))


if sys.argv[1] == "copyright":
    check_copyright(sys.argv[2:])
elif sys.argv[1] == "page":
    check_page(sys.argv[2], sys.argv[3:])
else:
    check_spec(sys.argv[2:])
