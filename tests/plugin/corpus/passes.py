#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""passes.py - what the corpus loses without each pass, as a table

    passes.py FOLDER GCC SOURCES PASS...

FOLDER/<configuration> has the corpus as a module without probes (plain), with them
(probed), and with them but without each PASS, or several, as in cold-layout.  SOURCES is gcc-plugin/, whose README.md has
the table.  Prints it with the numbers of lines and the column of this compiler as they are
now: for each configuration, the instructions that a site adds more if the pass is left
out, and behind a slash the functions that are disturbed then and are not else.
"""
import glob
import os
import re
import sys

sys.dont_write_bytecode = True
from compare import Pair, mean
from hotpath import Module

# In this order
CONFIGURATIONS = ("O2", "Os", "fp")


def pairs(folder, variant, plain):
    module = Module(glob.glob(f"{folder}/{variant}/*.ko")[0], keys=("__sdt_sites",))
    return module.architecture, {
        name: Pair(plain[name], module.hot_path(symbol))
        for name, symbol in module.functions().items() if name in plain}


def disturbed(found, plain):
    """The functions that are not as they were but for NOPs"""
    return {name for name in plain if name not in found
            or found[name].sites and not found[name].good()}


def losses(folder, passes):
    """The architecture, and for each pass the instructions per site and functions"""
    module = Module(glob.glob(f"{folder}/plain/*.ko")[0])
    plain = {name: module.hot_path(symbol) for name, symbol in module.functions().items()}
    architecture, best = pairs(folder, "probed", plain)
    found = {}
    for name in passes:
        _, without = pairs(folder, name, plain)
        found[name] = (mean(without, "insns") - mean(best, "insns"),
                       len(disturbed(without, plain) - disturbed(best, plain)))
    return architecture.NAME, found


def main():
    folder, gcc, sources, *passes = sys.argv[1:]
    with open(f"{sources}/README.md", encoding="utf-8") as file:
        text = file.read()
    cells = {name: [] for name in passes}
    for configuration in CONFIGURATIONS:
        if not os.path.isdir(f"{folder}/{configuration}"):
            continue
        architecture, found = losses(f"{folder}/{configuration}", passes)
        for name, (insns, functions) in found.items():
            cells[name].append(f"{insns:.3f}/{functions}")
    compiler = f"{architecture}, GCC {gcc}"
    head, *rows = re.findall(r"^\| (?:pass|`[a-z_]+`) \|.*\|$", text, re.M)
    titles = head.strip("| ").split(" | ")
    if compiler not in titles:
        titles.append(compiler)
    column = titles.index(compiler)
    print("| " + " | ".join(titles) + " |\n" + "|---" * len(titles) + "|")
    known = {row.split("`")[1]: row.strip("| ").split(" | ") for row in rows}
    for name in passes:
        row = known.get(name, [f"`{name}`"])
        row += ["-"] * (len(titles) - len(row))
        row[2] = str(sum(len(open(f"{sources}/middle-end/{part}.cc", encoding="utf-8").readlines())
                         for part in name.split("-")))
        row[column] = ", ".join(cells[name])
        print("| " + " | ".join(row) + " |")


main()
