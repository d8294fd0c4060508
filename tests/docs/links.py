#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""links.py - what the documentation refers to and what is not there

    links.py FOLDER
    links.py --installed FOLDER

prints a line for each link of a Markdown file that leads to no file or heading; and, unless the
pages are installed ones, which tell of sources as well, for each file name in backquotes that no
file in the tree has, and for each path in a block that is marked as a map ("```map") and does
not exist.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = re.compile(r"\b[A-Za-z][\w.-]*\.(?:cc|c|h|t|py|sh|mk|md|bash)\b")
# Files of a driver, of GCC or of the kernel that an example or a comment is about
OTHERS = re.compile(r"(?:driver|foo|bar|foo_\w+|old|new|arc|spl-trace|trace|zfs_debug|pass|"
                    r"cmd_verb|file|name|watch|test|config|module|part|main|tree-\w+|gen_compile_commands)\.", re.I)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def without_blocks(text):
    return re.sub(r"```.*?```", "", text, flags=re.S)


def headings(path):
    for line in re.findall(r"^#+ (.*)$", without_blocks(read(path)), re.M):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line).lower()
        yield re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def links(root, page):
    for target in re.findall(r"\]\(([^)\s]+)\)", without_blocks(read(os.path.join(root, page)))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, heading = target.partition("#")
        path = os.path.normpath(os.path.join(root, os.path.dirname(page), path)) if path \
            else os.path.join(root, page)
        if not os.path.exists(path):
            print("%s: there is no %s" % (page, target))
        elif heading and heading not in headings(path):
            print("%s: %s has no such heading" % (page, target))


def sources(root, page, names):
    text = read(os.path.join(root, page))
    for path in re.findall(r"[\w.-]+/[\w./-]*", "".join(re.findall(r"```map\n(.*?)```", text, re.S))):
        if not os.path.exists(os.path.join(root, path)):
            print("%s: its map has %s, which does not exist" % (page, path))
    mentioned = NAME.findall(" ".join(re.findall(r"`([^`<]+)`", without_blocks(text))))
    for name in sorted(set(mentioned)):
        if name not in names and not OTHERS.match(name):
            print("%s: there is no file %s" % (page, name))


def main():
    installed = sys.argv[1] == "--installed"
    root = sys.argv[-1]
    files = subprocess.run(["find", ".", "-type", "f"] if installed else
                           [os.path.join(HERE, "../lib/files")], capture_output=True, text=True,
                           cwd=root, check=True).stdout.split()
    names = {os.path.basename(name) for name in files}
    for page in files:
        if not page.endswith(".md"):
            continue
        links(root, page)
        if not installed:
            sources(root, page, names)


main()
